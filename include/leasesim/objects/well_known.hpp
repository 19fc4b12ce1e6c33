// Kubernetes' own names for taints, conditions, labels and namespaces.
//
// upstream: kubernetes/api:core/v1/well_known_taints.go, well_known_labels.go
#pragma once

#include <string_view>

namespace leasesim::well_known {

inline constexpr std::string_view kReady = "Ready";
inline constexpr std::string_view kMemoryPressure = "MemoryPressure";
inline constexpr std::string_view kDiskPressure = "DiskPressure";
inline constexpr std::string_view kPidPressure = "PIDPressure";
inline constexpr std::string_view kNetworkUnavailable = "NetworkUnavailable";
inline constexpr std::string_view kDisruptionTarget = "DisruptionTarget";

inline constexpr std::string_view kTaintNotReady = "node.kubernetes.io/not-ready";
inline constexpr std::string_view kTaintUnreachable = "node.kubernetes.io/unreachable";
inline constexpr std::string_view kTaintUnschedulable = "node.kubernetes.io/unschedulable";
inline constexpr std::string_view kTaintMemoryPressure = "node.kubernetes.io/memory-pressure";
inline constexpr std::string_view kTaintDiskPressure = "node.kubernetes.io/disk-pressure";
inline constexpr std::string_view kTaintPidPressure = "node.kubernetes.io/pid-pressure";
inline constexpr std::string_view kTaintNetworkUnavailable =
    "node.kubernetes.io/network-unavailable";

inline constexpr std::string_view kRegion = "topology.kubernetes.io/region";
inline constexpr std::string_view kZone = "topology.kubernetes.io/zone";
inline constexpr std::string_view kBetaRegion = "failure-domain.beta.kubernetes.io/region";
inline constexpr std::string_view kBetaZone = "failure-domain.beta.kubernetes.io/zone";
inline constexpr std::string_view kExcludeDisruption = "node.kubernetes.io/exclude-disruption";
inline constexpr std::string_view kHostname = "kubernetes.io/hostname";

inline constexpr std::string_view kNodeLeases = "kube-node-lease";
inline constexpr std::string_view kSystem = "kube-system";

}  // namespace leasesim::well_known
