// Who takes part, and how things stand as of the fact at hand. The machines read it; facts alone
// change it. It remembers the last of everything and nothing older, so that it does not grow.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "check/roll.hpp"
#include "leasesim/trace/fact.hpp"

namespace leasesim {

/// From `from` until `to`; unset: it goes on.
struct Stretch {
  SimTime from{};
  std::optional<SimTime> to;
  bool overlaps(SimTime first, SimTime last) const { return from < last && (!to || *to > first); }
};

struct HostState {
  HostState(Text the_name, std::size_t) : name(the_name) {}
  Text name;
  bool suspended = false;
  std::optional<Stretch> sleep;         ///< the last one
  SimTime set_at{};                     ///< when its clocks were last told of
  Duration offset{};                    ///< of the calendar, then
  std::int64_t rate_ppb = 0;            ///< of both clocks, since then
  std::optional<SimTime> frozen_since;  ///< its calendar stands still
};

/// The last write that a process asked for, and the last one whose success it learnt.
struct WriteRequest {
  std::int64_t request = 0;
  SimTime sent{};
  std::optional<SimTime> served;
  std::optional<SimTime> answered;
  ApiError served_as = ApiError::ok;
  ApiError answered_as = ApiError::ok;
  bool in_doubt() const { return served && served_as == ApiError::ok && answered_as != served_as; }
};

struct ProcessState {
  ProcessState(Text the_name, std::size_t the_index) : name(the_name), index(the_index) {}
  std::string str() const { return name.str(); }
  bool running() const { return alive && !paused && !(host != nullptr && host->suspended); }

  Text name;
  std::size_t index;
  HostState* host = nullptr;
  bool alive = true;
  bool paused = false;
  std::optional<Stretch> pause;             ///< the last one
  std::optional<SimTime> ended;             ///< crashed or exited
  WriteRequest write;                       ///< the last one
  WriteRequest success;                     ///< the last one that it knows to have succeeded
  std::array<std::uint64_t, 7> requests{};  ///< sent, by Verb
  bool client = false;                      ///< it has sent some
};

/// A judgement that went before a takeover.
struct Judgement {
  SimTime at{};
  Version version = 0;
  Text holder;
  ExpiryRule rule = ExpiryRule::own_stopwatch;
  Duration age{};
  Duration duration{};
};

/// A process in an election for one lease: its timings, and the last of what it saw and did.
struct Candidate {
  ProcessState* process = nullptr;
  Text identity;
  Duration lease_duration{};
  Duration renew_deadline{};
  Duration retry_period{};
  bool live = true;
  bool timed = false;               ///< it said what it runs with
  std::optional<SimTime> observed;  ///< saw the record change
  std::optional<Judgement> judgement;
  std::optional<SimTime> round;  ///< of renewal attempts: when the last one began
  Duration round_deadline{};     ///< by its own stopwatch
  std::optional<SimTime> release_ended;
  bool release_succeeded = false;
};

/// A lease's content as the store has it.
struct LeaseRecord {
  bool known = false;  ///< false: none, or nobody can say
  Version version = 0;
  Text holder;
  ProcessState* writer = nullptr;
  SimTime at{};
  std::int64_t duration = -1;
  std::int64_t transitions = -1;
  bool held() const { return known && !holder.view().empty(); }
  /// Until when it bars others, in true time.
  SimTime valid_until() const { return at + std::chrono::seconds{duration < 0 ? 0 : duration}; }
};

/// Somebody who believes to lead.
struct Believer {
  const ProcessState* process = nullptr;
  Text identity;
  SimTime since{};
};

/// How a lease came to its present holder.
struct Succession {
  enum class Way : std::uint8_t { first, expired, released, recreated, edited, restored };
  SimTime at{};
  Way way = Way::first;
  Text to;
  ProcessState* taker = nullptr;
  LeaseRecord prior;  ///< the last one that was held by another; known is false if none was
  std::optional<SimTime> gap;  ///< when it was released, deleted or restored
  ProcessState* gap_by = nullptr;
  bool clobbered = false;              ///< released by who did not hold it
  std::optional<Judgement> judgement;  ///< the taker's
  std::optional<SimTime> observed;     ///< when the taker had seen the record change
};

/// A node as the API server has it, and when it last gave a sign of life.
struct NodeState {
  NodeState(Text the_name, std::size_t the_index) : name(the_name), index(the_index) {}
  std::string str() const { return name.str(); }

