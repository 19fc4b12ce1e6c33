// Coordinated election: whom the control plane chooses, when, and by whose clock.
#include "leasesim/actors/coordinated_election.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "leasesim/actors/leader_elector.hpp"
#include "leasesim/objects/semantic_version.hpp"
#include "support/duel.hpp"
#include "support/small_world.hpp"

namespace leasesim {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Duration kPollMax = 4400ms;

Task<> control_plane(Process& self, Api api, int) { co_await coordinated_election(self, api); }

ElectionConfig candidate(std::string identity, std::string version) {
  ElectionConfig config;
  config.lease = "kube-system/scheduler";
  config.identity = std::move(identity);
  config.coordinated = CandidateConfig{.binary_version = std::move(version)};
  return config;
}

class Coordinated : public testing::Test {
 protected:
  explicit Coordinated(int seed = 1) : world_(Seed{static_cast<std::uint64_t>(seed)}) {
    world_.server().store().allow_coordinated_election(true);
    world_.add("control-plane", control_plane, 0);
  }
  void stand(const std::string& name, const std::string& version,
             const SmallWorld::Place& place = {}) {
    world_.add(name, leader_elector, candidate(name, version), place);
  }
  std::vector<std::string> chosen() const {
    std::vector<std::string> names;
    for (const auto& each : world_.facts<LeaderChosen>()) {
      names.push_back((each.fact.preferred ? "prefer " : "") + each.fact.candidate.str());
    }
    return names;
  }
  SmallWorld world_;
};

// ---- the best of them ----

TEST(SemanticVersion, IsOrderedAsVersionsAre) {
  const auto version = [](std::string_view text) { return *parse_semantic_version(text); };
  EXPECT_LT(version("1.9.0"), version("1.10.0"));
  EXPECT_LT(version("1.34.0-alpha.1"), version("1.34.0-alpha.2"));
  EXPECT_LT(version("1.34.0-alpha.2"), version("1.34.0-beta.0"));
  EXPECT_LT(version("1.34.0-rc.1"), version("1.34.0"));
  EXPECT_LT(version("1.34.0-alpha"), version("1.34.0-alpha.1"));
  EXPECT_LT(version("1.34.0-1"), version("1.34.0-alpha"));
  EXPECT_EQ(version("1.34.0+build.7"), version("1.34.0"));
  for (const char* bad : {"", "1", "1.34", "v1.34.0", "1.34.00", "1.34.0-", "1.34.0-01", "1.a.0"}) {
    EXPECT_FALSE(parse_semantic_version(bad)) << bad;
  }
}

class Candidates : public testing::Test {
 protected:
  LeaseCandidate one(std::string_view name, std::string_view binary, std::string_view emulation,
                     std::int64_t created, std::string_view strategy = "OldestEmulationVersion") {
    LeaseCandidate candidate;
    candidate.meta.name = object_name(names_, "", name);
    candidate.meta.created = KubeTime{created};
    candidate.spec.binary_version = names_.intern(binary);
    candidate.spec.emulation_version = names_.intern(emulation);
    candidate.spec.strategy = names_.intern(strategy);
    return candidate;
  }
  static std::string best_of(const std::vector<LeaseCandidate>& candidates) {
    const LeaseCandidate* best = best_candidate(candidates);
    return best == nullptr ? "none" : best->meta.name.str();
  }
  Names names_;
};

TEST_F(Candidates, TheLowestEmulationThenBinaryThenTheOldestIsBest) {
  EXPECT_EQ(best_of({one("a", "1.34.0", "1.34.0", 1), one("b", "1.34.0", "1.33.0", 2)}), "b");
  EXPECT_EQ(best_of({one("a", "1.34.0", "1.33.0", 1), one("b", "1.33.0", "1.33.0", 2)}), "b");
  EXPECT_EQ(best_of({one("a", "1.33.0", "1.33.0", 2), one("b", "1.33.0", "1.33.0", 1)}), "b");
  EXPECT_EQ(best_of({one("a", "1.33", "1.33.0", 1), one("b", "1.34.0", "1.34.0", 2)}), "b");
  EXPECT_EQ(best_of({one("a", "x", "x", 1)}), "none");
}

TEST_F(Candidates, TheHighestBinaryDecidesTheStrategyUnlessItDisagreesWithItself) {
  const auto strategy = [](const std::vector<LeaseCandidate>& candidates) {
    const auto best = best_strategy(candidates);
    return best ? best->str() : "none";
  };
  EXPECT_EQ(
      strategy({one("a", "1.33.0", "1.33.0", 1, "x.io/old"), one("b", "1.34.0", "1.34.0", 1)}),
      "OldestEmulationVersion");
  EXPECT_EQ(strategy({one("a", "1.34.0", "1.34.0", 1, "x.io/y"), one("b", "1.34.0", "1.34.0", 1)}),
            "none");
}

// ---- elections ----

TEST_F(Coordinated, TheLowestVersionIsGivenTheLease) {
  stand("new", "1.34.0");
  stand("old", "1.33.0");
  world_.run_until(30s);

  EXPECT_THAT(world_.facts<LeadershipGained>("old"), SizeIs(1));
  EXPECT_THAT(world_.facts<LeadershipGained>("new"), IsEmpty());
  const Lease& lease = *world_.lease("kube-system/scheduler");
  EXPECT_EQ(lease.spec.holder.view(), "old");
  EXPECT_EQ(lease.spec.strategy.view(), "OldestEmulationVersion");
  EXPECT_EQ(lease.spec.duration, 15) << "the holder's own, from its first renewal on";
  EXPECT_FALSE(lease.spec.transitions.has_value()) << "nobody counts";
  EXPECT_FALSE(lease.spec.acquired.has_value());
}

TEST_F(Coordinated, ABetterOneThatComesLaterIsMadeWayFor) {
  stand("new", "1.34.0");
  stand("old", "1.33.0", {.starts = 100s});
  world_.run_until(200s);

  EXPECT_THAT(chosen(), testing::ElementsAre("new", "prefer old", "old"));
  const Duration lost = world_.first<LeadershipLost>("new");
  const Duration gained = world_.first<LeadershipGained>("old");
  EXPECT_GE(gained, lost) << "no overlap";
  // B74: at most the lease, five seconds to look again and five to answer, and a poll.
  EXPECT_LE(gained - lost, 15s + 5s + 5s + kPollMax);
}

TEST_F(Coordinated, AWorseOneThatComesLaterIsLeftWaiting) {
  stand("old", "1.33.0");
  stand("new", "1.34.0", {.starts = 100s});
  world_.run_until(300s);

  EXPECT_THAT(chosen(), testing::ElementsAre("old"));
}

TEST(CoordinatedTakeover, AfterACrashTakesThirtySecondsAtMost) {
  Duration longest{};
  for (int seed = 0; seed < runs(200); ++seed) {
    SmallWorld world(Seed{static_cast<std::uint64_t>(seed)});
    world.server().store().allow_coordinated_election(true);
    world.add("control-plane", control_plane, 0);
    world.add("a", leader_elector, candidate("a", "1.33.0"), SmallWorld::Place{});
    world.add("b", leader_elector, candidate("b", "1.34.0"), SmallWorld::Place{});
    const Duration crash_at = 60s + Luck(seed).between(0s, 10s);
    world.at(crash_at, crash("a"));
    world.run_until(crash_at + 60s);
    const Duration gained = world.first<LeadershipGained>("b");
    ASSERT_GT(gained, crash_at) << "seed " << seed;
    longest = std::max(longest, gained - crash_at);
  }
  EXPECT_LE(longest, 30s);
  EXPECT_GT(longest, 23800ms) << "slower than the classic way";
}

// ---- clocks ----

TEST_F(Coordinated, ACandidateSixSecondsBehindIsNeverChosen) {
  stand("a", "1.33.0", {.offset = -6s});
  world_.run_until(300s);

  EXPECT_THAT(world_.facts<LeadershipGained>("a"), IsEmpty());
}

TEST_F(Coordinated, ACandidateFourSecondsBehindIsChosenWhenItsWindowIsOver) {
  stand("a", "1.33.0", {.offset = -4s});
  world_.run_until(60s);

  EXPECT_THAT(world_.facts<LeadershipGained>("a"), SizeIs(1));
}

TEST_F(Coordinated, ADeadCandidateTenSecondsAheadMayBeChosen) {
  stand("b", "1.34.0");
  stand("a", "1.33.0", {.starts = 60s, .offset = 10s});
  world_.at(60s + 20ms, crash("a"));
  world_.run_until(120s);

  EXPECT_THAT(chosen(), testing::Contains("prefer a"));
}

// ---- what else can go wrong ----

TEST_F(Coordinated, CandidatesOfOneVersionThatDisagreeAreNotChosenFrom) {
  ElectionConfig other = candidate("b", "1.33.0");
  other.coordinated->strategy = "example.com/mine";
  stand("a", "1.33.0");
  world_.add("b", leader_elector, other, SmallWorld::Place{});
  world_.run_until(60s);

  EXPECT_THAT(world_.facts<LeadershipGained>(),
              testing::Each(testing::Field(&Noted<LeadershipGained>::by, "control-plane")));
}

TEST_F(Coordinated, AStrategyOfOthersIsLeftToThem) {
  ElectionConfig config = candidate("a", "1.33.0");
  config.coordinated->strategy = "example.com/mine";
  world_.add("a", leader_elector, config, SmallWorld::Place{});
  world_.run_until(60s);

  EXPECT_THAT(chosen(), IsEmpty());
}

TEST_F(Coordinated, ACandidateThatIsGoneForHalfAnHourIsCollected) {
  stand("a", "1.33.0");
  stand("b", "1.34.0");
  world_.at(60s, crash("b"));
  world_.run_until(95min);

  const auto& store = world_.server().store();
  EXPECT_EQ(store.find(Kind::lease_candidate, world_.object("kube-system/b")), nullptr);
  EXPECT_NE(store.find(Kind::lease_candidate, world_.object("kube-system/a")), nullptr);
}

TEST_F(Coordinated, ACandidateRenewsItselfEveryFiveMinutes) {
  stand("a", "1.33.0");
  world_.run_until(16min);

  int renewals = 0;
  for (const auto& written : world_.facts<ObjectWritten>("a")) {
    if (written.fact.kind == Kind::lease_candidate) ++renewals;
  }
  EXPECT_GE(renewals, 4);
  EXPECT_LE(renewals, 6);
}

// A classic elector on the same lease writes its record without strategy and preferred holder.
TEST_F(Coordinated, WithTheGateOffNobodyIsChosen) {
  world_.server().store().allow_coordinated_election(false);
  SmallWorld world(Seed{1});
  world.add("a", leader_elector, candidate("a", "1.33.0"), SmallWorld::Place{});
  world.run_until(120s);
  EXPECT_THAT(world.facts<LeadershipGained>(), IsEmpty());
}

}  // namespace
}  // namespace leasesim
