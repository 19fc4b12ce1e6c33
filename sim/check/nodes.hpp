// Invariants of nodes: their heartbeats, what the control plane says of them, and what becomes of
// their pods.
#pragma once

#include <optional>

#include "check/docket.hpp"
#include "check/story.hpp"

namespace leasesim {

/// A kubelet that lives writes its lease again in time.
class HeartbeatInTime : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LeaseWritten& body);
  void conclude(SimTime end) override;

 private:
  void look(const NodeState& node, SimTime last, SimTime now, bool open);
  PerIndex<std::uint64_t> beats_;
};

/// A node that gives no sign of life is called Unknown in time.
class SilentNodeIsMarked : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LeaseWritten& body);
  void on(const Fact& fact, const NodeConditionChanged& body);
  void on(const Fact& fact, const ProcessCrashed& body);
  void on(const Fact& fact, const ProcessExited& body);
  void conclude(SimTime end) override;

 private:
  void look(const NodeState& node, SimTime now, bool open);
  void look_at_all(SimTime now, bool open);
  PerIndex<char> silent_;  // not 0: was so, for longer than the grace
};

/// No node is called Unknown while its kubelet lives and runs.
class HealthyNodeIsNeverMarked : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const NodeConditionChanged& body);
  void conclude(SimTime end) override;

 private:
  struct OfNode {
    std::optional<Window> open;
    bool watched = false;
  };
  void close(OfNode& state, SimTime at);
  PerIndex<OfNode> nodes_;
};

/// No pod is evicted from a node that has lately given a sign of life.
class NoEvictionWithoutSilence : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const EvictionPlanned& body);
  void on(const Fact& fact, const EvictionCancelled& body);
  void on(const Fact& fact, const PodDeleted& body);
  void conclude(SimTime end) override;

 private:
  struct OfPod {
    OfPod(Text the_name, std::size_t) : name(the_name) {}
    Text name;
    ProcessName planned_by;
    std::optional<std::string> node;  // whence it was, or was to be, evicted
  };
  Roll<OfPod> pods_;
};

/// A pod on a silent node is deleted in time.
class EvictionInTime : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const PodBound& body);
  void on(const Fact& fact, const PodDeleted& body);
  void on(const Fact& fact, const NodeConditionChanged& body);
  void conclude(SimTime end) override;

 private:
  struct OfPod {
    OfPod(Text the_name, std::size_t) : name(the_name) {}
    Text name;
    NodeState* node = nullptr;  // none: not bound, or deleted
    bool at_risk = false;
  };
  void look(OfPod& pod, SimTime silent_since, SimTime now, bool open);
  Roll<OfPod> pods_;
};

/// The lease of a node that was deleted goes, too.
class NoOrphanLease : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const ObjectWritten& body);
  void on(const Fact& fact, const LeaseDeleted& body);
  void conclude(SimTime end) override;

 private:
  void look(const NodeState& node, SimTime now, bool open);
  PerIndex<std::optional<SimTime>> gone_;  // when the node was deleted, while its lease is there
  PerIndex<char> at_risk_;
};

/// The identity lease of an API server that has ended is collected in time.
class IdentityLeaseEnds : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LeaseWritten& body);
  void on(const Fact& fact, const LeaseDeleted& body);
  void conclude(SimTime end) override;

 private:
  struct OfLease {
    const ProcessState* server = nullptr;  // who wrote it last
    SimTime written{};
    bool there = false;
    bool at_risk = false;
  };
  void look(const LeaseState& lease, OfLease& state, SimTime now, bool open);
  PerIndex<OfLease> leases_;
};

}  // namespace leasesim
