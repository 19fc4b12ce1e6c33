// What a Node or a Pod says of itself, one aspect each.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "leasesim/names.hpp"
#include "leasesim/time/micro_time.hpp"

namespace leasesim {

enum class ConditionStatus : std::uint8_t { unknown, no, yes };
/// "Unknown", "False", "True"
std::string_view word_of(ConditionStatus status);

/// upstream: kubernetes/api:core/v1/types.go NodeCondition, PodCondition
struct Condition {
  Text type;
  ConditionStatus status = ConditionStatus::unknown;
  std::optional<KubeTime> heartbeat;  ///< lastHeartbeatTime; Nodes only
  std::optional<KubeTime> changed;    ///< lastTransitionTime
  Text reason;
  Text message;
  friend bool operator==(const Condition&, const Condition&) = default;
};

using Conditions = std::vector<Condition>;
/// The condition of this type; null if there is none.
const Condition* find_condition(const Conditions& conditions, std::string_view type);
Condition* find_condition(Conditions& conditions, std::string_view type);

}  // namespace leasesim
