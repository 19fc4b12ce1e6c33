// Facts about nodes and their pods: what the API server then says of them, and what those who watch
// over them run with and conclude.
#pragma once

#include <cstdint>

#include "leasesim/names.hpp"
#include "leasesim/objects/node.hpp"
#include "leasesim/objects/well_known.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// A kubelet began to speak for a node.
struct KubeletStarted {
  static constexpr std::string_view kWord = "kubelet-started";
  ObjectName node;
  ObjectName lease;  ///< its heartbeat
  Duration lease_duration{};
  Duration every{};         ///< from one renewal to the next, and up to 4 % more
  Duration status_every{};  ///< from one look at the node's conditions to the next
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("node", self.node);
    visit("lease", self.lease);
    visit("lease_duration", self.lease_duration);
    visit("every", self.every);
    visit("status_every", self.status_every);
  }
};

/// A controller began to watch over all nodes, with these timings and an empty memory.
struct NodeMonitorStarted {
  static constexpr std::string_view kWord = "node-monitor-started";
  Duration period{};
  Duration grace{};
  Duration startup_grace{};
  Duration pass{};  ///< how long one look at all nodes takes, at most
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("period", self.period);
    visit("grace", self.grace);
    visit("startup_grace", self.startup_grace);
    visit("pass", self.pass);
  }
};

/// The controller found that a node has been silent for longer than it allows.
struct NodeJudgedSilent {
  static constexpr std::string_view kWord = "node-judged-silent";
  ObjectName node;
  Duration age{};    ///< since the last sign of life, by its own stopwatch or calendar
  Duration grace{};  ///< what it was held against
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("node", self.node);
    visit("age", self.age);
    visit("grace", self.grace);
  }
};

/// A condition of a node changed its status in the store, or appeared.
struct NodeConditionChanged {
  static constexpr std::string_view kWord = "node-condition-changed";
  ObjectName node;
  Text type;
  ConditionStatus status = ConditionStatus::unknown;
  Text reason;
  bool is_about_ready() const { return type.view() == well_known::kReady; }
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("node", self.node);
    visit("type", self.type);
    visit("status", self.status);
    visit("reason", self.reason);
  }
};

struct NodeTainted {
  static constexpr std::string_view kWord = "node-tainted";
  ObjectName node;
  Text key;
  TaintEffect effect = TaintEffect::no_schedule;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("node", self.node);
    visit("key", self.key);
    visit("effect", self.effect);
  }
};

struct NodeUntainted {
  static constexpr std::string_view kWord = "node-untainted";
  ObjectName node;
  Text key;
  TaintEffect effect = TaintEffect::no_schedule;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("node", self.node);
    visit("key", self.key);
    visit("effect", self.effect);
  }
};

/// A node was cordoned, or is open to pods again.
struct NodeCordoned {
  static constexpr std::string_view kWord = "node-cordoned";
  ObjectName node;
  bool cordoned = true;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("node", self.node);
    visit("cordoned", self.cordoned);
  }
};

/// A zone of nodes is in another state of disruption than before; evictions there are paced by it.
struct ZoneChanged {
  static constexpr std::string_view kWord = "zone-changed";
  Text zone;   ///< "region:zone"; empty: nodes without such labels
  Text state;  ///< "Normal", "PartialDisruption", "FullDisruption"
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("zone", self.zone);
    visit("state", self.state);
  }
};

/// A pod was given a node.
struct PodBound {
  static constexpr std::string_view kWord = "pod-bound";
  ObjectName pod;
  ObjectName node;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("pod", self.pod);
    visit("node", self.node);
  }
};

/// Whether a pod is ready changed in the store.
struct PodReadyChanged {
  static constexpr std::string_view kWord = "pod-ready-changed";
  ObjectName pod;
  ObjectName node;
  ConditionStatus status = ConditionStatus::unknown;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("pod", self.pod);
    visit("node", self.node);
    visit("status", self.status);
  }
};

/// A pod began to be deleted; `by` asked for it.
struct PodDeleted {
  static constexpr std::string_view kWord = "pod-deleted";
  ObjectName pod;
  ObjectName node;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("pod", self.pod);
    visit("node", self.node);
  }
};

/// The pod's object is gone.
struct PodGone {
  static constexpr std::string_view kWord = "pod-gone";
  ObjectName pod;
  ObjectName node;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("pod", self.pod);
    visit("node", self.node);
  }
};

/// A pod on a tainted node has so long before it is deleted.
struct EvictionPlanned {
  static constexpr std::string_view kWord = "eviction-planned";
  ObjectName pod;
  ObjectName node;
  Duration after{};
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("pod", self.pod);
    visit("node", self.node);
    visit("after", self.after);
  }
};

/// The taint went in time.
struct EvictionCancelled {
  static constexpr std::string_view kWord = "eviction-cancelled";
  ObjectName pod;
  ObjectName node;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("pod", self.pod);
    visit("node", self.node);
  }
};

}  // namespace leasesim
