#include "leasesim/actors/node_lifecycle.hpp"

namespace leasesim {

Duration monitor_grace(const NodeLifecycleConfig& config) {
  return config.grace.value_or(config.release >= Release::v1_32 ? Duration{50s} : Duration{40s});
}

void read(Fields& in, NodeLifecycleConfig& config) {
  in.optional("monitor_period", config.monitor_period, "--node-monitor-period");
  in.optional("grace", config.grace,
              "--node-monitor-grace-period; unset: 50s since 1.32, 40s before");
  in.optional("startup_grace", config.startup_grace, "--node-startup-grace-period");
  in.optional("pass", config.pass, "how long a look at all nodes takes, at least");
  in.optional("eviction_every", config.eviction_every, "1 / --node-eviction-rate");
  in.optional("secondary_eviction_every", config.secondary_eviction_every,
              "1 / --secondary-node-eviction-rate; 0s: never");
  in.optional("large_cluster", config.large_cluster, "--large-cluster-size-threshold");
  in.optional("unhealthy_zone", config.unhealthy_zone, "--unhealthy-zone-threshold");
  if (!in.reading()) return;
  if (config.monitor_period <= Duration{}) in.refuse("monitor_period", "no time at all", "5s");
  if (config.pass <= Duration{}) {
    in.refuse("pass", "a pass takes time: without any, passes would never slide", "2ms");
  }
}

}  // namespace leasesim
