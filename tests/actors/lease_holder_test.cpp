// What other clients' rules lead to. N1 to N7 are the bounds of the timing analysis for clients
// that compare stamps with their own calendar; B and a number is a field report. Times are from the
// beginning of the run; Δ is how far the challenger's calendar is ahead.
#include "leasesim/actors/lease_holder.hpp"

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
using testing::Lt;
using testing::SizeIs;

// A read and a write over a fresh connection, twice over.
constexpr Duration kRoundTrips = 20ms;

LeaseHolderConfig holder(std::string_view keys) {
  return config_from<LeaseHolderConfig>("lease: demo\n" + std::string{keys});
}

Duration gained(const SmallWorld& world, std::string_view by) {
  return world.first<LeadershipGained>(by);
}
Duration lost(const SmallWorld& world, std::string_view by) {
  return world.first<LeadershipLost>(by);
}
std::string why_lost(const SmallWorld& world, std::string_view by) {
  const auto losses = world.facts<LeadershipLost>(by);
  return losses.empty() ? "" : losses.front().fact.why.str();
}
std::int32_t transitions(SmallWorld& world) {
  return world.lease("demo")->spec.transitions.value();
}

// ---- N1 to N7 ----

TEST(LeaseHolder, TheWallClockRuleStealsEarlyByTheOffset) {  // N1, N2
  for (const Duration ahead : {0s, 1s, 5s, 12s}) {
    SCOPED_TRACE(ahead / 1s);
    SmallWorld world{Seed{1}};
    world.add("a", lease_holder, holder("retry: 2s\nidentity: a"));
    world.add("b", lease_holder, holder("retry: 10ms\nidentity: b"),
              {.starts = 100ms, .offset = ahead});
    world.at(10s, cut("a"));

    world.run_until(60s);

    // The last stamp that got through, and what each makes of it.
    const auto renewals = world.facts<LeaseWritten>("a");
    const Duration stamped = renewals.back().fact.renewed - SmallWorld::Setting{}.calendar;
    EXPECT_EQ(why_lost(world, "a"), "expired");
    EXPECT_THAT(lost(world, "a"), AllOf(Gt(stamped + 15s - 1us), Le(stamped + 15s + 1us)));
    EXPECT_THAT(gained(world, "b"),
                AllOf(Gt(stamped + 15s - ahead), Le(stamped + 15s - ahead + 10ms + kRoundTrips)));
  }
}

TEST(LeaseHolder, ALeaderThatIsRobbedStopsAtItsNextLook) {  // N4, and once only: N6
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("retry: 2s\nidentity: a"));
  world.add("b", lease_holder, holder("retry: 100ms\nidentity: b"),
            {.starts = 100ms, .offset = 14s});

  world.run_until(120s);

  EXPECT_EQ(why_lost(world, "a"), "taken");
  const Duration overlap = lost(world, "a") - gained(world, "b");
  EXPECT_THAT(overlap, AllOf(Gt(Duration{}), Le(2s + kRoundTrips)));
  EXPECT_EQ(transitions(world), 1);
}

TEST(LeaseHolder, ALeaderWhoseRenewalsAreYoungEnoughIsNotRobbed) {  // N4: Δ <= D - A
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("retry: 2s\nidentity: a"));
  world.add("b", lease_holder, holder("retry: 100ms\nidentity: b"),
            {.starts = 100ms, .offset = 12'900ms});

  world.run_until(600s);

  EXPECT_THAT(world.facts<LeadershipGained>("b"), IsEmpty());
}

TEST(LeaseHolder, ALeaderWithADeadlineOutlastsItsLeaseByTheOffset) {  // N3
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("retry: 2s\nidentity: a\nstops: deadline"));
  world.add("b", lease_holder, holder("retry: 10ms\nidentity: b"), {.starts = 100ms, .offset = 7s});
  world.at(10s + 50ms, cut("a"));

  world.run_until(60s);

  // W <= (P + Rd) - (D - Δ) = 4 s.
  const Duration overlap = lost(world, "a") - gained(world, "b");
  EXPECT_THAT(overlap, AllOf(Gt(4s - 2 * kRoundTrips), Le(4s + kRoundTrips)));
}

TEST(LeaseHolder, AStampFromTheFutureBlocksTheLockForAsLong) {  // N5
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("identity: a"), {.offset = 1h});
  world.add("b", lease_holder, holder("identity: b"), {.starts = 1s});
  world.at(10s, crash("a"));

  world.run_until(2h);

  EXPECT_THAT(gained(world, "b"), AllOf(Gt(1h + 8s + 15s), Le(1h + 10s + 15s + 2s + kRoundTrips)));
}

