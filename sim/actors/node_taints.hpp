// How controllers change a node's taints.
//
// upstream: kubernetes/kubernetes:pkg/controller/util/node/controller_utils.go,
// pkg/controller/controller_utils.go
#pragma once

#include <vector>

#include "leasesim/api/client.hpp"

namespace leasesim {

/// Each reads the node and patches it, up to five times while others write to it too; whether it
/// came to pass.
Task<bool> add_taints(Process& self, Api api, ObjectName node, std::vector<Taint> taints,
                      Choices& jitter);
/// Asks nothing of the API server if the node, as the caller knows it, has none of them.
Task<bool> remove_taints(Process& self, Api api, const Node& known, std::vector<Taint> taints,
                         Choices& jitter);
/// First adds, then removes: two requests each. `known` has to outlive the task.
Task<bool> swap_taints(Process& self, Api api, const Node& known, std::vector<Taint> added,
                       std::vector<Taint> removed, Choices& jitter);

bool has_taint(const std::vector<Taint>& taints, const Taint& wanted);

}  // namespace leasesim
