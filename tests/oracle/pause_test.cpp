// F9: a leader that is stopped, or whose machine sleeps, and what it believes after it goes on.
#include <gtest/gtest.h>

#include "support/duel.hpp"

namespace leasesim {
namespace {

constexpr Duration kLatency = 1ms;

DuelSetting usual() {
  DuelSetting setting;
  setting.latency = Distribution::constant(kLatency);
  return setting;
}

// b follows from 5 s on; a's renewal after 20 s is the last before its pause.
struct Interrupted {
  Interrupted() : duel(Seed{1}, usual()) { duel.challenge(5s); }
  // From `from` until `until`, both after the last renewal's answer.
  void run(Deed stops, Duration from, Deed goes_on, Duration until) {
    resumed = last.answered + until;
    duel.world().at(last.answered + from, std::move(stops));
    duel.world().at(resumed, std::move(goes_on));
    duel.run_until(resumed + 60s);
    const Duration gained = duel.world().first<LeadershipGained>("b");
    EXPECT_TRUE(gained > Duration{} && gained < resumed) << "b takes over in the meantime";
  }
  Renewal last = undisturbed_renewal(usual(), 20s);
  Duel duel;
  Duration resumed{};
};

TEST(Pause, BetweenSessionsIsFollowedByOneMoreSessionOfRd) {
  Interrupted run;
  run.run(pause("a"), 1s, unpause("a"), 40s);

  EXPECT_EQ(run.duel.stop(), run.resumed + 10s);
}

TEST(Pause, InAnAttemptWithoutAnAnswerEndsAtTheResume) {
  Interrupted run;
  run.duel.world().at(run.last.answered + 1s, [](SmallWorld& world) {
    ServerRule rule = silent();
    rule.clients = {world.process("a").name()};
    rule.left = 1;
    world.add_rule(rule);
  });
  run.run(pause("a"), 2s + kLatency, unpause("a"), 40s);

  EXPECT_EQ(run.duel.stop(), run.resumed);
}

TEST(Pause, InAnAttemptWhoseAnswerIsBufferedCountsAsASuccessAtTheResume) {
  Interrupted run;
  run.run(pause("a"), 2s + kLatency, unpause("a"), 40s);

  EXPECT_EQ(run.duel.stop(), run.resumed + 2s + 10s);
}

TEST(Pause, OfTheMachineGoesOnWithTheRestOfTheSleep) {
  Interrupted run;
  run.run(suspend("a"), 500ms, resume("a"), 40s);

  EXPECT_EQ(run.duel.stop(), run.resumed + 1500ms + 10s);
}

TEST(Pause, ShorterThanDMinusPNeverCostsTheLease) {
  // Guaranteed when Z <= D - P - (s + q).
  for (int seed = 0; seed < runs(1500); ++seed) {
    Luck luck(seed);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, usual());
    duel.challenge(luck.between(100ms, 4s));
    const Duration stops = 20s + luck.between(0s, 4s);
    const bool machine = luck.heads();
    duel.world().at(stops, machine ? suspend("a") : pause("a"));
    const Duration resumes = stops + 13s - 4 * kLatency;
    duel.world().at(resumes, machine ? resume("a") : unpause("a"));

    duel.run_until(80s);

    ASSERT_EQ(duel.world().facts<LeadershipGained>("b").size(), 0U) << "F9, seed " << seed;
  }
}

TEST(Pause, JustLongerThanDMinusPCostsTheLeaseAtTheWorstPhase) {
  // Pauses just before a renewal; b looked right after the one before, and again as it ends.
  Duel duel(Seed{1}, usual());
  const Renewal last = undisturbed_renewal(usual(), 20s);
  duel.challenge(last.committed + 1us);
  duel.poll_after(15s);
  const Duration stops = last.answered + 2s - 1us;
  duel.world().at(stops, pause("a"));
  duel.world().at(stops + 13s + 130ms, unpause("a"));

  duel.run_until(60s);

  EXPECT_EQ(duel.world().facts<LeadershipGained>("b").size(), 1U);
}

TEST(Pause, WhateverItsLengthAndPlaceBothRunNoLongerThanPAndRdAfterIt) {
  Duration longest{};
  for (int seed = 0; seed < runs(3000); ++seed) {
    Luck luck(seed);
    DuelSetting setting = usual();
    setting.a.release_on_cancel = luck.heads();
    setting.latency = Distribution::uniform(1ms, 300ms);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, setting);
    duel.challenge(luck.between(1s, 6s));
    const Duration stops = 20s + luck.between(0s, 4s);
    const bool machine = luck.heads();
    duel.world().at(stops, machine ? suspend("a") : pause("a"));
    const Duration resumes = stops + luck.between(1s, 100s);
    duel.world().at(resumes, machine ? resume("a") : unpause("a"));

    duel.run_until(resumes + 60s);

    const Duration stop = duel.stop();
    if (stop < Duration{}) continue;
    // P + Rd, and the two requests of a release whose way is free.
    const Duration release = setting.a.release_on_cancel ? 4 * 300ms : 0ms;
    ASSERT_LE(stop - resumes, 12s + release) << "F9, seed " << seed;
    Duration last_commit{};
    for (const Renewal& renewal : renewals(duel.world(), "a")) {
      if (renewal.committed < duel.steal()) last_commit = renewal.committed;
    }
    ASSERT_LE(duel.window(), std::max(Duration{}, stop - (last_commit + 15s))) << seed;
    longest = std::max(longest, stop - resumes);
  }
  EXPECT_GT(longest, 11s);
}

TEST(Pause, NothingIsWrittenMeanwhileButWhatIsOnTheWire) {
  for (int seed = 0; seed < runs(500); ++seed) {
    Luck luck(seed);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, usual());
    const Duration stops = 20s + luck.between(0s, 4s);
    duel.world().at(stops, pause("a"));

    duel.run_until(60s);

    ASSERT_LE(duel.world().last<LeaseWritten>("a"), stops + kLatency) << seed;
  }
}

}  // namespace
}  // namespace leasesim
