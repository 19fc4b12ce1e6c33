// The taint eviction controller: deletes the pods that do not tolerate their node's NoExecute
// taints, each when its patience has run out.
//
// upstream: kubernetes/kubernetes:pkg/controller/tainteviction/taint_eviction.go
#pragma once

#include "leasesim/actors/node_lifecycle.hpp"

namespace leasesim {

/// Runs until it is cancelled. Its timers begin when it sees a taint: what a predecessor counted is
/// forgotten.
Task<> taint_eviction(Process& self, Api api, NodeInformers informers);

}  // namespace leasesim
