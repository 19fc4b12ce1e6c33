// kube-controller-manager as one process: an elector, and the controllers that run while it leads.
//
// upstream: kubernetes/kubernetes:cmd/kube-controller-manager/app/controllermanager.go
#pragma once

#include "leasesim/actors/leader_elector.hpp"
#include "leasesim/actors/node_lifecycle.hpp"

namespace leasesim {

struct ControllerManagerConfig {
  ElectionConfig election;
  bool leader_elect = true;      ///< --leader-elect
  bool release_on_exit = false;  ///< gate ControllerManagerReleaseLeaderElectionLockOnExit
  Duration shutdown_takes{};     ///< with the gate: how long the controllers drain, at most 10 s
  bool evicts = true;            ///< the taint eviction controller
  bool collects = true;          ///< the garbage collector
  std::int64_t qps = 20;         ///< --kube-api-qps, of each controller's client
  std::int64_t burst = 30;       ///< --kube-api-burst
  NodeLifecycleConfig nodes;
};
void read(Fields& in, ControllerManagerConfig& config);

struct Contender;
struct Suspicion;
std::vector<Suspicion> suspicions_of(const ControllerManagerConfig& config);
std::optional<Contender> contender_of(const ControllerManagerConfig& config);

Task<> controller_manager(Process& self, Api api, ControllerManagerConfig config);

/// The node lifecycle controller with its informers and helpers, without any election.
Task<> node_controllers(Process& self, Api api, ControllerManagerConfig config);

}  // namespace leasesim
