// Logarithms, powers of e and normal quantiles in integers: 48 binary places, errors of some 2^-44.
//
// They build the tables of Distribution. Nothing here is fast; everything is the same everywhere.
#pragma once

#include <array>
#include <cstdint>

namespace leasesim {

/// A number times 2^48.
using Fixed = std::int64_t;

inline constexpr int kFixedPlaces = 48;
inline constexpr Fixed kFixedOne = Fixed{1} << kFixedPlaces;
inline constexpr Fixed kFixedLn2 = 195103586505167;        // ln 2
inline constexpr Fixed kFixedHalfLn2Pi = 258658202232310;  // ln(2 pi) / 2

constexpr Fixed fixed_product(Fixed a, Fixed b) {
  return static_cast<Fixed>(static_cast<__int128>(a) * b >> kFixedPlaces);
}
constexpr Fixed fixed_quotient(Fixed a, Fixed b) {
  return static_cast<Fixed>((static_cast<__int128>(a) << kFixedPlaces) / b);
}

/// The natural logarithm of a positive number.
Fixed fixed_ln(Fixed number);

/// base * e^power, rounded down, or `most` if that is more. `base` is not negative.
std::int64_t times_exp(std::int64_t base, Fixed power, std::int64_t most);

/// The upper tail of the standard normal distribution, for finding its quantiles.
class NormalTail {
 public:
  NormalTail();

  /// The z with P(Z > z) = e^-surprise, for surprises from ln 2 (z = 0) to 25 (z = 6.7). The search
  /// starts at `near`, which need not be near.
  Fixed quantile(Fixed surprise, Fixed near) const;

 private:
  static constexpr int kStepsPerUnit = 64;
  static constexpr int kSteps = 8 * kStepsPerUnit;

  /// Mills' ratio, P(Z > z) divided by the density at z.
  Fixed mills(Fixed z) const;

  std::array<Fixed, kSteps + 1> grid_;  // Mills' ratio at the multiples of 1/64
};

}  // namespace leasesim
