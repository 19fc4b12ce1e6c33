// What client-go takes for a change of an election record.
#include "leasesim/objects/lease.hpp"

namespace leasesim {
namespace {

constexpr MicroTime kGoZero{-62'135'596'800'000'000};  // 0001-01-01T00:00:00Z

// Go's zero time is rendered as null, as an unset one is.
std::optional<KubeTime> rendered(const std::optional<MicroTime>& time) {
  if (!time || *time == kGoZero) return std::nullopt;
  return seconds_of(*time);
}

// What is unset looks like what is empty.
bool same_text(Text a, Text b) { return a == b || (a.view().empty() && b.view().empty()); }

constexpr std::int64_t kSecond = 1'000'000;

// Nearly all pairs are told apart, or not, without a division.
bool same_rendering(const std::optional<MicroTime>& a, const std::optional<MicroTime>& b) {
  if (a == b) return true;
  if (a && b && a->microseconds - b->microseconds >= kSecond) return false;
  if (a && b && b->microseconds - a->microseconds >= kSecond) return false;
  return rendered(a) == rendered(b);
}

}  // namespace

// The record holds values, not pointers: what is unset looks like its zero.
bool same_election_record(const LeaseSpec& a, const LeaseSpec& b) {
  return same_text(a.holder, b.holder) && a.duration.value_or(0) == b.duration.value_or(0) &&
         same_rendering(a.renewed, b.renewed) && same_rendering(a.acquired, b.acquired) &&
         a.transitions.value_or(0) == b.transitions.value_or(0) &&
         same_text(a.strategy, b.strategy) && same_text(a.preferred_holder, b.preferred_holder);
}

}  // namespace leasesim
