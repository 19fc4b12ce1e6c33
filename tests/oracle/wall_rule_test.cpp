// N1 to N7: candidates that hold renewTime against their own calendar. D is the duration, P the
// pause between attempts, Δ how far the challenger's calendar is ahead of the leader's.
#include <gtest/gtest.h>

#include "leasesim/actors/lease_holder.hpp"
#include "support/duel.hpp"

namespace leasesim {
namespace {

constexpr Duration kLatency = 1ms;
constexpr Duration kRoundTrip = 2 * kLatency;
constexpr Duration kLease = 15s;
constexpr Duration kRetry = 2s;

// One attempt reads and writes; its stamp is taken before. A reader judges when it has its answer.
constexpr Duration kToCommit = kRoundTrip + kLatency;
constexpr Duration kAttempt = 2 * kRoundTrip;
// A of N4: the greatest age of a healthy leader's record that a reader can see.
constexpr Duration kOldest = kRetry + kAttempt + kToCommit + kLatency;

LeaseHolderConfig holder_of(std::string identity) {
  LeaseHolderConfig config = *lease_holder_profile("wall-clock");
  config.lease = "demo";
  config.identity = std::move(identity);
  return config;
}

struct WallSetting {
  LeaseHolderConfig a = holder_of("a");
  LeaseHolderConfig b = holder_of("b");
  Duration ahead{};  ///< the challenger's calendar, at the beginning
  PartsPerMillion a_drift{};
  PartsPerMillion b_drift{};
};

class WallDuel {
 public:
  explicit WallDuel(WallSetting setting) : setting_(std::move(setting)) {
    world_.add("a", lease_holder, setting_.a, {.drift = setting_.a_drift});
  }
  void challenge(Duration at) {
    world_.add("b", lease_holder, setting_.b,
               {.starts = at, .offset = setting_.ahead, .drift = setting_.b_drift});
  }
  void run_until(Duration end) {
    end_ = end;
    world_.run_until(end);
  }
  SmallWorld& world() { return world_; }
  Duration steal() const { return first_commit(world_, "b"); }
  Duration window() const { return widest_overlap(beliefs(world_, end_)); }

  // The true instant at which the attempt began whose record b took.
  Duration stamped() const {
    Duration renewed{};
    const auto written = world_.facts<LeaseWritten>("a");
    for (const auto& write : written) {
      if (write.at < steal()) renewed = write.at;
    }
    Duration began{};
    for (const auto& sent : world_.facts<RequestSent>("a")) {
      if (sent.fact.verb == Verb::get && sent.at < renewed) began = sent.at;
    }
    return began;
  }
  // Δ at a true instant.
  Duration ahead_at(Duration at) const {
    const HostClock a(WallTime{}, {}, setting_.a_drift);
    const HostClock b(WallTime{}, setting_.ahead, setting_.b_drift);
    return b.wall_at(SimTime{} + at) - a.wall_at(SimTime{} + at);
  }
  std::size_t takeovers() const { return world_.facts<LeaseTakenOver>().size(); }

