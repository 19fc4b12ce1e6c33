// F4 to F6: which timings, rates and drifts are safe. Just inside nothing overlaps, just outside it
// does.
#include <gtest/gtest.h>

#include "support/duel.hpp"

namespace leasesim {
namespace {

constexpr Duration kJust = 20ms;

// The last answer is late by `slow_by`; then the leader is cut off, or its writes hang. The
// challenger looks right after the last commit, and again as the lease ends by its count.
Duration window_of(const DuelSetting& setting, Duration slow_by, bool writes_hang = false) {
  const Renewal last = undisturbed_renewal(setting, 6s);
  Duel duel(Seed{1}, setting);
  if (slow_by > Duration{}) {
    ServerRule rule;
    rule.effect = ServerRule::Effect::delay_answer;
    rule.delay = Distribution::constant(slow_by);
    rule.left = 1;
    duel.world().at(last.committed - 1ns, serve_by(rule));
  }
  const Duration answered = last.answered + slow_by;
  if (writes_hang) {
    ServerRule rule;
    rule.effect = ServerRule::Effect::slow;
    rule.clients = {duel.world().process("a").name()};
    rule.verbs = {Verb::update};
    rule.delay = Distribution::constant(33s);
    duel.world().at(answered + 1us, serve_by(rule));
  } else {
    duel.world().at(answered + 1us, cut("a"));
  }
  duel.challenge(last.committed + 1ns);
  duel.poll_after(setting.b.lease_duration);
  duel.run_until(answered + 120s);
  return duel.window();
}

DuelSetting with_timings(const Timings& timings) {
  DuelSetting setting;
  setting.a = elector_of("a", timings);
  setting.b = elector_of("b", timings);
  return setting;
}

TEST(Safety, TheSlackOfFifteenTenTwoCoversALastAnswerThreeSecondsLate) {
  const DuelSetting setting = with_timings({15s, 10s, 2s});

  EXPECT_EQ(window_of(setting, 3s - kJust), Duration{}) << "F4: D >= s + P + Rd";
  EXPECT_GT(window_of(setting, 3s + kJust), Duration{});
}

TEST(Safety, WithoutDelayDMayBePPlusRdAndNoLess) {
  EXPECT_EQ(window_of(with_timings({13s, 10s, 3s - kJust}), {}), Duration{}) << "F4";
  EXPECT_GT(window_of(with_timings({13s, 10s, 3s + kJust}), {}), Duration{});
}

TEST(Safety, WithAReleaseDMustCoverTwiceTheRenewDeadline) {
  // D >= P + 2 Rd + s: 25/10/2 leaves three seconds (8e), 15/10/2 is not safe in a plain partition.
  DuelSetting safe = with_timings({25s, 10s, 2s});
  safe.a.release_on_cancel = true;
  safe.a.request_timeout = 0s;

  EXPECT_EQ(window_of(safe, 3s - kJust, true), Duration{});
  EXPECT_GT(window_of(safe, 3s + kJust, true), Duration{});

  DuelSetting usual = with_timings({15s, 10s, 2s});
  usual.a.release_on_cancel = true;
  EXPECT_GT(window_of(usual, {}), Duration{});
}

// ---- rates ----

DuelSetting with_rates(std::int64_t a_ppm, std::int64_t b_ppm) {
  DuelSetting setting;
  setting.latency = Distribution::constant(0ns);
  setting.a_drift = PartsPerMillion::whole(a_ppm);
  setting.b_drift = PartsPerMillion::whole(b_ppm);
  return setting;
}

TEST(Safety, RatesMayDifferByAQuarterAndNoMore) {
  // F5 on an ideal network: r_F / r_L <= D / (P + Rd) = 1.25.
  EXPECT_EQ(window_of(with_rates(0, 250'000), {}), Duration{});
  EXPECT_GT(window_of(with_rates(0, 252'000), {}), Duration{});
}

TEST(Safety, WhatRatesBeyondAQuarterCost) {
  const Duration at_1_3 = window_of(with_rates(0, 300'000), {});
  EXPECT_LE(at_1_3, 462ms) << "12 s - 15 s / 1.3";
  EXPECT_GE(at_1_3, 455ms);
  const Duration at_1_5 = window_of(with_rates(0, 500'000), {});
  EXPECT_LE(at_1_5, 2s) << "12 s - 15 s / 1.5";
  EXPECT_GE(at_1_5, 1980ms);
}

// The leader is cut off at some time; the challenger's phase is drawn.
Duration window_by_chance(int seed, std::int64_t b_ppm) {
  Luck luck(seed);
  Duel duel(Seed{static_cast<std::uint64_t>(seed)}, with_rates(0, b_ppm));
  duel.challenge(luck.between(1s, 6s));
  const Duration cut_at = luck.between(20s, 22s);
  duel.world().at(cut_at, cut("a"));
  duel.run_until(60s);
  return duel.window();
}

TEST(Safety, NoSeedExceedsTheBoundsOfRates) {
  Duration widest_at_1_3{};
  Duration widest_at_1_5{};
  for (int seed = 0; seed < runs(2000); ++seed) {
    ASSERT_EQ(window_by_chance(seed, 250'000), Duration{}) << seed;
    widest_at_1_3 = std::max(widest_at_1_3, window_by_chance(seed, 300'000));
    widest_at_1_5 = std::max(widest_at_1_5, window_by_chance(seed, 500'000));
  }
  EXPECT_LE(widest_at_1_3, 462ms);
  EXPECT_LE(widest_at_1_5, 2s);
  EXPECT_GT(widest_at_1_5, Duration{}) << "the sweep meets windows";
}

TEST(Safety, SymmetricDriftIsSafeUpToANinth) {
  // F6: rho <= (k - 1) / (k + 1), k = D / (P + Rd).
  EXPECT_EQ(window_of(with_rates(-111'000, 111'000), {}), Duration{});
  EXPECT_GT(window_of(with_rates(-112'000, 112'000), {}), Duration{});
}

}  // namespace
}  // namespace leasesim
