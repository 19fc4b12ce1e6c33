// Other clients' rules for holding a Lease, faithful and faulty: what people run that is not
// client-go. Every habit is a knob; the profiles are settings of the knobs that were found in use.
//
// All of them read before they write, which client-go's elector does not.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "leasesim/actors/leader_elector.hpp"
#include "leasesim/trace/election_facts.hpp"

namespace leasesim {

constexpr auto words(ExpiryRule) {
  return std::array{Word{"own-stopwatch", ExpiryRule::own_stopwatch},
                    Word{"wall-clock", ExpiryRule::wall_clock},
                    Word{"wall-clock-window", ExpiryRule::wall_clock_window},
                    Word{"own-calendar", ExpiryRule::own_calendar},
                    Word{"time-of-day", ExpiryRule::time_of_day},
                    Word{"never", ExpiryRule::never}};
}

/// Which lease duration a client holds against the age of another's lease.
enum class JudgedBy : std::uint8_t {
  record,  ///< the one that its holder wrote
  own,     ///< its own
};
constexpr auto words(JudgedBy) {
  return std::array{Word{"record", JudgedBy::record}, Word{"own", JudgedBy::own}};
}

/// What a leader does about leaseTransitions. A takeover counts one more, except with `never`.
enum class Counting : std::uint8_t {
  correct,     ///< renewals keep it
  never,       ///< nothing moves it
  always,      ///< renewals count too
  not_copied,  ///< a renewal writes 0
};
constexpr auto words(Counting) {
  return std::array{Word{"correct", Counting::correct}, Word{"never", Counting::never},
                    Word{"always", Counting::always}, Word{"not-copied", Counting::not_copied}};
}

/// What makes a leader that cannot renew stop.
enum class Stops : std::uint8_t {
  deadline,   ///< client-go: `renew_deadline` after it began to try; what is under way is cancelled
  patience,   ///< before a try, if the last success is more than `renew_deadline` ago
  own_clock,  ///< its own calendar has passed renewTime + duration
  never,
};
constexpr auto words(Stops) {
  return std::array{Word{"deadline", Stops::deadline}, Word{"patience", Stops::patience},
                    Word{"own-clock", Stops::own_clock}, Word{"never", Stops::never}};
}

/// How a leader gives its lease back when it ends.
enum class GivesBack : std::uint8_t {
  nothing,  ///< it leaves the lease to expire
  empty,    ///< writes an empty holder and a duration of one second
  remove,   ///< deletes it
};
constexpr auto words(GivesBack) {
  return std::array{Word{"nothing", GivesBack::nothing}, Word{"empty", GivesBack::empty},
                    Word{"delete", GivesBack::remove}};
}

struct LeaseHolderConfig {
  std::string lease;
  std::string identity;  ///< empty: "<process>_<uuid>", new in every life
  std::string profile;   ///< empty: the knobs' own defaults, which are those of "wall-clock"

  // When another's lease is free to take.
  ExpiryRule rule = ExpiryRule::wall_clock;
  JudgedBy judged_by = JudgedBy::record;
  bool no_duration_is_forever = false;  ///< else a record without one has expired
  bool empty_holder_is_free = true;     ///< at once; else it must expire like any other
  bool always_outranks = false;         ///< takes the lease, whatever it says
  bool start_on_read = false;           ///< leads once a read shows its own name
  bool creates = true;                  ///< a missing lease; else it waits for somebody to

  // What it writes.
  Duration duration = 15s;  ///< cut to whole seconds; zero: written without one
  Counting counting = Counting::correct;
  bool blind = false;                 ///< no precondition: onto whatever is newest at the write
  bool ignores_failed_write = false;  ///< a write that failed is taken for one that succeeded

  // How often it tries.
  Duration retry = 2s;
  Duration retry_max{};        ///< if longer than `retry`, waits to acquire double up to it
  Ratio retry_jitter{0, 1};    ///< waits to acquire are longer by up to this share
  Duration renew_every{};      ///< between renewals; zero: `retry`
  Duration request_timeout{};  ///< zero: none
  bool tries_once = false;     ///< a first try that fails is the last
  bool renews = true;

  // When it stops.
  Stops stops = Stops::own_clock;
  Duration renew_deadline = 10s;
  bool stops_when_taken = true;  ///< at once when it sees another holder, or a conflict
  GivesBack gives_back = GivesBack::nothing;
  OnLost on_lost = OnLost::rejoin;
  Duration rejoin_after{};

  // What it does meanwhile.
  std::optional<WorkConfig> work;
  Duration work_stops_after{};
  bool work_never_stops = false;
  std::optional<Duration> work_dies_after;
  bool stop_when_work_dies = false;
};

/// The settings of a named profile; none if there is no such profile.
std::optional<LeaseHolderConfig> lease_holder_profile(std::string_view name);
std::vector<std::string_view> lease_holder_profiles();

void read(Fields& in, LeaseHolderConfig& config);

std::vector<Suspicion> suspicions_of(const LeaseHolderConfig& config);
std::optional<Contender> contender_of(const LeaseHolderConfig& config);

/// The actor `lease-holder`.
Task<> lease_holder(Process& self, Api api, LeaseHolderConfig config);

}  // namespace leasesim
