// What a run amounts to: each invariant's windows, each expectation's fate, and the numbers.
// Plain data with its own strings: a Verdict outlives the run, its names and its trace.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leasesim/scenario/document.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// What made a window possible. One window may have several.
enum class Cause : std::uint8_t {
  process_pause,        ///< a believer was stopped and could not notice
  machine_suspend,      ///< its machine slept, its stopwatch with it
  partition,            ///< its requests got no answer, so it led on until its deadline
  late_answer,          ///< it counted from an answer that came long after the write
  lost_answer,          ///< the write was in, its answer never came
  release,              ///< it led or worked on while it gave the lease back
  unsafe_timings,       ///< lease duration < retry period + renew deadline
  clock_rate,           ///< the challenger's stopwatch ran faster than the leader's
  wall_clock_ahead,     ///< a calendar ahead judged the lease expired too early
  future_stamp,         ///< a renewTime in the judge's future was taken for invalid
  frozen_clock,         ///< the leader's stamps did not change, so its renewals were not seen
  deleted,              ///< somebody deleted the lease
  edited,               ///< somebody outside the cast wrote it
  restored,             ///< the store went back to an older state
  same_identity,        ///< two processes competed under one identity
  successor_clobbered,  ///< an old leader emptied the lease of its successor
  blind_write,          ///< a write that insisted on no version, or on an old one
  leader_gone,          ///< the leader, or a node's kubelet, crashed or ended
  calendar_set_back,    ///< a node's calendar went back, so its renewals were not seen
  refused,              ///< the API server refused the writes
  stale_cache,          ///< who decided had an old copy
  monitor_restarted,    ///< who watched began anew, and its timers with it
  still_renewed,        ///< its kubelet went on writing it
  nobody_collects,      ///< whose task it was to delete it was not there
  unknown,              ///< none of these: the story's facts are all there is
};
/// "process pause"
std::string_view word_of(Cause cause);

/// A fact that shows a window, in words that need no trace at hand.
struct Evidence {
  SimTime at{};
  std::string by;    ///< a process; empty: the referee or a hand outside the cast
  std::string fact;  ///< its word: "leadership-gained"
  std::string text;  ///< its fields: "lease=demo identity=a transitions=1"
  friend bool operator==(const Evidence&, const Evidence&) = default;
};

/// Somebody who took part in a window.
struct Party {
  std::string process;   ///< or its identity, where a trace knows no process
  std::string identity;  ///< as the lease spells it; empty if it has none
  SimTime since{};       ///< it believed (acted, held) since then, perhaps long before the window
  std::uint64_t effects = 0;  ///< of it that landed within the window
  friend bool operator==(const Party&, const Party&) = default;
};

/// One stretch of time, or one instant, in which an invariant did not hold.
struct Window {
  SimTime from{};
  std::optional<SimTime> to;           ///< unset: still so when the run ended
  std::string subject;                 ///< a lease, or "configmap/name" for another object
  std::vector<Party> who;              ///< in the order in which they came
  Duration length{};                   ///< until the run's end if the window is open
  std::optional<Duration> both_ran;    ///< the part in which at least two were neither paused nor
                                       ///< suspended; where that makes sense
  std::optional<Duration> both_acted;  ///< from where effects of two had landed to where the last
                                       ///< but one stopped; unset: fewer than two acted
  std::vector<Evidence> evidence;      ///< in order of time
  std::vector<Cause> causes;           ///< the most telling first
  std::string why;                     ///< one paragraph
  friend bool operator==(const Window&, const Window&) = default;
};

/// What one invariant, with one limit, found about one subject.
struct InvariantReport {
  enum class Outcome : std::uint8_t { held, broken, not_at_risk };

  std::string name;
  std::string subject;            ///< empty: nothing in the run concerned it
  std::optional<Duration> limit;  ///< as an expectation set it; unset: the default
  Outcome outcome = Outcome::not_at_risk;
  std::vector<Window> windows;  ///< the first ones: at most `kWindowsKept` an invariant
  std::uint64_t windows_total = 0;
  Duration longest{};
  Duration total{};
  std::string at_risk_because;  ///< empty if it was not
  friend bool operator==(const InvariantReport&, const InvariantReport&) = default;
};
inline constexpr std::size_t kWindowsKept = 1'000;
/// "held", "broken", "not at risk"
std::string_view word_of(InvariantReport::Outcome outcome);

/// What became of one expectation of the file.
struct ExpectationReport {
  enum class Outcome : std::uint8_t { met, unmet, inconclusive, not_asked };

