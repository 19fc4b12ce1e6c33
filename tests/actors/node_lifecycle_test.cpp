// The node lifecycle controller, row by row: conditions, taints, zones.
#include "leasesim/actors/node_lifecycle.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "leasesim/objects/well_known.hpp"
#include "support/small_cluster.hpp"

namespace leasesim {
namespace {

using namespace well_known;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Duration kAtOnce = 50ms;
constexpr Duration kNextPass = 5s + 200ms;

bool has(SmallWorld& world, std::string_view node, std::string_view key, TaintEffect effect) {
  const Node* found = node_of(world, node);
  return found != nullptr && std::ranges::any_of(found->spec.taints, [&](const Taint& taint) {
           return taint.key.view() == key && taint.effect == effect;
         });
}

std::vector<std::string> states_of_zone(const SmallWorld& world, std::string_view zone) {
  std::vector<std::string> states;
  for (const auto& changed : world.facts<ZoneChanged>()) {
    if (changed.fact.zone.view() == zone) states.push_back(changed.fact.state.str());
  }
  return states;
}

int events(SmallWorld& world, std::string_view reason) {
  int count = 0;
  for (const SharedObject& object : world.server().store().list(Kind::event, {}).items) {
    const auto& event = std::get<Event>(*object);
    if (event.reason.view() == reason) count += event.count;
  }
  return count;
}

// ---- conditions and taints of one node ----

TEST(NodeLifecycle, ANodeThatSaysItIsNotReadyIsTaintedSoInTwoSteps) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  KubeletConfig kubelet;
  kubelet.unready = {{60s, 60s}};
  add_kubelet(world, "n1", kubelet);
  add_kubelet(world, "n2");
  world.run_until(180s);

  const auto not_ready = became(world, "n1", ConditionStatus::no);
  ASSERT_THAT(not_ready, SizeIs(1));
  const auto scheduling = tainted(world, "n1", kTaintNotReady, TaintEffect::no_schedule);
  const auto executing = tainted(world, "n1", kTaintNotReady, TaintEffect::no_execute);
  ASSERT_THAT(scheduling, SizeIs(2)) << "the first one is admission's, of a new node";
  EXPECT_LE(scheduling.back() - not_ready.front(), kAtOnce);
  ASSERT_THAT(executing, SizeIs(1));
  EXPECT_LE(executing.front() - not_ready.front(), kNextPass);

  // Ready again: both go, the NoExecute one in the next pass.
  EXPECT_FALSE(has(world, "n1", kTaintNotReady, TaintEffect::no_schedule));
  EXPECT_FALSE(has(world, "n1", kTaintNotReady, TaintEffect::no_execute));
  const auto ready = became(world, "n1", ConditionStatus::yes);
  for (const auto& gone : world.facts<NodeUntainted>("kcm")) {
    if (gone.at < 100s) continue;
    const bool executes = gone.fact.effect == TaintEffect::no_execute;
    EXPECT_LE(gone.at - ready.back(), executes ? kNextPass : kAtOnce);
  }
}

TEST(NodeLifecycle, ASilentNodeIsUnknownInAllButItsNetwork) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_kubelet(world, "n1");
  world.at(30s, [](SmallWorld& at) {
    Node node = *node_of(at, "n1");
    node.status.conditions.push_back(
        {at.text(kNetworkUnavailable), ConditionStatus::no, {}, {}, at.text("RouteCreated"), {}});
    at.put(node);
  });
  world.at(60s, crash("n1"));
  world.run_until(130s);

  const Node& node = *node_of(world, "n1");
  for (const std::string_view type : {kReady, kMemoryPressure, kDiskPressure, kPidPressure}) {
    const Condition* condition = find_condition(node.status.conditions, type);
    ASSERT_NE(condition, nullptr) << type;
    EXPECT_EQ(condition->status, ConditionStatus::unknown) << type;
    EXPECT_EQ(condition->reason.view(), "NodeStatusUnknown");
    EXPECT_EQ(condition->message.view(), "Kubelet stopped posting node status.");
  }
  EXPECT_EQ(find_condition(node.status.conditions, kNetworkUnavailable)->status,
            ConditionStatus::no);
  EXPECT_EQ(events(world, "NodeNotReady"), 1);
  EXPECT_EQ(events(world, "RegisteredNode"), 1);
}

