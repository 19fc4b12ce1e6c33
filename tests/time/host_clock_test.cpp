#include "leasesim/time/host_clock.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "leasesim/random/streams.hpp"

namespace leasesim {
namespace {

constexpr WallTime kEpoch{1'767'225'600s};  // 2026-01-01
constexpr Duration kYear = 24h * 365;

SimTime at(Duration since_start) { return SimTime{since_start}; }
Duration mono(const HostClock& clock, Duration now) {
  return clock.mono_at(at(now)).time_since_epoch();
}
Duration wall(const HostClock& clock, Duration now) { return clock.wall_at(at(now)) - kEpoch; }

/// Draws by number, for property tests.
class Luck {
 public:
  explicit Luck(std::uint64_t seed) : key_{mix64(seed)} {}
  std::int64_t from(std::int64_t low, std::int64_t high) {
    const auto width = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(bounded(Draw{key_, next_++}, width));
  }
  /// Small ones as often as great ones.
  Duration duration(Duration high) { return Duration{from(0, high.count() >> from(0, 60))}; }

 private:
  StreamKey key_;
  std::uint64_t next_ = 0;
};

TEST(HostClock, StartsWithItsOffsetAndRunsAtItsRate) {
  const HostClock right{kEpoch};
  const HostClock ahead{kEpoch, 5s};
  const HostClock fast{kEpoch, -1s, PartsPerMillion::whole(20'000)};

  EXPECT_EQ(mono(right, 100s), 100s);
  EXPECT_EQ(wall(right, 100s), 100s);
  EXPECT_EQ(wall(ahead, 100s), 105s);
  EXPECT_EQ(mono(ahead, 100s), 100s);
  EXPECT_EQ(mono(fast, 100s), 102s);
  EXPECT_EQ(wall(fast, 100s), 101s);
  EXPECT_EQ(fast.offset_at(at(100s), kEpoch), 1s);
}

TEST(HostClock, RoundsReadingsDownWhateverTheSignOfTheDrift) {
  const HostClock slow{kEpoch, {}, PartsPerMillion{-1}};
  EXPECT_EQ(mono(slow, 1ns), 0ns);
  EXPECT_EQ(mono(slow, 1s), 999'999'999ns);
  EXPECT_EQ(mono(slow, 1s + 1ns), 999'999'999ns);
  EXPECT_EQ(mono(slow, 1s + 2ns), 1s);

  const HostClock fast{kEpoch, {}, PartsPerMillion{1}};
  EXPECT_EQ(mono(fast, 1s - 1ns), 999'999'999ns);
  EXPECT_EQ(mono(fast, 1s), 1'000'000'001ns);
}

// The rates of the oracle tests on a follower whose stopwatch runs fast.
TEST(HostClock, ReachesFifteenSecondsSoonerTheFasterItRuns) {
  const auto reached = [](std::int64_t ppm) {
    const HostClock clock{kEpoch, {}, PartsPerMillion::whole(ppm)};
    return clock.sim_at(MonoTime{15s}).time_since_epoch();
  };
  EXPECT_EQ(reached(0), 15s);
  EXPECT_EQ(reached(250'000), 12s);
  EXPECT_EQ(reached(500'000), 10s);
  EXPECT_EQ(reached(-500'000), 30s);
  EXPECT_EQ(reached(300'000), 11'538'461'539ns);  // 15 s / 1.3, rounded up
}

TEST(HostClock, FindsTheFirstInstantOfEveryReading) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Luck luck{seed};
    HostClock clock{kEpoch, {}, PartsPerMillion{luck.from(-500'000'000, 500'000'000)}};
    const SimTime changed = at(luck.duration(kYear));
    if (luck.from(0, 1) == 1) {
      clock.set_rate(changed, PartsPerMillion{luck.from(-500'000'000, 500'000'000)});
    }
    if (luck.from(0, 1) == 1) {
      clock.slew_wall(changed, Duration{luck.from(-1'000'000'000, 1'000'000'000)},
                      2s + luck.duration(1h));
    }
    const MonoTime deadline = clock.mono_at(changed) + 1ns + luck.duration(100 * kYear / 4);

    const SimTime reached = clock.sim_at(deadline);

    ASSERT_NE(reached, kNever);
    ASSERT_GE(clock.mono_at(reached), deadline) << seed;
    ASSERT_LT(clock.mono_at(reached - 1ns), deadline) << seed;
  }
}

TEST(HostClock, HoldsForAHundredYearsAtEveryRateItMayHave) {
  for (const std::int64_t ppm : {-500'000, -1, 1, 250'000, 500'000}) {
    const HostClock clock{kEpoch, {}, PartsPerMillion::whole(ppm)};
    const auto exact = static_cast<__int128>((100 * kYear).count()) * (1'000'000 + ppm) / 1'000'000;
    EXPECT_EQ(mono(clock, 100 * kYear).count(), static_cast<std::int64_t>(exact));
    EXPECT_LE(clock.sim_at(clock.mono_at(at(100 * kYear))), at(100 * kYear));
    EXPECT_EQ(wall(clock, 100 * kYear), mono(clock, 100 * kYear));
  }
}

TEST(HostClock, GoesOnFromItsReadingWhenItsRateChanges) {
  HostClock clock{kEpoch};
  clock.set_rate(at(10s), PartsPerMillion::whole(500'000));
  EXPECT_EQ(mono(clock, 10s), 10s);
  EXPECT_EQ(mono(clock, 12s), 13s);
  EXPECT_EQ(wall(clock, 12s), 13s);

  clock.set_rate(at(12s), {});
  EXPECT_EQ(mono(clock, 20s), 21s);
  EXPECT_EQ(clock.rate(), PartsPerMillion{});
}

TEST(HostClock, StepsTheCalendarAndNotTheStopwatch) {
  HostClock clock{kEpoch, {}, PartsPerMillion::whole(100)};
  const Duration before = mono(clock, 10s);
  clock.step_wall(at(10s), -3600s);

  EXPECT_EQ(mono(clock, 10s), before);
  EXPECT_EQ(wall(clock, 10s), before - 3600s);
  EXPECT_EQ(wall(clock, 20s) - wall(clock, 10s), mono(clock, 20s) - before);
}

TEST(HostClock, SlewsBothClocksEvenlyAndEndsExactly) {
  HostClock clock{kEpoch, -500ms};
  clock.slew_wall(at(0s), 500ms, 1000s);  // adjtime's 500 parts per million

  EXPECT_EQ(clock.rate(), PartsPerMillion::whole(500));
  EXPECT_EQ(clock.offset_at(at(500s), kEpoch), -250ms);
  EXPECT_EQ(mono(clock, 500s), 500s + 250ms);
  EXPECT_EQ(clock.next_change(), at(1000s));
  EXPECT_EQ(clock.offset_at(at(1000s), kEpoch), 0s);
  // Nobody has to tell it that the slew is over.
  EXPECT_EQ(clock.offset_at(at(5000s), kEpoch), 0s);
  EXPECT_EQ(clock.sim_at(MonoTime{2000s + 500ms}), at(2000s));
  clock.settle(at(1000s));
  EXPECT_EQ(clock.next_change(), kNever);
  EXPECT_EQ(clock.rate(), PartsPerMillion{});
  EXPECT_EQ(clock.offset_at(at(5000s), kEpoch), 0s);
}

TEST(HostClock, GainsWhatASlewPromisesThoughNoWholeRateFits) {
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    Luck luck{seed};
    const PartsPerMillion drift{luck.from(-1'000'000, 1'000'000)};
    const Duration over = 10s + luck.duration(24h);
    const Duration by{luck.from(-1'000'000'000, 1'000'000'000)};
    const HostClock straight{kEpoch, {}, drift};
    HostClock bent = straight;
    bent.slew_wall(at(0s), by, over);

    ASSERT_EQ(wall(bent, over) - wall(straight, over), by);
    // The calendar makes up at the end what the rate could not express, and only forwards.
    const Duration last = wall(bent, over) - wall(bent, over - 1ns);
    ASSERT_GE(last, 0ns);
    ASSERT_LE(last, over / 1'000'000'000 + 3ns);
  }
}

TEST(HostClock, ReplacesASlewByTheNext) {
  HostClock clock{kEpoch};
  clock.slew_wall(at(0s), 1s, 100s);
  clock.slew_wall(at(50s), -1s, 100s);  // half of the first is gained

  EXPECT_EQ(clock.offset_at(at(150s), kEpoch), -500ms);
  EXPECT_EQ(clock.offset_at(at(1h), kEpoch), -500ms);
}

TEST(HostClock, KeepsASlewWhenTheCrystalChanges) {
  HostClock clock{kEpoch};
  clock.slew_wall(at(0s), 1s, 100s);
  clock.set_rate(at(50s), PartsPerMillion::whole(1000));

  EXPECT_EQ(clock.rate(), PartsPerMillion::whole(11'000));
  EXPECT_EQ(clock.offset_at(at(100s), kEpoch), 1s + 50ms);
  EXPECT_EQ(clock.offset_at(at(200s), kEpoch), 1s + 150ms);
}

TEST(HostClock, StopsItsStopwatchWhileTheMachineSleeps) {
  HostClock clock{kEpoch};
  clock.suspend(at(10s));

  EXPECT_EQ(mono(clock, 40s), 10s);
  EXPECT_EQ(clock.sim_at(MonoTime{11s}), kNever);
  HostClock lagging = clock;
  clock.resume(at(40s), true);
  lagging.resume(at(40s), false);

  EXPECT_EQ(mono(clock, 41s), 11s);
  EXPECT_EQ(wall(clock, 41s), 41s);
  EXPECT_EQ(clock.sim_at(MonoTime{11s}), at(41s));
  EXPECT_EQ(mono(lagging, 41s), 11s);
  EXPECT_EQ(wall(lagging, 41s), 11s);
}

TEST(HostClock, TakesStepsAndANewRateThatCameInItsSleep) {
  HostClock clock{kEpoch};
  clock.suspend(at(10s));
  clock.step_wall(at(15s), 100s);
  clock.set_rate(at(20s), PartsPerMillion::whole(500'000));
  clock.resume(at(30s), true);

  EXPECT_EQ(wall(clock, 30s), 130s);
  EXPECT_EQ(mono(clock, 30s), 10s);
  EXPECT_EQ(mono(clock, 32s), 13s);
}

TEST(HostClock, ShowsOneInstantWhileFrozenAndThenTheRightOne) {
  HostClock clock{kEpoch};
  clock.freeze_wall(at(10s));
  EXPECT_EQ(wall(clock, 25s), 10s);
  EXPECT_EQ(mono(clock, 25s), 25s);
  clock.set_rate(at(26s), PartsPerMillion::whole(1000));
  clock.set_rate(at(27s), {});
  EXPECT_EQ(wall(clock, 28s), 10s);
  clock.step_wall(at(28s), 1s);
  EXPECT_EQ(wall(clock, 29s), 11s);

  clock.unfreeze_wall(at(30s));
  EXPECT_EQ(wall(clock, 30s), 31s + 1ms);
}

/// One random thing that happens to a clock. True if it may move the calendar at once.
bool disturb(HostClock& clock, SimTime now, Luck& luck) {
  switch (luck.from(0, 7)) {
    case 0:
      clock.set_rate(now, PartsPerMillion{luck.from(-600'000'000, 600'000'000)});
      return false;
    case 1:
      clock.step_wall(now, Duration{luck.from(-10'000, 10'000) * 1ms});
      return true;
    case 2: {
      const Duration by{luck.from(-2'000, 2'000) * 1ms};
      clock.slew_wall(now, by, 1ms + luck.duration(1h));
      return false;
    }
    case 3:
      clock.freeze_wall(now);
      return false;
    case 4:
      clock.unfreeze_wall(now);
      return true;
    case 5:
      clock.settle(now);
      return false;
    default:
      break;
  }
  if (clock.asleep()) {
    clock.resume(now, luck.from(0, 1) == 1);
    return true;
  }
  clock.suspend(now);
  return false;
}

TEST(HostClock, NeverTurnsItsStopwatchBackNorJumpsItWhateverHappens) {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Luck luck{seed};
    HostClock clock{kEpoch, {}, PartsPerMillion{luck.from(-600'000'000, 600'000'000)}};
    SimTime now{};
    MonoTime shown = clock.mono_at(now);
    WallTime calendar = clock.wall_at(now);
    for (int i = 0; i < 100; ++i) {
      const Duration passed = luck.duration(1h);
      now += passed;
      ASSERT_GE(clock.mono_at(now), shown) << seed << ' ' << i;
      ASSERT_LE(clock.mono_at(now) - shown, 2 * passed + 1ns) << seed << ' ' << i;
      ASSERT_GE(clock.wall_at(now), calendar - 10s) << seed << ' ' << i;
      shown = clock.mono_at(now);
      calendar = clock.wall_at(now);

      const bool stepped = disturb(clock, now, luck);

      ASSERT_EQ(clock.mono_at(now), shown) << seed << ' ' << i;
      if (!stepped) {
        ASSERT_EQ(clock.wall_at(now), calendar) << seed << ' ' << i;
      }
      calendar = clock.wall_at(now);
    }
  }
}

TEST(NtpLoop, StepsGreatOffsetsAndSlewsSmallOnes) {
  const NtpLoop loop{.poll = 64s, .step_threshold = 128ms};
  using Kind = Correction::Kind;

  EXPECT_EQ(loop.correction(0ns), Correction{});
  EXPECT_EQ(loop.correction(128ms), (Correction{Kind::step, -128ms, {}}));
  EXPECT_EQ(loop.correction(-5s), (Correction{Kind::step, 5s, {}}));
  // 500 parts per million of 64 s are 32 ms: more has to wait for the next poll.
  EXPECT_EQ(loop.correction(100ms), (Correction{Kind::slew, -32ms, 64s}));
  EXPECT_EQ(loop.correction(-1ms), (Correction{Kind::slew, 1ms, 2s}));
}

TEST(NtpLoop, KeepsADriftingCalendarAsCloseAsItsSourceIs) {
  HostClock clock{kEpoch, 90ms, PartsPerMillion::whole(50)};
  const NtpLoop loop{.source_error = 10ms};
  for (Duration now{}; now < 1h; now += loop.poll) loop.poll_at(at(now), kEpoch, clock);

  // Between two polls of 64 s a crystal that is 50 parts per million fast gains 3.2 ms.
  for (Duration now = 1h; now < 2h; now += loop.poll) {
    loop.poll_at(at(now), kEpoch, clock);
    for (Duration later{}; later < loop.poll; later += 1s) {
      const Duration offset = clock.offset_at(at(now + later), kEpoch);
      ASSERT_GE(offset, 10ms - 100us) << duration_text(now + later);
      ASSERT_LE(offset, 13'300us) << duration_text(now + later);
    }
  }
}

TEST(Clocks, OfThreeKindsDoNotMix) {
  static_assert(!std::is_convertible_v<MonoTime, WallTime>);
  static_assert(!std::is_convertible_v<SimTime, MonoTime>);
  static_assert(!std::is_constructible_v<WallTime, MonoTime>);
  EXPECT_LE(sizeof(HostClock), 72u);
}

}  // namespace
}  // namespace leasesim
