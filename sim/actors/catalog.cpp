#include "leasesim/actors/catalog.hpp"

#include "leasesim/actors/leader_elector.hpp"
#include "leasesim/actors/lease_holder.hpp"
#include "leasesim/actors/node_lock.hpp"
#include "leasesim/actors/worker.hpp"

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
  catalog.add<WorkerConfig>("worker", "acts on an object under a lease", worker);
  return catalog;
}

}  // namespace leasesim