TEST(LeaseHolder, AStepForwardRobs) {  // N7
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("identity: a"));
  world.add("b", lease_holder, holder("identity: b\nretry: 100ms"), {.starts = 1s});
  world.at(30s, step_calendar("b", 16s));

  world.run_until(60s);

  EXPECT_THAT(gained(world, "b"), AllOf(Ge(30s), Le(30s + 100ms + kRoundTrips)));
}

TEST(LeaseHolder, TheWindowRuleFlapsWhereTheWallClockRuleStaysPut) {
  const auto takeovers = [](std::string_view rule) {
    SmallWorld world{Seed{1}};
    const std::string keys = "retry: 2s\nduration: 15s\nrule: " + std::string{rule};
    world.add("a", lease_holder, holder(keys));
    world.add("b", lease_holder, holder(keys), {.starts = 1s, .offset = 14s});
    world.run_until(100s);
    return transitions(world);
  };

  EXPECT_EQ(takeovers("wall-clock"), 1);
  EXPECT_THAT(takeovers("wall-clock-window"), Ge(40));
}

// ---- reports ----

// B15: a record ten hours old and a fresh candidate.
TEST(LeaseHolder, OnlyStampsTellAFreshCandidateThatALeaseIsOld) {
  const auto first_lead = [](std::string_view keys) {
    SmallWorld world{Seed{1}};
    Lease old;
    old.meta.name = world.object("demo");
    old.spec.holder = world.text("gone");
    old.spec.duration = 15;
    old.spec.renewed = micro_time(SmallWorld::Setting{}.calendar - 10h);
    world.put(old);
    world.add("b", lease_holder, holder(keys));
    world.run_until(60s);
    return gained(world, "b");
  };

  EXPECT_THAT(first_lead("rule: wall-clock"), Le(kRoundTrips));
  EXPECT_THAT(first_lead("profile: own-stopwatch"), AllOf(Ge(15s), Lt(19'400ms + kRoundTrips)));
  EXPECT_THAT(first_lead("profile: csharp"), AllOf(Ge(15s), Le(17s + kRoundTrips)));
}

// B90: 14 s of patience, a request of 5 s and 1 s of sleep are the whole lease of 20 s.
TEST(LeaseHolder, PatiencePlusARequestLeavesNoMargin) {
  SmallWorld::Setting setting;
  setting.latency = Distribution::constant(Duration{});
  SmallWorld world{Seed{1}, setting};
  world.add("a", lease_holder, holder("profile: noobaa\nidentity: a\ncreates: true"));
  world.add("b", lease_holder, holder("profile: noobaa\nidentity: b"), {.starts = 100ms});
  // The last success comes at 20 s, calls fail at once from then on, and the last of them hangs.
  ServerRule failing_a = failing();
  failing_a.clients = {world.process("a").name()};
  world.at(20'500ms, serve_by(failing_a));
  world.at(33'500ms, cut("a"));

  world.run_until(60s);

  EXPECT_EQ(world.last<LeaseRenewed>("a"), 20s);
  EXPECT_EQ(lost(world, "a"), 40s);
  EXPECT_EQ(gained(world, "b"), 40'100ms);
}

// B42: three takeovers, an hour of renewals each.
TEST(LeaseHolder, TheCounterTellsItsDefect) {
  const auto count = [](std::string_view counting) {
    SmallWorld world{Seed{1}};
    const std::string keys = "retry: 2s\ncounting: " + std::string{counting};
    for (const char* name : {"a", "b", "c", "d"}) world.add(name, lease_holder, holder(keys));
    // Whoever leads dies every hour.
    for (int hour = 1; hour <= 3; ++hour) {
      world.at(1h * hour, [](SmallWorld& here) {
        const std::string leader = here.lease("demo")->spec.holder.str();
        here.process(leader.substr(0, 1)).crash();
      });
    }
    world.run_until(4h - 1min);
    return transitions(world);
  };

  EXPECT_EQ(count("correct"), 3);
  EXPECT_EQ(count("never"), 0);
  EXPECT_EQ(count("not-copied"), 0);
  EXPECT_THAT(count("always"), AllOf(Gt(4 * 1780), Le(4 * 1800)));
}

// B34: both read version 1, both write blindly.
TEST(LeaseHolder, TwoBlindWritersBothSucceed) {
  const auto leaders = [](std::string_view blind) {
    SmallWorld world{Seed{1}};
    Lease old;
    old.meta.name = world.object("demo");
    old.spec.holder = world.text("gone");
    old.spec.duration = 15;
    old.spec.renewed = micro_time(SmallWorld::Setting{}.calendar - 10h);
    old.spec.transitions = 7;
    world.put(old);
    const std::string keys = "blind: " + std::string{blind};
    world.add("a", lease_holder, holder(keys));
    world.add("b", lease_holder, holder(keys));
    world.run_until(1s);
    EXPECT_EQ(transitions(world), 8);
    return world.facts<LeadershipGained>().size();
  };

  EXPECT_EQ(leaders("true"), 2U);
  EXPECT_EQ(leaders("false"), 1U);
}

// B13, B57: after one loss it neither leads nor competes.
TEST(LeaseHolder, ASingleShotIsIdleForEverAfterALoss) {
  const auto led_again = [](std::string_view keys) {
    SmallWorld world{Seed{1}};
    world.add("a", lease_holder, holder("identity: a\n" + std::string{keys}));
    world.at(20s, steal_lease("demo", "test"));
    world.run_until(1h);
    EXPECT_EQ(why_lost(world, "a"), "taken");
    return world.facts<LeadershipGained>("a").size() == 2;
  };

  EXPECT_FALSE(led_again("profile: single-shot"));
  EXPECT_TRUE(led_again("profile: wall-clock"));
}

// B56: the lease is empty, and nobody is there to take it.
TEST(LeaseHolder, AnElectorThatRunsOnceLeavesAnEmptyLeaseBehind) {
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder,
            holder("profile: fabric8\ngives_back: empty\nwork: write-every-500ms\n"
                   "work_dies_after: 20s\nstop_when_work_dies: true"));

  world.run_until(3h);

  const LeaseSpec& left = world.lease("demo")->spec;
  EXPECT_TRUE(left.holder.is_set());
  EXPECT_EQ(left.holder.view(), "");
  EXPECT_EQ(left.duration, 1);
  EXPECT_THAT(world.facts<LeadershipGained>(), SizeIs(1));
  EXPECT_THAT(world.facts<ProcessExited>(), IsEmpty());
}

// B89: the work dies at 50 s, the lease is renewed for ever.
TEST(LeaseHolder, AHolderWithoutWorkIsStillAHolder) {
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder,
            holder("profile: python\nwork: write-every-500ms\nwork_dies_after: 50s"));

  world.run_until(1h);

  EXPECT_THAT(world.first<WorkEnded>("a"), AllOf(Ge(50s), Le(50s + kRoundTrips)));
  EXPECT_THAT(world.last<LeaseRenewed>("a"), Gt(1h - 6s));
  EXPECT_THAT(world.facts<LeadershipLost>(), IsEmpty());
}

// B66: a lock that lives as long as an object.
TEST(LeaseHolder, ALeaderForLifeIsSucceededWhenItsLockIsDeleted) {
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("profile: leader-for-life\nidentity: a"));
  world.add("b", lease_holder, holder("profile: leader-for-life\nidentity: b"), {.starts = 1s});
  world.at(100s, crash("a"));
  world.at(400s, delete_lease("demo"));

  world.run_until(500s);

  // Waits double up to 16 s and are stretched by a fifth.
  EXPECT_THAT(gained(world, "b"), AllOf(Gt(400s), Le(400s + 19'200ms + kRoundTrips)));
}

TEST(LeaseHolder, ALeaderForLifeGoesOnAfterARestart) {
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("profile: leader-for-life\nidentity: a"));
  world.at(100s, crash("a"));
  world.at(200s, start("a"));

  world.run_until(300s);

  const auto terms = world.facts<LeadershipGained>("a");
  ASSERT_THAT(terms, SizeIs(2));
  EXPECT_THAT(terms[1].at, Le(200s + kRoundTrips));
  EXPECT_THAT(world.facts<LeaseWritten>("a"), SizeIs(1));
}

// B79: the time to live is the one that was stored when the lock was taken; 0 is for ever.
TEST(LeaseHolder, AStoredTimeToLiveOutlivesItsConfiguration) {
  SmallWorld world{Seed{1}};
  world.add("gone", lease_holder, holder("profile: kured\nidentity: gone"));
  world.add("b", lease_holder, holder("profile: kured\nduration: 30m\nidentity: b"),
            {.starts = 1min});
  world.at(10s, crash("gone"));

  world.run_until(24h * 30);

  EXPECT_THAT(world.facts<LeadershipGained>("b"), IsEmpty());
}

// B79: reboots that never finish, 30 minutes each: floor(2 T) + 1 nodes after T hours.
TEST(LeaseHolder, ATimeToLiveThatIsTooShortLetsNodesGoDownOneByOne) {
  SmallWorld world{Seed{1}};
  for (int node = 0; node < 10; ++node) {
    world.add("node-" + std::to_string(node), lease_holder,
              holder("profile: kured\nduration: 30m\nretry: 1s"));
  }

  world.run_until(3h + 15min);

  EXPECT_THAT(world.facts<LeadershipGained>(), SizeIs(7));
  EXPECT_THAT(world.facts<LeadershipLost>(), IsEmpty());
}

// ---- single faults ----

TEST(LeaseHolder, AFailedWriteTakenForASuccessMakesALeader) {
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("identity: a"));
  world.add("b", lease_holder, holder("profile: ignores-failed-write\nidentity: b\nretry: 1s"),
            {.starts = 1s});
  // b may read but not write, as with a role that lacks the verb.
  ServerRule forbidden = failing();
  forbidden.verbs = {Verb::update, Verb::create};
  forbidden.clients = {world.process("b").name()};
  world.at(1s, serve_by(forbidden));
  world.at(20s, crash("a"));

  world.run_until(60s);

  EXPECT_THAT(gained(world, "b"), AllOf(Gt(33s), Le(36s + kRoundTrips)));
  EXPECT_EQ(world.lease("demo")->spec.holder.view(), "a");
}

TEST(LeaseHolder, OneThatAlwaysOutranksTakesALeaseThatIsFresh) {
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("identity: a"));
  world.add("b", lease_holder, holder("profile: always-outranks\nidentity: b"), {.starts = 10s});

  world.run_until(20s);

  EXPECT_THAT(gained(world, "b"), Le(10s + kRoundTrips));
  EXPECT_THAT(world.facts<LeaseJudgedExpired>("b"), IsEmpty()) << "it did not take it for expired";
}

TEST(LeaseHolder, OneThatStartsOnReadLeadsByARecordFromItsFormerLife) {
  const auto leads_at = [](std::string_view keys) {
    SmallWorld world{Seed{1}};
    world.add("a", lease_holder, holder("identity: a\n" + std::string{keys}));
    ServerRule read_only = failing();
    read_only.verbs = {Verb::update};
    world.at(10s, crash("a"));
    world.at(11s, serve_by(read_only));
    world.at(20s, start("a"));
    world.run_until(22s);
    return world.last<LeadershipGained>("a");
  };

  EXPECT_THAT(leads_at("profile: start-on-read"), Gt(20s));
  EXPECT_THAT(leads_at("profile: wall-clock"), Lt(1s));
}

TEST(LeaseHolder, OneThatTriesOnceNeverTriesAgain) {
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("identity: a"));
  world.add("b", lease_holder, holder("profile: one-try\nidentity: b"), {.starts = 5s});
  world.at(20s, crash("a"));

  world.run_until(1h);

  EXPECT_THAT(world.facts<LeadershipGained>("b"), IsEmpty());
}

TEST(LeaseHolder, OneThatNeverStopsLeadsBesideItsSuccessor) {  // B52 has the same in its work
  SmallWorld world{Seed{1}};
  world.add("a", lease_holder, holder("profile: never-stops\nidentity: a"));
  world.add("b", lease_holder, holder("identity: b"), {.starts = 1s});
  world.at(20s, cut("a"));

  world.run_until(1h);

  EXPECT_THAT(gained(world, "b"), Gt(33s));
  EXPECT_THAT(world.facts<LeadershipLost>("a"), IsEmpty());
}

TEST(LeaseHolder, ALeaderThatIsAskedToStopGivesBackWhatItHas) {
  for (const std::string_view how : {"delete", "empty", "nothing"}) {
    SCOPED_TRACE(how);
    SmallWorld world{Seed{1}};
    world.add("a", lease_holder, holder("identity: a\ngives_back: " + std::string{how}));
    world.add("b", lease_holder, holder("identity: b\nretry: 100ms"), {.starts = 1s});
    world.at(20s, ask_to_stop("a"));

    world.run_until(60s);

    EXPECT_THAT(world.facts<ProcessExited>("a"), SizeIs(1));
    EXPECT_EQ(why_lost(world, "a"), "stopped");
    if (how == "nothing") {
      EXPECT_THAT(gained(world, "b"), Gt(33s));
    } else {
      EXPECT_THAT(gained(world, "b"), Le(20s + 100ms + 2 * kRoundTrips));
      EXPECT_EQ(transitions(world), how == "delete" ? 0 : 1);
    }
  }
}

}  // namespace
}  // namespace leasesim
