// Kubernetes' two kinds of timestamps, and their texts to the letter.
//
// A MicroTime is what Leases carry: microseconds, and an error for any other number of digits. A
// KubeTime is what metadata carries: whole seconds. Both are calendars: they say nothing of which
// host wrote them.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "leasesim/result.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// Since 1970-01-01T00:00:00Z. upstream: kubernetes/apimachinery:pkg/apis/meta/v1/micro_time.go
struct MicroTime {
  std::int64_t microseconds = 0;
  friend auto operator<=>(MicroTime, MicroTime) = default;
};

/// Since 1970-01-01T00:00:00Z. upstream: kubernetes/apimachinery:pkg/apis/meta/v1/time.go
struct KubeTime {
  std::int64_t seconds = 0;
  friend auto operator<=>(KubeTime, KubeTime) = default;
};

/// Cut off towards the past, also before 1970, as Go's formatting does.
constexpr MicroTime micro_time(WallTime wall) {
  using Micros = std::chrono::duration<std::int64_t, std::micro>;
  return {std::chrono::floor<Micros>(wall.time_since_epoch()).count()};
}
/// Cut off towards the past.
constexpr KubeTime kube_time(WallTime wall) {
  using Seconds = std::chrono::duration<std::int64_t>;
  return {std::chrono::floor<Seconds>(wall.time_since_epoch()).count()};
}
/// The second in which an instant lies: all that client-go sees when it compares two records.
constexpr KubeTime seconds_of(MicroTime time) {
  const std::int64_t whole = time.microseconds / 1'000'000;
  return {time.microseconds % 1'000'000 < 0 ? whole - 1 : whole};
}

/// Written stamps reach further than our calendars (years 0 to 9999): what lies beyond the horizon
/// is moved to it. Any Lease duration (32-bit seconds) may be added to a horizon without overflow.
inline constexpr WallTime kWallHorizon = WallTime::max() - 2'147'483'648s;
inline constexpr WallTime kWallDawn = WallTime::min() + 2'147'483'648s;
WallTime wall_time(MicroTime time);
WallTime wall_time(KubeTime time);

/// "2026-01-01T00:00:00.000001Z": always UTC, always six digits.
std::string micro_time_text(MicroTime time);
/// "2026-01-01T00:00:00Z".
std::string kube_time_text(KubeTime time);

/// Exactly six digits after the point (or comma), then Z or an offset. The error is Go's own text.
/// upstream: golang/go:src/time/format.go
Result<MicroTime, std::string> parse_micro_time(std::string_view text);
/// RFC 3339; a fraction is allowed and cut off. The error is Go's own text.
Result<KubeTime, std::string> parse_kube_time(std::string_view text);

}  // namespace leasesim
