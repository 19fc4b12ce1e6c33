// One number for a whole run: it must see everything, and nothing but what happened.
#include "leasesim/trace/digest.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "leasesim/trace/fact_fields.hpp"
#include "trace/some_facts.hpp"

namespace leasesim {
namespace {

Digest digest_of(const std::vector<Fact>& facts) {
  DigestSink sink;
  for (const Fact& fact : facts) sink.take(fact);
  return sink.digest();
}

TEST(Digest, AnyChangeOfAnyFieldOfAnyKindIsSeen) {
  Names names;
  SomeValues draw{names, 1};
  for (std::size_t kind = 0; kind < kFactKinds; ++kind) {
    const Fact fact = draw.fact(kind);
    const Digest whole = digest_of({fact});
    std::size_t fields = 0;
    for_each_value(fact.body, [&](std::string_view, const FactValue&) { ++fields; });
    for (std::size_t chosen = 0; chosen < fields; ++chosen) {
      Fact other = fact;
      std::string_view changed;
      std::visit(
          [&]<class Body>(Body& body) {
            std::size_t field = 0;
            Body::fields(body, [&](std::string_view name, auto& value) {
              const auto before = value;
              if (field++ == chosen) {
                while (value == before) draw.fill(value);
                changed = name;
              }
            });
          },
          other.body);
      EXPECT_NE(digest_of({other}), whole) << word_of(fact.body) << '.' << changed;
    }
  }
}

TEST(Digest, TimeAndProcessAreSeen) {
  Names names;
  const Fact fact{SimTime{1s}, names.process("a"), ProcessCrashed{}};

  EXPECT_NE(digest_of({fact}), digest_of({{fact.at + 1ns, fact.by, fact.body}}));
  EXPECT_NE(digest_of({fact}), digest_of({{fact.at, names.process("b"), fact.body}}));
  EXPECT_NE(digest_of({fact}), digest_of({{fact.at, {}, fact.body}}));
}

TEST(Digest, KindsWithTheSameFieldsDiffer) {
  EXPECT_NE(digest_of({{{}, {}, ProcessPaused{}}}), digest_of({{{}, {}, ProcessResumed{}}}));
  EXPECT_NE(digest_of({{{}, {}, HostSuspended{}}}), digest_of({{{}, {}, HostResumed{}}}));
}

TEST(Digest, OrderAndNumberAreSeen) {
  const Fact one{SimTime{1s}, {}, ProcessPaused{}};
  const Fact two{SimTime{1s}, {}, ProcessResumed{}};

  EXPECT_NE(digest_of({one, two}), digest_of({two, one}));
  EXPECT_NE(digest_of({one}), digest_of({one, one}));
  EXPECT_NE(digest_of({}), digest_of({one}));
}

TEST(Digest, AnEmptyTextDiffersFromNone) {
  Names names;

  EXPECT_NE(digest_of({{{}, {}, Remark{names.intern("")}}}), digest_of({{{}, {}, Remark{}}}));
}

TEST(Digest, NamesCountByContentAndNotByTheirTable) {
  Names here;
  Names there;
  for (int i = 0; i < 100; ++i) there.intern("other-" + std::to_string(i));  // other addresses
  std::vector<Fact> ours;
  std::vector<Fact> theirs;
  SomeValues draw_here{here, 5};
  SomeValues draw_there{there, 5};
  for (std::size_t kind = 0; kind < kFactKinds; ++kind) {
    ours.push_back(draw_here.fact(kind));
    theirs.push_back(draw_there.fact(kind));
  }

  EXPECT_EQ(digest_of(ours), digest_of(theirs));
}

TEST(Digest, AskingInBetweenChangesNothing) {
  Names names;
  SomeValues draw{names, 3};
  DigestSink asked;
  DigestSink quiet;
  Digest before{};
  for (std::size_t i = 0; i < 2'000; ++i) {
    const Fact fact = draw.fact(i % kFactKinds);
    asked.take(fact);
    quiet.take(fact);
    EXPECT_NE(asked.digest(), before);
    before = asked.digest();
  }

  EXPECT_EQ(asked.digest(), quiet.digest());
  EXPECT_EQ(quiet.facts(), 2'000U);
}

// The digests of recorded runs rest on these bytes: whoever changes them changes all of them.
TEST(Digest, StaysWhatItWas) {
  Names names;
  LeaseWritten written;
  written.lease = ObjectName{names.intern("demo")};
  written.version = 7;
  written.holder = names.intern("a");
  written.renewed = WallTime{Duration{1'767'225'600'000'000'000}};

  EXPECT_EQ(text_of(digest_of({{SimTime{1s}, names.process("a"), written}})),
            "ab62f0dccfce3d40378df3ba93cba2a2");
  EXPECT_EQ(text_of(digest_of({})), "99aa06d3014798d86001c324468d497f") << "XXH3 of nothing";
}

TEST(Digest, IsPrintedWithItsHighHalfFirst) {
  EXPECT_EQ(text_of({0x0123456789abcdef, 0xfedcba9876543210}), "0123456789abcdeffedcba9876543210");
  EXPECT_EQ(text_of({0, 1}), "00000000000000000000000000000001");
}

}  // namespace
}  // namespace leasesim
