#include "leasesim/time/host_clock.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace leasesim {

namespace {

constexpr std::int64_t kLongestNanoseconds = std::numeric_limits<std::int64_t>::max();

std::int32_t within_limits(std::int64_t gain) {
  return static_cast<std::int32_t>(
      std::clamp(gain, HostClock::kSlowest.thousandths, HostClock::kFastest.thousandths));
}

/// The least true time in which clocks of this pace (per 10^9) advance by `wanted` or more.
std::optional<Duration> time_to_run(std::uint64_t wanted, std::uint64_t pace) {
  constexpr std::uint64_t kBillion = 1'000'000'000;
  const std::uint64_t seconds = wanted / pace;
  const std::uint64_t fraction = (wanted % pace * kBillion + pace - 1) / pace;
  if (seconds >= static_cast<std::uint64_t>(kLongestNanoseconds) / kBillion) return std::nullopt;
  return Duration{static_cast<std::int64_t>(seconds * kBillion + fraction)};
}

/// floor(by * 10^9 / over), within what a 32-bit gain can be.
std::int64_t gain_for(Duration by, Duration over) {
  const auto scaled = static_cast<__int128>(by.count()) * 1'000'000'000;
  __int128 gain = scaled / over.count();
  if (gain * over.count() > scaled) --gain;
  constexpr __int128 kLimit = 2'000'000'000;
  return static_cast<std::int64_t>(std::clamp(gain, -kLimit, kLimit));
}

}  // namespace

HostClock::HostClock(WallTime true_start, Duration offset, PartsPerMillion drift)
    : wall_start_(true_start + offset) {
  set_gain(drift.thousandths);
}

void HostClock::end_slew() {
  if (!apart_) return;
  apart_->slew_end = kNever;
  apart_->slew_rest = {};
  drop_apart_if_plain();
}

void HostClock::drop_apart_if_plain() {
  const bool needed = apart_->frozen || apart_->drift_waits || slewing();
  if (!needed) apart_.drop();
}

MonoTime HostClock::mono_apart(SimTime now) const {
  if (asleep_) return mono_start_;
  if (now >= next_change()) return settled(now).mono_at(now);
  return mono_start_ + run(now - sim_start_, rate_);
}

WallTime HostClock::wall_apart(SimTime now) const {
  if (apart_->frozen) return apart_->frozen_at;
  if (now >= apart_->slew_end) return settled(now).wall_at(now);
  return running_wall(now);
}

SimTime HostClock::sim_bent_at(MonoTime deadline) const {
  if (deadline <= mono_start_) return sim_start_;
  if (asleep_) return kNever;
  const auto wanted = static_cast<std::uint64_t>((deadline - mono_start_).count());
  const auto elapsed =
      rate_ == 0 ? Duration{static_cast<std::int64_t>(wanted)}
                 : time_to_run(wanted, kBillion + static_cast<std::uint64_t>(std::int64_t{rate_}));
  const bool reached = elapsed && *elapsed < kNever - sim_start_;
  const SimTime at = reached ? sim_start_ + *elapsed : kNever;
  if (!apart_ || at <= apart_->slew_end) return at;
  return settled(apart_->slew_end).sim_at(deadline);
}

void HostClock::set_gain(std::int64_t gain) {
  rate_ = within_limits(gain);
  plain_ = rate_ == 0 && !asleep_ && !apart_;
}

void HostClock::restart(SimTime now) {
  ensure(now >= sim_start_, "a clock is changed in the order of time");
  ensure(!asleep_, "a sleeping machine's clocks keep their pace");
  settle(now);
  const Duration elapsed = run(now - sim_start_, rate_);
  mono_start_ += elapsed;
  wall_start_ += elapsed;
  sim_start_ = now;
}

void HostClock::settle(SimTime now) {
  if (!slewing() || now < apart_->slew_end) return;
  const SimTime end = apart_->slew_end;
  const Duration elapsed = run(end - sim_start_, rate_);
  const std::int64_t crystal = drift();
  mono_start_ += elapsed;
  wall_start_ += elapsed + apart_->slew_rest;
  sim_start_ = end;
  end_slew();
  set_gain(crystal);
}

