// M1 to M6: medik8s' lease manager by thousands of offsets and phases. Valid is what was renewed
// neither in the future nor more than D ago, by the observer's calendar. Δ is how far that one is
// ahead of the holder's, U the holder's pause between requests.
#include <gtest/gtest.h>

#include <map>

#include "leasesim/actors/node_lock.hpp"
#include "support/duel.hpp"

namespace leasesim {
namespace {

constexpr Duration kLatency = 1ms;
constexpr Duration kRoundTrip = 2 * kLatency;
constexpr std::string_view kLease = "medik8s-leases/node-worker-1";

NodeLockConfig operator_of(std::string holder, Duration duration, Duration every) {
  NodeLockConfig config;
  config.node = "worker-1";
  config.holder = std::move(holder);
  config.duration = duration;
  config.request_every = every;
  config.refused_retry = 10ms;
  return config;
}

struct LockSetting {
  Duration duration{60s};
  Duration every{5s};
  Duration ahead{};
  Duration comes{1s};
};

// a holds the lock; b comes later and asks a hundred times a second until it has it.
struct Contest {
  explicit Contest(const LockSetting& setting, Duration crash_at = {}) {
    world.add("a", node_lock, operator_of("x", setting.duration, setting.every));
    world.add("b", node_lock, operator_of("y", setting.duration, 1s),
              {.starts = setting.comes, .offset = setting.ahead});
    if (crash_at > Duration{}) world.at(crash_at, crash("a"));
  }
  Duration taken() const { return world.first<LeadershipGained>("b"); }
  // When the record was stamped that b took, in true time.
  Duration stamped() const {
    WallTime stamp{};
    for (const auto& written : world.facts<LeaseWritten>("a")) {
      if (written.at < taken()) stamp = written.fact.renewed;
    }
    return stamp - SmallWorld::Setting{}.calendar;
  }
  SmallWorld world{Seed{1}};
};

TEST(LockRule, JudgesByTheStampsAgeOnTheObserversCalendarAndByNothingElse) {
  int refusals = 0;
  int takeovers = 0;
  for (int seed = 0; seed < runs(1500); ++seed) {
    Luck luck(seed);
    LockSetting setting;
    setting.duration = std::chrono::seconds{luck.whole(2, 20)};
    setting.every = luck.between(500ms, 30s);
    setting.ahead = luck.between(-30s, 30s);
    setting.comes = luck.between(10ms, 5s);
    Contest contest(setting);
    contest.world.run_until(setting.comes + 3s);

    std::map<Version, LeaseWritten> written;
    const LeaseWritten* read = nullptr;
    for (const Fact& fact : contest.world.record()) {
      if (const auto* write = std::get_if<LeaseWritten>(&fact.body)) {
        written[write->version] = *write;
      }
      if (fact.by.view() != "b") continue;
      const auto* served = std::get_if<RequestServed>(&fact.body);
      if (served != nullptr && served->object.view() == kLease && served->verb == Verb::get) {
        read = served->version == 0 ? nullptr : &written[served->version];
      }
      if (read == nullptr || read->holder.view() != "x") continue;
      const WallTime now =
          SmallWorld::Setting{}.calendar + fact.at.time_since_epoch() + setting.ahead;
      const Duration age = now - read->renewed;
      const bool valid = age >= Duration{} && age <= setting.duration;
      if (std::holds_alternative<LeaseRefused>(fact.body)) {
        ASSERT_TRUE(valid) << "M1, seed " << seed;
        ++refusals;
      } else if (std::holds_alternative<LeaseJudgedExpired>(fact.body)) {
        ASSERT_FALSE(valid) << "M1: age < -Δ or age > D - Δ, seed " << seed;
        ++takeovers;
      }
    }
  }
  EXPECT_GT(refusals, 100);
  EXPECT_GT(takeovers, 100);
}

TEST(LockRule, TheHolderLearnsOfItsLossAtItsNextRequest) {
  Duration closest{1h};
  for (int seed = 0; seed < runs(2000); ++seed) {
    Luck luck(seed);
    LockSetting setting;
    setting.every = luck.between(2s, 6s);
    setting.ahead = -luck.between(1s, 58s);
    setting.comes = luck.between(10ms, 20s);
    const Duration end = setting.comes + 20s;
    Contest contest(setting);
    contest.world.run_until(end);

    const Duration window = widest_overlap(beliefs(contest.world, end));
    // U, and the request itself: a read.
    ASSERT_LE(window, setting.every + kRoundTrip) << "M2, seed " << seed;
    closest = std::min(closest, setting.every + kRoundTrip - window);
  }
  EXPECT_LE(closest, 20ms) << "M2 is tight: one steals right after a renewal";
}

TEST(LockRule, AHolderThatIsFurtherAheadThanDTakesItsLockBackAndNeverLearns) {
  // M2 holds as long as the holder finds the thief's stamps valid. Beyond D they are old at birth.
  LockSetting setting;
  setting.ahead = -61s;
  Contest contest(setting);
  contest.world.run_until(300s);

  EXPECT_TRUE(contest.world.facts<LeadershipLost>().empty());
  EXPECT_GT(contest.world.lease(kLease)->spec.transitions, 50);
}

std::size_t takeovers_in_a_minute(Duration ahead) {
  LockSetting setting;
  setting.duration = 20s;
  setting.ahead = ahead;
  setting.comes = 200ms;
  Contest contest(setting);
  contest.world.run_until(60s);
  return contest.world.facts<LeaseTakenOver>().size();
}

TEST(LockRule, IsSafeForCalendarsAheadByLessThanDLessTheHoldersPauseAndForNoOthers) {
  // M3: 0 <= Δ < D - U - q. A renewal's stamp is set between its read and its write.
  const Duration oldest = 5s + 3 * kRoundTrip;
  EXPECT_EQ(takeovers_in_a_minute(0s), 0U);
  EXPECT_EQ(takeovers_in_a_minute(20s - oldest - 20ms), 0U);
  EXPECT_GT(takeovers_in_a_minute(20s - oldest + 40ms), 0U);
  EXPECT_GT(takeovers_in_a_minute(-50ms), 0U) << "an unsafe slot of δ after every renewal";
}

TEST(LockRule, ThatIsBehindStealsAtEveryTurnAndTheOtherNoSoonerThanDLessTheOffset) {
  for (int seed = 0; seed < runs(300); ++seed) {
    Luck luck(seed);
    const Duration every = luck.between(1s, 4s);
    const Duration behind = every + luck.between(500ms, 5s);
    SmallWorld world{Seed{1}};
    for (const char* who : {"fast", "slow"}) {
      NodeLockConfig config = operator_of(who, 10s, every);
      config.refused_retry = every;
      const bool slow = who == std::string_view{"slow"};
      world.add(who, node_lock, config,
                {.starts = slow ? luck.between(10ms, 4s) : 0ms, .offset = slow ? -behind : 0s});
    }
    world.run_until(120s);

    // M4. A turn of the slow one's is never refused.
    ASSERT_TRUE(world.facts<LeaseRefused>("slow").empty()) << seed;
    const auto judged = world.facts<LeaseJudgedExpired>("fast");
    for (const auto& takeover : judged) ASSERT_GT(takeover.fact.age, 10s) << seed;
    ASSERT_EQ(world.lease(kLease)->spec.transitions,
              static_cast<std::int32_t>(world.facts<LeaseTakenOver>().size()))
        << "one a steal";
  }
}

TEST(LockRule, ATakeoverAfterACrashComesDLessTheOffsetAfterTheStamp) {
  for (int seed = 0; seed < runs(500); ++seed) {
    Luck luck(seed);
    LockSetting setting;
    setting.duration = std::chrono::seconds{luck.whole(10, 30)};
    setting.every = luck.between(1s, 3s);
    setting.ahead = luck.between(0s, 5s);
    const Duration crash_at = luck.between(10s, 20s);
    Contest contest(setting, crash_at);
    contest.world.run_until(60s);

    const Duration due = contest.stamped() + setting.duration - setting.ahead;
    ASSERT_GE(contest.taken(), due) << "M5, seed " << seed;
    ASSERT_LE(contest.taken(), due + 10ms + 4 * kRoundTrip) << "M5, seed " << seed;
    ASSERT_EQ(contest.world.lease(kLease)->spec.transitions, 1);
  }
}

TEST(LockRule, TheSameIdentityTakesOverAtOnceAndNothingShowsIt) {
  for (int seed = 0; seed < runs(200); ++seed) {
    Luck luck(seed);
    SmallWorld world{Seed{1}};
    world.add("a", node_lock, operator_of("x", 60s, 5s));
    const Duration comes = luck.between(1s, 50s);
    world.at(comes, crash("a"));
    world.add("b", node_lock, operator_of("x", 60s, 5s),
              {.starts = comes, .offset = luck.between(0s, 60s)});
    world.run_until(comes + 1s);

    ASSERT_LE(world.first<LeadershipGained>("b"), comes + 5 * kRoundTrip) << "M5, seed " << seed;
    ASSERT_EQ(world.lease(kLease)->spec.transitions, 0);
    ASSERT_EQ(wall_time(*world.lease(kLease)->spec.acquired),
              world.facts<LeaseWritten>("a").front().fact.renewed);
  }
}

TEST(LockRule, AnEqualDurationRenewsOnEveryRequestAndALongerOneIsNeverShortened) {
  SmallWorld world{Seed{1}};
  world.add("a", node_lock, operator_of("x", 60s, 5s));
  world.run_until(100s);
  // M6: R + D < now + requested duration, true after any time at all.
  EXPECT_EQ(world.facts<LeaseWritten>("a").size(), world.facts<LockGranted>("a").size());

  SmallWorld other{Seed{1}};
  other.add("a", node_lock, operator_of("x", 60s, Duration{}));
  other.add("b", node_lock, operator_of("x", 20s, 1s), {.starts = 1s});
  other.run_until(100s);
  // Its shorter requests change nothing until they reach further than the sixty seconds.
  EXPECT_GT(other.first<LeaseWritten>("b"), 40s);
  EXPECT_LE(other.first<LeaseWritten>("b"), 41s + 1s);
}

}  // namespace
}  // namespace leasesim
