// F8 and hazard R2: what happens when a healthy leader's lease is taken from it.
#include <gtest/gtest.h>

#include "support/duel.hpp"

namespace leasesim {
namespace {

constexpr Duration kLatency = 1ms;
// s + P + Rd at 15/10/2, from the last success; epsilon is nothing here.
constexpr Duration kWindowMax = 12s + 3 * kLatency;

DuelSetting usual() {
  DuelSetting setting;
  setting.latency = Distribution::constant(kLatency);
  return setting;
}

Deed freeze_calendar(const std::string& name) {
  return [name](SmallWorld& world) {
    world.host(name).set_clock("freeze",
                               [](HostClock& clock, SimTime now) { clock.freeze_wall(now); });
  };
}

// The longest window over many phases of a theft of this kind, each within the bound.
template <class Theft>
Duration widest_over_seeds(const Theft& theft, int count) {
  Duration widest{};
  for (int seed = 0; seed < count; ++seed) {
    Luck luck(seed);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, usual());
    duel.challenge(luck.between(100ms, 4s));
    duel.world().at(20s + luck.between(0s, 2s), theft);
    duel.run_until(80s);
    const Duration window = duel.window();
    EXPECT_LE(window, kWindowMax) << "F8, seed " << seed;
    widest = std::max(widest, window);
  }
  return widest;
}

TEST(LeaseLost, ByDeletionTheOldLeaderBelievesUntilItsSessionEnds) {
  EXPECT_GT(widest_over_seeds(delete_lease("demo"), runs(2000)), 10s);
}

TEST(LeaseLost, ByDeletionJustAfterARenewalTheWindowIsPAndRd) {
  const Renewal last = undisturbed_renewal(usual(), 20s);
  Duel duel(Seed{1}, usual());
  duel.world().at(last.answered + 1us, delete_lease("demo"));
  duel.challenge(last.answered + 2us);

  duel.run_until(60s);

  EXPECT_LE(duel.window(), kWindowMax);
  EXPECT_GE(duel.window(), 12s * 99 / 100);
}

TEST(LeaseLost, ByAnotherNameWrittenIntoItTheSame) {
  EXPECT_GT(widest_over_seeds(steal_lease("demo", "b"), runs(2000)), 10s);
}

TEST(LeaseLost, ByAnOlderStateOfTheStoreTheSame) {
  const Renewal last = undisturbed_renewal(usual(), 20s);
  Duel duel(Seed{1}, usual());
  std::shared_ptr<const Store::Snapshot> older;
  duel.world().at(10s, [](SmallWorld& world) { steal_lease("demo", "b")(world); });
  duel.world().at(10s + 1us, [&older](SmallWorld& world) {
    older = world.server().store().snapshot();
    steal_lease("demo", "a")(world);
  });
  duel.challenge(5s);
  duel.world().at(last.answered + 1us,
                  [&older](SmallWorld& world) { world.server().store().restore(*older); });

  duel.run_until(60s);

  EXPECT_GT(duel.world().first<LeadershipGained>("b"), last.answered);
  EXPECT_LE(duel.window(), kWindowMax);
  EXPECT_GT(duel.window(), 12s - 2s - 4400ms) << "b leads from its next poll on";
}

TEST(LeaseLost, ByAFrozenCalendarItIsTakenAtDAlthoughItRenews) {
  Duration widest{};
  for (int seed = 0; seed < runs(1000); ++seed) {
    Luck luck(seed);
    Duel duel(Seed{static_cast<std::uint64_t>(seed)}, usual());
    duel.challenge(luck.between(100ms, 4s));
    const Duration freezes = 20s + luck.between(0s, 2s);
    duel.world().at(freezes, freeze_calendar("a"));

    duel.run_until(90s);

    // The first renewal with the frozen stamp still looks new.
    const Duration steal = duel.steal();
    ASSERT_GE(steal, freezes - 2s + 15s) << seed;
    ASSERT_LE(steal, freezes + 2s + 15s + 8800ms + 8 * kLatency) << seed;
    // Writes that change nothing are successes, too.
    const auto renewed = duel.world().facts<LeaseRenewed>("a");
    ASSERT_GE(renewed.back().at, steal - 2s - 3 * kLatency) << "a renewed all the while, " << seed;
    ASSERT_LE(duel.window(), kWindowMax) << "F8, seed " << seed;
    widest = std::max(widest, duel.window());
  }
  EXPECT_GT(widest, 11500ms);
}

TEST(LeaseLost, NeverWhenTwoLiveProcessesShareAnIdentity) {
  DuelSetting setting = usual();
  setting.b.identity = "a";
  Duel duel(Seed{1}, setting);
  duel.challenge(5s);

  duel.run_until(600s);

  EXPECT_EQ(duel.world().facts<LeadershipLost>().size(), 0U) << "both lead for ever";
  EXPECT_GT(duel.window(), 590s);
  EXPECT_EQ(duel.world().lease("demo")->spec.transitions, 0);
}

// ---- R2 ----

// a sleeps in a session whose attempt is cut off, through b's or c's succession, and wakes up with
// the way free.
struct Clobbering {
  Clobbering(int seed, std::int32_t client_go) {
    DuelSetting setting = usual();
    setting.a.release_on_cancel = true;
    setting.a.client_go = client_go;
    const Renewal last = undisturbed_renewal(setting, 20s);
    Luck luck(seed);
    duel.emplace(Seed{static_cast<std::uint64_t>(seed)}, setting);
    duel->challenge(luck.between(100ms, 4s));
    duel->world().add("c", leader_elector, elector_of("c"), {.starts = luck.between(100ms, 4s)});
    duel->world().at(last.answered + 1s, cut("a"));
    duel->world().at(last.answered + 2500ms, pause("a"));
    duel->world().at(last.answered + 20s, heal("a"));
    woke = last.answered + 30s + luck.between(0s, 4s);
    duel->world().at(woke, unpause("a"));
    duel->run_until(woke + 60s);
  }
  // Of the two who compete for the rest.
  Duration window_of_others() const {
    std::vector<Belief> others = duel->beliefs();
    std::erase_if(others, [](const Belief& belief) { return belief.who == "a"; });
    return widest_overlap(others);
  }
  bool emptied() const {
    const auto written = duel->world().facts<LeaseWritten>("a");
    return written.back().fact.holder.view().empty();
  }
  std::optional<Duel> duel;
  Duration woke{};
};

TEST(Clobbering, FromV034AnOldLeaderEmptiesItsSuccessorsLease) {
  Duration widest{};
  int spared = 0;
  for (int seed = 0; seed < runs(1000); ++seed) {
    const Clobbering run(seed, 34);
    // A renewal of the successor's between the release's read and its write.
    if (!run.emptied()) ++spared;
    const Duration window = run.window_of_others();
    ASSERT_LE(window, kWindowMax) << "P + Rd, seed " << seed;
    widest = std::max(widest, window);
  }
  EXPECT_LE(spared, runs(1000) / 100 + 2);
  EXPECT_GE(widest, 11500ms);
}

TEST(Clobbering, UpToV033TheOldVersionInHandMeetsAConflict) {
  for (int seed = 0; seed < runs(500); ++seed) {
    const Clobbering run(seed, 33);
    ASSERT_FALSE(run.emptied()) << seed;
    ASSERT_EQ(run.window_of_others(), Duration{}) << seed;
  }
}

}  // namespace
}  // namespace leasesim
