// Watches: history first, then what happens, in order; and how they end.
#include "leasesim/api/watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/small_world.hpp"

namespace leasesim {
namespace {

using testing::ElementsAre;

struct Seen {
  std::vector<std::string> changes;  // "ADDED demo 2"
  ApiError ended = ApiError::ok;
};

struct WatcherConfig {
  Seen* seen = nullptr;
  Version since = 1;
};

Task<> watcher(Process& self, Api api, WatcherConfig config) {
  Watch<Lease> watch(api, self.text("default"), config.since);
  auto begun = co_await watch.begin();
  if (!begun) {
    config.seen->ended = begun.error().error;
    co_return;
  }
  for (;;) {
    auto change = co_await watch.next();
    if (!change) {
      config.seen->ended = change.error().error;
      co_return;
    }
    const Meta& meta = (*change)->meta;
    config.seen->changes.push_back(std::string{word_of(change->type)} + " " + meta.name.str() +
                                   " " + std::to_string(meta.version));
  }
}

Lease held_by(SmallWorld& world, const char* holder) {
  Lease lease;
  lease.meta.name = world.object("demo");
  lease.spec.holder = world.text(holder);
  return lease;
}

Deed put_lease(const char* holder) {
  return [holder](SmallWorld& world) { world.put(held_by(world, holder)); };
}

TEST(Watch, TellsFirstWhatHappenedSinceTheVersionThenWhatHappensNow) {
  SmallWorld world{Seed{1}};
  Seen seen;
  world.at(1s, put_lease("a"));
  world.at(2s, put_lease("b"));
  world.add("watcher", watcher, WatcherConfig{&seen, 1}, {.starts = 3s});
  world.at(5s, put_lease("c"));
  world.at(6s, [](SmallWorld& now) { now.remove(Kind::lease, "demo"); });

  world.run_until(10s);

  EXPECT_THAT(seen.changes,
              ElementsAre("ADDED demo 2", "MODIFIED demo 3", "MODIFIED demo 4", "DELETED demo 5"));
  EXPECT_EQ(seen.ended, ApiError::ok);
}

TEST(Watch, BeginsAfterTheVersionThatItIsGiven) {
  SmallWorld world{Seed{1}};
  Seen seen;
  world.at(1s, put_lease("a"));
  world.at(2s, put_lease("b"));
  world.add("watcher", watcher, WatcherConfig{&seen, 2}, {.starts = 3s});

  world.run_until(10s);

  EXPECT_THAT(seen.changes, ElementsAre("MODIFIED demo 3"));
}

// upstream: kubernetes/apiserver:pkg/storage/cacher/watch_cache.go (five minutes of history)
TEST(Watch, OfAForgottenVersionIsRefusedAsGone) {
  SmallWorld world{Seed{1}};
  Seen seen;
  world.at(1s, put_lease("a"));
  world.at(2s, put_lease("b"));
  world.at(400s, put_lease("c"));
  world.add("watcher", watcher, WatcherConfig{&seen, 1}, {.starts = 401s});

  world.run_until(410s);

  EXPECT_TRUE(seen.changes.empty());
  EXPECT_EQ(seen.ended, ApiError::gone);
}

TEST(Watch, EndsWithItsConnection) {
  SmallWorld world{Seed{1}};
  Seen seen;
  world.add("watcher", watcher, WatcherConfig{&seen, 1});
  world.at(2s, [](SmallWorld& now) { now.server().refuse(true); });

  world.run_until(10s);

  EXPECT_EQ(seen.ended, ApiError::disconnected);
}

// A silent cut is found by the transport's own probe: 30 s of silence, then 15 s for an answer.
TEST(Watch, ThatIsCutOffInSilenceEndsAfterFortyFiveSeconds) {
  SmallWorld world{Seed{1}};
  Seen seen;
  world.add("watcher", watcher, WatcherConfig{&seen, 1});
  world.at(1s, [](SmallWorld& now) { now.cut("watcher"); });

  world.run_until(44s);
  EXPECT_EQ(seen.ended, ApiError::ok);
  world.run_until(46s);

  EXPECT_EQ(seen.ended, ApiError::disconnected);
}

TEST(Watch, OfAPausedProcessCatchesUpWhenItResumes) {
  SmallWorld world{Seed{1}};
  Seen seen;
  world.add("watcher", watcher, WatcherConfig{&seen, 1});
  world.at(1s, pause("watcher"));
  world.at(2s, put_lease("a"));
  world.at(3s, put_lease("b"));
  world.run_until(4s);
  EXPECT_TRUE(seen.changes.empty());
  world.at(5s, unpause("watcher"));

  world.run_until(6s);

  EXPECT_THAT(seen.changes, ElementsAre("ADDED demo 2", "MODIFIED demo 3"));
}

TEST(Watch, ACrashedWatcherIsToldNothingMoreAndHarmsNobody) {
  SmallWorld world{Seed{1}};
  Seen seen;
  world.add("watcher", watcher, WatcherConfig{&seen, 1});
  world.at(2s, put_lease("a"));
  world.at(2s, crash("watcher"));
  world.at(3s, put_lease("b"));

  world.run_until(10s);

  EXPECT_TRUE(seen.changes.empty());
}

}  // namespace
}  // namespace leasesim
