#include "leasesim/random/distributions.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "leasesim/result.hpp"

namespace leasesim {
namespace {

constexpr std::uint64_t kSamples = 200'000;

Duration mean_of(const Distribution& distribution) {
  Duration sum{};
  for (std::uint64_t n = 0; n < kSamples; ++n) sum += distribution.sample(Draw{StreamKey{3}, n});
  return sum / static_cast<std::int64_t>(kSamples);
}

/// How many of a thousand samples are at most `limit`.
std::int64_t per_mille_below(const Distribution& distribution, Duration limit) {
  std::int64_t below = 0;
  for (std::uint64_t n = 0; n < kSamples; ++n) {
    if (distribution.sample(Draw{StreamKey{4}, n}) <= limit) ++below;
  }
  return below * 1000 / static_cast<std::int64_t>(kSamples);
}

Duration at_tail(const Distribution& distribution, std::uint64_t tail) {
  return distribution.sample(Draw::of_bits(tail));
}

void expect_near(Duration found, Duration wanted, Duration slack) {
  EXPECT_GE(found, wanted - slack);
  EXPECT_LE(found, wanted + slack);
}

TEST(Distribution, OfAConstantIsThatConstant) {
  const Distribution five = Distribution::constant(5ms);
  EXPECT_EQ(five.sample(Draw::of_bits(0)), 5ms);
  EXPECT_EQ(five.sample(Draw::of_bits(~std::uint64_t{0})), 5ms);
}

TEST(Distribution, OfARangeReachesBothEndsAndNothingElse) {
  const Distribution range = Distribution::uniform(-1ns, 2ns);
  std::int64_t seen[4] = {};
  for (std::uint64_t n = 0; n < 40'000; ++n) {
    const Duration sample = range.sample(Draw{StreamKey{5}, n});
    ASSERT_GE(sample, -1ns);
    ASSERT_LE(sample, 2ns);
    ++seen[sample.count() + 1];
  }
  for (const std::int64_t times : seen) EXPECT_NEAR(times, 10'000, 450);
  EXPECT_EQ(Distribution::uniform(3s, 3s).sample(Draw::of_bits(77)), 3s);
}

// Quantiles against natural logarithms of double precision. Between table entries a straight line
// lies above the curve by less than (1/128)^2 / 8 of the mean.
TEST(Distribution, ExponentialHasTheQuantilesOfItsFormula) {
  const Distribution curve = Distribution::exponential(1s);
  expect_near(at_tail(curve, std::uint64_t{1} << 63), 693'147'180ns, 2ns);
  expect_near(at_tail(curve, 1844674407370955264), 2'302'585'093ns, 8us);  // 1/10
  expect_near(at_tail(curve, 18446744073709552), 6'907'755'279ns, 8us);    // 1/1000
  expect_near(at_tail(curve, 18446744073709), 13'815'510'558ns, 8us);      // 1/1000000
  EXPECT_EQ(at_tail(curve, ~std::uint64_t{0}), 0ns);
  expect_near(at_tail(curve, 0), 22'180'709'777ns, 2ns);  // the table ends at 2^-32
}

TEST(Distribution, ExponentialHasItsMean) {
  expect_near(mean_of(Distribution::exponential(10ms)), 10ms, 110us);  // five standard errors
  EXPECT_NEAR(per_mille_below(Distribution::exponential(10ms), 10ms), 632, 6);
}

TEST(Distribution, ParetoHasTheQuantilesOfItsFormula) {
  const Distribution curve = Distribution::pareto(1ms, Ratio{3, 2});
  expect_near(at_tail(curve, std::uint64_t{1} << 63), 1'587'401ns, 2ns);
  expect_near(at_tail(curve, 1844674407370955264), 4'641'589ns, 80ns);
  expect_near(at_tail(curve, 18446744073709), 10s, 200us);
  EXPECT_EQ(at_tail(curve, ~std::uint64_t{0}), 1ms);
  EXPECT_EQ(at_tail(Distribution::pareto(1ms, Ratio{1, 100}), 1), Distribution::kCap);
}

TEST(Distribution, LognormalHasTheQuantilesOfItsFormula) {
  const Distribution curve = Distribution::lognormal(10ms, Ratio{1, 2});
  constexpr std::uint64_t kAbove = std::uint64_t{1} << 63;
  struct Known {
    std::uint64_t tail;  // of 2^64
    Duration above, below;
  };
  // exp(z / 2) * 10 ms at the quarters, tenths, hundredths, thousandths and at 2^-20.
  for (const Known known : {
           Known{4611686018427387904, 14'010'821ns, 7'137'340ns},
           Known{1844674407370955264, 18'979'527ns, 5'268'835ns},
           Known{184467440737095520, 32'000'740ns, 3'124'928ns},
           Known{18446744073709552, 46'885'162ns, 2'132'871ns},
           Known{17592186044416, 108'211'280ns, 924'118ns},
       }) {
    expect_near(at_tail(curve, kAbove | known.tail), known.above, 50ns);
    expect_near(at_tail(curve, known.tail), known.below, 50ns);
  }
  EXPECT_NEAR(per_mille_below(curve, 10ms), 500, 6);
  EXPECT_NEAR(per_mille_below(curve, 16'487'213ns), 841, 6);  // one sigma
}

TEST(Distribution, OfQuantilesGoesStraightFromPointToPoint) {
  const Distribution curve =
      Distribution::quantiles({{0, 1ms}, {500'000, 2ms}, {990'000, 20ms}, {1'000'000, 1s}});
  EXPECT_EQ(at_tail(curve, 0), 1ms);
  EXPECT_EQ(at_tail(curve, std::uint64_t{1} << 62), 1500us);
  EXPECT_EQ(at_tail(curve, std::uint64_t{1} << 63), 2ms);
  expect_near(at_tail(curve, ~std::uint64_t{0}), 1s, 1us);
  EXPECT_NEAR(per_mille_below(curve, 2ms), 500, 6);
  EXPECT_NEAR(per_mille_below(curve, 20ms), 990, 2);
  EXPECT_EQ(per_mille_below(curve, 1s), 1000);

  const Distribution open = Distribution::quantiles({{250'000, 5ms}, {750'000, 7ms}});
  EXPECT_EQ(at_tail(open, 1), 5ms);
  EXPECT_EQ(at_tail(open, ~std::uint64_t{0}), 7ms);
  EXPECT_EQ(Distribution::quantiles({{500'000, 3ms}}).sample(Draw::of_bits(42)), 3ms);
}

TEST(Distribution, KeepsBelowItsCap) {
  for (const Distribution& curve :
       {Distribution::exponential(1s, 3s), Distribution::lognormal(1s, Ratio{2, 1}, 3s),
        Distribution::pareto(1s, Ratio{1, 2}, 3s)}) {
    Duration longest{};
    for (std::uint64_t n = 0; n < 10'000; ++n) {
      longest = std::max(longest, curve.sample(Draw{StreamKey{6}, n}));
    }
    EXPECT_EQ(longest, 3s);
    EXPECT_EQ(curve.greatest(), 3s);
  }
}

TEST(Distribution, GivesTheSameSamplesEverywhere) {
  // Recorded; a change of any bit is a change of every recorded run.
  const auto sum = [](const Distribution& distribution) {
    std::uint64_t all = 0;
    for (std::uint64_t n = 0; n < 10'000; ++n) {
      const Duration sample = distribution.sample(Draw{StreamKey{8}, n});
      all = mix64(all ^ static_cast<std::uint64_t>(sample.count()));
    }
    return all;
  };
  EXPECT_EQ(sum(Distribution::uniform(1ms, 5ms)), 13087950054437230718u);
  EXPECT_EQ(sum(Distribution::exponential(3ms)), 17516219486866300213u);
  EXPECT_EQ(sum(Distribution::lognormal(3ms, Ratio{7, 10})), 6624676461361273941u);
  EXPECT_EQ(sum(Distribution::pareto(1ms, Ratio{5, 2})), 4177835231851670509u);
  EXPECT_EQ(sum(Distribution::quantiles({{0, 1ms}, {900'000, 2ms}, {1'000'000, 1s}})),
            7620750275143620324u);
}

TEST(Distribution, IsEqualToOneMadeOfTheSameParameters) {
  EXPECT_EQ(Distribution::lognormal(1s, Ratio{1, 2}), Distribution::lognormal(1s, Ratio{1, 2}));
  EXPECT_NE(Distribution::lognormal(1s, Ratio{1, 2}), Distribution::lognormal(1s, Ratio{1, 3}));
  EXPECT_NE(Distribution::exponential(1s), Distribution::exponential(2s));
  EXPECT_NE(Distribution::constant(1s), Distribution::uniform(1s, 1s));
  EXPECT_EQ(Distribution::exponential(1s).scale(), 1s);
  EXPECT_EQ(Distribution::pareto(1s, Ratio{3, 2}).parameter(), (Ratio{3, 2}));
}

TEST(Distribution, IsNotMadeOfNonsense) {
  EXPECT_THROW(Distribution::uniform(2s, 1s), Bug);
  EXPECT_THROW(Distribution::exponential(-1s), Bug);
  EXPECT_THROW(Distribution::pareto(0s, Ratio{1, 1}), Bug);
  EXPECT_THROW(Distribution::lognormal(1s, Ratio{101, 1}), Bug);
  EXPECT_THROW(Distribution::quantiles({}), Bug);
  EXPECT_THROW(Distribution::quantiles({{5, 2s}, {6, 1s}}), Bug);
}

}  // namespace
}  // namespace leasesim
