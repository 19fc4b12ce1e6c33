// F1 to F3: when a leader that cannot renew stops, when a challenger steals at the earliest, and
// how long both may believe at most.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "leasesim/actors/leader_elector.hpp"
#include "support/duel.hpp"

namespace leasesim {
namespace {

// A stopwatch counts whole nanoseconds, and each change between two clocks may round.
constexpr Duration kRounding = 100ns;

Duration pause_between(Luck& luck) { return luck.between(500ms, 10s); }

// Timings that client-go accepts, safe or not.
Timings any_timings(Luck& luck) {
  Timings timings;
  timings.retry = pause_between(luck);
  timings.deadline = timings.retry * 6 / 5 + luck.between(1ms, 20s);
  timings.lease = std::chrono::ceil<std::chrono::seconds>(timings.deadline + 1ns) +
                  std::chrono::seconds{luck.whole(0, 20)};
  return timings;
}

PartsPerMillion any_drift(Luck& luck) {
  return PartsPerMillion::whole(luck.whole(-150'000, 150'000));
}

DuelSetting any_setting(Luck& luck) {
  const Timings timings = any_timings(luck);
  DuelSetting setting;
  setting.a = elector_of("a", timings);
  setting.b = elector_of("b", timings);
  setting.latency = Distribution::uniform(0ms, luck.between(0ms, 40ms));
  setting.a_drift = any_drift(luck);
  setting.b_drift = any_drift(luck);
  setting.a_offset = luck.between(-1h, 1h);
  setting.b_offset = luck.between(-1h, 1h);
  return setting;
}

// S with the API in a black hole: release's GET hangs for the client's time-out, Rd at most.
Duration release_time(const ElectionConfig& config) {
  const Duration timeout = std::max<Duration>(1s, config.renew_deadline / 2);
  return config.release_on_cancel ? std::min(timeout, config.renew_deadline) : Duration{};
}

// A leader in office, a challenger beside it, and the leader cut off at some time.
struct CutOff {
  explicit CutOff(int seed) : luck(seed), setting(any_setting(luck)) {
    setting.a.release_on_cancel = luck.heads();
    duel.emplace(Seed{static_cast<std::uint64_t>(seed)}, setting);
    duel->challenge(luck.between(1s, 30s));
    const Duration cut_at = luck.between(20s, 60s);
    duel->world().at(cut_at, cut("a"));
    duel->run_until(cut_at + 200s);
  }
  // From y to the end of the leading context, by F1.
  Duration after_success() const {
    const ElectionConfig& config = setting.a;
    return true_time(config.retry_period + config.renew_deadline + release_time(config),
                     setting.a_drift);
  }
  Luck luck;
  DuelSetting setting;
  std::optional<Duel> duel;
};

TEST(Stop, AtPPlusRdAndTheReleaseAfterTheLastSuccess) {
  for (int seed = 0; seed < runs(3000); ++seed) {
    CutOff run(seed);

    const Duration after = run.duel->stop() - run.duel->last_renewal().answered;

    ASSERT_LE(after, run.after_success() + kRounding) << "F1, seed " << seed;
    // A connection found dead ends the release's GET early.
    if (run.setting.a.release_on_cancel) continue;
    ASSERT_GE(after, run.after_success() - kRounding) << "F1 is tight, seed " << seed;
  }
}

TEST(Stop, AReleaseWhoseWriteHangsTakesTheWholeRenewDeadline) {
  DuelSetting setting;
  setting.a.release_on_cancel = true;
  setting.a.request_timeout = 0s;
  Duel duel(Seed{1}, setting);
  ServerRule rule;
  rule.effect = ServerRule::Effect::slow;
  rule.verbs = {Verb::update};
  rule.delay = Distribution::constant(33s);
  duel.world().at(20s, serve_by(rule));

  duel.run_until(60s);

  // S = Rd / r_L: GET works, PUT hangs (v0.34 and later).
  EXPECT_EQ(duel.stop(), duel.last_renewal().answered + 2s + 10s + 10s);
}

TEST(Steal, NeverBeforeDOfTheChallengersStopwatchSinceTheLastCommit) {
  for (int seed = 0; seed < runs(3000); ++seed) {
    CutOff run(seed);
    const auto written = run.duel->world().facts<LeaseWritten>("a");
    Duration last_commit{};
    for (const auto& write : written) {
      if (write.fact.holder.view() == "a" && write.at < run.duel->steal()) last_commit = write.at;
    }

    const Duration waited = run.duel->steal() - last_commit;

    // Renewals at least a second apart have stamps of their own seconds (F7 is about others).
    const bool visible = run.setting.a.retry_period >= 1200ms;
    const Duration granularity = visible ? Duration{} : 1s;
    const Duration lease = true_time(run.setting.a.lease_duration, run.setting.b_drift);
    ASSERT_GE(waited + granularity, lease - kRounding) << "F2, seed " << seed;
  }
}

TEST(Steal, AChallengerThatLooksInTimeStealsJustAsTheLeaseEnds) {
  for (const std::int64_t drift : {-100'000, 0, 100'000}) {
    DuelSetting setting;
    setting.b_drift = PartsPerMillion::whole(drift);
    const Renewal last = undisturbed_renewal(setting, 20s);
    Duel duel(Seed{1}, setting);
    duel.challenge(last.committed + 1us);
    duel.poll_after(setting.b.lease_duration);
    duel.world().at(last.answered + 1us, cut("a"));

    duel.run_until(60s);

    const Duration lease = true_time(setting.b.lease_duration, setting.b_drift);
    EXPECT_GE(duel.steal(), last.committed + lease) << drift;
    EXPECT_LE(duel.steal(), last.committed + lease + 1ms) << drift;
  }
}

TEST(Window, NeverWiderThanF3) {
  int windows = 0;
  for (int seed = 0; seed < runs(3000); ++seed) {
    CutOff run(seed);
    const Renewal last = run.duel->last_renewal();
    const bool visible = run.setting.a.retry_period >= 1200ms;
    const Duration lease =
        true_time(run.setting.b.lease_duration, run.setting.b_drift) - (visible ? Duration{} : 1s);
    const Duration bound = std::max(Duration{}, last.way_back() + run.after_success() - lease);

    const Duration window = run.duel->window();

    ASSERT_LE(window, bound + kRounding) << "F3, seed " << seed;
    if (window > Duration{}) ++windows;
  }
  EXPECT_GT(windows, runs(3000) / 20) << "the sweep meets windows at all";
}

// ---- the table below F7 ----

enum class Case { partition, release_hangs, slow_answer };

// The server takes this client's requests and never answers; the connection stays alive, which a
// black hole's does for 45 s only.
Deed hang(const std::string& client) {
  return [client](SmallWorld& world) {
    ServerRule rule;
    rule.effect = ServerRule::Effect::slow;
    rule.clients = {world.process(client).name()};
    rule.delay = Distribution::constant(1h);
    world.add_rule(rule);
  };
}

// The challenger looks right after the last commit and again just as the lease ends by its count.
Duration widest_window(DuelSetting setting, Case which, Duration slow_by) {
  setting.a.release_on_cancel = which == Case::release_hangs;
  const Renewal last = undisturbed_renewal(setting, 3 * setting.a.retry_period);
  Duel duel(Seed{1}, setting);
  Duration answered = last.answered;
  if (which == Case::slow_answer) {
    ServerRule rule;
    rule.effect = ServerRule::Effect::delay_answer;
    rule.delay = Distribution::constant(slow_by);
    rule.left = 1;
    duel.world().at(last.committed - 1us, serve_by(rule));
    answered += slow_by;
  }
  duel.world().at(answered + 1us, which == Case::release_hangs ? hang("a") : cut("a"));
  duel.challenge(last.committed + 1us);
  duel.poll_after(std::chrono::floor<std::chrono::seconds>(setting.b.lease_duration));

  duel.run_until(answered + 3 * setting.a.lease_duration + 60s);

  EXPECT_EQ(duel.last_renewal().answered, answered);
  return duel.window();
}

struct Row {
  Timings timings;
  Duration timeout;
  Duration partition;
  Duration release_hangs;
  Duration slow_answer;
};

// D/Rd/P, T; W of an ordinary partition, with ReleaseOnCancel while its GET hangs, and with s = T.
constexpr Row kRows[] = {
    {{15s, 10s, 2s}, 5s, 0s, 2s, 2s},
    {{15s, 10s, 8s}, 5s, 3s, 8s, 8s},
    {{60s, 30s, 5s}, 15s, 0s, 0s, 0s},
    {{137s, 107s, 26s}, 53500ms, 0s, 49500ms, 49500ms},
    {{1500ms, 1400ms, 1s}, 1s, 1400ms, 2400ms, 2400ms},
};

void expect_reached(Duration window, Duration bound, const char* what, const Row& row) {
  const auto name = duration_text(row.timings.lease) + " " + what;
  EXPECT_LE(window, bound) << name;
  EXPECT_GE(window, bound - bound / 100 - (bound > Duration{} ? 2ms : 0ms)) << name;
}

TEST(Window, EachConfigurationOfTheTableReachesItsBoundAndNoMore) {
  for (const Row& row : kRows) {
    DuelSetting setting;
    setting.a = elector_of("a", row.timings);
    setting.b = elector_of("b", row.timings);
    setting.a.request_timeout = row.timeout;
    const Duration slow_by = row.timeout - 1ms;

    expect_reached(widest_window(setting, Case::partition, {}), row.partition, "cut", row);
    expect_reached(widest_window(setting, Case::release_hangs, {}), row.release_hangs, "release",
                   row);
    expect_reached(widest_window(setting, Case::slow_answer, slow_by), row.slow_answer, "slow",
                   row);
  }
}

TEST(Window, TheSchedulersReleaseAndASlowLastAnswerTogetherGiveSevenSeconds) {
  DuelSetting setting;
  setting.a.release_on_cancel = true;
  const Renewal last = undisturbed_renewal(setting, 6s);
  Duel duel(Seed{1}, setting);
  ServerRule rule;
  rule.effect = ServerRule::Effect::delay_answer;
  rule.delay = Distribution::constant(4999ms);
  rule.left = 1;
  duel.world().at(last.committed - 1us, serve_by(rule));
  duel.world().at(last.answered + 4999ms + 1us, cut("a"));
  duel.challenge(last.committed + 1us);
  duel.poll_after(15s);

  duel.run_until(100s);

  EXPECT_LE(duel.window(), 7s);
  EXPECT_GE(duel.window(), 7s * 99 / 100);
}

// ---- a manager's order: the work first, then the elector ----

struct Stopped {
  Duration work_ended{};
  Duration lost{};
  std::int64_t renewals = 0;  // after it was asked to stop
};

Stopped manager_asked_to_stop(Duration work_takes) {
  SmallWorld world(Seed{1});
  ElectionConfig config;
  config.lease = "demo";
  config.identity = "a";
  config.graceful_timeout = 30s;
  config.release_on_cancel = true;
  config.work = WorkConfig{};
  config.work_stops_after = work_takes;
  world.add("a", leader_elector, config);
  world.at(60s, ask_to_stop("a"));
  world.run_until(200s);
  Stopped seen;
  seen.work_ended = world.first<WorkEnded>("a");
  seen.lost = world.first<LeadershipLost>("a");
  for (const auto& renewed : world.facts<LeaseRenewed>("a")) seen.renewals += renewed.at > 60s;
  return seen;
}

TEST(Manager, RenewsUntilItsWorkHasEnded) {
  const Stopped seen = manager_asked_to_stop(20s);
  EXPECT_EQ(seen.work_ended, 80s);
  EXPECT_EQ(seen.lost, 80s);
  EXPECT_GE(seen.renewals, 9);
}

// Work that outlives the time-out is not waited for: the elector gives up its lease, and the work
// ends with the process.
TEST(Manager, StopsWaitingAfterThirtySeconds) {
  const Stopped seen = manager_asked_to_stop(40s);
  EXPECT_EQ(seen.lost, 90s);
  EXPECT_GE(seen.renewals, 14);
}

}  // namespace
}  // namespace leasesim
