// The zones of a cluster, how many of their nodes are ready, and how fast nodes may be evicted
// there.
//
// upstream: kubernetes/kubernetes:pkg/controller/nodelifecycle/node_lifecycle_controller.go
#pragma once

#include <map>
#include <vector>

#include "actors/eviction_queue.hpp"
#include "leasesim/actors/node_lifecycle.hpp"

namespace leasesim {

class Zones {
 public:
  Zones(Process& self, const NodeLifecycleConfig& config) : self_(self), config_(config) {}

  struct Zone;
  /// Where a node belongs: as long as its labels stay as they are.
  struct Place {
    Zone* zone = nullptr;
    bool excluded = false;  ///< it counts for nothing
  };
  /// A zone that is new begins to be kept.
  Place place_of(const Node& node);
  static EvictionQueue& queue_of(Place place) { return place.zone->queue; }
  std::vector<EvictionQueue*> queues();
  bool nobody_waits() const;

  /// Forgets what the last pass counted.
  void begin_pass();
  static void count(Place place, bool ready) {
    if (!place.excluded) ++(ready ? place.zone->count.ready : place.zone->count.not_ready);
  }

  /// What a pass has come to, beside the pass before it. When no zone has a ready node left, the
  /// fault is taken to be the controller's own.
  enum class Turn : std::uint8_t { usual, all_fell, all_are_down, first_came_back };
  Turn turn();
  /// Evictions stop everywhere.
  void stop();
  /// Each zone goes to the state and the rate that its count asks for; after a return, even where
  /// the state is the same.
  void settle(Turn turn);

  enum class State : std::uint8_t { initial, normal, partial, full };
  struct Count {
    std::int64_t ready = 0;
    std::int64_t not_ready = 0;
    std::int64_t size() const { return ready + not_ready; }
  };
  struct Zone {
    State state = State::initial;
    EvictionQueue queue;
    Count count{};  ///< of the pass
  };

 private:
  static std::string_view word_of(State state);
  Text name_of(const Node& node) const;
  State state_for(const Count& count) const;
  Duration pace_for(const Count& count, State state) const;
  void set_state(Text name, Zone& zone, State state);

  Process& self_;
  const NodeLifecycleConfig& config_;
  std::map<Text, Zone> zones_;
};

}  // namespace leasesim
