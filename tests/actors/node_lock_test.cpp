// Operators that contend for a node. Bounds M1 to M6 of the timing analysis are named where they
// are shown: D is the duration, U the holder's interval between requests, Δ how far the other's
// calendar is ahead of the holder's.
#include "leasesim/actors/node_lock.hpp"

#include <gmock/gmock.h>

#include "support/config.hpp"
#include "support/small_world.hpp"

namespace leasesim {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::Gt;
using testing::IsEmpty;
using testing::Le;
using testing::SizeIs;

constexpr std::string_view kLease = "medik8s-leases/node-worker-1";
// From a request's start to its effect and back: connection, read, write.
constexpr Duration kRoundTrips = 20ms;

NodeLockConfig maintenance() {
  return config_from<NodeLockConfig>("node: worker-1\npreset: node-maintenance");
}
NodeLockConfig health_check() {
  return config_from<NodeLockConfig>("node: worker-1\npreset: node-health-check");
}

// Asks often, so that bounds are approached closely.
NodeLockConfig eager(std::string holder, Duration duration, Duration every) {
  NodeLockConfig config;
  config.node = "worker-1";
  config.holder = std::move(holder);
  config.duration = duration;
  config.request_every = every;
  config.refused_retry = 10ms;
  return config;
}

Duration length_of_overlap(const SmallWorld& world, const char* first, const char* second) {
  return world.first<LeadershipLost>(first) - world.first<LeadershipGained>(second);
}

TEST(NodeLock, PresetsAreThoseOfTheTwoOperators) {
  EXPECT_EQ(maintenance().holder, "node-maintenance");
  EXPECT_EQ(maintenance().duration, 3600s);
  EXPECT_EQ(health_check().holder, "NodeHealthCheck-workers");
  EXPECT_EQ(health_check().duration, 660s);
  EXPECT_EQ(health_check().request_every, 600s);
  EXPECT_EQ(health_check().refused_retry, 60s);
}

TEST(NodeLock, RefusesAPresetThatDoesNotExist) {
  EXPECT_THAT(refusals_of<NodeLockConfig>("node: worker-1\npreset: node-maintenence"),
              testing::ElementsAre(testing::HasSubstr("unknown preset \"node-maintenence\"")));
}

// M5: D - Δ - (time since the last renewal) + a poll, here from the crash on.
TEST(NodeLock, AnotherOperatorTakesOverAfterTheHour) {
  SmallWorld world{Seed{1}};
  world.add("nmo", node_lock, maintenance());
  world.add("nhc", node_lock, health_check(), {.starts = 2s});
  world.at(100s, crash("nmo"));

  world.run_until(3800s);

  // The last of the requests every thirty seconds came at 90 s.
  EXPECT_THAT(world.first<LeadershipGained>("nhc"), AllOf(Gt(3690s), Le(3750s + 2s + kRoundTrips)));
  EXPECT_EQ(world.lease(kLease)->spec.transitions, 1);
  EXPECT_EQ(world.lease(kLease)->spec.acquired, world.lease(kLease)->spec.renewed);
  EXPECT_THAT(world.facts<LeaseRefused>("nhc"), SizeIs(61 + 1));
}

// M5: the same identity needs no wait, and nothing tells that it is another process.
TEST(NodeLock, AReplicaOfTheSameOperatorTakesOverAtOnce) {
  SmallWorld world{Seed{1}};
  world.add("nmo-1", node_lock, maintenance());
  world.add("nmo-2", node_lock, maintenance(), {.starts = 100s});
  world.at(99s, crash("nmo-1"));

  world.run_until(110s);

  EXPECT_THAT(world.first<LeadershipGained>("nmo-2"), Le(100s + kRoundTrips));
  EXPECT_EQ(world.lease(kLease)->spec.transitions, 0);
  EXPECT_NE(world.lease(kLease)->spec.acquired, world.lease(kLease)->spec.renewed);
}

// M1: age < -Δ. The stamp looks like the future.
TEST(NodeLock, AClockFiveSecondsBehindStealsAFreshLock) {
  SmallWorld world{Seed{1}};
  world.add("nmo", node_lock, maintenance());
  world.add("nhc", node_lock, health_check(), {.starts = 1s, .offset = -5s});

  world.run_until(60s);

  EXPECT_THAT(world.first<LeadershipGained>("nhc"), Le(1s + kRoundTrips));
  const auto judged = world.facts<LeaseJudgedExpired>("nhc");
  ASSERT_THAT(judged, SizeIs(1));
  EXPECT_EQ(judged[0].fact.rule, ExpiryRule::wall_clock_window);
  EXPECT_THAT(judged[0].fact.age, AllOf(Gt(-5s), Le(-4s + kRoundTrips)));
  // M2: the holder learns of it at its next request, U = 30 s.
  EXPECT_THAT(length_of_overlap(world, "nmo", "nhc"), AllOf(Gt(28s), Le(30s + kRoundTrips)));
  EXPECT_EQ(world.facts<LeadershipLost>("nmo").at(0).fact.why.view(), "taken");
}

TEST(NodeLock, AClockBehindByLessThanTheLocksAgeLeavesItAlone) {
  SmallWorld world{Seed{1}};
  world.add("nmo", node_lock, maintenance());
  world.add("nhc", node_lock, health_check(), {.starts = 6s, .offset = -5s});

  world.run_until(25s);

  EXPECT_THAT(world.facts<LeadershipGained>("nhc"), IsEmpty());
  EXPECT_THAT(world.facts<LeaseRefused>("nhc"), SizeIs(1));
}

// M1: age > D - Δ, and no earlier.
TEST(NodeLock, AClockAheadTakesTheLockEarlyByAsMuch) {
  for (const Duration ahead : {0s, 1s, 20s, 59s}) {
    SCOPED_TRACE(ahead / 1s);
    SmallWorld world{Seed{1}};
    world.add("holder", node_lock, eager("x", 60s, Duration{}));
    world.add("other", node_lock, eager("y", 60s, Duration{}), {.starts = 100ms, .offset = ahead});

    world.run_until(70s);

    const Duration granted = world.first<LockGranted>("holder");
    EXPECT_THAT(world.first<LeadershipGained>("other"),
                AllOf(Gt(granted + 60s - ahead - kRoundTrips),
                      Le(granted + 60s - ahead + 2 * kRoundTrips)));
    // U is without end: the holder never learns.
    EXPECT_THAT(world.facts<LeadershipLost>("holder"), IsEmpty());
  }
}

// M4: the one whose clock is behind steals at its next turn; to steal back, the other one has to
// see a renewal older than D - |Δ|.
TEST(NodeLock, TheClockThatIsBehindStealsAndKeepsTheLock) {
  SmallWorld world{Seed{1}};
  NodeLockConfig fast = eager("fast", 60s, 2s);
  NodeLockConfig slow = eager("slow", 60s, 2s);
  fast.refused_retry = 2s;
  slow.refused_retry = 2s;
  world.add("fast", node_lock, fast);
  world.add("slow", node_lock, slow, {.starts = 1s, .offset = -5s});

  world.run_until(300s);

  // Stolen once and kept: the slow one's renewals, 2 s apart, never look 60 s old.
  EXPECT_EQ(world.lease(kLease)->spec.transitions, 1);
  EXPECT_EQ(world.lease(kLease)->spec.holder.view(), "slow");
}

TEST(NodeLock, TwoFlapIfOneIsBehindByMoreThanTheOthersTurnAllows) {
  SmallWorld world{Seed{1}};
  NodeLockConfig eager_one = eager("one", 10s, 2s);
  NodeLockConfig eager_two = eager("two", 10s, 2s);
  eager_one.refused_retry = 2s;
  eager_two.refused_retry = 2s;
  world.add("one", node_lock, eager_one);
  world.add("two", node_lock, eager_two, {.starts = 1s, .offset = -9s});

  world.run_until(101s);

  // Two steals whenever it asks; one sees stamps 9 s old at birth, which expire before two asks
  // again: a steal by each of them every two seconds.
  EXPECT_THAT(*world.lease(kLease)->spec.transitions, Ge(90));
}

// M6: renewed whenever any time has passed, if the duration is the same each time.
TEST(NodeLock, EveryRequestRenews) {
  SmallWorld world{Seed{1}};
  world.add("nmo", node_lock, maintenance());

  world.run_until(301s);

  EXPECT_THAT(world.facts<LockGranted>("nmo"), SizeIs(11));
  EXPECT_THAT(world.facts<LeaseWritten>("nmo"), SizeIs(11));
}

TEST(NodeLock, BacksOffFromARefusalUnlessItsOperatorSaysOtherwise) {
  SmallWorld world{Seed{1}};
  world.add("nhc", node_lock, health_check());
  world.add("nmo", node_lock, maintenance(), {.starts = 1s});

  world.run_until(100s);

  // 5 ms doubled: the n-th refusal comes 5 ms (2^(n-1) - 1) after the first, and a read each.
  const auto refused = world.facts<LeaseRefused>("nmo");
  ASSERT_THAT(refused, SizeIs(15));
  EXPECT_THAT(refused[14].at - refused[0].at,
              AllOf(Ge(5ms * ((1 << 14) - 1)), Le(5ms * ((1 << 14) - 1) + 15 * 3ms)));
}

TEST(NodeLock, GivesTheLockBackAndEnds) {
  SmallWorld world{Seed{1}};
  NodeLockConfig config = maintenance();
  config.release_after = 45s;
  world.add("nmo", node_lock, config);
  world.add("nhc", node_lock, health_check(), {.starts = 1s});

  world.run_until(100s);

  EXPECT_EQ(world.facts<LeaseReleased>("nmo").at(0).fact.succeeded, true);
  EXPECT_EQ(world.facts<LeadershipLost>("nmo").at(0).fact.why.view(), "released");
  EXPECT_EQ(world.facts<ProcessExited>("nmo").at(0).fact.code, 0);
  // Deleted, not taken over: the count starts again.
  EXPECT_THAT(world.first<LeadershipGained>("nhc"), AllOf(Gt(60s), Le(62s)));
  EXPECT_EQ(world.lease(kLease)->spec.transitions, 0);
}

TEST(NodeLock, LetsTheLockRunOutOnceItsWorkIsDone) {
  SmallWorld world{Seed{1}};
  NodeLockConfig config = maintenance();
  config.duration = 100s;
  config.requests_for = 40s;
  world.add("nmo", node_lock, config);
  world.add("nhc", node_lock, health_check(), {.starts = 1s});

  world.run_until(200s);

  // The last request came at 30 s; the node is still the maintenance operator's in its own eyes.
  EXPECT_THAT(world.first<LeadershipGained>("nhc"), AllOf(Gt(130s), Le(190s)));
  EXPECT_THAT(world.facts<LeadershipLost>("nmo"), IsEmpty());
}

TEST(NodeLock, BelievesOnWhileTheApiServerIsAway) {
  SmallWorld world{Seed{1}};
  world.add("nmo", node_lock, maintenance());
  world.at(20s, serve_by(failing()));

  world.run_until(4000s);

  EXPECT_THAT(world.facts<LeadershipLost>(), IsEmpty());
}

TEST(NodeLock, ExitsWithoutANamespaceIfItsOperatorDoes) {
  for (const bool exits : {true, false}) {
    SmallWorld world{Seed{1}};
    NodeLockConfig config = exits ? maintenance() : health_check();
    world.add("operator", node_lock, config);
    world.at(0s, serve_by(failing()));
    world.at(10s, serve_all());

    world.run_until(60s);

    EXPECT_THAT(world.facts<ProcessExited>("operator"), SizeIs(exits ? 1 : 0));
    EXPECT_THAT(world.facts<LockGranted>("operator"), SizeIs(exits ? 0 : 1));
  }
}

}  // namespace
}  // namespace leasesim
