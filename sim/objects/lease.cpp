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

}  // namespace

// The record holds values, not pointers: what is unset looks like its zero.
bool same_election_record(const LeaseSpec& a, const LeaseSpec& b) {
  return a.holder.view() == b.holder.view() && a.duration.value_or(0) == b.duration.value_or(0) &&
         rendered(a.acquired) == rendered(b.acquired) &&
         rendered(a.renewed) == rendered(b.renewed) &&
         a.transitions.value_or(0) == b.transitions.value_or(0) &&
         a.strategy.view() == b.strategy.view() &&
         a.preferred_holder.view() == b.preferred_holder.view();
}

}  // namespace leasesim
