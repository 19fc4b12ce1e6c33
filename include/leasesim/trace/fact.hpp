// What happened, one typed fact at a time. Facts are values: plain, small, copyable.
#pragma once

#include <variant>

#include "leasesim/trace/api_facts.hpp"
#include "leasesim/trace/election_facts.hpp"
#include "leasesim/trace/node_facts.hpp"
#include "leasesim/trace/process_facts.hpp"

namespace leasesim {

/// All that can be said about a run. New kinds go to the end of their subject; files name kinds by
/// word, never by position.
using FactBody = std::variant<
    // processes and hosts
    ProcessStarted, ProcessExited, ProcessCrashed, ProcessAskedToStop, ProcessPaused,
    ProcessResumed, HostSuspended, HostResumed, ClockSet, FaultBegan, FaultEnded, FaultTouched,
    Remark,
    // requests and the store
    RequestSent, RequestServed, AnswerReceived, LeaseWritten, LeaseTakenOver, LeaseDeleted,
    ObjectWritten, StoreRestored, FinalState,
    // elections and locks
    ElectorStarted, ElectorRefused, LeaseObserved, LeaseJudgedExpired, LeadershipGained,
    RenewalBegan, LeaseRenewed, LeadershipLost, LeaderObserved, LeaseReleased, LockGranted,
    LeaseRefused, WatchdogChanged, WorkBegan, WorkEnded, EffectRefused, CandidatePinged,
    LeaderChosen,
    // nodes and pods
    KubeletStarted, NodeMonitorStarted, NodeJudgedSilent, NodeConditionChanged, NodeTainted,
    NodeUntainted, NodeCordoned, ZoneChanged, PodBound, PodReadyChanged, PodDeleted, PodGone,
    EvictionPlanned, EvictionCancelled>;

inline constexpr std::size_t kFactKinds = std::variant_size_v<FactBody>;

struct Fact {
  SimTime at{};
  ProcessName by;  ///< whose doing it is; unset: the referee's
  FactBody body;
};

namespace detail {
template <class T, std::size_t I = 0>
constexpr std::size_t index_of_fact() {
  if constexpr (std::is_same_v<T, std::variant_alternative_t<I, FactBody>>) {
    return I;
  } else {
    return index_of_fact<T, I + 1>();
  }
}
}  // namespace detail

/// Where a kind stands in FactBody; for tables indexed by kind within one run of the program.
template <class T>
inline constexpr std::size_t kFactIndex = detail::index_of_fact<T>();

/// "leadership-gained"
std::string_view word_of(const FactBody& body);
std::string_view word_of_fact(std::size_t index);

/// Takes facts as they happen, in order. Sinks are called from the run and must not change it.
class FactSink {
 public:
  virtual ~FactSink() = default;
  virtual void take(const Fact& fact) = 0;
};

}  // namespace leasesim
