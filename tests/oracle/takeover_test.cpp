// F11 to F15: how long a lease goes without a leader after a crash, a release, a cold start, an
// outage, or with a challenger whose own connection is dead.
#include <gtest/gtest.h>

#include "support/duel.hpp"

namespace leasesim {
namespace {

constexpr Duration kJitterMax = 2400ms - 1ns;  // 1.2 P, exclusive
constexpr Duration kPollMax = 4400ms;          // P (1 + J)
constexpr Duration kLatency = 1ms;

DuelSetting usual() {
  DuelSetting setting;
  setting.latency = Distribution::constant(kLatency);
  return setting;
}

// ---- F11: a crash ----

// Crash time and standby phase are drawn over one renewal period and one poll gap.
Duration takeover_by_chance(int seed) {
  Luck luck(seed);
  Duel duel(Seed{static_cast<std::uint64_t>(seed)}, usual());
  duel.challenge(luck.between(100ms, 100ms + kPollMax));
  const Duration crash_at = 20s + luck.between(0s, 2s);
  duel.world().at(crash_at, crash("a"));
  duel.run_until(crash_at + 30s);
  return duel.world().first<LeadershipGained>("b") - crash_at;
}

TEST(Takeover, AfterACrashTakesSeventeenSecondsAndAThirdOnAverage) {
  Duration sum{};
  const int count = runs(10'000);
  for (int seed = 0; seed < count; ++seed) {
    const Duration takeover = takeover_by_chance(seed);
    // D - P - (q + s) and D + 2 P (1 + J) + 2 lg + lu; a connection's set-up aside.
    ASSERT_GE(takeover, 13s - 2 * kLatency) << "F11, seed " << seed;
    ASSERT_LE(takeover, 23800ms + 8 * kLatency) << "F11, seed " << seed;
    sum += takeover;
  }

  // D + 2 E[X^2] / 2 E[X] - P / 2 with X uniform in [2, 4.4): 17.35 s.
  const Duration mean = sum / count;
  const Duration tolerance = kSlowdown == 1 ? 100ms : 300ms;
  EXPECT_NEAR(static_cast<double>(mean.count()), 17.35e9, static_cast<double>(tolerance.count()));
}

TEST(Takeover, AfterACrashJustBeforeARenewalTakesDMinusP) {
  const DuelSetting setting = usual();
  const Renewal last = undisturbed_renewal(setting, 10s);
  Duel duel(Seed{1}, setting);
  duel.challenge(last.committed + 1us);
  duel.poll_after(15s);
  const Duration crash_at = last.answered + 2s - 1us;
  duel.world().at(crash_at, crash("a"));

  duel.run_until(60s);

  const Duration takeover = duel.steal() - crash_at;
  EXPECT_GE(takeover, 13s - 2 * kLatency);
  EXPECT_LE(takeover, 13s + 130ms) << "F11's minimum, within 1 %";
}

TEST(Takeover, AfterACrashAtTheWorstPhaseTakesDAndTwoPollGaps) {
  const DuelSetting setting = usual();
  const Renewal last = undisturbed_renewal(setting, 10s);
  Duel duel(Seed{1}, setting);
  // The first look comes just before the last commit, the second a whole poll gap later; then polls
  // until just before the lease ends by b's count, and one more gap.
  duel.challenge(last.committed - 5ms);
  duel.set_jitter("b", 0, 1, kJitterMax);
  duel.set_jitter("b", 1, 6, (15s - 20ms) / 7 - 2s);
  duel.set_jitter("b", 7, 1, (15s - 20ms) / 7 - 2s);
  duel.set_jitter("b", 8, 1, kJitterMax);
  duel.world().at(last.answered + 1us, crash("a"));

  duel.run_until(60s);

  const Duration takeover = duel.steal() - last.answered;
  EXPECT_LE(takeover, 23800ms + 8 * kLatency);
  EXPECT_GE(takeover, 23800ms * 99 / 100) << "F11's maximum, within 1 %";
}

TEST(Takeover, OfSeveralChallengersTheFirstToLookAfterTheEndTakesIt) {
  for (int seed = 0; seed < runs(500); ++seed) {
    Luck luck(seed);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, usual());
    duel.challenge(luck.between(100ms, 4s));
    const std::vector<std::string> others{"c", "d", "e"};
    for (const std::string& other : others) {
      duel.world().add(other, leader_elector, elector_of(other),
                       {.starts = luck.between(100ms, 4s)});
    }
    const Duration crash_at = 20s + luck.between(0s, 2s);
    duel.world().at(crash_at, crash("a"));

    duel.run_until(crash_at + 24s);

    const auto gained = duel.world().facts<LeadershipGained>();
    ASSERT_EQ(gained.size(), 2U) << seed;
    ASSERT_GE(gained[1].at, crash_at + 13s - 2 * kLatency) << seed;
    ASSERT_LE(gained[1].at, crash_at + 23800ms + 8 * kLatency) << seed;
  }
}

// ---- F12: a release ----

Duration succession_by_chance(int seed) {
  Luck luck(seed);
  DuelSetting setting = usual();
  setting.a.release_on_cancel = true;
  Duel duel(Seed{static_cast<std::uint64_t>(seed)}, setting);
  duel.challenge(luck.between(100ms, 100ms + kPollMax));
  duel.world().at(20s + luck.between(0s, 2s), ask_to_stop("a"));
  duel.run_until(30s);
  const auto written = duel.world().facts<LeaseWritten>("a");
  EXPECT_EQ(written.back().fact.holder.view(), "") << "the last write is the release";
  return duel.steal() - written.back().at;
}

TEST(Takeover, AfterAReleaseTakesHalfAPollGap) {
  Duration sum{};
  const int count = runs(10'000);
  for (int seed = 0; seed < count; ++seed) {
    const Duration succession = succession_by_chance(seed);
    ASSERT_LE(succession, kPollMax + 4 * kLatency) << "F12, seed " << seed;
    sum += succession;
  }

  // E[X^2] / 2 E[X] = 1.675 s, and the two requests.
  const double tolerance = kSlowdown == 1 ? 0.05e9 : 0.2e9;
  EXPECT_NEAR(static_cast<double>((sum / count).count()), 1.68e9, tolerance);
}

TEST(Takeover, AfterAReleaseTakesOnePollGapAtMost) {
  DuelSetting setting = usual();
  setting.a.release_on_cancel = true;
  Duel duel(Seed{1}, setting);
  duel.challenge(9s);
  duel.set_jitter("b", 0, 1, kJitterMax);
  // b's first look comes 3 latencies after its start and its set-up; the release right after it.
  duel.world().at(9s + 2 * kLatency + 1ms, ask_to_stop("a"));

  duel.run_until(30s);

  const Duration released = duel.world().facts<LeaseWritten>("a").back().at;
  EXPECT_LE(duel.steal() - released, kPollMax + 4 * kLatency);
  EXPECT_GE(duel.steal() - released, kPollMax * 99 / 100);
}

TEST(Takeover, AfterAReleaseThatFailedIsThatAfterACrash) {
  DuelSetting setting = usual();
  setting.a.release_on_cancel = true;
  for (int seed = 0; seed < runs(200); ++seed) {
    Luck luck(seed);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, setting);
    duel.challenge(luck.between(100ms, 4s));
    const Duration stop_at = 20s + luck.between(0s, 2s);
    duel.world().at(stop_at - 1us, [](SmallWorld& world) {
      ServerRule rule = failing();
      rule.clients = {world.process("a").name()};
      world.add_rule(rule);
    });
    duel.world().at(stop_at, ask_to_stop("a"));

    duel.run_until(60s);

    const Duration takeover = duel.steal() - stop_at;
    ASSERT_GE(takeover, 13s - 2 * kLatency) << "F12 falls back to F11, seed " << seed;
    ASSERT_LE(takeover, 23800ms + 8 * kLatency) << seed;
  }
}

// ---- F13: a cold start ----

// One elector, b, that finds this record.
struct ColdStart {
  explicit ColdStart(int seed) : world(Seed{static_cast<std::uint64_t>(seed)}) {}

