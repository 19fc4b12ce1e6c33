// H1 to H6: when a silent node is called Unknown, when its pods go, and what clocks do to it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "leasesim/objects/well_known.hpp"
#include "support/duel.hpp"
#include "support/small_cluster.hpp"

namespace leasesim {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kUnreachable = well_known::kTaintUnreachable;
constexpr Duration kPeriod = 5s;
constexpr Duration kGrace = 50s;
constexpr Duration kPass = 2ms;
constexpr Duration kLag = 30ms;

struct Silence {
  Duration last_commit{};
  std::vector<Duration> unknown;
};

// A node falls silent for good after `crash_at`.
Silence silence(Seed seed, const ControllerManagerConfig& config, Duration starts,
                Duration crash_at) {
  SmallWorld world(seed);
  add_controllers(world, "kcm", config);
  add_kubelet(world, "n1", {}, {.starts = starts});
  world.at(crash_at, crash("n1"));
  world.run_until(crash_at + 90s);
  return {heartbeats_of(world, "n1").back(), became(world, "n1", ConditionStatus::unknown)};
}

// ---- H1 ----

TEST(SilentNode, IsUnknownBetweenTheGraceAndOnePeriodMore) {
  const int count = runs(400);
  for (int seed = 0; seed < count; ++seed) {
    Luck luck(seed);
    const Duration crash_at = 60s + luck.between(0s, 10s);
    const Silence seen =
        silence(Seed{static_cast<std::uint64_t>(seed)}, {}, luck.between(0s, 5s), crash_at);
    ASSERT_THAT(seen.unknown, SizeIs(1)) << "H1, seed " << seed;
    const Duration after = seen.unknown.front() - seen.last_commit;
    EXPECT_GE(after, kGrace) << "H1, seed " << seed;
    EXPECT_LE(after, kGrace + kPeriod + kLag) << "H1 at the default pass, seed " << seed;
    // From the death itself it may be up to a heartbeat less.
    EXPECT_GE(seen.unknown.front() - crash_at, kGrace - 10400ms) << "H1, seed " << seed;
  }
}

TEST(SilentNode, IsUnknownAfterFortySecondsBefore132) {
  ControllerManagerConfig config;
  config.nodes.release = Release::v1_31;

  const Silence seen = silence(Seed{3}, config, 1s, 63s);

  ASSERT_THAT(seen.unknown, SizeIs(1));
  EXPECT_GE(seen.unknown.front() - seen.last_commit, 40s);
  EXPECT_LE(seen.unknown.front() - seen.last_commit, 40s + kPeriod + kLag);
}

// With a pass of 0.55 s nine periods are just less than the grace: a renewal that comes right after
// a look is seen one period later, and ten periods after that the node is Unknown.
TEST(SilentNode, MayHaveTwoPeriodsMoreWhenAPassTakesLong) {
  ControllerManagerConfig config;
  config.nodes.pass = 550ms;
  const Duration period = kPeriod + config.nodes.pass;
  const Silence first = silence(Seed{1}, config, 1s, 63s);
  ASSERT_THAT(first.unknown, SizeIs(1));
  // Passes are a period apart: shift the kubelet so that its last write comes just after one.
  const Duration since_a_pass = (first.last_commit - first.unknown.front()) % period + period;
  const Duration shift = period - since_a_pass + 10ms;

  const Silence directed = silence(Seed{1}, config, 1s + shift, 63s + shift);

  ASSERT_THAT(directed.unknown, SizeIs(1));
  const Duration after = directed.unknown.front() - directed.last_commit;
  EXPECT_GT(after, kGrace + 2 * kPeriod) << "H1's upper end, reached";
  EXPECT_LE(after, kGrace + 2 * period + kLag) << "H1's upper end, not exceeded";
}

// ---- H2 ----

struct Gap {
  Duration length{};
  std::size_t marked = 0;
};

// The kubelet stands still for a while; the gap is that between two commits of its lease.
Gap gap_of(int seed, Duration pause_for, Duration pass) {
  Luck luck(seed);
  SmallWorld world(Seed{static_cast<std::uint64_t>(seed)});
  ControllerManagerConfig config;
  config.nodes.pass = pass;
  add_controllers(world, "kcm", config);
  // A status posted at the end of the pause would be a sign of life of its own.
  KubeletConfig kubelet;
  kubelet.report_every = 1h;
  add_kubelet(world, "n1", kubelet, {.starts = luck.between(0s, 5s)});
  const Duration from = 60s + luck.between(0s, 10s);
  world.at(from, pause("n1"));
  world.at(from + pause_for, unpause("n1"));
  world.run_until(from + pause_for + 30s);
  const std::vector<Duration> beats = heartbeats_of(world, "n1");
  Gap gap;
  for (std::size_t i = 1; i < beats.size(); ++i) {
    gap.length = std::max(gap.length, beats[i] - beats[i - 1]);
  }
  gap.marked = became(world, "n1", ConditionStatus::unknown).size();
  return gap;
}

TEST(LivingNode, IsNeverUnknownWhileTheGapIsWithinTheGraceAndAlwaysBeyondTwoPeriodsMore) {
  const int count = runs(300);
  int within = 0;
  int beyond = 0;
  for (int seed = 0; seed < count; ++seed) {
    const Duration pass = seed % 2 == 0 ? kPass : 550ms;
    const Duration pause_for = Luck(seed + 10'000).between(30s, 75s);
    const Gap gap = gap_of(seed, pause_for, pass);
    if (gap.length <= kGrace) {
      ++within;
      EXPECT_EQ(gap.marked, 0U) << "H2, seed " << seed;
    } else if (gap.length > kGrace + 2 * (kPeriod + pass) + kLag) {
      ++beyond;
      EXPECT_EQ(gap.marked, 1U) << "H2, seed " << seed;
    }
  }
  EXPECT_GT(within, count / 10);
  EXPECT_GT(beyond, count / 10);
}

// ---- H3 ----

struct Eviction {
  Duration last_commit{};
  Duration unknown{};
  Duration tainted{};
  std::vector<Duration> deleted;
};

Eviction eviction(int seed) {
  Luck luck(seed);
  SmallWorld world(Seed{static_cast<std::uint64_t>(seed)});
  add_controllers(world, "kcm");
  add_kubelet(world, "n1", {}, {.starts = luck.between(0s, 5s)});
  add_kubelet(world, "n2");
  world.at(20s, [](SmallWorld& at) { put_pod(at, "web", "n1"); });
  world.at(60s + luck.between(0s, 10s), crash("n1"));
  world.run_until(8min);
  Eviction seen;
  seen.last_commit = heartbeats_of(world, "n1").back();
  seen.unknown = became(world, "n1", ConditionStatus::unknown).front();
  seen.tainted = tainted(world, "n1", kUnreachable, TaintEffect::no_execute).front();
  for (const auto& deleted : world.facts<PodDeleted>()) seen.deleted.push_back(deleted.at);
  return seen;
}

TEST(PodOfASilentNode, IsDeletedAfterOnePeriodMoreAndItsToleration) {
  const int count = runs(200);
  for (int seed = 0; seed < count; ++seed) {
    const Eviction seen = eviction(seed);
    ASSERT_THAT(seen.deleted, SizeIs(1)) << "H3, seed " << seed;
    const Duration after = seen.deleted.front() - seen.last_commit;
    EXPECT_GE(after, kGrace - 400ms + kPeriod + 300s - 5s) << "H3, seed " << seed;
    EXPECT_LE(after, 360s + 500ms) << "H3, seed " << seed;
    // The decision goes by the condition as it was before the pass.
    EXPECT_GE(seen.tainted - seen.unknown, kPeriod) << "H3, seed " << seed;
    EXPECT_LE(seen.tainted - seen.unknown, kPeriod + kPass + 100ms + kLag) << "H3, seed " << seed;
  }
}

TEST(PodsOfASilentZone, WaitTenSecondsForEachNodeBefore) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  for (const char* node : {"n1", "n2", "n3", "n4", "n5", "n6"}) add_kubelet(world, node);
  for (const char* node : {"n1", "n2"}) world.at(63s, crash(node));

  world.run_until(3min);

  const auto first = tainted(world, "n1", kUnreachable, TaintEffect::no_execute);
  const auto second = tainted(world, "n2", kUnreachable, TaintEffect::no_execute);
  ASSERT_THAT(first, SizeIs(1));
  ASSERT_THAT(second, SizeIs(1));
  const Duration apart =
      std::max(first.front(), second.front()) - std::min(first.front(), second.front());
  EXPECT_GE(apart, 10s - kLag) << "one node every 10 s";
  EXPECT_LE(apart, 10s + 100ms + kLag);
}

// ---- H4 ----

TEST(ControllerThatTakesOver, CountsGraceAndTolerationsAnew) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm-1");
  add_controllers(world, "kcm-2", {}, {.starts = 300s});
  add_kubelet(world, "n1");
  add_kubelet(world, "n2");
  world.at(20s, [](SmallWorld& at) { put_pod(at, "web", "n1"); });
  world.at(60s, crash("n1"));
  world.at(300s, crash("kcm-1"));  // 190 s of the toleration are over

