// Processes: what their waits, stops, crashes and restarts promise.
#include "leasesim/cluster/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/small_world.hpp"

namespace leasesim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using Body = Task<> (*)(Process&, Api);

void remark(Process& self, std::string_view what) { self.note(Remark{self.text(what)}); }

// "what@seconds" of every remark, in order.
std::vector<std::string> remarks(const SmallWorld& world, std::string_view by = {}) {
  std::vector<std::string> all;
  for (const auto& said : world.facts<Remark>(by)) {
    all.push_back(said.fact.text.str() + "@" + duration_text(said.at));
  }
  return all;
}

Deed set_gain(std::string name, std::int64_t ppm) {
  return [name = std::move(name), ppm](SmallWorld& world) {
    world.host(name).set_clock("rate", [ppm](HostClock& clock, SimTime now) {
      clock.set_rate(now, PartsPerMillion::whole(ppm));
    });
  };
}

// ---- sleeping ----

Task<> sleeps_ten(Process& self, Api) {
  co_await self.sleep(10s);
  remark(self, "awake");
}

TEST(Sleep, CountsOnTheStopwatchOfItsHost) {
  SmallWorld world{Seed{1}};
  world.add_process("right", sleeps_ten, {});
  world.add_process("fast", sleeps_ten, {.drift = PartsPerMillion::whole(250'000)});
  world.add_process("slow", sleeps_ten, {.drift = PartsPerMillion::whole(-200'000)});

  world.run_until(20s);

  EXPECT_THAT(remarks(world), ElementsAre("awake@8s", "awake@10s", "awake@12.5s"));
}

TEST(Sleep, IsLongerOrShorterFromAChangeOfRateOn) {
  SmallWorld world{Seed{1}};
  world.add_process("a", sleeps_ten, {});
  world.at(5s, set_gain("a", 1'000'000));
  world.add_process("b", sleeps_ten, {});
  world.at(5s, set_gain("b", -500'000));

  world.run_until(20s);

  EXPECT_THAT(remarks(world, "a"), ElementsAre("awake@7.5s"));
  EXPECT_THAT(remarks(world, "b"), ElementsAre("awake@15s"));
}

Task<> sleeps_and_says(Process& self, Duration time, const char* what) {
  co_await self.sleep(time);
  remark(self, what);
}

Task<> three_sleepers(Process& self, Api) {
  const Child third(self, sleeps_and_says(self, 3s, "third"));
  const Child first(self, sleeps_and_says(self, 1s, "first"));
  const Child second(self, sleeps_and_says(self, 2s, "second"));
  co_await self.sleep(20s);
  remark(self, "last");
}

TEST(Pause, KeepsWhatFallsDueAndLetsItGoAtTheResumeInItsOldOrder) {
  SmallWorld world{Seed{1}};
  world.add_process("a", three_sleepers, {});
  world.at(500ms, pause("a"));
  world.at(10s, unpause("a"));

  world.run_until(30s);

  EXPECT_THAT(remarks(world), ElementsAre("first@10s", "second@10s", "third@10s", "last@20s"));
}

TEST(Pause, ThatBeginsAgainAtOnceKeepsThemStill) {
  SmallWorld world{Seed{1}};
  world.add_process("a", three_sleepers, {});
  world.at(500ms, pause("a"));
  world.at(5s, unpause("a"));
  world.at(5s, pause("a"));
  world.at(10s, unpause("a"));

  world.run_until(30s);

  EXPECT_THAT(remarks(world), ElementsAre("first@10s", "second@10s", "third@10s", "last@20s"));
}

TEST(Pause, LeavesAHeldWakeupHeldWhenTheClockChanges) {
  SmallWorld world{Seed{1}};
  world.add_process("a", three_sleepers, {});
  world.at(500ms, pause("a"));
  world.at(4s, set_gain("a", 1'000'000));
  world.at(10s, unpause("a"));

  world.run_until(30s);

  EXPECT_THAT(remarks(world), ElementsAre("first@10s", "second@10s", "third@10s", "last@12s"));
}

// ---- deadlines ----

Task<int> answers_after(Process& self, Duration time) {
  co_await self.sleep(time);
  co_return 42;
}

Task<> tries_within_two(Process& self, Duration takes) {
  const std::optional<int> answer = co_await self.within(2s, answers_after(self, takes));
  remark(self, answer ? "answered" : "too late");
}

void add_try(SmallWorld& world, std::string_view name, Duration takes) {
  world.add_process(name, [takes](Process& self, Api) { return tries_within_two(self, takes); },
                    {});
}

TEST(Within, GivesTheValueInTimeOrCancelsTheTaskAtTheDeadline) {
  SmallWorld world{Seed{1}};
  add_try(world, "quick", 1s);
  add_try(world, "slow", 3s);

  world.run_until(10s);

  EXPECT_THAT(remarks(world, "quick"), ElementsAre("answered@1s"));
  EXPECT_THAT(remarks(world, "slow"), ElementsAre("too late@2s"));
}

TEST(Within, WhatWasReadyBeforeTheDeadlineCountsAlsoAfterAPause) {
  SmallWorld world{Seed{1}};
  add_try(world, "quick", 1s);
  add_try(world, "slow", 3s);
  for (const char* who : {"quick", "slow"}) {
    world.at(500ms, pause(who));
    world.at(10s, unpause(who));
  }

  world.run_until(20s);

  EXPECT_THAT(remarks(world, "quick"), ElementsAre("answered@10s"));
  EXPECT_THAT(remarks(world, "slow"), ElementsAre("too late@10s"));
}

TEST(Within, CountsOnTheStopwatch) {
  SmallWorld world{Seed{1}};
  world.add_process("a", [](Process& self, Api) { return tries_within_two(self, 3s); },
                    {.drift = PartsPerMillion::whole(1'000'000)});

  world.run_until(10s);

  EXPECT_THAT(remarks(world), ElementsAre("too late@1s"));
}

// ---- crashes ----

struct Farewell {
  explicit Farewell(Process& dying) : self(dying) {}
  ~Farewell() { remark(self, "gone"); }
  Farewell(const Farewell&) = delete;
  Farewell& operator=(const Farewell&) = delete;
  Process& self;
};

Task<> holds_something(Process& self) {
  const Farewell held(self);
  co_await self.sleep(1h);
  remark(self, "never");
}

Task<> dies_in_its_sleep(Process& self, Api) {
  const Child beside(self, holds_something(self));
  const std::optional<int> answer = co_await self.within(30s, answers_after(self, 20s));
  remark(self, answer ? "never" : "never, too");
}

TEST(Crash, DestroysEveryFrameAndNothingRunsAfterIt) {
  SmallWorld world{Seed{1}};
  world.add_process("a", dies_in_its_sleep, {});
  world.at(5s, crash("a"));

  world.run_until(2h);

  EXPECT_THAT(remarks(world), ElementsAre("gone@5s"));
  EXPECT_EQ(world.shared().engine.frames().live(), 0U);
}

TEST(Crash, OfAPausedProcessForgetsWhatItHeld) {
  SmallWorld world{Seed{1}};
  world.add_process("a", sleeps_ten, {});
  world.at(5s, pause("a"));
  world.at(15s, crash("a"));
  world.at(20s, unpause("a"));
  world.at(30s, start("a"));

  world.run_until(60s);

  EXPECT_THAT(remarks(world), ElementsAre("awake@40s")) << "the second life's sleep";
}

// ---- restarts ----

Task<> fails_at_once(Process& self, Api) {
  self.exit_with(1, "broken");
  co_return;
}

std::vector<std::string> starts(const SmallWorld& world, std::string_view by) {
  std::vector<std::string> all;
  for (const auto& started : world.facts<ProcessStarted>(by)) {
    all.push_back(duration_text(started.at));
  }
  return all;
}

constexpr RestartRule kAlways{.when = RestartRule::When::always};
constexpr RestartRule kOnFailure{.when = RestartRule::When::on_failure};

TEST(Restart, BacksOffFromNothingOverTenSecondsToFiveMinutes) {
  SmallWorld world{Seed{1}};
  world.add_process("a", fails_at_once, {.restart = kAlways});

  world.run_until(1200s);

  // 0, 10, 20, 40, 80, 160, 300, 300 s after the one before.
  EXPECT_THAT(starts(world, "a"),
              ElementsAre("0s", "0s", "10s", "30s", "1m10s", "2m30s", "5m10s", "10m10s", "15m10s"));
}

Task<> lives_long_once(Process& self, Api) {
  if (self.incarnation() == 2) co_await self.sleep(600s);
  self.exit_with(1, "broken");
}

TEST(Restart, BeginsOverAfterALifeOfTenMinutes) {
  SmallWorld world{Seed{1}};
  world.add_process("a", lives_long_once, {.restart = kAlways});

  world.run_until(650s);

  EXPECT_THAT(starts(world, "a"), ElementsAre("0s", "0s", "10s", "10m10s", "10m20s", "10m40s"));
}

Task<> succeeds_at_once(Process&, Api) { co_return; }

Task<> waits_for_the_stop(Process& self, Api) {
  co_await self.until(self.stop());
  remark(self, "stopping");
}

TEST(Restart, HappensForTheReasonsThatTheRuleNames) {
  SmallWorld world{Seed{1}};
  world.add_process("success", succeeds_at_once, {.restart = kOnFailure});
  world.add_process("failure", fails_at_once, {.restart = kOnFailure});
  world.add_process("crash", sleeps_ten, {.restart = kOnFailure});
  world.add_process("asked", waits_for_the_stop, {.restart = kAlways});
  world.add_process("never", fails_at_once, {});
  world.at(5s, crash("crash"));
  world.at(5s, ask_to_stop("asked"));

  world.run_until(8s);

  EXPECT_THAT(starts(world, "success"), SizeIs(1));
  EXPECT_THAT(starts(world, "failure"), SizeIs(2));
  EXPECT_THAT(starts(world, "crash"), ElementsAre("0s", "5s"));
  EXPECT_THAT(starts(world, "asked"), SizeIs(1)) << "who was asked to end is not restarted";
  EXPECT_THAT(starts(world, "never"), SizeIs(1));
}

TEST(Restart, CountsOnTheStopwatchOfTheMachine) {
  SmallWorld world{Seed{1}};
  world.add_process("fast", fails_at_once,
                    {.drift = PartsPerMillion::whole(1'000'000), .restart = kAlways});
  world.add_process("asleep", fails_at_once, {.restart = kAlways});
  world.at(5s, suspend("asleep"));
  world.at(25s, resume("asleep"));

  world.run_until(40s);

  EXPECT_THAT(starts(world, "fast"), ElementsAre("0s", "0s", "5s", "15s", "35s"));
  EXPECT_THAT(starts(world, "asleep"), ElementsAre("0s", "0s", "30s"));
}

TEST(Start, OnASleepingMachineWaitsUntilItWakes) {
  SmallWorld world{Seed{1}};
  world.add_process("a", sleeps_ten, {.starts = 5s});
  world.at(1s, suspend("a"));
  world.at(20s, resume("a"));

  world.run_until(60s);

  EXPECT_THAT(starts(world, "a"), ElementsAre("20s"));
  EXPECT_THAT(remarks(world), ElementsAre("awake@30s"));
}

// ---- signals ----

Task<> works_unless_stopped(Process& self, Api) {
  const std::optional<int> done = co_await self.unless(self.stop(), answers_after(self, 10s));
  remark(self, done ? "done" : "stopped");
}

TEST(Stop, LetsWaitersGoAndCancelsWhatShouldEndWithIt) {
  SmallWorld world{Seed{1}};
  for (const char* who : {"waits", "works", "done"}) {
    world.add_process(
        who,
        who == std::string_view{"waits"} ? Body{waits_for_the_stop} : Body{works_unless_stopped},
        {});
  }
  world.at(5s, ask_to_stop("waits"));
  world.at(5s, ask_to_stop("works"));
  world.at(15s, ask_to_stop("done"));

  world.run_until(30s);

  EXPECT_THAT(remarks(world, "waits"), ElementsAre("stopping@5s"));
  EXPECT_THAT(remarks(world, "works"), ElementsAre("stopped@5s"));
  EXPECT_THAT(remarks(world, "done"), ElementsAre("done@10s"));
}

TEST(Stop, OfAPausedProcessReachesItAtTheResume) {
  SmallWorld world{Seed{1}};
  world.add_process("a", waits_for_the_stop, {});
  world.at(1s, pause("a"));
  world.at(5s, ask_to_stop("a"));
  world.at(10s, unpause("a"));

  world.run_until(30s);

  EXPECT_THAT(remarks(world), ElementsAre("stopping@10s"));
}

// ---- machines that sleep ----

TEST(Suspend, StopsTheStopwatchAndWhatCountsOnIt) {
  SmallWorld world{Seed{1}};
  world.add_process("a", sleeps_ten, {});
  world.at(4s, suspend("a"));
  world.at(24s, resume("a"));

  world.run_until(60s);

  EXPECT_THAT(remarks(world), ElementsAre("awake@30s"));
}

Duration offset_after_sleep(AfterSleep calendar) {
  SmallWorld world{Seed{1}};
  world.add_process("a", sleeps_ten, {.offset = 1s});
  world.at(4s, suspend("a"));
  world.at(24s, [calendar](SmallWorld& at) { at.host("a").resume(calendar); });
  world.run_until(60s);
  return world.facts<ClockSet>().back().fact.offset;
}

TEST(Suspend, LeavesTheCalendarRightOrBehind) {
  EXPECT_EQ(offset_after_sleep(AfterSleep::right), 1s);
  EXPECT_EQ(offset_after_sleep(AfterSleep::behind), 1s - 20s);
}

// ---- draws ----

constexpr Purpose kTest{"test"};

Task<> draws_three(Process& self, Api api) {
  Choices draws = self.choices(kTest);
  for (int i = 0; i < 3; ++i) {
    remark(self, std::to_string(draws.below(1'000'000)));
    auto found = co_await api.get<Lease>(object_name(self.names(), "", "demo"));
    remark(self, found ? "found" : "missing");
    co_await self.sleep(1s);
  }
}

std::vector<std::string> drawn_by_a(std::uint64_t seed, bool beside_others) {
  SmallWorld world(Seed{seed}, {.latency = Distribution::uniform(1ms, 5ms)});
  if (beside_others) {
    world.add_process("c", draws_three, {});
    world.add_process("d", draws_three, {.starts = 500ms});
  }
  world.add_process("a", draws_three, {});
  world.run_until(10s);
  return remarks(world, "a");
}

TEST(Draws, OfAProcessAreItsOwnWhoeverElseThereIs) {
  EXPECT_EQ(drawn_by_a(1, true), drawn_by_a(1, false)) << "its draws, and its messages' latencies";
  EXPECT_NE(drawn_by_a(1, false), drawn_by_a(2, false));
}

TEST(Draws, OfASecondLifeAreOthers) {
  SmallWorld world{Seed{1}};
  world.add_process("a", draws_three, {});
  world.at(5s, start("a"));

  world.run_until(10s);

  const auto said = world.facts<Remark>("a");
  ASSERT_THAT(said, SizeIs(12));
  EXPECT_NE(said[0].fact.text, said[6].fact.text);
}

}  // namespace
}  // namespace leasesim