TEST(NodeLifecycle, ANodeThatNeverPostedHasItsConditionsAdded) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  world.at(5s, [](SmallWorld& at) {
    Node node;
    node.meta.name = at.object("n1");
    at.put(node);
  });
  world.run_until(90s);

  const Node& node = *node_of(world, "n1");
  ASSERT_THAT(node.status.conditions, SizeIs(4));
  for (const Condition& condition : node.status.conditions) {
    EXPECT_EQ(condition.reason.view(), "NodeStatusNeverUpdated");
    EXPECT_EQ(condition.message.view(), "Kubelet never posted node status.");
  }
}

// A node whose lease is renewed although it never posted a status is left alone.
TEST(NodeLifecycle, ALeaseAloneKeepsANodeThatNeverPosted) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  world.at(5s, [](SmallWorld& at) {
    Node node;
    node.meta.name = at.object("n1");
    at.put(node);
  });
  for (int beat = 0; beat < 20; ++beat) {
    world.at(6s + beat * 10s, [beat](SmallWorld& at) {
      Lease lease;
      lease.meta.name = at.object("kube-node-lease/n1");
      lease.spec.renewed = MicroTime{1'000'000LL * (beat + 1)};
      at.put(lease);
    });
  }
  world.run_until(200s);

  EXPECT_THAT(became(world, "n1", ConditionStatus::unknown), IsEmpty());
}

TEST(NodeLifecycle, ANotReadyNodeThatFallsSilentSwapsItsTaintsWithoutWaiting) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  KubeletConfig kubelet;
  kubelet.unready = {{30s, 1h}};
  add_kubelet(world, "n1", kubelet);
  add_kubelet(world, "n2");
  world.at(60s, crash("n1"));
  world.run_until(150s);

  const auto unknown = became(world, "n1", ConditionStatus::unknown);
  ASSERT_THAT(unknown, SizeIs(1));
  const auto scheduling = tainted(world, "n1", kTaintUnreachable, TaintEffect::no_schedule);
  const auto executing = tainted(world, "n1", kTaintUnreachable, TaintEffect::no_execute);
  ASSERT_THAT(scheduling, SizeIs(1));
  ASSERT_THAT(executing, SizeIs(1));
  EXPECT_LE(scheduling.front() - unknown.front(), kAtOnce);
  EXPECT_GE(executing.front() - unknown.front(), 5s) << "in the next pass";
  EXPECT_LE(executing.front() - unknown.front(), kNextPass);
  EXPECT_FALSE(has(world, "n1", kTaintNotReady, TaintEffect::no_schedule));
  EXPECT_FALSE(has(world, "n1", kTaintNotReady, TaintEffect::no_execute));
}

// While a node is Unknown, its lease moves what the controller remembers and nothing else; its
// kubelet posts within one period, and the timers of its pods end.
TEST(NodeLifecycle, AnUnknownNodeIsReadyWhenItsKubeletSaysSo) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_kubelet(world, "n1");
  add_kubelet(world, "n2");
  world.at(20s, [](SmallWorld& at) { put_pod(at, "web", "n1"); });
  world.at(60s, pause("n1"));
  world.at(150s, unpause("n1"));
  world.run_until(200s);

  const auto ready = became(world, "n1", ConditionStatus::yes);
  ASSERT_THAT(ready, SizeIs(2));
  EXPECT_LE(ready.back(), 150s + 10400ms + 100ms);
  EXPECT_FALSE(has(world, "n1", kTaintUnreachable, TaintEffect::no_execute));
  EXPECT_THAT(world.facts<EvictionPlanned>(), SizeIs(1));
  EXPECT_THAT(world.facts<EvictionCancelled>(), SizeIs(1));
  EXPECT_THAT(world.facts<PodDeleted>(), IsEmpty());
  EXPECT_EQ(events(world, "TaintManagerEviction"), 1) << "the cancellation";
}

TEST(NodeLifecycle, ThePodsOfANodeThatFallsAreNotReady) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_kubelet(world, "n1");
  world.at(20s, [](SmallWorld& at) { put_pod(at, "web", "n1"); });
  world.at(60s, crash("n1"));
  world.run_until(130s);

  const auto changes = world.facts<PodReadyChanged>();
  ASSERT_THAT(changes, SizeIs(2));
  EXPECT_EQ(changes.front().by, "n1");
  EXPECT_EQ(changes.back().by, "kcm");
  EXPECT_EQ(changes.back().fact.status, ConditionStatus::no);
  EXPECT_EQ(events(world, "NodeNotReady"), 2) << "of the node and of its pod";
}

TEST(NodeLifecycle, ACordonedNodeIsTainted) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_kubelet(world, "n1");
  world.at(20s, [](SmallWorld& at) {
    Node node = *node_of(at, "n1");
    node.spec.unschedulable = true;
    at.put(node);
  });
  world.run_until(21s);
  EXPECT_TRUE(has(world, "n1", kTaintUnschedulable, TaintEffect::no_schedule));
}

