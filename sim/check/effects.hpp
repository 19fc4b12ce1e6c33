// Invariants of effects: what landed in the store, whatever its writers believed.
#pragma once

#include <optional>
#include <vector>

#include "check/docket.hpp"
#include "check/story.hpp"

namespace leasesim {

/// Once a newer leader has acted, nothing of an older one lands any more.
///
/// Each lease counts terms: a new one begins when another process gains the lease or the lock (or,
/// where no facts tell of that, when another one acts for the first time).
class OneActor : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LeadershipGained& body) {
    begin_term(body.lease, stage_.doer(fact, body.identity));
  }
  void on(const Fact& fact, const LockGranted& body) {
    begin_term(body.lease, stage_.doer(fact, body.holder));
  }
  void on(const Fact& fact, const ObjectWritten& body);
  void conclude(SimTime end) override;

 private:
  struct Actor {
    const ProcessState* process = nullptr;
    std::uint64_t term = 0;
    std::optional<SimTime> first;  // effect of this term
    std::optional<SimTime> last;
    std::uint64_t effects = 0;  // within the open window
  };
  struct OfLease {
    const LeaseState* lease = nullptr;
    std::vector<Actor> actors;
    std::uint64_t newest_term = 0;
    std::uint64_t acted_term = 0;  // the newest one of which an effect has landed
    const ProcessState* newest_actor = nullptr;
    std::optional<Window> window;
    std::optional<Evidence> first_of_newest;
    bool two_acted = false;
  };
  OfLease& state_of(ObjectName lease);
  Actor& actor_of(OfLease& state, const ProcessState& process);
  void begin_term(ObjectName lease, const ProcessState& process);
  void stale(OfLease& state, Actor& actor, const Fact& fact);
  void close(OfLease& state);

  PerIndex<OfLease> leases_;
};

}  // namespace leasesim
