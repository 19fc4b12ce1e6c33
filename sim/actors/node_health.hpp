// What the node lifecycle controller remembers of a node: when it last gave a sign of life.
//
// upstream: kubernetes/kubernetes:pkg/controller/nodelifecycle/node_lifecycle_controller.go
#pragma once

#include <optional>

#include "leasesim/objects/lease.hpp"
#include "leasesim/objects/node.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

class NodeHealth {
 public:
  /// What the controller's own clocks show.
  struct Now {
    MonoTime stopwatch;
    WallTime calendar;
  };

  ObjectName lease;  ///< the node's

  /// Takes in a node and its lease (which may be missing) as they are now.
  void look(const Node& node, const Lease* lease, Now now, Duration grace);
  /// Whether the last look found the last sign of life longer ago than the grace.
  bool overdue() const { return overdue_; }
  Duration age(Now now) const;

  /// The node has been called Unknown: from here on its lease counts as seen, whatever its
  /// renewTime.
  void marked(const Node& node, const Lease* lease);
  /// Counts as a sign of life.
  void heard_now(MonoTime now);

 private:
  void heed_lease(const Lease* lease, bool begins_anew, MonoTime now);

  bool known_ = false;
  bool has_ready_ = false;
  bool has_lease_ = false;
  bool overdue_ = false;
  std::optional<KubeTime> heartbeat_;  // of the Ready condition
  std::optional<MicroTime> renewed_;   // of the lease that was last taken for a sign of life
  MonoTime heard_{};                   // by our own stopwatch…
  std::optional<WallTime>
      created_;  // …or, of a node that never spoke, by the API server's calendar
};

}  // namespace leasesim