  void record(std::string_view holder, std::int32_t duration) {
    Lease lease;
    lease.meta.name = world.object("demo");
    lease.spec.holder = world.text(holder);
    lease.spec.duration = duration;
    lease.spec.transitions = 3;
    lease.spec.renewed = micro_time(WallTime{1'767'000'000s});
    lease.spec.acquired = lease.spec.renewed;
    world.put(lease);
  }
  Duration run() {
    world.add("b", leader_elector, elector_of("b"));
    world.run_until(30s);
    return world.first<LeadershipGained>("b");
  }
  // What b sent until it led.
  std::vector<Verb> requests() const {
    std::vector<Verb> verbs;
    const Duration won = world.first<LeadershipGained>("b");
    for (const auto& sent : world.facts<RequestSent>("b")) {
      if (sent.at < won) verbs.push_back(sent.fact.verb);
    }
    return verbs;
  }
  SmallWorld world;
};

TEST(ColdStart, BehindADeadForeignHolderWaitsDFromItsFirstLook) {
  Duration longest{};
  for (int seed = 0; seed < runs(1000); ++seed) {
    ColdStart start(seed);
    start.record("gone", 15);
    const Duration won = start.run();
    const Duration first_look = start.world.first<AnswerReceived>("b");
    ASSERT_GE(won - first_look, 15s) << "F13: however old the record is, seed " << seed;
    ASSERT_LE(won - first_look, 15s + kPollMax + 12 * kLatency) << seed;
    longest = std::max(longest, won - first_look);
  }
  if (kSlowdown == 1) {
    EXPECT_GE(longest, (15s + kPollMax) * 98 / 100) << "and that is tight";
  }
}

TEST(ColdStart, WithItsOwnNameInTheRecordLeadsAtOnce) {
  ColdStart start(1);
  start.record("b", 15);
  EXPECT_LE(start.run(), 6 * kLatency);
  EXPECT_EQ(start.requests(), (std::vector{Verb::get, Verb::update}));
  EXPECT_EQ(start.world.lease("demo")->spec.transitions, 3) << "its own term goes on";
}

TEST(ColdStart, BehindAReleasedRecordLeadsAtOnce) {
  ColdStart start(1);
  start.record("", 1);
  EXPECT_LE(start.run(), 6 * kLatency);
  EXPECT_EQ(start.requests(), (std::vector{Verb::get, Verb::update}));
  EXPECT_EQ(start.world.lease("demo")->spec.transitions, 4);
}

TEST(ColdStart, WithoutARecordLeadsAtOnce) {
  ColdStart start(1);
  EXPECT_LE(start.run(), 6 * kLatency);
  EXPECT_EQ(start.requests(), (std::vector{Verb::get, Verb::create}));
  EXPECT_EQ(start.world.lease("demo")->spec.transitions, 0);
}

// ---- F14: an outage ----

TEST(Outage, TheLeaderEndsByF1AndTheNextComesNoSoonerThanDAfterTheLastChangeItSaw) {
  for (int seed = 0; seed < runs(1500); ++seed) {
    Luck luck(seed);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, usual());
    duel.challenge(luck.between(100ms, 4s));
    const Duration begins = 20s + luck.between(0s, 4s);
    const Duration lasts = luck.between(1s, 40s);
    for (const char* who : {"a", "b"}) {
      duel.world().at(begins, cut(who));
      duel.world().at(begins + lasts, heal(who));
    }

    duel.run_until(begins + lasts + 60s);

    const auto terms = duel.beliefs();
    const Duration stop = terms.front().to;
    ASSERT_EQ(duel.window(), Duration{}) << "no overlap at equal rates, seed " << seed;
    if (lasts < 12s - kPollMax) continue;  // a may come back in time
    const auto seen = duel.world().facts<LeaseObserved>("b");
    const Duration gained = duel.world().first<LeadershipGained>("b");
    if (gained < Duration{}) {
      ASSERT_LT(lasts, 15s) << "only a renewal in time keeps a in office, seed " << seed;
      continue;
    }
    Duration last_seen{};
    for (const auto& look : seen) {
      if (look.at < gained) last_seen = look.at;
    }
    ASSERT_GE(gained, last_seen + 15s) << "F14, seed " << seed;
    // Leaderless about O - (P + Rd) and a poll. What may come on top: a poll that hangs for T or
    // the retransmission, and D, if the last renewal before the outage was still unseen.
    const Duration leaderless = gained - stop;
    ASSERT_GE(leaderless, std::max(lasts - 14100ms, Duration{})) << seed;
    ASSERT_LE(leaderless, std::max(lasts - 12s, Duration{}) + 15s + 2 * kPollMax + 2 * 5s) << seed;
  }
}

TEST(Outage, ALongerOneThanDIsFollowedByATakeoverAtTheFirstPoll) {
  // b saw the last renewal before the outage, so that its count ran on meanwhile.
  const DuelSetting setting = usual();
  const Renewal last = undisturbed_renewal(setting, 10s);
  Duel duel(Seed{1}, setting);
  duel.challenge(last.committed + 1us);
  for (const char* who : {"a", "b"}) {
    duel.world().at(last.committed + 100ms, cut(who));
    duel.world().at(last.committed + 30s, heal(who));
  }

  duel.run_until(80s);

  EXPECT_LE(duel.steal(), last.committed + 30s + kPollMax + 5s);
  EXPECT_EQ(duel.stop(), last.answered + 12s);
}

// ---- F15: the challenger's own connection ----

DuelSetting patient() {
  DuelSetting setting = usual();
  setting.b.request_timeout = 0s;
  return setting;
}

// A connection is given up 45 s after the last thing heard over it (30 s of silence, 15 s for the
// ping), and a poll begins P after that at the soonest.
constexpr Duration kPollLongest = 45s - 2s;

TEST(DeadConnection, WithoutATimeoutOnePollTakesUpToFortyFiveSeconds) {
  for (int seed = 0; seed < runs(1000); ++seed) {
    Luck luck(seed);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, patient());
    duel.challenge(luck.between(100ms, 4s));
    const Duration crash_at = 20s + luck.between(0s, 2s);
    duel.world().at(crash_at, crash("a"));
    const Duration dies = crash_at + luck.between(-5s, 20s);
    duel.world().at(dies, cut("b"));
    duel.world().at(dies + luck.between(0s, 44s), heal("b"));

    duel.run_until(crash_at + 120s);

    ASSERT_LE(duel.steal() - crash_at, 23800ms + kPollLongest + 10 * kLatency)
        << "F15, seed " << seed;
  }
}

TEST(DeadConnection, TheWorstPollIsTheLastOneBeforeTheLeaseEnds) {
  const DuelSetting setting = patient();
  const Renewal last = undisturbed_renewal(setting, 10s);
  Duel duel(Seed{1}, setting);
  duel.challenge(last.committed - 5ms);
  duel.set_jitter("b", 0, 1, kJitterMax);
  duel.set_jitter("b", 1, 7, (15s - 20ms) / 7 - 2s);
  duel.set_jitter("b", 8, 2, kJitterMax);
  duel.world().at(last.answered + 1us, crash("a"));
  // Everything b hears is heard by then; its last poll before the end falls into the hole, and the
  // one after that finds the way free.
  const Duration end = last.committed + kPollMax + 15s - 20ms;
  duel.world().at(end - 50ms, cut("b"));
  duel.world().at(end + 44s, heal("b"));

  duel.run_until(120s);

  const Duration takeover = duel.steal() - last.answered;
  EXPECT_LE(takeover, 23800ms + kPollLongest + 10 * kLatency);
  EXPECT_GE(takeover, (23800ms + kPollLongest) * 99 / 100);
}

TEST(DeadConnection, ATimeoutBoundsEachPoll) {
  for (int seed = 0; seed < runs(500); ++seed) {
    Luck luck(seed);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, usual());
    duel.challenge(luck.between(100ms, 4s));
    const Duration crash_at = 20s + luck.between(0s, 2s);
    duel.world().at(crash_at, crash("a"));
    const Duration dies = crash_at + luck.between(8s, 12s);
    duel.world().at(dies, cut("b"));
    duel.world().at(dies + 3s, heal("b"));

    duel.run_until(crash_at + 60s);

    ASSERT_LE(duel.steal() - crash_at, 23800ms + 5s + 10 * kLatency) << seed;
  }
}

}  // namespace
}  // namespace leasesim
