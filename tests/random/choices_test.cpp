#include "leasesim/random/choices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace leasesim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Purpose kJitter{"retry-jitter"};
constexpr Purpose kLatency{"latency"};
constexpr Purpose kLoss{"loss"};

/// What a small world draws: two electors, and the messages between one and the API server.
struct Draws {
  std::vector<std::int64_t> a, b, link;
  friend bool operator==(const Draws&, const Draws&) = default;
};

Draws drawn(Seed seed, ChoiceBook* book = nullptr, bool with_a_third = false) {
  Names names;
  Choices a{seed, names.intern("elector-a"), 0, kJitter, book};
  Choices b{seed, names.intern("elector-b"), 0, kJitter, book};
  Choices third{seed, names.intern("elector-c"), 0, kJitter, book};
  Choices latency{seed, names.intern("elector-a"), names.intern("api"), 0, kLatency, book};
  Choices loss{seed, names.intern("elector-a"), names.intern("api"), 0, kLoss, book};
  const Distribution curve = Distribution::exponential(2ms);

  Draws all;
  for (int i = 0; i < 20; ++i) {
    all.a.push_back(static_cast<std::int64_t>(a.below(1000)));
    if (with_a_third) (void)third.below(1000);
    all.b.push_back(b.between(1ms, 5ms).count());
    if (with_a_third) (void)third.chance({1, 3});
    all.link.push_back(latency.from(curve).count());
    all.link.push_back(loss.chance({1, 4}) ? 1 : 0);
  }
  return all;
}

TEST(Choices, AreMovedByNobodyElses) { EXPECT_EQ(drawn(Seed{1}), drawn(Seed{1}, nullptr, true)); }

TEST(Choices, DifferWithSeedNameIncarnationPurposeAndEnd) {
  Names names;
  const Text a = names.intern("a"), b = names.intern("b");
  const auto first = [](Choices draws) { return draws.bits(); };
  const std::vector<std::uint64_t> all{
      first({Seed{1}, a, 0, kJitter}),    first({Seed{2}, a, 0, kJitter}),
      first({Seed{1}, b, 0, kJitter}),    first({Seed{1}, a, 1, kJitter}),
      first({Seed{1}, a, 0, kLoss}),      first({Seed{1}, a, b, 0, kJitter}),
      first({Seed{1}, b, a, 0, kJitter}), first({Seed{1}, a, a, 0, kJitter}),
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i], all[j]) << i << ' ' << j;
  }
}