  world.run_until(700s);

  const auto deleted = world.facts<PodDeleted>();
  ASSERT_THAT(deleted, SizeIs(1));
  EXPECT_EQ(deleted.front().by, "kcm-2");
  EXPECT_GE(deleted.front().at, 600s) << "H4: the 300 s began anew";
  EXPECT_LE(deleted.front().at, 600s + 2 * kPeriod + 1s);
}

TEST(ControllerThatTakesOver, GivesASilentNodeAFullGrace) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm-1");
  add_controllers(world, "kcm-2", {}, {.starts = 100s});
  add_kubelet(world, "n1");
  world.at(60s, crash("n1"));
  world.at(95s, crash("kcm-1"));

  world.run_until(200s);

  const auto unknown = became(world, "n1", ConditionStatus::unknown);
  ASSERT_THAT(unknown, SizeIs(1));
  EXPECT_GE(unknown.front(), 100s + kGrace) << "H4";
  EXPECT_LE(unknown.front(), 100s + kGrace + 2 * kPeriod + kLag);
}

// ---- H5 ----

struct Step {
  std::size_t marked = 0;
  Duration unknown_for{};
};

// The node's calendar jumps; its reports are so rare that leases alone count.
Step step(int seed, Duration by) {
  Luck luck(seed);
  SmallWorld world(Seed{static_cast<std::uint64_t>(seed)});
  add_controllers(world, "kcm");
  KubeletConfig kubelet;
  kubelet.report_every = 1h;
  add_kubelet(world, "n1", kubelet, {.starts = luck.between(0s, 5s)});
  world.at(60s + luck.between(0s, 10s), step_calendar("n1", by));
  world.run_until(400s);
  Step seen;
  const auto unknown = became(world, "n1", ConditionStatus::unknown);
  const auto ready = became(world, "n1", ConditionStatus::yes);
  seen.marked = unknown.size();
  if (!unknown.empty() && ready.size() > 1) seen.unknown_for = ready[1] - unknown.front();
  return seen;
}

