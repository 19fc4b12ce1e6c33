#include "leasesim/random/distributions.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "leasesim/result.hpp"
#include "random/fixed_point.hpp"

namespace leasesim {

namespace {

// A tail probability p is found in a table by how often it has been halved and how far it is on its
// way to the next halving: entry i = 128 k + m stands for p = 2^-k (1 - m / 256).
constexpr std::size_t kHalvings = 32;
constexpr std::size_t kPerHalving = 128;
constexpr std::size_t kEntries = kHalvings * kPerHalving + 1;
constexpr int kWithinBits = 56;  // of a position between two entries

using Entries = std::vector<std::int64_t>;

/// Interpolates at p = tail / 2^64, tail from 1.
std::int64_t look_up(const std::int64_t* entries, std::uint64_t tail) {
  const auto halvings = static_cast<std::size_t>(std::countl_zero(tail));
  if (halvings >= kHalvings) return entries[kEntries - 1];
  const std::uint64_t way = ~(tail << halvings);  // below 2^63: how far p is from 2^-k
  const std::size_t index = halvings * kPerHalving + (way >> kWithinBits);
  const std::uint64_t within = way & ((std::uint64_t{1} << kWithinBits) - 1);
  const auto gap = static_cast<std::uint64_t>(entries[index + 1] - entries[index]);
  const auto part = static_cast<unsigned __int128>(gap) * within >> kWithinBits;
  return entries[index] + static_cast<std::int64_t>(part);
}

/// -ln p of every entry.
std::vector<Fixed> surprises() {
  std::vector<Fixed> all;
  all.reserve(kEntries);
  for (std::size_t i = 0; i < kEntries; ++i) {
    const auto m = static_cast<std::int64_t>(i % kPerHalving);
    const auto k = static_cast<std::int64_t>(i / kPerHalving);
    all.push_back(k * kFixedLn2 - fixed_ln(kFixedOne / 256 * (256 - m)));
  }
  return all;
}

/// power * ratio.
Fixed times(Fixed power, Ratio ratio) {
  return static_cast<Fixed>(static_cast<__int128>(power) * ratio.numerator / ratio.denominator);
}

bool at_most(Ratio a, Ratio b) {
  return static_cast<__int128>(a.numerator) * b.denominator <=
         static_cast<__int128>(b.numerator) * a.denominator;
}

void ensure_curve(Duration scale, Duration cap) {
  ensure(scale >= Duration{}, "a curve is made of lengths, which are not negative");
  ensure(cap >= scale, "a cap leaves room for a curve");
}

void ensure_parameter(Ratio parameter) {
  ensure(parameter.denominator > 0 && at_most(Distribution::kParameterMin, parameter) &&
             at_most(parameter, Distribution::kParameterMax),
         "sigma and alpha lie between 1/100 and 100");
}

}  // namespace

/// What only curves have; immutable, shared by the copies of a Distribution.
struct Distribution::Curve {
  Duration scale{};
  Ratio parameter{};
  std::vector<Quantile> points;
  Entries upper;  // over the tail probability of the whole, or of the upper half
  Entries lower;  // over that of the lower half, descending as `upper` ascends; negated
};

Distribution Distribution::constant(Duration value) { return {Shape::constant, value, value}; }

Distribution Distribution::uniform(Duration low, Duration high) {
  ensure(low <= high, "a range has its low end first");
  ensure(low >= Duration{} || high < Duration::max() + low, "a range is at most 2^63 - 1 ns wide");
  return {Shape::uniform, low, high};
}

Distribution Distribution::exponential(Duration mean, Duration cap) {
  ensure_curve(mean, cap);
  auto curve = std::make_shared<Curve>();
  curve->scale = mean;
  for (const Fixed surprise : surprises()) {
    const auto length =
        static_cast<unsigned __int128>(mean.count()) * static_cast<std::uint64_t>(surprise) >>
        kFixedPlaces;
    const auto limit = static_cast<unsigned __int128>(cap.count());
    curve->upper.push_back(static_cast<std::int64_t>(std::min(length, limit)));
  }
  return {Shape::exponential, Duration{}, cap, std::move(curve)};
}

Distribution Distribution::lognormal(Duration median, Ratio sigma, Duration cap) {
  ensure_curve(median, cap);
  ensure_parameter(sigma);
  auto curve = std::make_shared<Curve>();
  curve->scale = median;
  curve->parameter = sigma;
  const NormalTail normal;
  Fixed z = 0;
  for (const Fixed surprise : surprises()) {
    z = normal.quantile(surprise + kFixedLn2, z);  // of half the probability: one side's
    const Fixed power = times(z, sigma);
    curve->upper.push_back(times_exp(median.count(), power, cap.count()));
    curve->lower.push_back(-times_exp(median.count(), -power, cap.count()));
  }
  return {Shape::lognormal, Duration{}, cap, std::move(curve)};
}

Distribution Distribution::pareto(Duration scale, Ratio alpha, Duration cap) {
  ensure_curve(scale, cap);
  ensure_parameter(alpha);
  ensure(scale > Duration{}, "a Pareto curve begins above nothing");
  auto curve = std::make_shared<Curve>();
  curve->scale = scale;
  curve->parameter = alpha;
  for (const Fixed surprise : surprises()) {
    const Fixed power = times(surprise, Ratio{alpha.denominator, alpha.numerator});
    curve->upper.push_back(times_exp(scale.count(), power, cap.count()));
  }
  return {Shape::pareto, scale, cap, std::move(curve)};
}

Distribution Distribution::quantiles(std::vector<Quantile> points) {
  ensure(!points.empty(), "a curve goes through a point");
  ensure(points.front().share >= 0 && points.back().share <= 1'000'000,
         "shares are parts of a million");
  for (std::size_t i = 1; i < points.size(); ++i) {
    ensure(points[i - 1].share < points[i].share && points[i - 1].value <= points[i].value,
           "quantiles ascend");
  }
  const Duration low = points.front().value;
  const Duration high = points.back().value;
  ensure(low >= Duration{}, "a curve is made of lengths, which are not negative");
  auto curve = std::make_shared<Curve>();
  curve->points = std::move(points);
  return {Shape::quantiles, low, high, std::move(curve)};
}

Duration Distribution::scale() const { return curve_ ? curve_->scale : low_; }
Ratio Distribution::parameter() const { return curve_ ? curve_->parameter : Ratio{}; }
const std::vector<Quantile>& Distribution::points() const {
  ensure(shape_ == Shape::quantiles, "only a curve given by quantiles has points");
  return curve_->points;
}

Duration Distribution::from_curve(Draw draw) const {
  const std::uint64_t bits = draw.bits();
  if (shape_ == Shape::lognormal) {
    const std::uint64_t tail = bits << 1 | 1;
    const bool above = bits >> 63 != 0;
    return Duration{above ? look_up(curve_->upper.data(), tail)
                          : -look_up(curve_->lower.data(), tail)};
  }
  if (shape_ != Shape::quantiles) return Duration{look_up(curve_->upper.data(), bits | 1)};

  // Where the draw lies in the unit interval, in millionths: between which two points?
  const auto place = static_cast<unsigned __int128>(bits) * 1'000'000;
  const auto share = static_cast<std::int64_t>(place >> 64);
  const auto& points = curve_->points;
  const auto above = std::ranges::upper_bound(points, share, {}, &Quantile::share);
  if (above == points.begin()) return low_;
  if (above == points.end()) return high_;
  const Quantile& below = *std::prev(above);
  const auto gap = static_cast<std::uint64_t>((above->value - below.value).count());
  const auto width = static_cast<std::uint64_t>(above->share - below.share);
  // 2^32 steps a millionth are fine enough, and keep the product within 128 bits.
  const auto way = static_cast<std::uint64_t>((place >> 32) -
                                              (static_cast<unsigned __int128>(below.share) << 32));
  const auto part = (static_cast<unsigned __int128>(gap) * way / width) >> 32;
  return below.value + Duration{static_cast<std::int64_t>(part)};
}

bool operator==(const Distribution& a, const Distribution& b) {
  if (a.shape_ != b.shape_ || a.low_ != b.low_ || a.high_ != b.high_) return false;
  if (a.curve_ == b.curve_) return true;
  return a.curve_->scale == b.curve_->scale && a.curve_->parameter == b.curve_->parameter &&
         a.curve_->points == b.curve_->points;
}

}  // namespace leasesim
