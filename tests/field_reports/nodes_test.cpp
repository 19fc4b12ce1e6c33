// Reports about nodes, their leases, and leases that are written by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/duel.hpp"
#include "support/small_cluster.hpp"

namespace leasesim {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

// ---- B19: a whole cluster goes a day forward ----

// Each step is an instant: no flap. Only a node that goes back is not heard for a while.
TEST(B19, ACalendarThatJumpsForwardEverywhereMarksNoNode) {
  const int count = runs(40);
  for (int seed = 0; seed < count; ++seed) {
    Luck luck(seed);
    SmallWorld world(Seed{static_cast<std::uint64_t>(seed)});
    add_controllers(world, "kcm");
    for (const char* node : {"n1", "n2", "n3"}) {
      add_kubelet(world, node);
      world.at(100s + luck.between(0s, 120s), step_calendar(node, 24h));
    }
    world.at(100s + luck.between(0s, 120s), step_calendar("kcm", 24h));
    world.run_until(400s);
    for (const char* node : {"n1", "n2", "n3"}) {
      EXPECT_THAT(became(world, node, ConditionStatus::unknown), IsEmpty()) << "seed " << seed;
    }
  }
}

// ---- B20: a grace as long as a heartbeat ----

std::size_t flaps_in_ten_hours(Duration grace) {
  SmallWorld world(Seed{1});
  ControllerManagerConfig config;
  config.nodes.grace = grace;
  add_controllers(world, "kcm", config);
  // Its reports would be signs of life, too.
  KubeletConfig kubelet;
  kubelet.report_every = 24h;
  add_kubelet(world, "n1", kubelet);
  world.run_until(10h);
  return became(world, "n1", ConditionStatus::unknown).size();
}

TEST(B20, AGraceOfTenSecondsFlapsInOneOfTwentyFiveCyclesAndOneOfFortyNever) {
  const std::size_t flaps = flaps_in_ten_hours(10s);
  const std::size_t cycles = 10 * 3600 / 10;
  EXPECT_GE(flaps, cycles * 2 / 100) << "several times an hour";
  EXPECT_LE(flaps, cycles * 8 / 100);
  EXPECT_EQ(flaps_in_ten_hours(40s), 0U);
}

// ---- B76: writes are refused for 90 s ----

TEST(B76, WithBothRefusedTheNodeIsUnknownAndComesBack) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_kubelet(world, "n1");
  ServerRule refusing = failing();
  refusing.clients = {ProcessName{world.text("n1")}};
  refusing.verbs = {Verb::create, Verb::update, Verb::patch};
  world.at(100s, serve_by(refusing));
  world.at(190s, serve_all());
  world.run_until(300s);

  const auto unknown = became(world, "n1", ConditionStatus::unknown);
  const auto ready = became(world, "n1", ConditionStatus::yes);
  ASSERT_THAT(unknown, SizeIs(1));
  EXPECT_GE(unknown.front(), 139s);
  ASSERT_THAT(ready, SizeIs(2));
  EXPECT_GE(ready.back(), 190s);
  EXPECT_LE(ready.back(), 190s + 10400ms + 100ms);
}

TEST(B76, WithLeaseWritesAloneRefusedItIsUnknownForAtMostOnePeriodAtATime) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_kubelet(world, "n1");
  ServerRule refusing = failing();
  refusing.clients = {ProcessName{world.text("n1")}};
  refusing.verbs = {Verb::update};
  refusing.kinds = {Kind::lease};
  world.at(100s, serve_by(refusing));
  world.run_until(1000s);

  const auto unknown = became(world, "n1", ConditionStatus::unknown);
  const auto ready = became(world, "n1", ConditionStatus::yes);
  ASSERT_GE(unknown.size(), 3U);
  ASSERT_GE(ready.size(), unknown.size());
  for (std::size_t i = 0; i < unknown.size() && i + 1 < ready.size(); ++i) {
    EXPECT_LE(ready[i + 1] - unknown[i], 10400ms + 100ms);
  }
}

// ---- B77: a node is deleted, its kubelet is not ----

TEST(B77, WithoutACollectorTheLeaseIsRenewedAndTheStatusFindsNoNode) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  world.at(60s, [](SmallWorld& at) { at.remove(Kind::node, "n1"); });
  world.run_until(200s);

  int renewed = 0;
  int no_node = 0;
  for (const auto& served : world.facts<RequestServed>("n1")) {
    if (served.at < 60s) continue;
    const bool lease = served.fact.object.view() == "kube-node-lease/n1";
    if (lease && served.fact.verb == Verb::update) {
      EXPECT_EQ(served.fact.outcome, ApiError::ok);
      ++renewed;
    }
    if (!lease && served.fact.outcome == ApiError::not_found) ++no_node;
  }
  EXPECT_GE(renewed, 13);
  EXPECT_GT(no_node, 0);
}

