// What a scenario does to its cast: plain data. What each means for a run, world/ decides.
//
// A name such as `pause:` chooses the kind and says whom it strikes; the other keys say how.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "leasesim/scenario/fields.hpp"
#include "leasesim/scenario/reference.hpp"
#include "leasesim/scenario/when.hpp"

namespace leasesim {

// --- processes and machines ---

struct Pause {
  static constexpr std::string_view kKey = "pause";
  static constexpr std::string_view kMeaning =
      "the process is stopped (SIGSTOP): its clocks run on, its wakeups wait";
  ProcessRef process;
  friend bool operator==(const Pause&, const Pause&) = default;
};

struct Crash {
  static constexpr std::string_view kKey = "crash";
  static constexpr std::string_view kMeaning =
      "the process dies at once and forgets everything; with `for` it is started again after that";
  ProcessRef process;
  friend bool operator==(const Crash&, const Crash&) = default;
};

struct Restart {
  static constexpr std::string_view kKey = "restart";
  static constexpr std::string_view kMeaning = "the process dies if it runs, and starts again";
  ProcessRef process;
  friend bool operator==(const Restart&, const Restart&) = default;
};

/// The process is asked to end (SIGTERM), and may clean up first.
struct Stop {
  static constexpr std::string_view kKey = "stop";
  static constexpr std::string_view kMeaning =
      "the process is asked to end (SIGTERM) and may give its lease back first";
  ProcessRef process;
  friend bool operator==(const Stop&, const Stop&) = default;
};

/// What a suspended machine's calendar shows when it wakes.
enum class CalendarOnWake : std::uint8_t { jumps, lags };
constexpr auto words(CalendarOnWake) {
  return std::array{Word{"jumps", CalendarOnWake::jumps}, Word{"lags", CalendarOnWake::lags}};
}
struct Suspend {
  static constexpr std::string_view kKey = "suspend";
  static constexpr std::string_view kMeaning =
      "the machine sleeps: its stopwatch stands still, messages to it wait";
  HostRef host;
  CalendarOnWake calendar =
      CalendarOnWake::jumps;  ///< jumps: right at once; lags: behind by the sleep
  friend bool operator==(const Suspend&, const Suspend&) = default;
};

// --- the network ---

/// How a connection that cannot be made shows itself to who tries.
enum class Cut : std::uint8_t { black_hole, refuse, reset };
constexpr auto words(Cut) {
  return std::array{Word{"black-hole", Cut::black_hole}, Word{"refuse", Cut::refuse},
                    Word{"reset", Cut::reset}};
}
struct Partition {
  static constexpr std::string_view kKey = "partition";
  static constexpr std::string_view kMeaning = "nothing passes between these hosts and those";
  std::vector<HostRef> hosts;
  std::vector<HostRef> from;  ///< empty: from all others
  bool one_way = false;       ///< only what goes from `hosts` to `from` is cut
  Cut how = Cut::black_hole;
  friend bool operator==(const Partition&, const Partition&) = default;
};

struct HostPair {
  HostRef from;
  HostRef to;
  bool one_way = false;  ///< only what goes from `from` to `to`
  friend bool operator==(const HostPair&, const HostPair&) = default;
};
struct Slow {
  static constexpr std::string_view kKey = "slow";
  static constexpr std::string_view kMeaning = "messages between two hosts take longer";
  HostPair link;
  DurationRange latency{};
  friend bool operator==(const Slow&, const Slow&) = default;
};

struct Lose {
  static constexpr std::string_view kKey = "lose";
  static constexpr std::string_view kMeaning =
      "a share of the segments between two hosts is lost and sent again later";
  HostPair link;
  Ratio share{};
  friend bool operator==(const Lose&, const Lose&) = default;
};

/// What a client sees of an answer that is lost.
enum class Lost : std::uint8_t { silent, cut };
constexpr auto words(Lost) {
  return std::array{Word{"silent", Lost::silent}, Word{"cut", Lost::cut}};
}
struct DropAnswer {
  static constexpr std::string_view kKey = "drop_answer";
  static constexpr std::string_view kMeaning =
      "the next request of the process is carried out, and its answer lost; with `for`, all of "
      "them";
  ProcessRef process;
  Lost how = Lost::silent;
  std::vector<std::string> verbs;  ///< empty: all
  friend bool operator==(const DropAnswer&, const DropAnswer&) = default;
};

struct DelayAnswer {
  static constexpr std::string_view kKey = "delay_answer";
  static constexpr std::string_view kMeaning =
      "the next request of the process is carried out, and its answer late; with `for`, all of "
      "them";
  ProcessRef process;
  DurationRange by{};
  std::vector<std::string> verbs;  ///< empty: all
  friend bool operator==(const DelayAnswer&, const DelayAnswer&) = default;
};

// --- clocks ---

struct StepWall {
  static constexpr std::string_view kKey = "step";
  static constexpr std::string_view kMeaning = "a host's calendar is set forward or back";
  HostRef host;
  Shift by;
  friend bool operator==(const StepWall&, const StepWall&) = default;
};

struct SlewWall {
  static constexpr std::string_view kKey = "slew";
  static constexpr std::string_view kMeaning =
      "a host's calendar is moved forward or back little by little";
  HostRef host;
  Shift by;
  Duration over{};
  friend bool operator==(const SlewWall&, const SlewWall&) = default;
};

struct Drift {
  static constexpr std::string_view kKey = "drift";
  static constexpr std::string_view kMeaning =
      "a host's clocks, stopwatch and calendar, run fast (+) or slow (-)";
  HostRef host;
  PartsPerMillion rate{};
  friend bool operator==(const Drift&, const Drift&) = default;
};

struct FreezeWall {
  static constexpr std::string_view kKey = "freeze";
  static constexpr std::string_view kMeaning =
      "a host's calendar stands still while its stopwatch runs on";
  HostRef host;
  friend bool operator==(const FreezeWall&, const FreezeWall&) = default;
};

// --- the API server ---

struct ApiDown {
  static constexpr std::string_view kKey = "api_down";
  static constexpr std::string_view kMeaning = "the API server on this host serves nobody";
  HostRef host;
  Cut how = Cut::refuse;
  friend bool operator==(const ApiDown&, const ApiDown&) = default;
};

struct SlowApi {
  static constexpr std::string_view kKey = "api_slow";
  static constexpr std::string_view kMeaning =
      "the API server on this host takes longer over each request";
  HostRef host;
  DurationRange service_time{};
  friend bool operator==(const SlowApi&, const SlowApi&) = default;
};

enum class Failing : std::uint8_t { requests };
constexpr auto words(Failing) { return std::array{Word{"requests", Failing::requests}}; }
struct FailRequests {
  static constexpr std::string_view kKey = "fail";
  static constexpr std::string_view kMeaning = "requests are answered with an error, after a delay";
  Failing what = Failing::requests;
  std::vector<ProcessRef> of;      ///< empty: everybody's
  std::vector<std::string> verbs;  ///< empty: all
  std::vector<ObjectRef> objects;  ///< empty: all
  std::int64_t code = 500;         ///< the HTTP status
  std::string message;             ///< empty: the status's usual one
  DurationRange delay{};           ///< before the answer
  bool applied = false;            ///< the write is carried out all the same
  std::optional<Ratio> share;      ///< of the requests; unset: all
  friend bool operator==(const FailRequests&, const FailRequests&) = default;
};

struct DeleteObject {
  static constexpr std::string_view kKey = "delete";
  static constexpr std::string_view kMeaning = "somebody deletes an object";
  ObjectRef object;
  friend bool operator==(const DeleteObject&, const DeleteObject&) = default;
};

struct PatchObject {
  static constexpr std::string_view kKey = "patch";
  static constexpr std::string_view kMeaning =
      "somebody overwrites fields of an object by hand (null removes one); it is made if missing";
  ObjectRef object;
  Tree set;  ///< a merge patch
  friend bool operator==(const PatchObject&, const PatchObject&) = default;
};

/// `10s`: as it was at that time of the run. `30s ago`: as it was so long before the fault.
struct Moment {
  Duration time{};
  bool ago = false;
  friend bool operator==(const Moment&, const Moment&) = default;
};
template <>
struct Spelling<Moment> {
  static void read(const Tree& node, Moment& value, const Spot& spot);
  static Tree write(const Moment& value);
  static Shape shape();
};
struct RestoreStore {
  static constexpr std::string_view kKey = "restore";
  static constexpr std::string_view kMeaning =
      "the store is put back to an older state, versions and all";
  Moment to;
  friend bool operator==(const RestoreStore&, const RestoreStore&) = default;
};

struct Webhook {
  static constexpr std::string_view kKey = "webhook";
  static constexpr std::string_view kMeaning =
      "an admission webhook delays or refuses the writes of some kinds";
  std::vector<std::string> kinds;
  std::optional<DurationRange> delays;
  std::optional<std::string> refuses;  ///< with this message
  friend bool operator==(const Webhook&, const Webhook&) = default;
};

using Fault = std::variant<Pause, Crash, Restart, Stop, Suspend, Partition, Slow, Lose, DropAnswer,
                           DelayAnswer, StepWall, SlewWall, Drift, FreezeWall, ApiDown, SlowApi,
                           FailRequests, DeleteObject, PatchObject, RestoreStore, Webhook>;

/// A fault with its time. A KindSet.
struct PlannedFault {
  static constexpr std::string_view kNoun = "fault";
  When at;
  std::optional<DurationRange> lasts;  ///< unset: for good, or only once
  Fault fault;
  Place place;
  friend bool operator==(const PlannedFault&, const PlannedFault&) = default;
};
void read_common(Fields& in, PlannedFault& planned);
inline Fault& kinds_of(PlannedFault& planned) { return planned.fault; }

void read(Fields& in, Pause& fault);
void read(Fields& in, Crash& fault);
void read(Fields& in, Restart& fault);
void read(Fields& in, Stop& fault);
void read(Fields& in, Suspend& fault);
void read(Fields& in, Partition& fault);
void read(Fields& in, HostPair& link);
void read(Fields& in, Slow& fault);
void read(Fields& in, Lose& fault);
void read(Fields& in, DropAnswer& fault);
void read(Fields& in, DelayAnswer& fault);
void read(Fields& in, StepWall& fault);
void read(Fields& in, SlewWall& fault);
void read(Fields& in, Drift& fault);
void read(Fields& in, FreezeWall& fault);
void read(Fields& in, ApiDown& fault);
void read(Fields& in, SlowApi& fault);
void read(Fields& in, FailRequests& fault);
void read(Fields& in, DeleteObject& fault);
void read(Fields& in, PatchObject& fault);
void read(Fields& in, RestoreStore& fault);
void read(Fields& in, Webhook& fault);

/// The word that a file uses for the fault: "pause", "api_down", …
std::string_view word_of(const Fault& fault);

}  // namespace leasesim