 private:
  WallSetting setting_;
  SmallWorld world_{Seed{1}};
  Duration end_{};
};

PartsPerMillion any_drift(Luck& luck) {
  return PartsPerMillion::whole(luck.whole(-50'000, 50'000));
}

TEST(WallRule, AStealComesDLessTheOffsetAfterTheStampAtTheEarliest) {
  Duration closest{1h};
  for (int seed = 0; seed < runs(3000); ++seed) {
    Luck luck(seed);
    WallSetting setting;
    setting.ahead = luck.between(-20s, 12s);
    setting.a_drift = any_drift(luck);
    setting.b_drift = any_drift(luck);
    WallDuel duel(setting);
    duel.challenge(luck.between(1s, 4s));
    duel.world().at(20s + luck.between(0s, 2s), crash("a"));
    duel.run_until(90s);

    const Duration stamp = duel.stamped();
    const Duration left =
        true_time(std::max(Duration{}, kLease - duel.ahead_at(stamp)), setting.b_drift);
    const Duration waited = duel.steal() - stamp - left;
    // The stamp is cut to whole microseconds.
    ASSERT_GE(waited, -2us) << "N1, seed " << seed;
    closest = std::min(closest, waited);
  }
  EXPECT_LE(closest, kRoundTrip + 10ms) << "N1 is tight";
}

TEST(WallRule, ALeaderThatTrustsItsOwnClockOutlastsItsLeaseByTheOffset) {
  for (int seed = 0; seed < runs(2000); ++seed) {
    Luck luck(seed);
    WallSetting setting;
    setting.ahead = luck.between(-5s, 8s);
    setting.a_drift = any_drift(luck);
    setting.b_drift = any_drift(luck);
    WallDuel duel(setting);
    duel.challenge(luck.between(1s, 4s));
    duel.world().at(20s + luck.between(0s, 2s), cut("a"));
    duel.run_until(90s);

    const Duration stamp = duel.stamped();
    const Duration bound = true_time(kLease, setting.a_drift) -
                           true_time(kLease - duel.ahead_at(stamp), setting.b_drift);
    ASSERT_LE(duel.window(), std::max(Duration{}, bound + 2us)) << "N2, seed " << seed;
  }
}

// The widest window over challengers' phases, in steps of 10 ms.
Duration widest_over_phases(const WallSetting& setting, Duration cut_at) {
  Duration widest{};
  for (Duration phase{}; phase < kRetry; phase += 10ms) {
    WallDuel duel(setting);
    duel.challenge(1s + phase);
    duel.world().at(cut_at, cut("a"));
    duel.run_until(80s);
    widest = std::max(widest, duel.window());
  }
  return widest;
}

TEST(WallRule, TheWindowOfAnOwnClockIsTheOffset) {
  WallSetting setting;
  setting.ahead = 3s;
  EXPECT_LE(widest_over_phases(setting, 21s), 3s) << "N2";
  EXPECT_GE(widest_over_phases(setting, 21s), 3s - 30ms);
  setting.ahead = {};
  EXPECT_EQ(widest_over_phases(setting, 21s), Duration{}) << "any positive offset is unsafe, 0 not";
  setting.ahead = -3s;
  EXPECT_EQ(widest_over_phases(setting, 21s), Duration{});
}

WallSetting with_deadline(Duration ahead) {
  WallSetting setting;
  for (LeaseHolderConfig* config : {&setting.a, &setting.b}) {
    config->stops = Stops::deadline;
    config->stops_when_taken = false;
  }
  setting.ahead = ahead;
  return setting;
}

TEST(WallRule, ALeaderWithADeadlineHasThreeSecondsForTheOffset) {
  // N3: q + s + P + Rd - (D - Δ); its q + s is one attempt of two requests.
  const Duration slack = kLease - (kAttempt + kRetry + 10s);
  EXPECT_EQ(widest_over_phases(with_deadline(slack - 20ms), 21s), Duration{}) << "N3";
  EXPECT_GT(widest_over_phases(with_deadline(slack + 20ms), 21s), Duration{});

  const Duration widest = widest_over_phases(with_deadline(5s), 21s);
  EXPECT_LE(widest, 5s - slack);
  EXPECT_GE(widest, 5s - slack - 30ms);
}

// Takeovers of two healthy candidates within ten minutes.
std::size_t robberies(const WallSetting& setting, Duration phase) {
  WallDuel duel(setting);
  duel.challenge(1s + phase);
  duel.run_until(600s);
  return duel.takeovers();
}

TEST(WallRule, AHealthyLeaderIsRobbedIfTheOffsetExceedsDLessTheOldestStamp) {
  WallSetting setting;
  std::size_t inside = 0;
  std::size_t outside = 0;
  for (Duration phase{}; phase < kRetry; phase += 50ms) {
    setting.ahead = kLease - kOldest - 1ms;
    inside += robberies(setting, phase);
    setting.ahead = kLease - kOldest + 10ms;
    outside += robberies(setting, phase);
  }
  EXPECT_EQ(inside, 0U) << "N4: Δ <= D - A, 13 s less the latencies";
  EXPECT_GT(outside, 0U) << "N4: Δ > D - A";
}

TEST(WallRule, AnOffsetOfDRobsAtTheFirstLook) {
  for (int seed = 0; seed < runs(500); ++seed) {
    Luck luck(seed);
    WallSetting setting;
    setting.ahead = luck.between(15s, 10000s);
    WallDuel duel(setting);
    const Duration comes = luck.between(1s, 10s);
    duel.challenge(comes);
    duel.run_until(30s);

    const bool missed = duel.steal() > comes + kRoundTrip + kToCommit + kLatency;
    if (missed) {
      // A renewal came between b's read and its write: a conflict, and the next look succeeds.
      ASSERT_LE(duel.steal(), comes + kRetry + 20 * kLatency) << seed;
    }
    ASSERT_LE(duel.window(), kRetry + kAttempt) << "N4: the robbed sees it at its next try";
  }
}

TEST(WallRule, AfterARobberyALeaderThatTriesOnBelievesForPAndRd) {
  Duration widest{};
  for (Duration phase{}; phase < kRetry; phase += 20ms) {
    WallSetting setting = with_deadline(20s);
    WallDuel duel(setting);
    duel.challenge(10s + phase);
    duel.run_until(60s);
    ASSERT_LE(duel.window(), kRetry + 10s + kAttempt) << "N4";
    widest = std::max(widest, duel.window());
  }
  EXPECT_GE(widest, 12s * 99 / 100);
}

TEST(WallRule, ATakeoverAfterACrashWaitsForDLessTheOffset) {
  for (int seed = 0; seed < runs(2000); ++seed) {
    Luck luck(seed);
    WallSetting setting;
    setting.ahead = luck.between(-60s, 12s);
    WallDuel duel(setting);
    duel.challenge(luck.between(1s, 4s));
    const Duration crash_at = 20s + luck.between(0s, 2s);
    duel.world().at(crash_at, crash("a"));
    duel.run_until(150s);

    const Duration left = kLease - setting.ahead - (crash_at - duel.stamped());
    const Duration takeover = duel.steal() - crash_at;
    ASSERT_GE(takeover, left - 2us) << "N5, seed " << seed;
    ASSERT_LE(takeover, std::max(Duration{}, left) + kRetry + 2 * kAttempt) << "N5, seed " << seed;
  }
}

TEST(WallRule, AStampFromTheFutureBlocksTheLockForThatLong) {
  for (const Duration future : {10s, 100s, 3600s}) {
    WallSetting setting;
    setting.ahead = -future;
    WallDuel duel(setting);
    duel.challenge(5s);
    duel.world().at(20s, crash("a"));
    duel.run_until(4000s);
    EXPECT_GE(duel.steal(), duel.stamped() + kLease + future) << "N5";
    EXPECT_LE(duel.steal(), 20s + kLease + future + kRetry + 2 * kAttempt);
  }
}

TEST(WallRule, AFreshChallengerTakesAnOldRecordAtOnce) {
  WallDuel duel(WallSetting{});
  duel.world().at(20s, crash("a"));
  duel.challenge(60s);
  duel.run_until(90s);
  EXPECT_LE(duel.steal(), 60s + kRoundTrip + kAttempt) << "N5: faster than F13";
}

TEST(WallRule, ConstantOffsetsCostOneRobberyAtMost) {
  for (int seed = 0; seed < runs(500); ++seed) {
    Luck luck(seed);
    WallSetting setting;
    setting.ahead = luck.between(-100s, 100s);
    ASSERT_LE(robberies(setting, luck.between(0s, 4s)), 1U) << "N6, seed " << seed;
  }
}

TEST(WallRule, OffsetsThatChangeSignFlapOnceAChange) {
  // N6: |Δ| beyond D - A in both directions, and beyond D, so that the phase does not matter. Each
  // change adds one to the counter.
  WallSetting setting;
  setting.ahead = -16s;
  WallDuel duel(setting);
  duel.challenge(1s);
  constexpr int kChanges = 20;
  for (int change = 0; change < kChanges; ++change) {
    const Duration by = change % 2 == 0 ? 32s : -32s;
    duel.world().at(30s + change * 60s, step_calendar("b", by));
  }
  duel.run_until(30s + kChanges * 60s);

  EXPECT_EQ(duel.takeovers(), static_cast<std::size_t>(kChanges));
  EXPECT_EQ(duel.world().lease("demo")->spec.transitions,
            static_cast<std::int32_t>(duel.takeovers()));
}

bool robbed_by_step(const std::string& who, Duration by, Duration phase) {
  WallDuel duel(WallSetting{});
  duel.challenge(1s + phase);
  duel.world().at(30s, step_calendar(who, by));
  duel.run_until(60s);
  return duel.takeovers() > 0;
}

TEST(WallRule, AStepRobsIfItAndTheAgeExceedD) {
  int inside = 0;
  int outside = 0;
  for (Duration phase{}; phase < kRetry; phase += 50ms) {
    inside += robbed_by_step("b", kLease - kOldest - 1ms, phase) ? 1 : 0;
    outside += robbed_by_step("b", kLease - kOldest + 100ms, phase) ? 1 : 0;
    ASSERT_TRUE(robbed_by_step("b", kLease, phase)) << "N7: whatever the age is";
    inside += robbed_by_step("a", -(kLease - kOldest - 1ms), phase) ? 1 : 0;
  }
  EXPECT_EQ(inside, 0) << "N7: j + Δ + age <= D";
  EXPECT_GT(outside, 0) << "N7: j + Δ + age > D";
}

TEST(WallRule, AStepBackOfTheChallengersDelaysItsTakeoverByAsMuch) {
  const auto takeover = [](Duration step) {
    WallDuel duel(WallSetting{});
    duel.challenge(1s);
    duel.world().at(20s, crash("a"));
    duel.world().at(25s, step_calendar("b", -step));
    duel.run_until(150s);
    return duel.steal();
  };
  const Duration usual = takeover(0s);
  for (const Duration step : {5s, 20s, 60s}) {
    EXPECT_NEAR(static_cast<double>((takeover(step) - usual).count()),
                static_cast<double>(step.count()), static_cast<double>(Duration{kRetry}.count()))
        << "N7, to the phase of its looks";
  }
}

}  // namespace
}  // namespace leasesim
