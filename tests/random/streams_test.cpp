#include "leasesim/random/streams.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <map>
#include <set>

namespace leasesim {
namespace {

TEST(Streams, MixLikeSplitMix64) {
  // The published outputs of SplitMix64 for the seed 1234567.
  EXPECT_EQ(mix64(1234567 + kGolden), 6457827717110365317u);
  EXPECT_EQ(mix64(1234567 + 2 * kGolden), 3203168211198807973u);
  EXPECT_EQ(mix64(1234567 + 3 * kGolden), 9817491932198370423u);
}

TEST(Streams, GiveTheSameNumbersEverywhere) {
  // Computed apart from this code, with Python's integers.
  constexpr Purpose kPurpose{"retry-jitter"};
  static_assert(kPurpose.hash() == 0x98006fe53b6ba207u);
  constexpr StreamKey kKey = stream_key(Seed{7}, 0x1111, 2, kPurpose.hash());
  static_assert(kKey.value == 0xfb2d0df60f458991u);
  EXPECT_EQ((Draw{kKey, 0}.bits()), 0x82de9ae2e4012e23u);
  EXPECT_EQ((Draw{kKey, 1}.bits()), 0x311f2aae2fce2412u);
  EXPECT_EQ((Draw{kKey, 2}.bits()), 0x523e06590ef24ed7u);
  EXPECT_EQ((Draw{kKey, 1'000'000}.bits()), 0x83ebcecde20f928fu);
}

TEST(Streams, AreToldApartByEachPartOfTheirKeyAndByItsPlace) {
  std::set<std::uint64_t> keys;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (std::uint64_t name = 0; name < 8; ++name) {
      for (std::uint64_t incarnation = 0; incarnation < 8; ++incarnation) {
        for (std::uint64_t purpose = 0; purpose < 8; ++purpose) {
          keys.insert(stream_key(Seed{seed}, name, incarnation, purpose).value);
        }
      }
    }
  }
  EXPECT_EQ(keys.size(), 8u * 8 * 8 * 8);
}

TEST(Streams, OfNeighbouringKeysShareNoNumbers) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const StreamKey key = stream_key(Seed{seed}, 1, 0, 2);
    for (std::uint64_t n = 0; n < 1000; ++n) seen.insert(Draw{key, n}.bits());
  }
  EXPECT_EQ(seen.size(), 100'000u);
}

TEST(Streams, SetEveryBitHalfOfTheTimeAlongAndAcrossStreams) {
  constexpr int kDraws = 20'000;
  std::array<int, 64> along{}, across{};
  for (std::uint64_t n = 0; n < kDraws; ++n) {
    const std::uint64_t next = Draw{stream_key(Seed{1}, 2, 3, 4), n}.bits();
    const std::uint64_t beside = Draw{stream_key(Seed{n}, 2, 3, 4), 0}.bits();
    for (std::size_t bit = 0; bit < 64; ++bit) {
      along[bit] += static_cast<int>(next >> bit & 1);
      across[bit] += static_cast<int>(beside >> bit & 1);
    }
  }
  for (std::size_t bit = 0; bit < 64; ++bit) {
    EXPECT_NEAR(along[bit], kDraws / 2, 350) << bit;  // five standard deviations
    EXPECT_NEAR(across[bit], kDraws / 2, 350) << bit;
  }
}

TEST(Bounded, MakesEachNumberEquallyLikely) {
  std::map<std::uint64_t, int> seen;
  for (std::uint64_t n = 0; n < 60'000; ++n) ++seen[bounded(Draw{StreamKey{9}, n}, 6)];

  ASSERT_EQ(seen.size(), 6u);
  for (const auto& [face, times] : seen) EXPECT_NEAR(times, 10'000, 500) << face;
}

TEST(Bounded, RejectsSoThatNoNumberOfAWideRangeIsPreferred) {
  // Three quarters of 2^64: without rejection one in three numbers would come twice as often.
  constexpr std::uint64_t kBound = 0xc000000000000000;
  int multiples = 0;
  constexpr int kDraws = 30'000;
  for (std::uint64_t n = 0; n < kDraws; ++n) {
    const std::uint64_t number = bounded(Draw{StreamKey{10}, n}, kBound);
    ASSERT_LT(number, kBound);
    if (number % 3 == 0) ++multiples;
  }
  EXPECT_NEAR(multiples, kDraws / 3, 420);
}

TEST(Bounded, OfOneIsNothing) { EXPECT_EQ(bounded(Draw::of_bits(~std::uint64_t{0}), 1), 0u); }

}  // namespace
}  // namespace leasesim
