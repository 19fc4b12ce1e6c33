// Reports about nodes, their leases, and leases that are written by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "leasesim/actors/leader_elector.hpp"
#include "leasesim/api/informer.hpp"
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
  ASSERT_EQ(lease != nullptr, comes_again);
  if (comes_again) {
    EXPECT_FALSE(lease->meta.extra) << "and owned by nobody";
  }
}

// Up to 1.28 the update that follows the conflict did not mind the missing owner, and creates.
// upstream: kubernetes/kubernetes#109777, kubernetes/kubernetes#119661
TEST(B77, WithTheCollectorTheLeaseGoesAndComesAgainOnlyUpTo128) {
  with_the_collector(Release::v1_29, false);
  with_the_collector(Release::v1_28, true);
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

// ---- B82: one process, two roles, two locks ----

// Each lease has one holder at a time, and the holders may differ: an address that follows one's
// own lease is on one host.
TEST(B82, TwoLeasesOfThreeNodesHaveOneHolderEachAndMayHaveDifferentOnes) {
  bool differed = false;
  for (int seed = 0; seed < runs(60); ++seed) {
    SmallWorld world(Seed{static_cast<std::uint64_t>(seed)});
    for (const char* lease : {"control-plane", "services"}) {
      for (const char* node : {"n1", "n2", "n3"}) {
        ElectionConfig config;
        config.lease = lease;
        config.identity = node;
        config.lease_duration = 5s;
        config.renew_deadline = 3s;
        config.retry_period = 1s;
        config.on_lost = OnLost::rejoin;
        world.add(
            std::string{node} + "-" + lease, leader_elector, config,
            {.starts = Luck(seed * 7 + static_cast<int>(lease[0]) + node[1]).between(0s, 1s)});
      }
    }
    world.at(20s, crash("n1-control-plane"));
    world.run_until(60s);

    std::map<std::string, std::string> last;
    std::map<std::string, int> leaders;
    for (const Fact& fact : world.record()) {
      if (const auto* gained = std::get_if<LeadershipGained>(&fact.body)) {
        last[gained->lease.str()] = gained->identity.str();
        EXPECT_EQ(++leaders[gained->lease.str()], 1) << "seed " << seed;
      }
      if (const auto* lost = std::get_if<LeadershipLost>(&fact.body)) --leaders[lost->lease.str()];
      if (std::holds_alternative<ProcessCrashed>(fact.body) && last["control-plane"] == "n1" &&
          leaders["control-plane"] == 1) {
        --leaders["control-plane"];
      }
    }
    differed = differed || last["control-plane"] != last["services"];
  }
  EXPECT_TRUE(differed);
}

// ---- B70: what is deleted while nobody watches ----

Task<> watcher(Process& self, Api api, int) {
  Informer<ConfigMap> maps(self, api);
  maps.on_change([&self](const ConfigMap* before, const ConfigMap* now) {
    const std::string what = now == nullptr ? "deleted" : before == nullptr ? "added" : "changed";
    self.note(Remark{self.text(what)});
  });
  co_await maps.run();
}

std::vector<std::string> told_after_a_gap(bool lives_through_it) {
  SmallWorld world(Seed{1});
  ConfigMap map;
  map.meta.name = world.object("work");
  world.put(map);
  world.add("w", watcher, 0);
  if (lives_through_it) {
    world.at(10s, cut("w"));
    world.at(70s, heal("w"));
  } else {
    world.at(10s, crash("w"));
    world.at(30s, start("w"));
  }
  world.at(20s, [](SmallWorld& at) { at.remove(Kind::config_map, "work"); });
  world.run_until(200s);
  std::vector<std::string> told;
  for (const auto& remark : world.facts<Remark>("w")) {
    if (remark.at > 15s) told.push_back(remark.fact.text.str());
  }
  return told;
}

TEST(B70, AProcessThatLivesHearsOfADeletionInAGapAndAFreshOneNever) {
  EXPECT_THAT(told_after_a_gap(true), testing::ElementsAre("deleted"));
  EXPECT_THAT(told_after_a_gap(false), IsEmpty());
}

// ---- B71: the history has gone ----

TEST(B71, AWatchFromBeforeTheHistoryIsRefusedAndTheGapIsClosedByAList) {
  SmallWorld world(Seed{1});
  ConfigMap map;
  map.meta.name = world.object("old");
  world.put(map);
  world.add("w", watcher, 0);
  world.at(10s, cut("w"));
  // More than five minutes of changes pass it by.
  for (int i = 0; i < 50; ++i) {
    world.at(20s + i * 10s, [i](SmallWorld& at) {
      ConfigMap next;
      next.meta.name = at.object("new-" + std::to_string(i));
      at.put(next);
    });
  }
  world.at(30s, [](SmallWorld& at) { at.remove(Kind::config_map, "old"); });
  world.at(560s, heal("w"));
  world.run_until(700s);

  int gone = 0;
  int lists = 0;
  for (const auto& served : world.facts<RequestServed>("w")) {
    if (served.fact.outcome == ApiError::gone) ++gone;
    if (served.fact.verb == Verb::list) ++lists;
  }
  EXPECT_EQ(gone, 1) << "410: too old resource version";
  EXPECT_EQ(lists, 2);
  std::map<std::string, int> told;
  for (const auto& remark : world.facts<Remark>("w")) ++told[remark.fact.text.str()];
  EXPECT_EQ(told["added"], 51);
  EXPECT_EQ(told["deleted"], 1);
}

// ---- B61: seven minutes without a leader ----

TEST(B61, AnExitWithoutAReleaseIsFollowedWithinTheLeaseAndAPoll) {
  for (int seed = 0; seed < runs(60); ++seed) {
    SmallWorld world(Seed{static_cast<std::uint64_t>(seed)});
    ElectionConfig config;
    config.lease = "ovn";
    config.lease_duration = 60s;
    config.renew_deadline = 30s;
    config.retry_period = 20s;
    for (const char* name : {"a", "b", "c"}) {
      config.identity = name;
      world.add(name, leader_elector, config,
                {.starts = name[0] == 'a' ? 0s : Luck(seed + name[0]).between(1s, 20s)});
    }
    world.at(200s, crash("a"));
    world.run_until(500s);
    const Duration next =
        std::max(world.first<LeadershipGained>("b"), world.first<LeadershipGained>("c"));
    EXPECT_GT(next, 200s) << "seed " << seed;
    EXPECT_LE(next, 200s + 60s + 88s + 1s) << "148 s: seven minutes need somebody who writes";
  }
}

}  // namespace
}  // namespace leasesim
