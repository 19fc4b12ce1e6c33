// policy/v1 PodDisruptionBudget: how many of some pods may be away at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "leasesim/objects/meta.hpp"

namespace leasesim {

struct DisruptionBudgetSpec {
  std::vector<Labelled> selector;             ///< selector.matchLabels, sorted by key
  std::optional<std::int32_t> min_available;  ///< as a number; percentages are not kept
  std::optional<std::int32_t> max_unavailable;
  friend bool operator==(const DisruptionBudgetSpec&, const DisruptionBudgetSpec&) = default;
};

struct DisruptionBudgetStatus {
  std::int32_t allowed = 0;   ///< disruptionsAllowed
  std::int32_t healthy = 0;   ///< currentHealthy
  std::int32_t desired = 0;   ///< desiredHealthy
  std::int32_t expected = 0;  ///< expectedPods
  friend bool operator==(const DisruptionBudgetStatus&, const DisruptionBudgetStatus&) = default;
};

/// upstream: kubernetes/api:policy/v1/types.go
struct PodDisruptionBudget {
  static constexpr std::string_view kKind = "PodDisruptionBudget";
  static constexpr std::string_view kResource = "poddisruptionbudgets";
  static constexpr std::string_view kGroup = "policy";
  static constexpr std::string_view kApiVersion = "policy/v1";
  static constexpr bool kNamespaced = true;

  Meta meta;
  DisruptionBudgetSpec spec;
  DisruptionBudgetStatus status;
  auto content() const { return std::tie(spec, status); }
  friend bool operator==(const PodDisruptionBudget&, const PodDisruptionBudget&) = default;
};

}  // namespace leasesim
