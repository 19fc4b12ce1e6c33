// The keys of a lease holder, and the profiles that set them.
#include <algorithm>
#include <array>

#include "actors/led_work.hpp"
#include "leasesim/actors/catalog.hpp"
#include "leasesim/actors/lease_holder.hpp"

namespace leasesim {
namespace {

struct Profile {
  std::string_view name;
  void (*set)(LeaseHolderConfig&);
};

// ---- kinds of rules ----

void wall_clock(LeaseHolderConfig&) {}

void wall_clock_window(LeaseHolderConfig& config) {
  config.rule = ExpiryRule::wall_clock_window;
  config.empty_holder_is_free = false;
}

void own_stopwatch(LeaseHolderConfig& config) {
  config.rule = ExpiryRule::own_stopwatch;
  config.retry_jitter = {6, 5};
  config.request_timeout = 5s;
  config.stops = Stops::deadline;
  config.stops_when_taken = false;
  config.on_lost = OnLost::exit;
}

// ---- libraries ----

// upstream: fabric8io/kubernetes-client:kubernetes-client-api/src/main/java/io/fabric8/kubernetes/
// client/extended/leaderelection/LeaderElector.java
void fabric8(LeaseHolderConfig& config) {
  config.judged_by = JudgedBy::own;
  config.start_on_read = true;
  config.retry_jitter = {6, 5};
  config.request_timeout = 10s;
  config.stops = Stops::patience;
  config.on_lost = OnLost::carry_on;
}

// upstream: kubernetes-client/python:kubernetes/base/leaderelection/leaderelection.py
void python(LeaseHolderConfig& config) {
  config.rule = ExpiryRule::own_calendar;
  config.judged_by = JudgedBy::own;
  config.empty_holder_is_free = false;
  config.duration = 17s;
  config.counting = Counting::never;
  config.retry = 5s;
  config.stops = Stops::patience;
  config.renew_deadline = 15s;
  config.stops_when_taken = false;
  config.on_lost = OnLost::carry_on;
}

// upstream: kubernetes-client/csharp:src/KubernetesClient/LeaderElection/LeaderElector.cs
void csharp(LeaseHolderConfig& config) {
  config.rule = ExpiryRule::own_calendar;
  config.judged_by = JudgedBy::own;
  config.request_timeout = 100s;
  config.stops = Stops::deadline;
  config.stops_when_taken = false;
  config.on_lost = OnLost::carry_on;
}

// ---- programs ----

// upstream: noobaa/noobaa-core:src/util/leader_election.js
void noobaa(LeaseHolderConfig& config) {
  config.rule = ExpiryRule::own_calendar;
  config.creates = false;
  config.duration = 20s;
  config.counting = Counting::never;
  config.retry = 1s;
  config.request_timeout = 5s;
  config.stops = Stops::patience;
  config.renew_deadline = 14s;
}

// As a report told it: the hours and minutes of both times were compared.
// upstream: akkadotnet/Akka.Management#2383
void akka_time_of_day(LeaseHolderConfig& config) {
  config.rule = ExpiryRule::time_of_day;
  config.judged_by = JudgedBy::own;
  config.duration = 120s;
  config.retry = 5s;
  config.renew_every = 12s;
}

// The time to live is stored when the lock is taken; none means that it never ends.
// upstream: kubereboot/kured:pkg/daemonsetlock/daemonsetlock.go
void kured(LeaseHolderConfig& config) {
  config.no_duration_is_forever = true;
  config.start_on_read = true;
  config.duration = Duration{};
  config.counting = Counting::never;
  config.retry = 1min;
  config.renews = false;
  config.stops = Stops::never;
}

// upstream: operator-framework/operator-lib:leader/leader.go
void leader_for_life(LeaseHolderConfig& config) {
  config.rule = ExpiryRule::never;
  config.no_duration_is_forever = true;
  config.empty_holder_is_free = false;
  config.start_on_read = true;
  config.duration = Duration{};
  config.counting = Counting::never;
  config.retry = 1s;
  config.retry_max = 16s;
  config.retry_jitter = {1, 5};
  config.renews = false;
  config.stops = Stops::never;
}

// ---- single faults, on top of "wall-clock" ----

void single_shot(LeaseHolderConfig& config) { config.on_lost = OnLost::carry_on; }
void one_try(LeaseHolderConfig& config) { config.tries_once = true; }
void always_outranks(LeaseHolderConfig& config) { config.always_outranks = true; }
void start_on_read(LeaseHolderConfig& config) { config.start_on_read = true; }
void ignores_failed_write(LeaseHolderConfig& config) { config.ignores_failed_write = true; }
void blind(LeaseHolderConfig& config) { config.blind = true; }
void never_stops(LeaseHolderConfig& config) {
  config.stops = Stops::never;
  config.stops_when_taken = false;
}

constexpr std::array kProfiles{
    Profile{"wall-clock", wall_clock},
    Profile{"wall-clock-window", wall_clock_window},
    Profile{"own-stopwatch", own_stopwatch},
    Profile{"fabric8", fabric8},
    Profile{"python", python},
    Profile{"csharp", csharp},
    Profile{"noobaa", noobaa},
    Profile{"akka-time-of-day", akka_time_of_day},
    Profile{"kured", kured},
    Profile{"leader-for-life", leader_for_life},
    Profile{"single-shot", single_shot},
    Profile{"one-try", one_try},
    Profile{"always-outranks", always_outranks},
    Profile{"start-on-read", start_on_read},
    Profile{"ignores-failed-write", ignores_failed_write},
    Profile{"blind", blind},
    Profile{"never-stops", never_stops},
};

// ---- the keys ----

void read_profile(Fields& in, LeaseHolderConfig& config) {
  in.optional("profile", config.profile, "whose habits to start from; the other keys change them");
  if (!in.reading() || config.profile.empty()) return;
  const std::string name = config.profile;
  if (const auto settings = lease_holder_profile(name)) {
    config = *settings;
    return;
  }
  in.refuse("profile", "unknown profile \"" + name + "\"",
            nearest_word(name, lease_holder_profiles()));
}

void read_judgement(Fields& in, LeaseHolderConfig& config) {
  in.optional("rule", config.rule, "by which clock another's lease has expired");
  in.optional("judged_by", config.judged_by, "whose duration its age is held against");
  in.optional("no_duration_is_forever", config.no_duration_is_forever,
              "a record without a duration never expires; else it has expired");
  in.optional("empty_holder_is_free", config.empty_holder_is_free,
              "an empty holder is free at once; else it must expire like any other");
  in.optional("always_outranks", config.always_outranks, "takes the lease, whatever it says");
  in.optional("start_on_read", config.start_on_read, "leads once a read shows its own name");
  in.optional("creates", config.creates, "creates the lease if there is none");
}

void read_writing(Fields& in, LeaseHolderConfig& config) {
  in.optional("duration", config.duration, "of its own lease; 0s: written without one");
  in.optional("counting", config.counting, "what its renewals do to leaseTransitions");
  in.optional("blind", config.blind, "writes onto whatever version is newest at the write");
  in.optional("ignores_failed_write", config.ignores_failed_write,
              "takes a write that failed for one that succeeded");
}

void read_trying(Fields& in, LeaseHolderConfig& config) {
  in.optional("retry", config.retry, "between two tries");
  in.optional("retry_max", config.retry_max,
              "waits to acquire double up to this; 0s: they stay the same");
  in.optional("retry_jitter", config.retry_jitter, "waits to acquire grow by up to this share");
  in.optional("renew_every", config.renew_every, "between two renewals; 0s: as `retry`");
  in.optional("request_timeout", config.request_timeout, "for each request; 0s: none");
  in.optional("tries_once", config.tries_once, "a first try that fails is the last");
  in.optional("renews", config.renews, "renews what it holds");
}

void read_stopping(Fields& in, LeaseHolderConfig& config) {
  in.optional("stops", config.stops, "what makes a leader that cannot renew stop");
  in.optional("renew_deadline", config.renew_deadline, "with stops: deadline or patience");
  in.optional("stops_when_taken", config.stops_when_taken,
              "stops at once when it sees another holder, or a conflict");
  in.optional("gives_back", config.gives_back, "how it gives the lease back when it ends");
  in.optional("on_lost", config.on_lost, "what the program does when it has lost the lease");
  in.optional("rejoin_after", config.rejoin_after, "with on_lost: rejoin");
}

void refuse_nonsense(Fields& in, const LeaseHolderConfig& config) {
  if (config.duration > Duration{} && config.duration < 1s) {
    in.refuse("duration", "a Lease counts whole seconds", "1s");
  }
  if (config.retry <= Duration{}) in.refuse("retry", "without a wait it would try for ever", "2s");
  if (config.retry_jitter.numerator > 100 * config.retry_jitter.denominator) {
    in.refuse("retry_jitter", "expected at most 100 times the wait", "6/5");
  }
}

}  // namespace

std::optional<LeaseHolderConfig> lease_holder_profile(std::string_view name) {
  const auto* profile = std::ranges::find(kProfiles, name, &Profile::name);
  if (profile == kProfiles.end()) return std::nullopt;
  LeaseHolderConfig config;
  config.profile = name;
  profile->set(config);
  return config;
}

std::optional<Contender> contender_of(const LeaseHolderConfig& config) {
  return Contender{config.lease, config.identity};
}

std::vector<Suspicion> suspicions_of(const LeaseHolderConfig& config) {
  std::vector<Suspicion> found;
  const auto suspect = [&](bool wrong, const char* key, const char* why) {
    if (wrong) found.push_back({key, why});
  };
  const bool compares_stamps =
      config.rule == ExpiryRule::wall_clock || config.rule == ExpiryRule::wall_clock_window;
  suspect(compares_stamps, "rule",
          "holds another host's stamps against its own calendar: whoever is ahead of the leader "
          "takes the lease early");
  suspect(config.rule == ExpiryRule::wall_clock_window, "rule",
          "whoever is behind the leader takes a lease that was just renewed: its stamp lies in the "
          "future");
  suspect(config.rule == ExpiryRule::own_calendar, "rule",
          "counts on its calendar: a step forward takes a lease that is being renewed");
  suspect(config.rule == ExpiryRule::time_of_day, "rule",
          "a lease that was renewed before midnight is held until the next evening");
  suspect(config.always_outranks, "always_outranks", "takes the lease from whoever holds it");
  suspect(config.start_on_read, "start_on_read", "leads by a record that may be long out of date");
  suspect(config.blind, "blind", "two who take the lease at once both succeed");
  suspect(config.ignores_failed_write, "ignores_failed_write", "leads without the lease");
  suspect(config.stops == Stops::never && !config.stops_when_taken, "stops",
          "leads on, whatever becomes of the lease");
  suspect(config.on_lost == OnLost::carry_on || config.tries_once, "on_lost",
          "there comes a time when this program neither leads nor competes");
  return found;
}

std::vector<std::string_view> lease_holder_profiles() {
  std::vector<std::string_view> names;
  for (const Profile& profile : kProfiles) names.push_back(profile.name);
  return names;
}

void read(Fields& in, LeaseHolderConfig& config) {
  read_profile(in, config);
  in.required("lease", config.lease, "the lease competed for: name, or namespace/name");
  in.optional("identity", config.identity,
              "the holder text; default: <process>_<uuid>, a new one in every life");
  read_judgement(in, config);
  read_writing(in, config);
  read_trying(in, config);
  read_stopping(in, config);
  read_duties(in, config);
  if (in.reading()) refuse_nonsense(in, config);
}

}  // namespace leasesim
