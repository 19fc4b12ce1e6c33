// The garbage collector: deletes what belonged to an object that has gone.
//
// upstream: kubernetes/kubernetes:pkg/controller/garbagecollector/garbagecollector.go
#pragma once

#include "leasesim/actors/node_lifecycle.hpp"

namespace leasesim {

/// Of leases and pods, as far as nodes own them. Runs until it is cancelled.
Task<> garbage_collector(Process& self, Api api, NodeInformers informers);

}  // namespace leasesim
