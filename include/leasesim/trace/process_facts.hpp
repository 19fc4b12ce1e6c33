// Facts about processes, hosts, their clocks, and the faults done to them.
#pragma once

#include "leasesim/names.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

// Each fact has a word, and names its fields once for the digest, the file format and expectations.

struct ProcessStarted {
  static constexpr std::string_view kWord = "process-started";
  HostName host;
  Text actor;
  std::int64_t incarnation = 0;  ///< 0 for the first life
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("host", self.host);
    visit("actor", self.actor);
    visit("incarnation", self.incarnation);
  }
};

/// The process ended by itself or was asked to.
struct ProcessExited {
  static constexpr std::string_view kWord = "process-exited";
  std::int64_t code = 0;
  Text reason;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("code", self.code);
    visit("reason", self.reason);
  }
};

/// The process was killed: nothing of it ran any more from here on.
struct ProcessCrashed {
  static constexpr std::string_view kWord = "process-crashed";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Asked to end (SIGTERM); it may take its time.
struct ProcessAskedToStop {
  static constexpr std::string_view kWord = "process-asked-to-stop";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Stopped in its tracks (SIGSTOP, starvation): its clocks run on.
struct ProcessPaused {
  static constexpr std::string_view kWord = "process-paused";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct ProcessResumed {
  static constexpr std::string_view kWord = "process-resumed";
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// The machine sleeps: its stopwatch stands still.
struct HostSuspended {
  static constexpr std::string_view kWord = "host-suspended";
  HostName host;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("host", self.host);
  }
};

struct HostResumed {
  static constexpr std::string_view kWord = "host-resumed";
  HostName host;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("host", self.host);
  }
};

/// How a host's clocks stand to true time from here on: by offset of the calendar and rate of both.
struct ClockSet {
  static constexpr std::string_view kWord = "clock-set";
  HostName host;
  Text cause;                 ///< "start", "step", "rate", "slew", "ntp", "freeze", "unfreeze",
                              ///< "resume"
  Duration offset{};          ///< calendar minus true calendar
  std::int64_t rate_ppb = 0;  ///< gain of the stopwatch in parts per billion
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("host", self.host);
    visit("cause", self.cause);
    visit("offset", self.offset);
    visit("rate_ppb", self.rate_ppb);
  }
};

/// A fault of the scenario took hold. `index` counts the file's faults from 0.
struct FaultBegan {
  static constexpr std::string_view kWord = "fault-began";
  std::int64_t index = 0;
  Text what;  ///< in the file's words: "pause elector-a"
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("index", self.index);
    visit("what", self.what);
  }
};

struct FaultEnded {
  static constexpr std::string_view kWord = "fault-ended";
  std::int64_t index = 0;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("index", self.index);
  }
};

/// Said of every fault when a run ends: how many messages, wakeups or clock readings it touched.
struct FaultTouched {
  static constexpr std::string_view kWord = "fault-touched";
  std::int64_t index = 0;
  std::int64_t times = 0;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("index", self.index);
    visit("times", self.times);
  }
};

/// Anything an actor wants to have said.
struct Remark {
  static constexpr std::string_view kWord = "remark";
  Text text;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("text", self.text);
  }
};

}  // namespace leasesim
