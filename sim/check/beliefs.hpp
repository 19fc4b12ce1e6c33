// Invariants of belief: who thinks that a lease, or a lock, is theirs.
#pragma once

#include <optional>
#include <vector>

#include "check/docket.hpp"
#include "check/overlap.hpp"
#include "check/story.hpp"

namespace leasesim {

/// Believes from leadership-gained until leadership-lost or the end of the process.
class OneLeader : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LeadershipGained& body);
  void on(const Fact& fact, const LeadershipLost& body);
  void on(const Fact& fact, const ProcessCrashed& body);
  void on(const Fact& fact, const ProcessExited& body);
  void on(const Fact& fact, const ProcessPaused&) { look_everywhere(fact, {}); }
  void on(const Fact& fact, const ProcessResumed&) { look_everywhere(fact, {}); }
  void on(const Fact& fact, const HostSuspended&) { look_everywhere(fact, {}); }
  void on(const Fact& fact, const HostResumed&) { look_everywhere(fact, {}); }
  void on(const Fact& fact, const ObjectWritten& body);
  void on(const Fact& fact, const LeaseTakenOver& body) { remember(body.lease, fact); }
  void on(const Fact& fact, const LeaseJudgedExpired& body) { remember(body.lease, fact); }
  void on(const Fact& fact, const LeaseReleased& body) { remember(body.lease, fact); }
  void on(const Fact& fact, const LeaseDeleted& body) { remember(body.lease, fact); }
  void conclude(SimTime end) override;

 private:
  struct OfLease {
    std::optional<Overlap> overlap;
    std::optional<Opening> opening;
    std::vector<Fact> gained;  // of those who believe
    std::vector<Fact> recent;  // what may have led to the next window
  };
  void remember(ObjectName lease, const Fact& fact);
  void look(const LeaseState& lease, const Fact& fact, const Closing& closing);
  void look_everywhere(const Fact& fact, const Closing& closing);
  void open(const LeaseState& lease, OfLease& state, SimTime at);
  void close(const LeaseState& lease, OfLease& state, SimTime at, const Closing& closing);
  Closing left(const Fact& fact, Closing::Way way) const;

  PerIndex<OfLease> leases_;
};

/// Holds a lock from lock-granted for its duration, or until it is refused or given back.
class OneHolder : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LockGranted& body);
  void on(const Fact& fact, const LeaseRefused& body) { leave(fact, body.lease); }
  void on(const Fact& fact, const LeaseReleased& body) {
    if (body.succeeded) leave(fact, body.lease);
  }
  void on(const Fact& fact, const ProcessCrashed&) { end(fact); }
  void on(const Fact& fact, const ProcessExited&) { end(fact); }
  void on(const Fact& fact, const ProcessPaused&) { recount(fact.at); }
  void on(const Fact& fact, const ProcessResumed&) { recount(fact.at); }
  void on(const Fact& fact, const HostSuspended&) { recount(fact.at); }
  void on(const Fact& fact, const HostResumed&) { recount(fact.at); }
  void conclude(SimTime end) override;

 private:
  struct Holding {
    Believer holder;
    SimTime until{};
    Fact granted;
  };
  struct OfLock {
    const LeaseState* lease = nullptr;
    std::vector<Holding> holdings;
    std::optional<Overlap> overlap;
    std::optional<Succession> succession;
    bool asked_by_two = false;
  };
  OfLock& lock_of(const LeaseState& lease);
  std::vector<Believer> present(const OfLock& lock) const;
  void leave(const Fact& fact, ObjectName lease);
  void end(const Fact& fact);
  void recount(SimTime at);
  void remove(OfLock& lock, const ProcessState* process, SimTime at);
  void lapse(OfLock& lock, SimTime at);
  void close(OfLock& lock, SimTime at, bool open);

  PerIndex<OfLock> locks_;
};

}  // namespace leasesim
