// Traces on disk: what is written is read back the same, and nothing else is read.
#include "leasesim/trace/format.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "leasesim/trace/fact_fields.hpp"
#include "trace/some_facts.hpp"

namespace leasesim {
namespace {

TraceHead some_head() {
  return {"leasesim: v1\nname: \"x\"\n",
          Seed{~0ULL},
          SimTime{70s},
          1'767'225'600'000'001'000,
          {"network.delay a: 3", "clock \"b\""}};
}

std::string written(const TraceHead& head, const std::vector<Fact>& facts) {
  std::ostringstream out;
  TraceWriter writer{out, head};
  for (const Fact& fact : facts) writer.take(fact);
  writer.finish(SimTime{70s});
  return out.str();
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

class BrokenTrace : public ::testing::Test {
 protected:
  BrokenTrace() {
    const LeaseRenewed renewed{ObjectName{names_.intern("demo")}, 7};
    text_ = written(some_head(), {{SimTime{1s}, names_.process("a"), renewed},
                                  {SimTime{2s}, names_.process("a"), ProcessCrashed{}}});
  }
  // What is said of the text after this change.
  std::string said(std::string_view from, std::string_view to) {
    return message(replaced(text_, from, to));
  }
  static std::string message(std::string_view text) {
    const auto trace = read_trace(text);
    if (trace) return "nothing";
    return std::to_string(trace.error().line) + ": " + trace.error().message;
  }

  Names names_;
  std::string text_;
};

TEST(Format, AFactIsOneLineWithItsFieldsInOrder) {
  Names names;
  LeaseWritten body;
  body.lease = ObjectName{names.intern("demo")};
  body.version = 5;
  body.holder = names.intern("b\"\n");
  body.duration = 15;
  body.renewed = WallTime{Duration{1'767'225'600'000'001'000}};

  EXPECT_EQ(fact_line({SimTime{33'412ms}, names.process("elector-b"), body}),
            R"({"t":"33.412000000","by":"elector-b","fact":"lease-written","lease":"demo",)"
            R"("version":5,"based_on":0,"holder":"b\"\n","previous_holder":null,"created":false,)"
            R"("duration":15,"transitions":-1,"renewed":"2026-01-01T00:00:00.000001000Z"})");
}

TEST(Format, TheHeadSaysAllThatJudgingNeeds) {
  EXPECT_EQ(head_line(some_head()),
            R"({"leasesim":"v1","kind":"Trace","seed":18446744073709551615,)"
            R"("until":"70.000000000","calendar":"2026-01-01T00:00:00.000001000Z",)"
            R"("overrides":["network.delay a: 3","clock \"b\""],)"
            R"("scenario":"leasesim: v1\nname: \"x\"\n"})");
}

TEST(Format, TheLastLineCountsTheFacts) {
  const std::string text = written(some_head(), {{SimTime{1s}, {}, ProcessCrashed{}}});
  const std::size_t last = text.rfind('{');

  EXPECT_TRUE(text.substr(last).starts_with(R"({"end":"70.000000000","facts":1,"digest":")"));
  EXPECT_TRUE(text.ends_with("\"}\n"));
}

TEST(Format, FactsOfEveryKindComeBackTheSame) {
  Names names;
  for (std::uint64_t key = 0; key < 40; ++key) {
    SomeValues draw{names, key};
    std::vector<Fact> facts;
    for (std::size_t kind = 0; kind < kFactKinds; ++kind) facts.push_back(draw.fact(kind));

    const auto trace = read_trace(written(some_head(), facts));

    ASSERT_TRUE(trace) << trace.error().line << ": " << trace.error().message;
    ASSERT_EQ(trace->facts.size(), facts.size());
    for (std::size_t i = 0; i < facts.size(); ++i) {
      EXPECT_TRUE(same_fact(trace->facts[i], facts[i])) << fact_line(facts[i]);
    }
  }
}

TEST(Format, TheHeadComesBackTheSame) {
  const TraceHead head = some_head();
  const auto trace = read_trace(written(head, {}));

  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->head.scenario, head.scenario);
  EXPECT_EQ(trace->head.seed, head.seed);
  EXPECT_EQ(trace->head.until, head.until);
  EXPECT_EQ(trace->head.calendar_ns, head.calendar_ns);
  EXPECT_EQ(trace->head.overrides, head.overrides);
}

TEST(Format, LongTracesAreHandedOverInPieces) {
  Names names;
  SomeValues draw{names, 2};
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < 5'000; ++i) facts.push_back(draw.fact(i % kFactKinds));

  const auto trace = read_trace(written(some_head(), facts));

  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_EQ(trace->facts.size(), facts.size());
}

TEST_F(BrokenTrace, IsNotBrokenBeforeItIsBroken) { EXPECT_EQ(message(text_), "nothing"); }

TEST_F(BrokenTrace, FieldsMayStandInAnyOrder) {
  EXPECT_EQ(said(R"("lease":"demo","version":7)", R"("version":7,"lease":"demo")"), "nothing");
}

TEST_F(BrokenTrace, ACutAnywhereIsNoticed) {
  for (std::size_t length = 0; length + 1 < text_.size(); ++length) {
    EXPECT_FALSE(read_trace(std::string_view{text_}.substr(0, length))) << length;
  }
  const std::size_t last = text_.rfind('{');
  EXPECT_EQ(message(text_.substr(0, last)), "4: the trace is cut off: its last line is missing");
  EXPECT_EQ(message(text_.substr(0, last + 9)), "4: the trace is cut off in the middle of a line");
  EXPECT_EQ(message(""), "1: an empty file is no trace");
}

TEST_F(BrokenTrace, AMissingLineIsNoticed) {
  const std::size_t second = text_.find('\n') + 1;
  const std::size_t third = text_.find('\n', second) + 1;

  EXPECT_EQ(message(text_.substr(0, second) + text_.substr(third)),
            "3: the end speaks of 2 facts, but there are 1");
}

TEST_F(BrokenTrace, AChangedFactIsNoticed) {
  EXPECT_TRUE(said(R"("version":7)", R"("version":8)").starts_with("4: the facts were changed"));
}

TEST_F(BrokenTrace, AnotherFormatIsNamed) {
  EXPECT_EQ(said(R"("leasesim":"v1")", R"("leasesim":"v2")"),
            "1: this is a trace of format \"v2\"; \"v1\" is wanted");
  EXPECT_EQ(said(R"("kind":"Trace")", R"("kind":"Scenario")"),
            "1: the head of a trace is wanted here");
  EXPECT_EQ(message("leasesim: v1\n"), "1: a JSON object is wanted here");
}

TEST_F(BrokenTrace, FieldsThatAreMissingUnknownOrDoubledAreNamed) {
  EXPECT_EQ(said(R"("lease":"demo",)", ""), "2: missing field \"lease\"");
  EXPECT_EQ(said(R"("lease":"demo",)", R"("lease":"demo","extra":1,)"),
            "2: unknown field \"extra\"");
  EXPECT_EQ(said(R"("lease":"demo",)", R"("lease":"demo","lease":"demo",)"),
            "2: doubled field \"lease\"");
  EXPECT_EQ(said("lease-renewed", "lease-eaten"), "2: unknown fact \"lease-eaten\"");
}

TEST_F(BrokenTrace, ValuesOfAnotherSortAreShownWithWhatIsWanted) {
  EXPECT_EQ(said(R"("version":7)", R"("version":-7)"),
            "2: field \"version\": a whole number from 0 is wanted, not -7");
  EXPECT_EQ(said(R"("t":"1.000000000")", R"("t":1)"),
            "2: field \"t\": seconds with nine digits such as \"33.412000000\" is wanted, not 1");
  EXPECT_EQ(said(R"("t":"1.000000000")", R"("t":"1.0")"),
            "2: field \"t\": seconds with nine digits such as \"33.412000000\" is wanted, not "
            "\"1.0\"");
  EXPECT_EQ(said(R"("lease":"demo")", R"("lease":3)"),
            "2: field \"lease\": a name or null is wanted, not 3");
}

TEST_F(BrokenTrace, NothingComesAfterTheEnd) {
  EXPECT_EQ(message(text_ + "{}\n"), "5: nothing is wanted after the end");
}

}  // namespace
}  // namespace leasesim
