// The NoSchedule taints that follow from what a node says of itself.
//
// upstream: kubernetes/kubernetes:pkg/controller/nodelifecycle/node_lifecycle_controller.go
#pragma once

#include <vector>

#include "leasesim/objects/node.hpp"

namespace leasesim {

struct TaintsToChange {
  std::vector<Taint> added;
  std::vector<Taint> removed;
};

/// What a node's conditions, and its being unschedulable, ask for and it does not have; and what it
/// has of that sort and nothing asks for.
TaintsToChange condition_taints(Names& names, const Node& node);

}  // namespace leasesim
