// v1 Pod, as far as where it runs and when it has to go.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "leasesim/objects/condition.hpp"
#include "leasesim/objects/meta.hpp"
#include "leasesim/objects/node.hpp"

namespace leasesim {

struct Toleration {
  enum class Operator : std::uint8_t { equal, exists };
  Text key;  ///< unset with `exists`: every key
  Operator op = Operator::equal;
  Text value;
  std::optional<TaintEffect> effect;    ///< unset: every effect
  std::optional<std::int64_t> seconds;  ///< unset: for ever
  bool tolerates(const Taint& taint) const;
  friend bool operator==(const Toleration&, const Toleration&) = default;
};

enum class PodPhase : std::uint8_t { pending, running, succeeded, failed, unknown };
/// "Pending", "Running", …
std::string_view word_of(PodPhase phase);

struct PodSpec {
  Text node;  ///< nodeName
  std::vector<Toleration> tolerations;
  std::optional<std::int64_t> grace;  ///< terminationGracePeriodSeconds
  friend bool operator==(const PodSpec&, const PodSpec&) = default;
};

struct PodStatus {
  PodPhase phase = PodPhase::pending;
  Conditions conditions;
  friend bool operator==(const PodStatus&, const PodStatus&) = default;
};

/// upstream: kubernetes/api:core/v1/types.go
struct Pod {
  static constexpr std::string_view kKind = "Pod";
  static constexpr std::string_view kResource = "pods";
  static constexpr std::string_view kGroup = "";
  static constexpr std::string_view kApiVersion = "v1";
  static constexpr bool kNamespaced = true;

  Meta meta;
  PodSpec spec;
  PodStatus status;
  auto content() const { return std::tie(spec, status); }
  friend bool operator==(const Pod&, const Pod&) = default;
};

}  // namespace leasesim