  Text name;
  std::size_t index;
  ProcessState* kubelet = nullptr;
  SimTime kubelet_since{};  ///< when its present life began
  Duration lease_duration{};
  Duration every{};    ///< the longest time from one renewal to the next
  SimTime appeared{};  ///< when its Ready condition was first heard of
  bool gone = false;   ///< its object was deleted
  bool has_committed = false;
  SimTime committed{};                      ///< when its lease was last written
  std::optional<SimTime> committed_before;  ///< by the write before the one at hand
  WallTime stamp{};                         ///< the greatest renewTime that was written
  bool stamped_back = false;                ///< the last renewTime was no greater
  bool has_sign = false;
  SimTime sign{};                      ///< a write of its lease, or of its status
  std::optional<SimTime> sign_before;  ///< the one before the write at hand
  ConditionStatus ready = ConditionStatus::no;
  ConditionStatus ready_before = ConditionStatus::no;  ///< before the change at hand
  SimTime ready_changed{};
  SimTime ready_changed_before{};
};

/// Who watches over the nodes, and with which timings.
struct MonitorState {
  const ProcessState* process = nullptr;  ///< none: nobody ever did
  SimTime since{};
  Duration period{};
  Duration grace{};
  Duration pass{};
  std::optional<SimTime> ended;
  bool watches(SimTime now) const { return process != nullptr && (!ended || *ended >= now); }
};

struct LeaseState {
  LeaseState(Text the_name, std::size_t the_index) : name(the_name), index(the_index) {}
  std::string str() const { return name.str(); }
  Candidate* candidate(const ProcessState* process);
  const Candidate* candidate(const ProcessState* process) const {
    return const_cast<LeaseState*>(this)->candidate(process);
  }
  /// Whether somebody is live who competes under another identity than this one.
  bool has_challenger_of(Text holder) const;

  Text name;
  std::size_t index;
  LeaseRecord now;
  LeaseRecord before;     ///< what the write or deletion at hand replaced
  LeaseRecord last_held;  ///< the last content with a holder, even if the lease is gone
  std::vector<Candidate> candidates;
  std::vector<Believer> believers;
  std::optional<Succession> succession;
  std::optional<SimTime> emptied;  ///< released, deleted or restored; until it is held again
  Succession::Way emptied_way = Succession::Way::released;
  ProcessState* emptied_by = nullptr;
  bool clobbered = false;
  std::string risk;           ///< why a run of it says something; empty: it does not yet
  NodeState* node = nullptr;  ///< whose heartbeat it is
  bool coordinated = false;   ///< the control plane chooses its holders
};

class Stage {
 public:
  ProcessState& process(ProcessName name) { return processes_.of(name.text()); }
  LeaseState& lease(ObjectName name) { return leases_.of(name.text()); }
  std::deque<LeaseState>& leases() { return leases_.all(); }
  const std::deque<LeaseState>& leases() const { return leases_.all(); }
  NodeState& node(ObjectName name) { return nodes_.of(name.text()); }
  std::deque<NodeState>& nodes() { return nodes_.all(); }
  const MonitorState& monitor() const { return monitor_; }
  /// Those who sent requests, in the order of their first ones.
  const std::vector<const ProcessState*>& clients() const { return clients_; }
  /// Who did it; where a trace knows no process, the identity stands for it.
  ProcessState& doer(const Fact& fact, Text identity) {
    return fact.by.is_set() ? process(fact.by) : processes_.of(identity);
  }

  void on(const Fact& fact, const ProcessStarted& body);
  void on(const Fact& fact, const ProcessExited& body);
  void on(const Fact& fact, const ProcessCrashed& body);
  void on(const Fact& fact, const ProcessPaused& body);
  void on(const Fact& fact, const ProcessResumed& body);
  void on(const Fact& fact, const HostSuspended& body);
  void on(const Fact& fact, const HostResumed& body);
  void on(const Fact& fact, const ClockSet& body);
  void on(const Fact& fact, const RequestSent& body);
  void on(const Fact& fact, const RequestServed& body);
  void on(const Fact& fact, const AnswerReceived& body);
  void on(const Fact& fact, const LeaseWritten& body);
  void on(const Fact& fact, const LeaseDeleted& body);
  void on(const Fact& fact, const StoreRestored& body);
  void on(const Fact& fact, const ElectorStarted& body);
  void on(const Fact& fact, const LeaseObserved& body);
  void on(const Fact& fact, const LeaseJudgedExpired& body);
  void on(const Fact& fact, const LeadershipGained& body);
  void on(const Fact& fact, const LeadershipLost& body);
  void on(const Fact& fact, const RenewalBegan& body);
  void on(const Fact& fact, const LeaseReleased& body);
  void on(const Fact& fact, const KubeletStarted& body);
  void on(const Fact& fact, const NodeMonitorStarted& body);
  void on(const Fact& fact, const NodeConditionChanged& body);
  void on(const Fact& fact, const ObjectWritten& body);
  void on(const Fact&, const CandidatePinged& body) { lease(body.lease).coordinated = true; }

 private:
  static void heartbeat(NodeState& node, const Fact& fact, const LeaseWritten& body);
  void end_process(const Fact& fact);
  Candidate& enter(LeaseState& lease, ProcessState& process);
  void succeed(LeaseState& lease, const Fact& fact, ProcessState* writer, bool created);

  std::vector<const ProcessState*> clients_;
  Roll<HostState> hosts_;
  Roll<ProcessState> processes_;
  Roll<LeaseState> leases_;
  Roll<NodeState> nodes_;
  MonitorState monitor_;
};

}  // namespace leasesim
