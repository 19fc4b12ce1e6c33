#include "leasesim/actors/catalog.hpp"

#include "leasesim/actors/controller_manager.hpp"
#include "leasesim/actors/kubelet.hpp"
#include "leasesim/actors/leader_elector.hpp"
#include "leasesim/actors/lease_holder.hpp"
#include "leasesim/actors/node_lock.hpp"
#include "leasesim/actors/worker.hpp"
#include "leasesim/actors/workload.hpp"

namespace leasesim {

ActorCatalog standard_actors() {
  ActorCatalog catalog;
  catalog.add<ElectionConfig>("leader-elector", "client-go's leader elector, step by step",
                              leader_elector);
  catalog.add<LeaseHolderConfig>("lease-holder",
                                 "other clients that hold a lease, by faithful and faulty rules",
                                 lease_holder);
  catalog.add<NodeLockConfig>("node-lock", "holds a node's lock, as the medik8s operators do",
                              node_lock);
  catalog
      .add<KubeletConfig>("kubelet", "speaks for a node: its lease, its status, its pods", kubelet)
      .client = kubelet_client();
  catalog.add<ControllerManagerConfig>(
      "kube-controller-manager",
      "an elector with the node lifecycle controller, taint eviction and garbage collection",
      controller_manager);
  catalog.add<WorkerConfig>("worker", "acts on an object under a lease", worker);
  catalog.add<WorkloadConfig>(
      "workload", "keeps an application's pods running, and counts for its budget", workload);
  return catalog;
}

}  // namespace leasesim
