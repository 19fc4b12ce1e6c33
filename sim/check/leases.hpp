// Invariants of the lease itself: what the store saw of it, and when.
#pragma once

#include <optional>

#include "check/docket.hpp"
#include "check/story.hpp"

namespace leasesim {

/// Nobody takes a lease whose holder's last write has not run out, in true time.
class NoTheft : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LeaseWritten& body);
  void conclude(SimTime end) override;
};

/// 0 at create; unchanged by renewal and release; one more when the lease is taken.
class TransitionsGrowByOne : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LeaseWritten& body);
  void conclude(SimTime end) override;
};

/// A silent holder is succeeded.
class TakeoverInTime : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LeaseWritten& body);
  void on(const Fact& fact, const LeaseDeleted& body);
  void on(const Fact& fact, const StoreRestored&) { look_everywhere(fact.at); }
  void on(const Fact& fact, const ElectorStarted& body);
  void on(const Fact& fact, const ProcessCrashed&) { look_everywhere(fact.at); }
  void on(const Fact& fact, const ProcessExited&) { look_everywhere(fact.at); }
  void conclude(SimTime end) override;

 private:
  struct OfLease {
    std::optional<SimTime> due_from;  // silent, and somebody could take it, since then
    std::optional<SimTime> challenged_from;
    bool given_up = false;  // released, deleted or restored: no duration to wait
    bool was_due = false;
    Text holder;  // who fell silent
  };
  std::optional<Duration> limit_of(const LeaseState& lease, bool given_up) const;
  void judge(const LeaseState& lease, OfLease& state, SimTime at, bool open);
  void restart(const LeaseState& lease, OfLease& state, SimTime at);
  void look_everywhere(SimTime at);

  PerIndex<OfLease> leases_;
};

/// Somebody believes to lead.
class LeaderlessAtMost : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const ElectorStarted& body) { look(stage_.lease(body.lease), fact.at); }
  void on(const Fact& fact, const LeadershipGained& body) {
    look(stage_.lease(body.lease), fact.at);
  }
  void on(const Fact& fact, const LeadershipLost& body) { look(stage_.lease(body.lease), fact.at); }
  void on(const Fact& fact, const ProcessCrashed&) { look_everywhere(fact.at); }
  void on(const Fact& fact, const ProcessExited&) { look_everywhere(fact.at); }
  void conclude(SimTime end) override;

 private:
  struct OfLease {
    std::optional<SimTime> empty_since;
    Text last_leader;
  };
  void look(const LeaseState& lease, SimTime at);
  void look_everywhere(SimTime at);
  void judge(const LeaseState& lease, OfLease& state, SimTime at, bool open);

  PerIndex<OfLease> leases_;
};

/// A holder writes again before it must give up.
class RenewalsInTime : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LeaseWritten& body);
  void on(const Fact& fact, const LeaseDeleted& body) { end(stage_.lease(body.lease), fact.at); }
  void on(const Fact& fact, const LeadershipLost& body);
  void on(const Fact& fact, const ProcessCrashed&) { end_of(fact); }
  void on(const Fact& fact, const ProcessExited&) { end_of(fact); }
  void conclude(SimTime end) override;

 private:
  struct OfLease {
    std::optional<SimTime> last;
    const ProcessState* holder = nullptr;
    std::optional<Duration> limit;
    bool renewed = false;
  };
  std::optional<Duration> limit_of(const LeaseState& lease, const ProcessState* holder) const;
  void judge(const LeaseState& lease, OfLease& state, SimTime at, bool open);
  void end(const LeaseState& lease, SimTime at);
  void end_of(const Fact& fact);

  PerIndex<OfLease> leases_;
};

/// How long a lease without a holder may stay so where nothing is said: formula F11 of the
/// reference, with a second for requests. Unset if no candidate told its timings.
std::optional<Duration> default_takeover_limit(const LeaseState& lease);
/// The same where the lease was given back, so that nobody waits for it to run out: F12.
std::optional<Duration> default_release_limit(const LeaseState& lease);

}  // namespace leasesim
