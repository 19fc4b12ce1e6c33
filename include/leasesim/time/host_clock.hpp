// The only bridge between true time and the two clocks of one host.
//
// Both clocks run at one rate, the host's crystal: true time plus a gain in whole parts per
// billion. Between two changes a reading is `start + floor(elapsed * (10^9 + gain) / 10^9)`, exact
// in integers for 100 years from SimTime 0, and the clocks go on from the reading (so each change
// costs less than a nanosecond). The stopwatch never goes back and never jumps; the calendar does
// what it is told.
#pragma once

#include <cstddef>
#include <cstdint>

#include "leasesim/boxed.hpp"
#include "leasesim/result.hpp"
#include "leasesim/time/duration_text.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// A value. Changes are made in the order of time: `now` is never before an earlier change. Each
/// may change when a deadline on the stopwatch is reached: whoever has asked `sim_at` asks again.
class HostClock {
 public:
  /// The gains that a clock may have: from nearly standing still to twice as fast. Others are moved
  /// to the nearest.
  static constexpr PartsPerMillion kSlowest{-999'999'999};
  static constexpr PartsPerMillion kFastest{1'000'000'000};

  /// A calendar that is `offset` ahead of the true one at SimTime 0, and a stopwatch that shows 0.
  explicit HostClock(WallTime true_start, Duration offset = {}, PartsPerMillion drift = {});

  // Readings, at or after the last change.
  MonoTime mono_at(SimTime now) const {
    if (plain_) [[likely]]
      return mono_start_ + (now - sim_start_);
    return apart_ || asleep_ ? mono_apart(now) : mono_start_ + run(now - sim_start_, rate_);
  }
  WallTime wall_at(SimTime now) const {
    if (plain_) [[likely]]
      return wall_start_ + (now - sim_start_);
    return apart_ ? wall_apart(now) : wall_start_ + run(now - sim_start_, rate_);
  }
  /// The first instant, at or after the last change, at which the stopwatch shows `deadline` or
  /// more. kNever while it stands still, or if that is beyond all runs.
  SimTime sim_at(MonoTime deadline) const {
    if (!plain_) return sim_bent_at(deadline);
    if (deadline <= mono_start_) return sim_start_;
    const Duration elapsed = deadline - mono_start_;
    return elapsed < kNever - sim_start_ ? sim_start_ + elapsed : kNever;
  }

  /// How far the calendar is ahead of the true one, which showed `true_start` at SimTime 0.
  Duration offset_at(SimTime now, WallTime true_start) const {
    return wall_at(now) - (true_start + now.time_since_epoch());
  }
  /// What both clocks gain at present, slewing included; the stopwatch of a sleeping machine is
  /// apart.
  PartsPerMillion rate() const { return {rate_}; }
  std::int64_t rate_ppb() const { return rate_; }
  bool asleep() const { return asleep_; }
  bool wall_frozen() const { return apart_ && apart_->frozen; }

  /// The crystal's gain from now on. A sleeping machine keeps the old gain until it resumes.
  void set_rate(SimTime now, PartsPerMillion drift);
  /// The calendar jumps; a frozen one too. The stopwatch takes no notice.
  void step_wall(SimTime now, Duration by);
  /// The calendar gains `by` (or loses it) evenly over a true period, and as with Linux's adjtime
  /// the stopwatch is bent with it. The gain is a whole number of parts per billion, rounded down;
  /// what that leaves (at most 1 ns for each second) the calendar alone makes up at the end. A
  /// second slew replaces what is left of the first. Sleep ends a slew; a sleeping machine starts
  /// none.
  void slew_wall(SimTime now, Duration by, Duration over);
  /// The end of a slew in progress, else kNever. Readings and `sim_at` know of it: nothing has to
  /// be called then. It is there for who wants to say that the rate has changed.
  SimTime next_change() const { return apart_ ? apart_->slew_end : kNever; }
  /// Makes the end of a slew, if it has come, the last change.
  void settle(SimTime now);

  /// The calendar shows one instant from now on; behind the dial it runs on.
  void freeze_wall(SimTime now);
  /// It jumps to where it would be had it never been frozen.
  void unfreeze_wall(SimTime now);

  /// The machine sleeps: the stopwatch stands still, the calendar goes on (a battery drives it).
  void suspend(SimTime now);
  /// The machine wakes. If the calendar is not set from the battery's, it lags by the time slept.
  void resume(SimTime now, bool calendar_went_on);

 private:
  static constexpr std::uint64_t kBillion = 1'000'000'000;

  /// What clocks of this gain advance while true time advances by `elapsed`. The fraction of a
  /// second is kept apart so that 64 bits suffice.
  static Duration run(Duration elapsed, std::int64_t gain) {
    const auto passed = static_cast<std::uint64_t>(elapsed.count());
    const std::uint64_t pace = kBillion + static_cast<std::uint64_t>(gain);
    const std::uint64_t seconds = passed / kBillion;
    const std::uint64_t fraction = passed % kBillion;
    return Duration{static_cast<std::int64_t>(seconds * pace + fraction * pace / kBillion)};
  }
  SimTime sim_bent_at(MonoTime deadline) const;
  MonoTime mono_apart(SimTime now) const;
  WallTime wall_apart(SimTime now) const;
  /// The calendar behind the dial.
  WallTime running_wall(SimTime now) const { return wall_start_ + run(now - sim_start_, rate_); }
  HostClock settled(SimTime now) const;
  /// Begins a new stretch at the present readings.
  void restart(SimTime now);
  void set_gain(std::int64_t gain);

  // What only a clock needs that is bent or frozen; most never are, and there are many clocks.
  struct Apart {
    SimTime slew_end = kNever;
    Duration slew_rest{};      // what the calendar is to be stepped by at the end of the slew
    std::int32_t drift = 0;    // the crystal's own gain, while a slew bends it or a sleep hides it
    bool drift_waits = false;  // for the end of the sleep
    bool frozen = false;
    WallTime frozen_at{};  // what a frozen calendar shows
  };
  bool slewing() const { return apart_ && apart_->slew_end != kNever; }
  std::int64_t drift() const { return slewing() ? apart_->drift : rate_; }
  void end_slew();
  void drop_apart_if_plain();

  SimTime sim_start_{};
  MonoTime mono_start_{};
  std::int32_t rate_ = 0;  // parts per billion, slewing included
  bool asleep_ = false;
  bool plain_ = true;  // true rate, awake, not frozen, not slewing
  Boxed<Apart> apart_;
  WallTime wall_start_;  // behind the dial, if frozen
};

static_assert(sizeof(HostClock) <= 40);

/// What a time daemon does at one poll.
struct Correction {
  enum class Kind : std::uint8_t { none, step, slew };
  Kind kind = Kind::none;
  Duration by{};
  Duration over{};  ///< of a slew
  friend bool operator==(const Correction&, const Correction&) = default;
};

/// A time daemon that looks at a source every so often and corrects the calendar: small offsets by
/// slewing no faster than it may, great ones by a step. A value; who owns it calls it at each poll.
struct NtpLoop {
  Duration poll = 64s;
  PartsPerMillion slew_max = PartsPerMillion::whole(500);  ///< Linux's limit; positive
  Duration step_threshold = 128ms;                         ///< at least this much is stepped
  Duration source_error{};                                 ///< how far the source itself is ahead

  /// What to do about a calendar that is `offset` ahead of the true one: as much of it as can be
  /// slewed until the next poll.
  Correction correction(Duration offset) const;
  /// Looks at the clock and carries the correction out. A sleeping machine polls nothing.
  Correction poll_at(SimTime now, WallTime true_start, HostClock& clock) const;
  friend bool operator==(const NtpLoop&, const NtpLoop&) = default;
};

}  // namespace leasesim