TEST(SteppedBackNode, FlapsOnceWhenTheStepIsLongerThanTheGrace) {
  const int count = runs(100);
  for (int seed = 0; seed < count; ++seed) {
    // The gap that the controller sees is the step and up to one heartbeat.
    EXPECT_EQ(step(seed, -(kGrace - 10400ms - kLag)).marked, 0U) << "H5, just inside, " << seed;
    const Step beyond = step(seed, -(kGrace + 2 * (kPeriod + kPass) + kLag));
    EXPECT_EQ(beyond.marked, 1U) << "H5, just outside, " << seed;
    EXPECT_LE(beyond.unknown_for, 10400ms + kPeriod + kLag) << "H5: it recovers, " << seed;
    EXPECT_GT(beyond.unknown_for, Duration{}) << "H5: it recovers, " << seed;
  }
}

TEST(SteppedBackNode, IsHeardAgainWithItsNextStatus) {
  SmallWorld world(Seed{2});
  add_controllers(world, "kcm");
  KubeletConfig kubelet;
  kubelet.report_every = 30s;
  add_kubelet(world, "n1", kubelet);
  world.at(60s, step_calendar("n1", -24h));

  world.run_until(600s);

  EXPECT_THAT(became(world, "n1", ConditionStatus::unknown), IsEmpty())
      << "H5: the time to the next status post is the shorter one";
}

TEST(SteppedForwardNode, IsLeftAlone) {
  const int count = runs(50);
  for (int seed = 0; seed < count; ++seed) EXPECT_EQ(step(seed, 24h).marked, 0U) << "H5 " << seed;
}

// ---- H6 ----

Duration unknown_of_a_node_that_never_spoke(Duration ahead) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm", {}, {.offset = ahead});
  world.at(10s, [](SmallWorld& at) {
    Node node;
    node.meta.name = at.object("n1");
    at.put(node);
  });
  world.run_until(200s);
  const auto unknown = became(world, "n1", ConditionStatus::unknown);
  return unknown.empty() ? Duration{-1} : unknown.front() - 10s;
}

TEST(NodeThatNeverSpoke, HasAStartUpGraceByTheCalendars) {
  const auto expect = [](Duration ahead, Duration grace) {
    const Duration after = unknown_of_a_node_that_never_spoke(ahead);
    // creationTimestamp has whole seconds.
    EXPECT_GE(after, grace - 1s) << "H6";
    EXPECT_LE(after, grace + kPeriod + kPass + kLag) << "H6";
  };
  expect({}, 60s);
  expect(20s, 40s);
  expect(-20s, 80s);
}

}  // namespace
}  // namespace leasesim
