// How people write durations, ranges, rates and ratios, and how we print them.
//
// Everything is exact: a text that names less than a nanosecond or does not fit is refused. Errors
// are sentences without a place: what was found, what is wanted, and a guess at what was meant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "leasesim/result.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// From `low` to `high`, both included; `low <= high`.
struct DurationRange {
  Duration low{};
  Duration high{};
  friend bool operator==(DurationRange, DurationRange) = default;
};

/// A fraction; the denominator is positive. Equal means equal as written: 1/2 differs from 2/4.
struct Ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  friend bool operator==(Ratio, Ratio) = default;
};

/// What a clock gains on true time; negative if it loses. Kept in thousandths of a part per
/// million, which are parts per billion, because real crystals differ by less than one part.
struct PartsPerMillion {
  std::int64_t thousandths = 0;
  static constexpr PartsPerMillion whole(std::int64_t parts) { return {parts * 1000}; }
  friend auto operator<=>(PartsPerMillion, PartsPerMillion) = default;
};

/// "15s", "1h30m", "250ms", "1m0.5s", "0": units h m s ms us ns, each at most once, largest first.
Result<Duration, std::string> parse_duration(std::string_view text);
/// The same with an optional sign: "-5s", "+5s", "5s".
Result<Duration, std::string> parse_signed_duration(std::string_view text);
/// "1ms..5ms", or one duration for a range of one point.
Result<DurationRange, std::string> parse_duration_range(std::string_view text);
/// "+20000ppm", "-50ppm", "0.5ppm", "12ppb".
Result<PartsPerMillion, std::string> parse_rate(std::string_view text);
/// "1/20", "3/2", "0", "1": not negative, the denominator not zero.
Result<Ratio, std::string> parse_ratio(std::string_view text);
/// A ratio that is at most one.
Result<Ratio, std::string> parse_chance(std::string_view text);

/// The shortest text that parses to the same duration: "15s", "1m30s", "1.5ms", "-2h", "0s".
std::string duration_text(Duration duration);
/// "1ms..5ms", or a single duration if both ends are one.
std::string range_text(DurationRange range);
/// "+20000ppm", "-0.5ppm", "0ppm".
std::string rate_text(PartsPerMillion rate);
/// "1/20".
std::string ratio_text(Ratio ratio);
/// Seconds with exactly `decimals` (0 to 9) places, cut off towards zero, padded on the left with
/// spaces to `width`: seconds_text(33412345us, 3, 8) is "  33.412".
std::string seconds_text(Duration duration, int decimals, int width);

}  // namespace leasesim