HostClock HostClock::settled(SimTime now) const {
  HostClock copy = *this;
  copy.settle(now);
  return copy;
}

void HostClock::set_rate(SimTime now, PartsPerMillion drift) {
  settle(now);
  const std::int32_t crystal = within_limits(drift.thousandths);
  if (asleep_) {
    apart_.make().drift = crystal;
    apart_->drift_waits = true;
    return;
  }
  const std::int64_t slew = rate_ - this->drift();
  restart(now);
  if (slewing()) apart_->drift = crystal;
  set_gain(crystal + slew);
}

void HostClock::step_wall(SimTime now, Duration by) {
  settle(now);
  wall_start_ += by;
  if (wall_frozen()) apart_->frozen_at += by;
}

void HostClock::slew_wall(SimTime now, Duration by, Duration over) {
  ensure(over > Duration{} && over < kNever - now, "a slew takes some time, and ends");
  if (asleep_) return;
  restart(now);
  const auto crystal = static_cast<std::int32_t>(drift());
  apart_.make().drift = crystal;
  apart_->slew_end = now + over;
  set_gain(crystal + gain_for(by, over));
  // Exact whatever the limits make of the gain.
  const Duration gained = run(over, rate_) - run(over, crystal);
  apart_->slew_rest = by - gained;
}

void HostClock::freeze_wall(SimTime now) {
  settle(now);
  if (wall_frozen()) return;
  const WallTime shown = wall_at(now);
  apart_.make().frozen = true;
  apart_->frozen_at = shown;
  plain_ = false;
}

void HostClock::unfreeze_wall(SimTime now) {
  settle(now);
  if (!apart_) return;
  apart_->frozen = false;
  drop_apart_if_plain();
  set_gain(rate_);
}

void HostClock::suspend(SimTime now) {
  ensure(!asleep_, "a machine falls asleep once at a time");
  restart(now);
  const std::int64_t crystal = drift();
  end_slew();
  asleep_ = true;
  set_gain(crystal);
}

void HostClock::resume(SimTime now, bool calendar_went_on) {
  ensure(asleep_, "only a sleeping machine wakes up");
  ensure(now >= sim_start_, "a clock is changed in the order of time");
  if (calendar_went_on) wall_start_ = running_wall(now);
  sim_start_ = now;
  asleep_ = false;
  std::int64_t crystal = rate_;
  if (apart_ && apart_->drift_waits) {
    crystal = apart_->drift;
    apart_->drift_waits = false;
    drop_apart_if_plain();
  }
  set_gain(crystal);
}

Correction NtpLoop::correction(Duration offset) const {
  const Duration by = source_error - offset;
  const std::int64_t size = by < Duration{} ? -by.count() : by.count();
  if (size == 0) return {};
  if (size >= step_threshold.count()) return {Correction::Kind::step, by, {}};

  const auto most = static_cast<std::int64_t>(static_cast<__int128>(poll.count()) *
                                              slew_max.thousandths / 1'000'000'000);
  if (most == 0) return {};
  if (size >= most) return {Correction::Kind::slew, Duration{by.count() < 0 ? -most : most}, poll};
  const auto needed = (static_cast<__int128>(size) * 1'000'000'000 + slew_max.thousandths - 1) /
                      slew_max.thousandths;
  return {Correction::Kind::slew, by, Duration{static_cast<std::int64_t>(needed)}};
}

Correction NtpLoop::poll_at(SimTime now, WallTime true_start, HostClock& clock) const {
  if (clock.asleep()) return {};
  const Correction made = correction(clock.offset_at(now, true_start));
  if (made.kind == Correction::Kind::step) clock.step_wall(now, made.by);
  if (made.kind == Correction::Kind::slew) clock.slew_wall(now, made.by, made.over);
  return made;
}

}  // namespace leasesim
