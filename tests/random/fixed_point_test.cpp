#include "random/fixed_point.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace leasesim {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

// All expected values come from 40-digit decimal arithmetic, times 2^48.
TEST(FixedPoint, KnowsLogarithms) {
  EXPECT_EQ(fixed_ln(kFixedOne), 0);
  EXPECT_NEAR(fixed_ln(2 * kFixedOne), 195103586505167, 64);
  EXPECT_NEAR(fixed_ln(3 * kFixedOne), 309231868366897, 64);
  EXPECT_NEAR(fixed_ln(10 * kFixedOne), 648120085424803, 64);
  EXPECT_NEAR(fixed_ln(kFixedOne / 256), -1560828692041340, 64);
}

TEST(FixedPoint, KnowsPowersOfE) {
  EXPECT_EQ(times_exp(1'000'000'000, 0, kMost), 1'000'000'000);
  EXPECT_EQ(times_exp(1'000'000'000, kFixedOne, kMost), 2'718'281'828);
  EXPECT_EQ(times_exp(1'000'000'000, -kFixedOne, kMost), 367'879'441);
  EXPECT_EQ(times_exp(1'000'000'000, 10 * kFixedOne, kMost), 22'026'465'794'806);
  EXPECT_EQ(times_exp(1'000'000'000, -10 * kFixedOne, kMost), 45'399);
  EXPECT_EQ(times_exp(1'000'000'000, 100 * kFixedOne, 12345), 12345);
  EXPECT_EQ(times_exp(1'000'000'000, -3000 * kFixedOne, kMost), 0);
  EXPECT_EQ(times_exp(1'000'000'000, 3000 * kFixedOne, kMost), kMost);
  EXPECT_EQ(times_exp(0, 3000 * kFixedOne, kMost), 0);
}

TEST(FixedPoint, KnowsTheQuantilesOfTheNormalTail) {
  const NormalTail normal;
  // At 2^-k: from the complementary error function by bisection.
  struct Known {
    int halvings;
    Fixed z;
  };
  for (const Known known :
       {Known{1, 0}, Known{2, 189851986728018}, Known{3, 323794565050454},
        Known{5, 524312409000706}, Known{10, 871803741652637}, Known{20, 1340665605193363},
        Known{30, 1691482654903863}, Known{33, 1783976511356149}}) {
    for (const Fixed near : {Fixed{0}, known.z, 7 * kFixedOne}) {
      EXPECT_NEAR(normal.quantile(known.halvings * kFixedLn2, near), known.z, 1024)
          << known.halvings;
    }
  }
}

}  // namespace
}  // namespace leasesim
