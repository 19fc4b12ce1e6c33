// What is asked of nodes and pods all the time: are they ready, and are they to go.
#pragma once

#include "leasesim/objects/condition.hpp"
#include "leasesim/objects/meta.hpp"
#include "leasesim/objects/well_known.hpp"

namespace leasesim {

/// Whether the condition Ready is there and True.
inline bool is_ready(const Conditions& conditions) {
  const Condition* ready = find_condition(conditions, well_known::kReady);
  return ready != nullptr && ready->status == ConditionStatus::yes;
}

/// Whether a deletion has begun.
inline bool being_deleted(const Meta& meta) { return meta.extra && meta.extra->deleted; }

}  // namespace leasesim
