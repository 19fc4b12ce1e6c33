// Durations by chance: shapes that people fit to latencies, sampled from integer tables.
//
// A curve is kept as its quantiles at 4,097 probabilities that lie closer the rarer they are: 128
// in each halving of the tail, down to 2^-32. Between two of them a sample is interpolated on a
// straight line, which raises the mean of an exponential by 3 parts per million. The tables come
// from integer series when a Distribution is made (up to a few milliseconds), never from the C
// library's floating point, so the same samples come from every compiler and machine.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "leasesim/random/streams.hpp"
#include "leasesim/time/duration_text.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// `share` of all samples, in parts per million, are at most `value`.
struct Quantile {
  std::int64_t share = 0;
  Duration value{};
  friend bool operator==(Quantile, Quantile) = default;
};

/// A value: small, copied cheaply (copies share their table), equal if made of equal parameters.
/// Parameters that make no sense are a Bug: whoever reads them from people checks them first.
class Distribution {
 public:
  enum class Shape : std::uint8_t { constant, uniform, exponential, lognormal, pareto, quantiles };

  /// No sample of a curve with a tail is longer, unless its maker says otherwise.
  static constexpr Duration kCap = 24h * 365;
  /// Sigma of a lognormal and the index of a Pareto lie between these.
  static constexpr Ratio kParameterMin{1, 100};
  static constexpr Ratio kParameterMax{100, 1};

  static Distribution constant(Duration value);
  /// Every nanosecond from `low` to `high` is equally likely.
  static Distribution uniform(Duration low, Duration high);
  /// `mean` is not negative and that of the curve without a cap.
  static Distribution exponential(Duration mean, Duration cap = kCap);
  /// The logarithm is normal with standard deviation `sigma`: 1 is a ratio of 2.7 between the
  /// median and the 84th percentile.
  static Distribution lognormal(Duration median, Ratio sigma, Duration cap = kCap);
  /// P(longer than x) = (scale / x) ^ alpha for x >= scale > 0.
  static Distribution pareto(Duration scale, Ratio alpha, Duration cap = kCap);
  /// Straight lines between the points, which ascend in share (0 to 1,000,000) and in value. Below
  /// the first point and above the last all samples are that point's value.
  static Distribution quantiles(std::vector<Quantile> points);

  Duration sample(Draw draw) const {
    if (shape_ == Shape::constant) return low_;
    if (shape_ == Shape::uniform) return low_ + Duration{static_cast<std::int64_t>(offset(draw))};
    return from_curve(draw);
  }

  // What it was made of.
  Shape shape() const { return shape_; }
  Duration least() const { return low_; }       ///< no sample is below it
  Duration greatest() const { return high_; }   ///< the cap, for curves with a tail
  Duration scale() const;                       ///< the constant, mean, median or Pareto's scale
  Ratio parameter() const;                      ///< sigma or alpha
  const std::vector<Quantile>& points() const;  ///< of a curve given by quantiles

  friend bool operator==(const Distribution& a, const Distribution& b);

 private:
  struct Curve;
  Distribution(Shape shape, Duration low, Duration high, std::shared_ptr<const Curve> curve = {})
      : low_(low), high_(high), curve_(std::move(curve)), shape_(shape) {}

  std::uint64_t offset(Draw draw) const {
    const auto width = static_cast<std::uint64_t>((high_ - low_).count());
    return bounded(draw, width + 1);
  }
  Duration from_curve(Draw draw) const;

  Duration low_;
  Duration high_;
  std::shared_ptr<const Curve> curve_;
  Shape shape_;
};

}  // namespace leasesim
