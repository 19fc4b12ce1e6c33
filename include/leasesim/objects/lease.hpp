// coordination.k8s.io/v1 Lease. Every field of its spec may be unset; nothing is defaulted.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>

#include "leasesim/objects/meta.hpp"

namespace leasesim {

/// upstream: kubernetes/api:coordination/v1/types.go
struct LeaseSpec {
  Text holder;                              ///< holderIdentity
  std::optional<std::int32_t> duration;     ///< leaseDurationSeconds
  std::optional<MicroTime> acquired;        ///< acquireTime
  std::optional<MicroTime> renewed;         ///< renewTime, by the holder's calendar
  std::optional<std::int32_t> transitions;  ///< leaseTransitions
  Text strategy;                            ///< coordinated election only
  Text preferred_holder;                    ///< preferredHolder; coordinated election only
  friend bool operator==(const LeaseSpec&, const LeaseSpec&) = default;
};

struct Lease {
  static constexpr std::string_view kKind = "Lease";
  static constexpr std::string_view kResource = "leases";
  static constexpr std::string_view kGroup = "coordination.k8s.io";
  static constexpr std::string_view kApiVersion = "coordination.k8s.io/v1";
  static constexpr bool kNamespaced = true;

  Meta meta;
  LeaseSpec spec;
  auto content() const { return std::tie(spec); }
  friend bool operator==(const Lease&, const Lease&) = default;
};

/// leaseTransitions after one more of them: an int32, which wraps as Go's do. The API server then
/// refuses the write, for it is negative.
constexpr std::int32_t one_more(std::int32_t transitions) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(transitions) + 1U);
}

/// Whether client-go sees a change between two reads of a record: it compares a JSON rendering in
/// which times have whole seconds, so two renewals within one second look alike.
/// upstream: kubernetes/client-go:tools/leaderelection/resourcelock/leaselock.go
bool same_election_record(const LeaseSpec& a, const LeaseSpec& b);

}  // namespace leasesim