  std::size_t index = 0;  ///< in the file's list, from 0
  Place place;
  std::string text;  ///< in the file's words: "breaks one-leader-at-a-time, lease: demo"
  Outcome outcome = Outcome::inconclusive;
  std::string found;    ///< what was seen: the numbers if met, what is wrong if not
  std::string nearest;  ///< what came nearest, if anything did
  /// What it measures, for comparing seeds: the longest window that fits (breaks, holds), the time
  /// of the first fact (happens, never). Unset: nothing to measure.
  std::optional<Duration> measured;
  friend bool operator==(const ExpectationReport&, const ExpectationReport&) = default;
};
/// "met", "unmet", "inconclusive", "not asked"
std::string_view word_of(ExpectationReport::Outcome outcome);

/// One change of holder.
struct Takeover {
  std::string lease;
  std::string from;  ///< empty: nobody had it
  std::string to;
  SimTime at{};
  std::optional<Duration> since_commit;  ///< of the former holder, its last write of the lease
  std::optional<Duration> leaderless;    ///< until now; unset: somebody still believes to lead
  friend bool operator==(const Takeover&, const Takeover&) = default;
};

struct LeaseMetrics {
  std::string lease;
  std::uint64_t writes = 0;
  std::uint64_t takeovers = 0;   ///< changes from one holder to another, deliberate ones included
  std::int64_t transitions = 0;  ///< the lease's own counter when the run ended; -1: unset
  Duration dual_leader_total{};  ///< time in which two or more believed to lead
  Duration dual_leader_longest{};
  std::uint64_t dual_leader_windows = 0;
  Duration leaderless_total{};  ///< time in which nobody did, from the first candidate on
  Duration leaderless_longest{};
  friend bool operator==(const LeaseMetrics&, const LeaseMetrics&) = default;
};

struct ClientMetrics {
  std::string process;
  std::array<std::uint64_t, 7> requests{};  ///< sent, indexed by Verb
  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : requests) sum += count;
    return sum;
  }
  friend bool operator==(const ClientMetrics&, const ClientMetrics&) = default;
};

/// Of all nodes that had a kubelet, or a condition.
struct NodeMetrics {
  std::uint64_t nodes = 0;
  std::uint64_t marked = 0;        ///< how often one was called Unknown…
  std::uint64_t flaps = 0;         ///< …and while its kubelet ran
  std::uint64_t evictions = 0;     ///< pods deleted by who watches over the nodes
  Duration longest_to_unknown{};   ///< from a last sign of life to Unknown
  Duration longest_to_eviction{};  ///< and to a pod's deletion
  friend bool operator==(const NodeMetrics&, const NodeMetrics&) = default;
};

struct Metrics {
  Duration judged{};                 ///< the length of the run
  std::vector<LeaseMetrics> leases;  ///< those with candidates or takeovers, in order of appearance
  std::vector<ClientMetrics> clients;  ///< in order of appearance
  NodeMetrics nodes;
  std::vector<Takeover> takeovers;  ///< the first kWindowsKept
  std::uint64_t takeovers_total = 0;
  std::uint64_t facts = 0;
  friend bool operator==(const Metrics&, const Metrics&) = default;
};
/// A count over a span as a whole number an hour, to the nearest; 0 for an empty span.
std::uint64_t per_hour(std::uint64_t count, Duration span);

/// What a fault of the file did.
struct FaultEffect {
  std::size_t index = 0;
  std::string what;  ///< in the file's words
  std::optional<SimTime> began;
  std::optional<SimTime> ended;
  std::int64_t touched = 0;  ///< messages, wakeups and readings; 0: it changed nothing
  friend bool operator==(const FaultEffect&, const FaultEffect&) = default;
};

struct Verdict {
  enum class Outcome : std::uint8_t { holds, violated, inconclusive };

  Outcome outcome = Outcome::inconclusive;
  std::string because;                          ///< one sentence
  SimTime end{};                                ///< where the run ended
  std::vector<ExpectationReport> expectations;  ///< in the file's order
  std::vector<InvariantReport> invariants;      ///< by catalog, then subject in order of appearance
  std::vector<FaultEffect> faults;
  std::vector<std::string> notes;  ///< what is worth knowing and decides nothing
  Metrics metrics;
  friend bool operator==(const Verdict&, const Verdict&) = default;
};
/// "holds", "violated", "inconclusive"
std::string_view word_of(Verdict::Outcome outcome);

}  // namespace leasesim
