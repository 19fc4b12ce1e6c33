// coordination.k8s.io/v1beta1 LeaseCandidate: who stands for a coordinated election.
#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "leasesim/objects/meta.hpp"

namespace leasesim {

/// upstream: kubernetes/api:coordination/v1beta1/types.go
struct LeaseCandidateSpec {
  Text lease;                        ///< leaseName, in the candidate's namespace
  std::optional<MicroTime> pinged;   ///< pingTime, by the calendar of who asks
  std::optional<MicroTime> renewed;  ///< renewTime, by the candidate's calendar
  Text binary_version;               ///< "1.36.0"
  Text emulation_version;
  Text strategy;
  friend bool operator==(const LeaseCandidateSpec&, const LeaseCandidateSpec&) = default;
};

struct LeaseCandidate {
  static constexpr std::string_view kKind = "LeaseCandidate";
  static constexpr std::string_view kResource = "leasecandidates";
  static constexpr std::string_view kGroup = "coordination.k8s.io";
  static constexpr std::string_view kApiVersion = "coordination.k8s.io/v1beta1";
  static constexpr bool kNamespaced = true;

  Meta meta;
  LeaseCandidateSpec spec;
  auto content() const { return std::tie(spec); }
  friend bool operator==(const LeaseCandidate&, const LeaseCandidate&) = default;
};

}  // namespace leasesim
