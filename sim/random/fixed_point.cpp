#include "random/fixed_point.hpp"

#include <algorithm>
#include <bit>

#include "leasesim/result.hpp"

namespace leasesim {

namespace {

/// Mills' ratio R at z + step by its Taylor series round z. R' = z R - 1, and from there on
/// R(n+1) = z R(n) + n R(n-1); the terms of the series follow from the two before.
Fixed mills_beside(Fixed z, Fixed ratio, Fixed step) {
  constexpr int kTerms = 10;
  Fixed before = ratio;
  Fixed term = fixed_product(z, ratio) - kFixedOne;
  Fixed power = step;
  Fixed sum = ratio + fixed_product(term, power);
  for (int n = 1; n < kTerms; ++n) {
    const Fixed next = (fixed_product(z, term) + before) / (n + 1);
    before = term;
    term = next;
    power = fixed_product(power, step);
    sum += fixed_product(term, power);
  }
  return sum;
}

/// Laplace's continued fraction 1 / (z + 1 / (z + 2 / (z + ...))), for z far from 0.
Fixed mills_far_out(Fixed z) {
  Fixed tail = z;
  for (int n = 80; n >= 1; --n) tail = z + fixed_quotient(n * kFixedOne, tail);
  return fixed_quotient(kFixedOne, tail);
}

}  // namespace

// With number = 2^k * m and y = (m - 1) / (m + 1): ln m = 2 (y + y^3 / 3 + y^5 / 5 + ...).
Fixed fixed_ln(Fixed number) {
  ensure(number > 0, "only positive numbers have a logarithm");
  const int halvings = std::bit_width(static_cast<std::uint64_t>(number)) - 1 - kFixedPlaces;
  const Fixed mantissa = halvings >= 0 ? number >> halvings : number << -halvings;

  const Fixed y = fixed_quotient(mantissa - kFixedOne, mantissa + kFixedOne);
  const Fixed square = fixed_product(y, y);
  Fixed sum = 0;
  Fixed power = y;
  for (int n = 1; power != 0; n += 2) {
    sum += power / n;
    power = fixed_product(power, square);
  }
  return 2 * sum + halvings * kFixedLn2;
}

// power = k ln 2 + r: base * e^power = base * e^r shifted left by k.
std::int64_t times_exp(std::int64_t base, Fixed power, std::int64_t most) {
  ensure(base >= 0 && most >= 0, "lengths are scaled, not signs");
  Fixed doublings = power / kFixedLn2;
  if (doublings * kFixedLn2 > power) --doublings;
  const Fixed rest = power - doublings * kFixedLn2;

  Fixed sum = kFixedOne;
  Fixed term = kFixedOne;
  for (int n = 1; term != 0; ++n) {
    term = fixed_product(term, rest) / n;
    sum += term;
  }
  const auto product = static_cast<unsigned __int128>(base) * static_cast<std::uint64_t>(sum);
  const Fixed shift = kFixedPlaces - doublings;
  if (shift >= 128 || base == 0) return 0;
  const auto limit = static_cast<unsigned __int128>(most);
  if (shift >= 0) return static_cast<std::int64_t>(std::min(product >> shift, limit));
  const bool too_great = -shift >= 63 || product > (limit >> -shift);
  return too_great ? most : static_cast<std::int64_t>(product << -shift);
}

// Backwards from far out, where the continued fraction is good: in this direction errors die away.
NormalTail::NormalTail() {
  constexpr Fixed kStep = kFixedOne / kStepsPerUnit;
  grid_[kSteps] = mills_far_out(kSteps * kStep);
  for (int i = kSteps; i > 0; --i) {
    grid_[static_cast<std::size_t>(i) - 1] =
        mills_beside(i * kStep, grid_[static_cast<std::size_t>(i)], -kStep);
  }
}

Fixed NormalTail::mills(Fixed z) const {
  constexpr Fixed kStep = kFixedOne / kStepsPerUnit;
  const Fixed nearest = std::clamp<Fixed>((z + kStep / 2) / kStep, 0, kSteps);
  return mills_beside(nearest * kStep, grid_[static_cast<std::size_t>(nearest)],
                      z - nearest * kStep);
}

// Newton's method on -ln P(Z > z) = z^2 / 2 + ln(2 pi) / 2 - ln R(z), whose slope is 1 / R(z). The
// function is convex: the first step may pass the root, the following come back.
Fixed NormalTail::quantile(Fixed surprise, Fixed near) const {
  ensure(surprise <= 25 * kFixedOne, "the normal tail is known to e^-25");
  Fixed z = near;
  for (int i = 0; i < 40; ++i) {
    const Fixed ratio = mills(z);
    const Fixed reached = fixed_product(z, z) / 2 + kFixedHalfLn2Pi - fixed_ln(ratio);
    const Fixed step = fixed_product(surprise - reached, ratio);
    z = std::clamp<Fixed>(z + step, 0, 7 * kFixedOne);
    if (step > -64 && step < 64) break;
  }
  return z;
}

}  // namespace leasesim
