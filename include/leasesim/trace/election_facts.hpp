// Facts about elections and locks: what each candidate did, saw and believed.
#pragma once

#include <cstdint>

#include "leasesim/objects/lease.hpp"
#include "leasesim/objects/verb.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// Which clock a candidate judges expiry by.
enum class ExpiryRule : std::uint8_t {
  own_stopwatch,      ///< time since it last saw the record change (client-go)
  wall_clock,         ///< its calendar against renewTime + duration
  wall_clock_window,  ///< the same, and a renewTime in the future is invalid too (medik8s)
  own_calendar,       ///< as own_stopwatch, but counted on its calendar, which may jump
  time_of_day,        ///< as wall_clock, but of both times only the hour and minute count
  never,              ///< only a missing record is free (leader for life)
};
std::string_view word_of(ExpiryRule rule);

/// A candidate entered an election, with the timings that it runs with.
struct ElectorStarted {
  static constexpr std::string_view kWord = "elector-started";
  ObjectName lease;
  Text identity;
  Text profile;  ///< whose rules: "client-go", "wall-clock", …
  ExpiryRule rule = ExpiryRule::own_stopwatch;
  Duration lease_duration{};
  Duration renew_deadline{};
  Duration retry_period{};
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("identity", self.identity);
    visit("profile", self.profile);
    visit("rule", self.rule);
    visit("lease_duration", self.lease_duration);
    visit("renew_deadline", self.renew_deadline);
    visit("retry_period", self.retry_period);
  }
};

/// The configuration was refused before anything was sent.
struct ElectorRefused {
  static constexpr std::string_view kWord = "elector-refused";
  ObjectName lease;
  Text why;  ///< upstream's own text
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("why", self.why);
  }
};

/// A candidate saw the record change; its own count of the lease's time starts here.
struct LeaseObserved {
  static constexpr std::string_view kWord = "lease-observed";
  ObjectName lease;
  Version version = 0;
  Text holder;
  MonoTime on_stopwatch{};  ///< the observer's reading
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("version", self.version);
    visit("holder", self.holder);
    visit("on_stopwatch", self.on_stopwatch);
  }
};

/// A candidate judged another's lease not valid and went on to take it.
struct LeaseJudgedExpired {
  static constexpr std::string_view kWord = "lease-judged-expired";
  ObjectName lease;
  Version version = 0;
  Text holder;
  ExpiryRule rule = ExpiryRule::own_stopwatch;
  /// By the rule's clock: since the change was seen, or since renewTime (negative: in the future).
  Duration age{};
  Duration duration{};  ///< the lease duration that it was held against
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("version", self.version);
    visit("holder", self.holder);
    visit("rule", self.rule);
    visit("age", self.age);
    visit("duration", self.duration);
  }
};

/// Begins to act as the leader.
struct LeadershipGained {
  static constexpr std::string_view kWord = "leadership-gained";
  ObjectName lease;
  Text identity;
  std::int64_t transitions = 0;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("identity", self.identity);
    visit("transitions", self.transitions);
  }
};

/// A leader began a round of renewal attempts and will give up when `deadline` has passed.
struct RenewalBegan {
  static constexpr std::string_view kWord = "renewal-began";
  ObjectName lease;
  Duration deadline{};  ///< on its own stopwatch, from here
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("deadline", self.deadline);
  }
};

/// A leader's renewal succeeded, by what it knows.
struct LeaseRenewed {
  static constexpr std::string_view kWord = "lease-renewed";
  ObjectName lease;
  Version version = 0;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("version", self.version);
  }
};

/// Stops acting as the leader (its leading context ends).
struct LeadershipLost {
  static constexpr std::string_view kWord = "leadership-lost";
  ObjectName lease;
  Text identity;
  Text why;  ///< "renew deadline", "stopped", "taken", "expired", …
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("identity", self.identity);
    visit("why", self.why);
  }
};

/// A process reported a holder that it had not reported before (OnNewLeader).
struct LeaderObserved {
  static constexpr std::string_view kWord = "leader-observed";
  ObjectName lease;
  Text holder;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("holder", self.holder);
  }
};

/// A holder gave its lease back: by an empty holder, or by deleting it.
struct LeaseReleased {
  static constexpr std::string_view kWord = "lease-released";
  ObjectName lease;
  bool succeeded = false;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("succeeded", self.succeeded);
  }
};

/// A lock (not an election) was granted to who asked for it.
struct LockGranted {
  static constexpr std::string_view kWord = "lock-granted";
  ObjectName lease;
  Text holder;
  Duration duration{};
  std::int64_t transitions = 0;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("holder", self.holder);
    visit("duration", self.duration);
    visit("transitions", self.transitions);
  }
};

/// A lock was refused because somebody else holds it (AlreadyHeldError).
struct LeaseRefused {
  static constexpr std::string_view kWord = "lease-refused";
  ObjectName lease;
  Text holder;  ///< who has it
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("holder", self.holder);
  }
};

/// The watchdog's verdict on an elector changed (upstream: healthzadaptor.go).
struct WatchdogChanged {
  static constexpr std::string_view kWord = "watchdog-changed";
  ObjectName lease;
  bool healthy = true;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("healthy", self.healthy);
  }
};

/// Guarded work began or ended beside the elector.
struct WorkBegan {
  static constexpr std::string_view kWord = "work-began";
  ObjectName lease;
  Text mode;  ///< "blind", "idempotent", "token", "create", "update"
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("mode", self.mode);
  }
};

struct WorkEnded {
  static constexpr std::string_view kWord = "work-ended";
  ObjectName lease;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
  }
};

/// The object that an effect was meant for turned it away: the fence held.
struct EffectRefused {
  static constexpr std::string_view kWord = "effect-refused";
  ObjectName lease;
  ObjectName object;
  ApiError outcome = ApiError::conflict;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("object", self.object);
    visit("outcome", self.outcome);
  }
};

/// Coordinated election: a candidate was asked whether it is still there.
struct CandidatePinged {
  static constexpr std::string_view kWord = "candidate-pinged";
  ObjectName lease;
  Text candidate;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("candidate", self.candidate);
  }
};

/// Coordinated election: the control plane wrote who is to hold the lease; `preferred`: the holder
/// is only asked to make way for it.
struct LeaderChosen {
  static constexpr std::string_view kWord = "leader-chosen";
  ObjectName lease;
  Text candidate;
  bool preferred = false;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("candidate", self.candidate);
    visit("preferred", self.preferred);
  }
};

}  // namespace leasesim
