// The node lifecycle controller: says that silent nodes are unreachable, and taints them, no faster
// than it dares.
//
// upstream: kubernetes/kubernetes:pkg/controller/nodelifecycle/node_lifecycle_controller.go
#pragma once

#include <memory>
#include <optional>

#include "leasesim/api/informer.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/release.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

/// Rates are given as the time from one node to the next: 0.1 nodes a second is one every 10 s.
struct NodeLifecycleConfig {
  Release release = kDefaultRelease;
  Duration monitor_period = 5s;   ///< --node-monitor-period; begins when a pass has ended
  std::optional<Duration> grace;  ///< --node-monitor-grace-period; unset: the release's
  Duration startup_grace = 60s;   ///< --node-startup-grace-period
  Duration pass = 2ms;            ///< how long a pass takes at least
  Duration eviction_every = 10s;  ///< 1 / --node-eviction-rate
  Duration secondary_eviction_every = 100s;  ///< 1 / --secondary-node-eviction-rate; 0: never
  std::int64_t large_cluster = 50;           ///< --large-cluster-size-threshold
  Ratio unhealthy_zone{55, 100};             ///< --unhealthy-zone-threshold
};
void read(Fields& in, NodeLifecycleConfig& config);

/// 50 s since 1.32, 40 s before.
Duration monitor_grace(const NodeLifecycleConfig& config);

/// What it and its neighbours in the same process look at.
struct NodeInformers {
  Informer<Node>& nodes;
  Informer<Lease>& leases;  ///< of kube-node-lease
  Informer<Pod>& pods;
};

/// Watches over the nodes until it is cancelled.
Task<> node_lifecycle(Process& self, Api api, NodeInformers informers, NodeLifecycleConfig config);

}  // namespace leasesim