TEST(NodeLifecycle, APressureTaintsAndItsEndRemovesTheTaint) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  const auto set = [](std::string_view type, ConditionStatus status) {
    return [type, status](SmallWorld& at) {
      Node node;
      node.meta.name = at.object("n1");
      if (const Node* there = node_of(at, "n1")) node = *there;
      if (Condition* old = find_condition(node.status.conditions, type)) {
        old->status = status;
      } else {
        node.status.conditions.push_back({at.text(type), status, {}, {}, {}, {}});
      }
      at.put(node);
    };
  };
  const std::vector<std::pair<std::string_view, std::string_view>> rows{
      {kMemoryPressure, kTaintMemoryPressure},
      {kDiskPressure, kTaintDiskPressure},
      {kPidPressure, kTaintPidPressure},
      {kNetworkUnavailable, kTaintNetworkUnavailable}};
  Duration at = 1s;
  for (const auto& [type, key] : rows) {
    world.at(at, set(type, ConditionStatus::yes));
    world.at(at + 1s, set(type, ConditionStatus::no));
    at += 2s;
  }
  world.run_until(20s);

  for (const auto& [type, key] : rows) {
    EXPECT_THAT(tainted(world, "n1", key, TaintEffect::no_schedule), SizeIs(1)) << type;
    EXPECT_FALSE(has(world, "n1", key, TaintEffect::no_schedule)) << type;
  }
}

TEST(NodeLifecycle, ADeletedNodeIsForgotten) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  world.at(1s, [](SmallWorld& at) {
    Node node;
    node.meta.name = at.object("n1");
    at.put(node);
  });
  world.at(20s, [](SmallWorld& at) { at.remove(Kind::node, "n1"); });
  world.run_until(40s);

  EXPECT_EQ(events(world, "RemovingNode"), 1);
}

// A status with another heartbeat begins a new entry, and the lease counts once more in the pass
// after: 5 s are won.
TEST(NodeLifecycle, AStatusIsASignOfLife) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  KubeletConfig kubelet;
  kubelet.report_every = 10s;
  add_kubelet(world, "n1", kubelet);
  ServerRule no_leases = failing();
  no_leases.kinds = {Kind::lease};
  no_leases.clients = {ProcessName{world.text("n1")}};
  world.at(60s, serve_by(no_leases));
  world.run_until(300s);

  EXPECT_THAT(became(world, "n1", ConditionStatus::unknown), IsEmpty());
}

// ---- zones ----

void add_zone(SmallWorld& world, std::string_view zone, int size) {
  for (int i = 0; i < size; ++i) {
    KubeletConfig kubelet;
    kubelet.zone = zone;
    add_kubelet(world, std::string{zone} + std::to_string(i), kubelet);
  }
}
void crash_zone(SmallWorld& world, std::string_view zone, int from, int to, Duration at) {
  for (int i = from; i < to; ++i) world.at(at, crash(std::string{zone} + std::to_string(i)));
}
int evicting(SmallWorld& world, std::string_view zone, int size) {
  int count = 0;
  for (int i = 0; i < size; ++i) {
    const std::string node = std::string{zone} + std::to_string(i);
    count += has(world, node, kTaintUnreachable, TaintEffect::no_execute) ? 1 : 0;
  }
  return count;
}

TEST(Zones, AZoneThatIsWhollySilentIsEvictedAtTheUsualRateWhileAnotherOneLives) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_zone(world, "a", 4);
  add_zone(world, "b", 4);
  crash_zone(world, "a", 0, 4, 60s);
  world.run_until(200s);

  EXPECT_THAT(states_of_zone(world, ":a"), testing::ElementsAre("FullDisruption"));
  EXPECT_EQ(evicting(world, "a", 4), 4);
}

TEST(Zones, ASmallZoneThatIsPartlySilentIsNotEvictedAtAll) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_zone(world, "a", 5);
  crash_zone(world, "a", 0, 3, 60s);  // 3 of 5 are more than 0.55
  world.run_until(300s);

  EXPECT_THAT(states_of_zone(world, ":a"), testing::ElementsAre("PartialDisruption"));
  EXPECT_EQ(evicting(world, "a", 5), 0);
}

TEST(Zones, TwoSilentNodesAreNoDisruptionOrderedByTheShareAlone) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_zone(world, "a", 3);
  crash_zone(world, "a", 0, 2, 60s);  // two of three, but no more than two
  world.run_until(300s);

  EXPECT_THAT(states_of_zone(world, ":a"), IsEmpty());
  EXPECT_EQ(evicting(world, "a", 3), 2);
}

