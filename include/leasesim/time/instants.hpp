// Three clocks that do not mix. None has a static now(): you must be given one.
#pragma once

#include <chrono>
#include <cstdint>
#include <type_traits>

namespace leasesim {

/// All durations are whole nanoseconds.
using Duration = std::chrono::duration<std::int64_t, std::nano>;

using namespace std::chrono_literals;  // NOLINT(*-using-namespace*): 15s, 200ms everywhere

/// A clock that only names a kind of instant; its readings come from the simulation.
template <class Tag>
struct VirtualClock {
  using duration = Duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<VirtualClock>;
  static constexpr bool is_steady = true;
};

/// The referee's time since the run began: engine, network, trace and checks.
using SimTime = VirtualClock<struct SimTag>::time_point;

/// One host's stopwatch: never steps, may run fast or slow, stands still while the machine sleeps.
using MonoTime = VirtualClock<struct MonoTag>::time_point;

/// One host's calendar since 1970-01-01T00:00:00Z: what is written into objects.
using WallTime = VirtualClock<struct WallTag>::time_point;

static_assert(!std::is_convertible_v<SimTime, MonoTime> &&
              !std::is_convertible_v<MonoTime, WallTime>);
static_assert(sizeof(SimTime) == 8);

/// Later than every instant that a run can reach.
inline constexpr SimTime kNever = SimTime::max();

}  // namespace leasesim
