#include "leasesim/check/seeds.hpp"

#include <gtest/gtest.h>

namespace leasesim {
namespace {

using Fate = ExpectationReport::Outcome;

Verdict with(Fate fate, std::optional<Duration> measured = {}) {
  Verdict verdict;
  ExpectationReport report;
  report.text = "holds it";
  report.outcome = fate;
  report.found = "so it was";
  report.measured = measured;
  verdict.expectations = {report};
  verdict.outcome = fate == Fate::met     ? Verdict::Outcome::holds
                    : fate == Fate::unmet ? Verdict::Outcome::violated
                                          : Verdict::Outcome::inconclusive;
  return verdict;
}

TEST(Spread, IsExactFarBeyondWhatNanosecondsHold) {
  Spread spread;
  for (int times = 0; times < 1'000'000; ++times) spread.add(10h + 1ns);

  EXPECT_EQ(spread.mean(), 10h + 1ns);
}

TEST(Spread, KnowsItsEndsAndMean) {
  Spread spread;
  for (const Duration value : {3s, 1s, 2s}) spread.add(value);

  EXPECT_EQ(spread.least, 1s);
  EXPECT_EQ(spread.greatest, 3s);
  EXPECT_EQ(spread.mean(), 2s);
  EXPECT_EQ(Spread{}.mean(), 0s);
}

TEST(SeedsVerdict, IsTheSameInWhateverOrderAndGroupsSeedsAreAdded) {
  std::vector<Verdict> verdicts;
  for (int seed = 0; seed < 60; ++seed) {
    verdicts.push_back(seed % 3 == 0 ? with(Fate::unmet)
                                     : with(Fate::met, std::chrono::milliseconds{seed * 37}));
  }
  SeedsVerdict forwards;
  SeedsVerdict low;
  SeedsVerdict high;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    forwards.add(Seed{seed}, verdicts[seed]);
    const std::uint64_t other = 59 - seed;
    (other < 17 ? low : high).add(Seed{other}, verdicts[other]);
  }
  SeedsVerdict high_first = high;
  high_first.merge(low);
  SeedsVerdict low_first = low;
  low_first.merge(high);

  EXPECT_EQ(high_first, forwards);
  EXPECT_EQ(low_first, forwards);
  EXPECT_EQ(forwards.expectations()[0].met, 40u);
  EXPECT_EQ(forwards.expectations()[0].unmet_seeds.size(), kSeedsKept);
  EXPECT_EQ(forwards.expectations()[0].unmet_seeds.rbegin()->first, 27u) << "the lowest ten";
}

TEST(SeedsVerdict, AddsNothingByMergingAnEmptyOne) {
  SeedsVerdict one;
  one.add(Seed{1}, with(Fate::met, 2s));
  SeedsVerdict sum;
  sum.merge(one);
  sum.merge(SeedsVerdict{});

  EXPECT_EQ(sum, one);
}

TEST(SeedsVerdict, IsViolatedByOneSeedThatMisses) {
  SeedsVerdict sum;
  for (std::uint64_t seed = 1; seed <= 9; ++seed) sum.add(Seed{seed}, with(Fate::met));
  EXPECT_EQ(sum.outcome(), Verdict::Outcome::holds);

  sum.add(Seed{10}, with(Fate::unmet));
  EXPECT_EQ(sum.outcome(), Verdict::Outcome::violated);
}

TEST(SeedsVerdict, IsInconclusiveOnlyIfNoSeedPutAnExpectationToTheTest) {
  SeedsVerdict sum;
  sum.add(Seed{1}, with(Fate::inconclusive));
  EXPECT_EQ(sum.outcome(), Verdict::Outcome::inconclusive);

  sum.add(Seed{2}, with(Fate::met));
  EXPECT_EQ(sum.outcome(), Verdict::Outcome::holds);
}

TEST(SeedsVerdict, IsInconclusiveIfNoSeedsFaultsChangedAnything) {
  Verdict idle = with(Fate::met);
  idle.faults.resize(1);
  SeedsVerdict sum;
  sum.add(Seed{1}, idle);
  EXPECT_EQ(sum.outcome(), Verdict::Outcome::inconclusive);

  idle.faults[0].touched = 1;
  sum.add(Seed{2}, idle);
  EXPECT_EQ(sum.outcome(), Verdict::Outcome::holds);
}

TEST(SeedsVerdict, IsInconclusiveOfNoSeedAtAll) {
  EXPECT_EQ(SeedsVerdict{}.outcome(), Verdict::Outcome::inconclusive);
}

}  // namespace
}  // namespace leasesim
