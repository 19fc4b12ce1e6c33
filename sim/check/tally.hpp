// The numbers of a run: who led how long, who asked how often.
#pragma once

#include <optional>
#include <vector>

#include "check/docket.hpp"
#include "check/stage.hpp"
#include "leasesim/check/verdict.hpp"

namespace leasesim {

class Tally {
 public:
  explicit Tally(Stage& stage) : stage_(stage) {}
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;

  void on(const Fact& fact, const LeaseWritten& body);
  void on(const Fact& fact, const ElectorStarted& body) { look(stage_.lease(body.lease), fact.at); }
  void on(const Fact& fact, const LeadershipGained& body) {
    look(stage_.lease(body.lease), fact.at);
  }
  void on(const Fact& fact, const LeadershipLost& body) { look(stage_.lease(body.lease), fact.at); }
  void on(const Fact& fact, const NodeConditionChanged& body);
  void on(const Fact& fact, const PodDeleted& body);
  void on(const Fact& fact, const ProcessCrashed&) { look_everywhere(fact.at); }
  void on(const Fact& fact, const ProcessExited&) { look_everywhere(fact.at); }

  Metrics conclude(SimTime end);

 private:
  struct OfLease {
    bool contested = false;
    std::optional<SimTime> dual_since;
    std::optional<SimTime> empty_since;
    LeaseMetrics metrics;
  };
  void look(const LeaseState& lease, SimTime at);
  void look_everywhere(SimTime at);
  void end_dual(OfLease& state, SimTime at);
  void end_empty(OfLease& state, SimTime at);
  void note_takeover(const LeaseState& lease, OfLease& state, SimTime at);

  Stage& stage_;
  PerIndex<OfLease> leases_;
  NodeMetrics nodes_;
  std::vector<Takeover> takeovers_;
  std::uint64_t takeovers_total_ = 0;
};

}  // namespace leasesim
