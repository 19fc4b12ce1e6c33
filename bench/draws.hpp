// Random numbers cheap enough not to show in what they drive, the same for both sides of a row.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace leasesim::bench {

inline constexpr std::uint64_t kMicrosecond = 1'000;
inline constexpr std::uint64_t kMillisecond = 1'000'000;
inline constexpr std::uint64_t kSecond = 1'000'000'000;
inline constexpr std::uint64_t kHour = 3600 * kSecond;

/// splitmix64 and what can be made of it with one multiplication.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
  }

  std::uint64_t below(std::uint64_t end) { return high_product(next(), end); }

  /// Uniform in [low, high).
  std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + below(high - low); }

  /// Exponential by its quantiles, straight between 1,024 of them; at most about 8 means.
  std::uint64_t exponential(std::uint64_t mean) {
    const std::uint64_t draw = next();
    const std::uint64_t at = draw >> (64 - kQuantileBits);
    const std::uint64_t left = kQuantiles[at];
    const std::uint64_t step = kQuantiles[at + 1] - left;
    const std::uint64_t quantile = left + high_product(step, draw << kQuantileBits);
    return high_product(mean << 8, quantile << 24);
  }

 private:
  static constexpr unsigned kQuantileBits = 10;
  static constexpr std::size_t kQuantileCount = std::size_t{1} << kQuantileBits;
  using Quantiles = std::array<std::uint64_t, kQuantileCount + 1>;

  static std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(a) * b) >> 64);
  }

  // In units of 2^-32 of the mean; the last one stands for infinity.
  static Quantiles quantiles() {
    Quantiles all{};
    for (std::size_t i = 0; i <= kQuantileCount; ++i) {
      const double left = i < kQuantileCount ? 1.0 - static_cast<double>(i) / kQuantileCount
                                             : 1.0 / (3.0 * kQuantileCount);
      all[i] = static_cast<std::uint64_t>(-std::log(left) * 4294967296.0);
    }
    return all;
  }
  static inline const Quantiles kQuantiles = quantiles();

  std::uint64_t state_;
};

}  // namespace leasesim::bench
