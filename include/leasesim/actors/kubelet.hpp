// A kubelet, as far as the control plane can tell: it registers its node, renews the node's lease,
// posts the node's status, and runs the pods that are bound to it.
//
// upstream: kubernetes/kubernetes:pkg/kubelet/kubelet.go, kubelet_node_status.go, util/nodelease.go
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "leasesim/api/client.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/release.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

/// A time during which the node is not ready by its own word: its container runtime is down, say.
struct UnreadySpan {
  Duration from{};  ///< since the kubelet started
  Duration lasts{};
};
void read(Fields& in, UnreadySpan& span);

struct KubeletConfig {
  std::string node;  ///< empty: the name of the host that it runs on
  Release release = kDefaultRelease;
  Duration lease_duration = 40s;         ///< nodeLeaseDurationSeconds; renewed every quarter of it
  Duration status_every = 10s;           ///< nodeStatusUpdateFrequency
  std::optional<Duration> report_every;  ///< nodeStatusReportFrequency; unset: 5 min, or
                                         ///< `status_every` where the file gives that
  bool status_every_is_given = false;
  std::string zone;  ///< label topology.kubernetes.io/zone of a new node
  std::string region;
  bool runs_pods = true;
  Duration pod_starts_in = 2s;  ///< from binding to Ready
  Duration pod_stops_in = 2s;   ///< from the deletion to the end of the pod
  std::vector<UnreadySpan> unready;
};
void read(Fields& in, KubeletConfig& config);

/// nodeStatusReportFrequency as the configuration has it.
Duration report_frequency(const KubeletConfig& config);

/// How a kubelet talks to the API server: time-outs of 10 s, and no limit of requests.
ClientSettings kubelet_client();

Task<> kubelet(Process& self, Api api, KubeletConfig config);

}  // namespace leasesim
