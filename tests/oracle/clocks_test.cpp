// What calendars mean to client-go's rule: nothing (F2), as long as each renewal has a second of
// its own (F7).
#include <gtest/gtest.h>

#include "leasesim/trace/digest.hpp"
#include "support/duel.hpp"

namespace leasesim {
namespace {

// Of everything that happened but the stamps themselves.
Digest digest_without_stamps(const SmallWorld& world) {
  DigestSink sink;
  for (Fact fact : world.record()) {
    if (auto* written = std::get_if<LeaseWritten>(&fact.body)) written->renewed = {};
    if (auto* clock = std::get_if<ClockSet>(&fact.body)) clock->offset = {};
    sink.take(fact);
  }
  return sink.digest();
}

Digest digest_of_run(int seed, Duration a_offset, Duration b_offset) {
  Luck luck(seed);
  DuelSetting setting;
  setting.latency = Distribution::uniform(0ms, 20ms);
  setting.a_offset = a_offset;
  setting.b_offset = b_offset;
  Duel duel(Seed{static_cast<std::uint64_t>(seed)}, setting);
  duel.challenge(luck.between(100ms, 4s));
  duel.world().at(luck.between(20s, 30s), luck.heads() ? crash("a") : cut("a"));
  duel.run_until(80s);
  return digest_without_stamps(duel.world());
}

TEST(Calendar, OffsetsOfUpToTenYearsChangeNothingButTheStamps) {
  constexpr Duration kYear = 24h * 365;
  for (int seed = 0; seed < runs(100); ++seed) {
    Luck luck(1000 + seed);
    const Digest right = digest_of_run(seed, {}, {});
    const Duration a_offset = luck.between(-10 * kYear, 10 * kYear);
    const Duration b_offset = luck.between(-10 * kYear, 10 * kYear);
    ASSERT_EQ(digest_of_run(seed, a_offset, b_offset), right) << seed;
  }
  EXPECT_EQ(digest_of_run(1, 10 * kYear, -10 * kYear), digest_of_run(1, {}, {}));
  EXPECT_NE(digest_of_run(1, {}, {}), digest_of_run(2, {}, {})) << "digests tell runs apart";
}

TEST(Calendar, StepsOfTheLeadersCostNothing) {
  for (int seed = 0; seed < runs(300); ++seed) {
    Luck luck(seed);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, {});
    duel.challenge(luck.between(100ms, 4s));
    for (Duration at = 20s; at < 60s; at += 7s) {
      duel.world().at(at, step_calendar("a", luck.between(-1h, 1h)));
      duel.world().at(at, step_calendar("b", luck.between(-1h, 1h)));
    }
    duel.run_until(100s);
    ASSERT_EQ(duel.world().facts<LeadershipGained>().size(), 1U) << seed;
  }
}

// ---- several renewals within one second ----

DuelSetting hasty(Duration retry) {
  DuelSetting setting;
  setting.a = elector_of("a", {1s, 500ms, retry});
  setting.b = elector_of("b", {1s, 500ms, retry});
  setting.latency = Distribution::uniform(0ms, 4ms);
  return setting;
}

// From the leader's last renewal to a theft by a challenger that could not see it; 1 h: no theft.
Duration age_when_stolen(int seed, const DuelSetting& setting) {
  Luck luck(seed);
  Duel duel(Seed{static_cast<std::uint64_t>(seed)}, setting);
  duel.challenge(luck.between(100ms, 1s));
  duel.run_until(30s);
  if (duel.steal() < Duration{}) return 1h;
  Duration last{};
  for (const Renewal& renewal : renewals(duel.world(), "a")) {
    if (renewal.committed < duel.steal()) last = renewal.committed;
  }
  return duel.steal() - last;
}

// The youngest renewal, over some seeds, on which a challenger put its own name.
Duration youngest_when_stolen(Duration retry, int count) {
  Duration youngest{1h};
  for (int seed = 0; seed < count; ++seed) {
    const Duration age = age_when_stolen(seed, hasty(retry));
    EXPECT_GE(age, 1s - 1s) << "F7: D less up to one second, seed " << seed;
    youngest = std::min(youngest, age);
  }
  return youngest;
}

TEST(Calendar, ALeaderThatRenewsFiveTimesASecondIsRobbedAllTheSame) {
  EXPECT_LE(youngest_when_stolen(200ms, runs(300)), 250ms);
}

TEST(Calendar, RenewalsWithinOneSecondCostNearlyOneSecondOfD) {
  EXPECT_LE(youngest_when_stolen(8ms, 20), 20ms) << "F7 is tight";
}

TEST(Calendar, RenewalsInSecondsOfTheirOwnAreAllSeen) {
  for (int seed = 0; seed < runs(300); ++seed) {
    DuelSetting setting;
    setting.a = elector_of("a", {3s, 2s, 1s});
    setting.b = elector_of("b", {3s, 2s, 1s});
    ASSERT_EQ(age_when_stolen(seed, setting), 1h) << seed;
  }
}

}  // namespace
}  // namespace leasesim