// With the collector on: the lease is gone, a conflict, then what the release does.
void with_the_collector(Release release, bool comes_again) {
  SmallWorld world(Seed{1});
  ControllerManagerConfig config;
  config.evicts = false;
  add_controllers(world, "kcm", config);
  KubeletConfig kubelet;
  kubelet.release = release;
  add_kubelet(world, "n1", kubelet);
  world.at(60s, [](SmallWorld& at) { at.remove(Kind::node, "n1"); });
  world.run_until(71s);

  std::vector<std::pair<Verb, ApiError>> seen;
  for (const auto& served : world.facts<RequestServed>("n1")) {
    const bool lease = served.fact.object.view() == "kube-node-lease/n1";
    if (served.at > 60s && lease) seen.emplace_back(served.fact.verb, served.fact.outcome);
  }
  ASSERT_GE(seen.size(), 2U);
  EXPECT_EQ(seen[0], (std::pair{Verb::update, ApiError::conflict}));
  EXPECT_EQ(seen[1], (std::pair{Verb::get, ApiError::not_found}));
  const Lease* lease = world.lease("kube-node-lease/n1");
  EXPECT_EQ(lease != nullptr, comes_again);
  if (lease != nullptr) EXPECT_FALSE(lease->meta.extra) << "and owned by nobody";
}

TEST(B77, WithTheCollectorTheLeaseGoesAndComesAgainOnlyUpTo120) {
  with_the_collector(Release::v1_36, false);
  with_the_collector(Release::v1_20, true);
}

// ---- B34: writes that insist on nothing ----

Task<> blind_patch(Process& self, Api api, std::string holder) {
  const ObjectName lease = object_name(self.names(), "", "demo");
  auto found = co_await api.get<Lease>(lease);
  if (!found) co_return;
  co_await self.sleep(100ms);
  const std::string transitions = std::to_string(found->spec.transitions.value_or(0) + 1);
  const Text patch = self.text("{\"spec\":{\"holderIdentity\":\"" + holder +
                               "\",\"leaseTransitions\":" + transitions + "}}");
  auto written = co_await api.patch<Lease>(lease, patch);
  self.note(Remark{self.text(written ? "took it" : "was refused")});
}

Task<> blind_put(Process& self, Api api, std::string holder) {
  const ObjectName lease = object_name(self.names(), "", "demo");
  auto read = co_await api.get<Lease>(lease);
  if (!read) co_return;
  co_await self.sleep(100ms);
  // The library fetches the newest version just before it replaces.
  auto newest = co_await api.get<Lease>(lease);
  if (!newest) co_return;
  newest->spec.holder = self.text(holder);
  newest->spec.transitions = read->spec.transitions.value_or(0) + 1;
  auto written = co_await api.update(*newest);
  self.note(Remark{self.text(written ? "took it" : "was refused")});
}

void both_take_it(Task<> (*take)(Process&, Api, std::string)) {
  SmallWorld world(Seed{1});
  Lease lease;
  lease.meta.name = world.object("demo");
  lease.spec.holder = world.text("dead");
  lease.spec.transitions = 5;
  world.put(lease);
  world.add("a", take, std::string{"a"});
  world.add("b", take, std::string{"b"}, {.starts = 10ms});
  world.run_until(1s);

  for (const char* name : {"a", "b"}) {
    const auto said = world.facts<Remark>(name);
    ASSERT_THAT(said, SizeIs(1));
    EXPECT_EQ(said.front().fact.text.view(), "took it") << name;
  }
  EXPECT_EQ(world.lease("demo")->spec.holder.view(), "b") << "the last one stays";
  EXPECT_EQ(world.lease("demo")->spec.transitions, 6) << "one step, though two took it";
}

TEST(B34, TwoMergePatchesWithoutAVersionBothSucceed) { both_take_it(blind_patch); }
TEST(B34, TwoReplacementsThatFetchTheNewestVersionBothSucceed) { both_take_it(blind_put); }

// ---- B84: a lock in a namespace that refuses ----

TEST(B84, ARefusedElectorAsksForEverAndLeadsInItsOwnNamespace) {
  SmallWorld world(Seed{1});
  ElectionConfig config;
  config.lease = "kube-system/operator";
  world.add("there", leader_elector, config);
  config.lease = "mine/operator";
  world.add("here", leader_elector, config);
  ServerRule denying;
  denying.effect = ServerRule::Effect::fail;
  denying.failure = {ApiError::forbidden, 403, "Forbidden", "no", {}};
  denying.objects = {world.object("kube-system/operator")};
  world.add_rule(denying);
  world.run_until(10min);

  EXPECT_THAT(world.facts<LeadershipGained>("there"), IsEmpty());
  EXPECT_THAT(world.facts<LeadershipGained>("here"), SizeIs(1));
  std::vector<Duration> refusals;
  for (const auto& served : world.facts<RequestServed>("there")) {
    EXPECT_EQ(served.fact.outcome, ApiError::forbidden);
    refusals.push_back(served.at);
  }
  for (std::size_t i = 1; i < refusals.size(); ++i) {
    const Duration gap = refusals[i] - refusals[i - 1];
    EXPECT_GE(gap, 2s);
    EXPECT_LT(gap, 4400ms + 10ms);
  }
}

}  // namespace
}  // namespace leasesim
