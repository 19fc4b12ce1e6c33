// Stands for what keeps an application running: its ReplicaSet, the scheduler that binds its pods,
// and the disruption controller that counts for its budget.
//
// upstream: kubernetes/kubernetes:pkg/controller/replicaset, pkg/controller/disruption
#pragma once

#include <optional>
#include <string>

#include "leasesim/api/client.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

struct WorkloadConfig {
  std::string name;
  std::int64_t pods = 1;
  Duration places_in = 1s;                    ///< from a pod's loss to the binding of its successor
  std::optional<std::int32_t> min_available;  ///< of its PodDisruptionBudget; unset: it has none
  std::optional<std::int64_t> grace;          ///< terminationGracePeriodSeconds
};
void read(Fields& in, WorkloadConfig& config);

Task<> workload(Process& self, Api api, WorkloadConfig config);

}  // namespace leasesim