TEST(Choices, ComeTrueAsOftenAsTheirChanceSays) {
  Names names;
  Choices draws{Seed{3}, names.intern("a"), 0, kLoss};
  int lost = 0;
  for (int i = 0; i < 40'000; ++i) lost += draws.chance({1, 20}) ? 1 : 0;
  EXPECT_NEAR(lost, 2'000, 220);
  for (int i = 0; i < 1'000; ++i) {
    ASSERT_FALSE(draws.chance({0, 7}));
    ASSERT_TRUE(draws.chance({7, 7}));
  }
  EXPECT_EQ(draws.count(), 42'000u);
  EXPECT_THROW((void)draws.chance({3, 2}), Bug);
  EXPECT_THROW((void)draws.below(0), Bug);
}

TEST(ChoiceBook, RecordsWithoutChangingAnything) {
  ChoiceBook book;
  book.start_recording();

  EXPECT_EQ(drawn(Seed{1}, &book), drawn(Seed{1}));
  ASSERT_EQ(book.recorded().size(), 80u);
  const Choice& first = book.recorded().front();
  EXPECT_EQ(site_text(first.site), "elector-a#0/retry-jitter/0");
  EXPECT_EQ(first.kind, ChoiceKind::number);
  EXPECT_EQ(first.high, 999);
  EXPECT_EQ(site_text(book.recorded()[6].site), "elector-a>api#0/latency/1");
}

TEST(ChoiceBook, ReplaysARunUnderAnotherSeedFromItsTexts) {
  ChoiceBook recorder;
  recorder.start_recording();
  const Draws original = drawn(Seed{1}, &recorder);

  ChoiceBook player;
  for (const Choice& choice : recorder.recorded()) {
    const auto decision = parse_override(choice_text(choice));
    ASSERT_TRUE(decision) << decision.error();
    player.set(*decision);
  }

  EXPECT_NE(drawn(Seed{2}), original);
  EXPECT_EQ(drawn(Seed{2}, &player), original);
  EXPECT_THAT(player.unused(), IsEmpty());
}

TEST(ChoiceBook, ChangesOneChoiceAndNoOther) {
  ChoiceBook book;
  book.set({{"elector-b", 0, "retry-jitter", 7}, 4'000'000});
  Draws expected = drawn(Seed{1});
  expected.b[7] = 4'000'000;

  EXPECT_EQ(drawn(Seed{1}, &book), expected);
}

TEST(ChoiceBook, MovesAnOverrideIntoWhatTheSiteMayChoose) {
  ChoiceBook book;
  book.set({{"elector-a", 0, "retry-jitter", 0}, 5'000});
  book.set({{"elector-b", 0, "retry-jitter", 0}, -5});
  book.set({{"elector-a>api", 0, "loss", 0}, 17});
  const Draws all = drawn(Seed{1}, &book);

  EXPECT_EQ(all.a[0], 999);
  EXPECT_EQ(all.b[0], 1'000'000);
  EXPECT_EQ(all.link[1], 1);
}

TEST(ChoiceBook, TellsWhichOverridesNeverCameUp) {
  ChoiceBook book;
  const Override too_late{{"elector-a", 0, "retry-jitter", 99}, 1};
  const Override misspelt{{"elector-z", 0, "retry-jitter", 0}, 1};
  book.set(misspelt);
  book.set(too_late);
  book.set({{"elector-a", 0, "retry-jitter", 3}, 1});
  (void)drawn(Seed{1}, &book);

  EXPECT_THAT(book.unused(), ElementsAre(too_late, misspelt));
}

TEST(ChoiceBook, KnowsAStreamThatWasOpenedTwiceAsOne) {
  Names names;
  ChoiceBook book;
  book.set({{"a", 4, "loss", 1}, 1});
  Choices first{Seed{1}, names.intern("a"), 4, kLoss, &book};
  Choices second = first;

  (void)first.chance({0, 1});
  EXPECT_TRUE(first.chance({0, 1}));
  (void)second.chance({0, 1});
  EXPECT_TRUE(second.chance({0, 1}));
}

TEST(ChoiceText, IsWrittenAsPeopleReadIt) {
  const Site site{"elector-b", 0, "retry-jitter", 12};
  EXPECT_EQ(choice_text({site, ChoiceKind::duration, 1'500'000, 0, 0}),
            "elector-b#0/retry-jitter/12 = 1.5ms");
  EXPECT_EQ(choice_text({site, ChoiceKind::number, 17, 0, 0}), "elector-b#0/retry-jitter/12 = 17");
  EXPECT_EQ(choice_text({site, ChoiceKind::chance, 1, 0, 0}), "elector-b#0/retry-jitter/12 = yes");
}

TEST(ChoiceText, IsReadWithAnyNameAndValue) {
  EXPECT_EQ(*parse_override("elector-b#0/retry-jitter/12 = 1.5ms"),
            (Override{{"elector-b", 0, "retry-jitter", 12}, 1'500'000}));
  EXPECT_EQ(*parse_override("a=b/c#d#3/loss/0=no"), (Override{{"a=b/c#d", 3, "loss", 0}, 0}));
  EXPECT_EQ(parse_override("a#0/x/1 = -2s")->value, -2'000'000'000);
  EXPECT_EQ(parse_override("a#0/x/1 = -9223372036854775808")->value, INT64_MIN);
}

TEST(ChoiceText, SaysWhatIsWrongWithIt) {
  EXPECT_THAT(parse_override("elector-b").error(), HasSubstr("expected a choice such as"));
  EXPECT_THAT(parse_override("a#0/x/1 = soon").error(),
              HasSubstr("expected a value such as \"17\", \"1.5ms\" or \"yes\", found \"soon\""));
  for (const char* site : {"a/x/1", "a#0/x", "a#0/x/", "a#/x/1", "a#0//1", "a#0/x/-1", "/", ""}) {
    EXPECT_THAT(parse_override(std::string{site} + " = 1").error(), HasSubstr("expected a site"))
        << site;
  }
}

}  // namespace
}  // namespace leasesim
