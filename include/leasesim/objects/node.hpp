// v1 Node, as far as its life and death go.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "leasesim/objects/condition.hpp"
#include "leasesim/objects/meta.hpp"

namespace leasesim {

enum class TaintEffect : std::uint8_t { no_schedule, prefer_no_schedule, no_execute };
/// "NoSchedule", "PreferNoSchedule", "NoExecute"
std::string_view word_of(TaintEffect effect);

struct Taint {
  Text key;
  Text value;
  TaintEffect effect = TaintEffect::no_schedule;
  std::optional<KubeTime> added;  ///< timeAdded
  /// As upstream matches taints: whatever their value and time.
  bool same_as(const Taint& other) const { return key == other.key && effect == other.effect; }
  friend bool operator==(const Taint&, const Taint&) = default;
};

struct NodeSpec {
  std::vector<Taint> taints;
  bool unschedulable = false;
  friend bool operator==(const NodeSpec&, const NodeSpec&) = default;
};

struct NodeStatus {
  Conditions conditions;
  friend bool operator==(const NodeStatus&, const NodeStatus&) = default;
};

/// upstream: kubernetes/api:core/v1/types.go
struct Node {
  static constexpr std::string_view kKind = "Node";
  static constexpr std::string_view kResource = "nodes";
  static constexpr std::string_view kGroup = "";
  static constexpr std::string_view kApiVersion = "v1";
  static constexpr bool kNamespaced = false;

  Meta meta;
  NodeSpec spec;
  NodeStatus status;
  auto content() const { return std::tie(spec, status); }
  friend bool operator==(const Node&, const Node&) = default;
};

}  // namespace leasesim
