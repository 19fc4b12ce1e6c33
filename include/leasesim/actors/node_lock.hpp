// An operator that wants a node for itself: holds the node's lock through the lease manager.
//
// upstream: medik8s/node-maintenance-operator, medik8s/node-healthcheck-operator
#pragma once

#include <optional>
#include <string>

#include "leasesim/api/client.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

struct NodeLockConfig {
  std::string preset;  ///< empty: the defaults below, those of "node-maintenance"
  std::string node;
  std::string holder = "node-maintenance";     ///< one text for all replicas of an operator
  std::optional<std::string> lease_namespace;  ///< LEASE_NAMESPACE; present but empty counts
  Duration duration = 3600s;
  Duration request_every = 30s;           ///< once it has the lock; zero: never again
  std::optional<Duration> requests_for;   ///< after the first grant; then the lock may run out
  std::optional<Duration> refused_retry;  ///< after AlreadyHeld; none: the back-off
  Duration backoff = 5ms;                 ///< after a failure, doubled with each one in a row…
  Duration backoff_max = 1000s;           ///< …up to this
  std::optional<Duration> release_after;  ///< after the first grant: gives the lock back, ends
  bool exits_without_namespace = true;    ///< else it tries again
};

void read(Fields& in, NodeLockConfig& config);

/// Unlike an elector's, its belief doesn't end when time runs out: it has the node until a request
/// is refused (see M2), it gives the lock back, or it ends.
Task<> node_lock(Process& self, Api api, NodeLockConfig config);

}  // namespace leasesim