TEST(Zones, ALargeZoneThatIsPartlySilentIsEvictedOneNodeEveryHundredSeconds) {
  SmallWorld world(Seed{1});
  ControllerManagerConfig config;
  config.nodes.large_cluster = 4;
  config.qps = -1;
  add_controllers(world, "kcm", config);
  add_zone(world, "a", 5);
  crash_zone(world, "a", 0, 3, 60s);
  world.run_until(400s);

  // The limiter is swapped in the pass that sees the disruption: the token of the old one is taken.
  EXPECT_GE(evicting(world, "a", 5), 2);
  std::vector<Duration> at;
  for (int i = 0; i < 3; ++i) {
    for (const Duration when :
         tainted(world, "a" + std::to_string(i), kTaintUnreachable, TaintEffect::no_execute)) {
      at.push_back(when);
    }
  }
  std::ranges::sort(at);
  for (std::size_t i = 1; i < at.size(); ++i) EXPECT_GE(at[i] - at[i - 1], 100s);
}

TEST(Zones, WhenAllAreSilentNothingIsEvictedAndTheTaintsGo) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_zone(world, "a", 2);
  add_zone(world, "b", 2);
  crash_zone(world, "a", 0, 2, 60s);
  crash_zone(world, "b", 0, 2, 100s);
  world.run_until(300s);

  EXPECT_EQ(evicting(world, "a", 2), 0);
  EXPECT_EQ(evicting(world, "b", 2), 0);
}

// Marking takes a while, and a node is registered meanwhile, just as the last ones fall.
TEST(Zones, ANodeThatComesWhileAllFallWaitsForTheNextPass) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_zone(world, "a", 2);
  crash_zone(world, "a", 0, 2, 60s);
  ServerRule slow;
  slow.effect = ServerRule::Effect::slow;
  slow.delay = Distribution::constant(4s);
  slow.clients = {ProcessName{world.text("kcm")}};
  slow.verbs = {Verb::update};
  world.at(60s, serve_by(slow));
  for (int i = 0; i < 60; ++i) {
    world.at(100s + i * 1s, [i](SmallWorld& at) {
      Node node;
      node.meta.name = at.object("new" + std::to_string(i));
      at.put(node);
    });
  }
  world.run_until(160s);

  EXPECT_THAT(became(world, "a0", ConditionStatus::unknown), SizeIs(1));
  EXPECT_EQ(events(world, "RegisteredNode"), 62) << "each of them is met, and once";
}

// Both ways back: with the usual rate evictions go on; at a rate of one node a second upstream
// takes the limiter that never gives a token for one of the same rate, and keeps it for ever.
int evicted_after_the_return(Duration every) {
  SmallWorld world(Seed{1});
  ControllerManagerConfig config;
  config.nodes.eviction_every = every;
  add_controllers(world, "kcm", config);
  add_zone(world, "a", 2);
  crash_zone(world, "a", 0, 2, 60s);
  world.at(150s, start("a1"));
  world.run_until(400s);
  return evicting(world, "a", 2);
}

TEST(Zones, AfterAMasterDisruptionEvictionsGoOn) { EXPECT_EQ(evicted_after_the_return(10s), 1); }

TEST(Zones, AfterAMasterDisruptionEvictionsAtOneNodeASecondNeverGoOn) {
  EXPECT_EQ(evicted_after_the_return(1s), 0);
  EXPECT_EQ(evicted_after_the_return(2s), 1);
}

TEST(Zones, AnExcludedNodeIsNotCounted) {
  SmallWorld world(Seed{1});
  add_controllers(world, "kcm");
  add_zone(world, "a", 5);
  for (const char* name : {"a0", "a1", "a2"}) {
    world.at(20s, [name](SmallWorld& at) {
      Node node = *node_of(at, name);
      MetaExtra extra = *node.meta.extra;
      extra.labels.push_back({at.text(kExcludeDisruption), at.text("")});
      std::ranges::sort(extra.labels, {}, &Labelled::key);
      node.meta.extra = std::make_shared<const MetaExtra>(std::move(extra));
      at.put(node);
    });
  }
  crash_zone(world, "a", 0, 3, 60s);
  world.run_until(200s);

  EXPECT_THAT(states_of_zone(world, ":a"), IsEmpty());
  EXPECT_EQ(evicting(world, "a", 5), 3);
}

}  // namespace
}  // namespace leasesim
