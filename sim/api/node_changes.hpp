// What a write says about a node or a pod, as facts.
#pragma once

#include "leasesim/api/history.hpp"
#include "leasesim/cluster/run.hpp"

namespace leasesim {

/// Nothing of other kinds.
void note_node_and_pod_changes(Run& run, ProcessName by, const Change& change);

}  // namespace leasesim
