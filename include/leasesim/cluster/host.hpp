// A machine: its clocks, and the processes whose timers count on them.
#pragma once

#include <cstdint>
#include <utility>

#include "leasesim/cluster/run.hpp"
#include "leasesim/time/host_clock.hpp"

namespace leasesim {

class Process;

/// What the calendar of a machine shows when the machine wakes up.
enum class AfterSleep : std::uint8_t {
  right,   ///< it is read from the hardware clock again
  behind,  ///< it lags by the sleep
};

/// A resource: processes point to it. As large as a line of cache, for there may be many.
class alignas(64) Host {
 public:
  Host(Run& run, HostName name, HostClock clock)
      : clock_(std::move(clock)), run_(run), name_(name) {}
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  HostName name() const { return name_; }
  Run& run() const { return run_; }
  const HostClock& clock() const { return clock_; }
  MonoTime mono_now() const { return clock_.mono_at(run_.engine.now()); }
  WallTime wall_now() const { return clock_.wall_at(run_.engine.now()); }
  bool asleep() const { return clock_.asleep(); }

  /// Changes the clock by `change(clock, now)` and re-arms every timer that counts on it.
  template <class Change>
  void set_clock(const char* cause, Change&& change) {
    change(clock_, run_.engine.now());
    clock_changed(cause);
  }

  /// Says how the clocks stand when the run begins.
  void announce_clock() { clock_changed("start"); }

  /// The machine sleeps: its stopwatch stands still, nothing on it runs.
  void suspend();
  void resume(AfterSleep calendar);

 private:
  friend class Process;
  template <class Visit>
  void for_each_process(Visit visit);
  void clock_changed(const char* cause);
  void rearm_timers();

  HostClock clock_;
  Run& run_;
  HostName name_;
  Process* processes_ = nullptr;  // the first of a list through their next_on_host
};

static_assert(sizeof(Host) == 64);

}  // namespace leasesim
