// A kubelet's lease, status and pods, as the API server sees them.
#include "leasesim/actors/kubelet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/small_cluster.hpp"

namespace leasesim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kLease = "kube-node-lease/n1";

struct Asked {
  Duration at{};
  Verb verb{};
  Kind kind{};
  ApiError outcome{};
};

// What a process asked for, and what came of it.
std::vector<Asked> requests_of(const SmallWorld& world, std::string_view by) {
  std::vector<Asked> asked;
  std::map<std::int64_t, Kind> kinds;
  for (const auto& sent : world.facts<RequestSent>(by)) kinds[sent.fact.request] = sent.fact.kind;
  for (const auto& served : world.facts<RequestServed>(by)) {
    asked.push_back({served.at, served.fact.verb, kinds[served.fact.request], served.fact.outcome});
  }
  return asked;
}

std::vector<Duration> gaps_of(const std::vector<Duration>& times) {
  std::vector<Duration> gaps;
  for (std::size_t i = 1; i < times.size(); ++i) gaps.push_back(times[i] - times[i - 1]);
  return gaps;
}

// ---- the lease ----

TEST(Kubelet, RenewsEveryTenSecondsAndUpToFourPercentMore) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  world.run_until(1h);

  const std::vector<Duration> gaps = gaps_of(heartbeats_of(world, "n1"));
  ASSERT_GT(gaps.size(), 300U);
  for (const Duration gap : std::vector<Duration>(gaps.begin() + 1, gaps.end())) {
    EXPECT_GE(gap, 10s);
    EXPECT_LT(gap, 10400ms + 10ms);
  }
}

TEST(Kubelet, WritesWhoItIsAndWhoseItIsAndNothingOfALock) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  world.run_until(60s);

  const Lease& lease = *world.lease(kLease);
  EXPECT_EQ(lease.spec.holder.view(), "n1");
  EXPECT_EQ(lease.spec.duration, 40);
  EXPECT_FALSE(lease.spec.acquired.has_value());
  EXPECT_FALSE(lease.spec.transitions.has_value());
  ASSERT_TRUE(lease.meta.extra);
  ASSERT_THAT(lease.meta.extra->owners, SizeIs(1));
  EXPECT_EQ(lease.meta.extra->owners[0].kind.view(), "Node");
  EXPECT_EQ(lease.meta.extra->owners[0].uid, node_of(world, "n1")->meta.uid);
}

// The first sync finds neither lease nor node: nothing is created before the node can own it.
TEST(Kubelet, CreatesNoLeaseBeforeItsNodeIsThere) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  world.run_until(30s);

  const auto made = world.facts<LeaseWritten>("n1");
  ASSERT_FALSE(made.empty());
  EXPECT_TRUE(made.front().fact.created);
  EXPECT_GE(made.front().at, 10s) << "the next period, not the back-off";
}

// nodeLeaseDurationSeconds was changed between two lives of the kubelet.
std::int32_t duration_after_a_change(Release release) {
  SmallWorld world(Seed{1});
  world.at(1ms, [](SmallWorld& at) {
    Lease lease;
    lease.meta.name = at.object(kLease);
    lease.spec.duration = 80;
    at.put(lease);
  });
  KubeletConfig config;
  config.release = release;
  add_kubelet(world, "n1", config, {.starts = 1s});
  world.run_until(60s);
  return world.lease(kLease)->spec.duration.value_or(0);
}

TEST(Kubelet, RewritesTheDurationAtEachRenewalSince134) {
  EXPECT_EQ(duration_after_a_change(Release::v1_33), 80);
  EXPECT_EQ(duration_after_a_change(Release::v1_34), 40);
}

TEST(Kubelet, TriesFiveTimesARoundAndReadsTheLeaseOnceMore) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  ServerRule rule = failing();
  rule.kinds = {Kind::lease};
  rule.verbs = {Verb::update};
  world.at(35s, serve_by(rule));
  world.run_until(45s);

  std::vector<Verb> verbs;
  for (const Asked& asked : requests_of(world, "n1")) {
    if (asked.at > 35s && asked.kind == Kind::lease) verbs.push_back(asked.verb);
  }
  // 5 PUT, a GET, 5 PUT.
  ASSERT_THAT(verbs, SizeIs(11));
  EXPECT_EQ(std::ranges::count(verbs, Verb::get), 1);
  EXPECT_EQ(verbs[5], Verb::get);
}

TEST(Kubelet, WaitsLongerAndLongerForALeaseThatItCannotRead) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  ServerRule rule = failing();
  rule.kinds = {Kind::lease};
  world.at(35s, serve_by(rule));
  world.run_until(120s);

  std::vector<Duration> reads;
  for (const Asked& asked : requests_of(world, "n1")) {
    const bool failed_read = asked.verb == Verb::get && asked.kind == Kind::lease;
    if (asked.at > 35s && failed_read) reads.push_back(asked.at);
  }
  std::vector<std::int64_t> waits;
  for (const Duration gap : gaps_of(reads)) waits.push_back((gap - 2ms) / 100ms);
  ASSERT_GE(waits.size(), 8U);
  waits.resize(8);
  EXPECT_THAT(waits, ElementsAre(2, 4, 8, 16, 32, 64, 70, 70));
}

TEST(Kubelet, CreatesItsLeaseAgainWhenSomebodyDeletesIt) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  world.at(35s, delete_lease(std::string{kLease}));
  world.run_until(60s);

  std::vector<ApiError> outcomes;
  for (const Asked& asked : requests_of(world, "n1")) {
    if (asked.at > 35s && asked.kind == Kind::lease) outcomes.push_back(asked.outcome);
  }
  ASSERT_GE(outcomes.size(), 3U);
  outcomes.resize(3);
  EXPECT_THAT(outcomes, ElementsAre(ApiError::conflict, ApiError::not_found, ApiError::ok));
}

// Its own renewal was stored and the answer lost: the next one conflicts, and it reads.
TEST(Kubelet, ReadsAfterAConflictWithItself) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  ServerRule rule = silent();
  rule.kinds = {Kind::lease};
  rule.verbs = {Verb::update};
  rule.left = 1;
  world.at(35s, serve_by(rule));
  world.run_until(100s);

  for (const Duration gap : gaps_of(heartbeats_of(world, "n1"))) EXPECT_LE(gap, 10500ms);
  EXPECT_THAT(world.facts<LeaseRenewed>("n1"), testing::Not(IsEmpty()));
}

TEST(Kubelet, GoesOnRenewingWhenItsNodeIsDeleted) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  world.at(35s, [](SmallWorld& at) { at.remove(Kind::node, "n1"); });
  world.run_until(200s);

  EXPECT_GE(heartbeats_of(world, "n1").back(), 185s);
  EXPECT_EQ(node_of(world, "n1"), nullptr) << "it does not register again";
}

// ---- the status ----

TEST(Kubelet, PostsItsStatusWhenItChangesOrEveryFiveMinutes) {
  SmallWorld world(Seed{1});
  KubeletConfig config;
  config.unready = {{1000s, 60s}};
  add_kubelet(world, "n1", config);
  world.run_until(1h);

  std::vector<Duration> posts;
  for (const auto& written : world.facts<ObjectWritten>("n1")) posts.push_back(written.at);
  // The first report after a change comes up to half a period earlier or later.
  for (const Duration gap : gaps_of(posts)) EXPECT_LE(gap, 450s + 11s);
  EXPECT_THAT(became(world, "n1", ConditionStatus::no), SizeIs(1));
  EXPECT_LE(became(world, "n1", ConditionStatus::no).front(), 1000s + 10400ms);
  EXPECT_GE(posts.size(), 10U);
  EXPECT_LE(posts.size(), 18U);
}

TEST(Kubelet, ReportsAsOftenAsItLooksWhereTheLooksAreConfigured) {
  KubeletConfig config;
  EXPECT_EQ(report_frequency(config), 5min);
  config.status_every_is_given = true;
  EXPECT_EQ(report_frequency(config), config.status_every);
  config.report_every = 1min;
  EXPECT_EQ(report_frequency(config), 1min);
}

TEST(Kubelet, TakesANodeThatIsThere) {
  SmallWorld world(Seed{1});
  world.at(1ms, [](SmallWorld& at) {
    Node node;
    node.meta.name = at.object("n1");
    at.put(node);
  });
  add_kubelet(world, "n1", {}, {.starts = 1s});
  world.run_until(10s);

  EXPECT_THAT(became(world, "n1", ConditionStatus::yes), SizeIs(1));
}

// ---- pods ----

TEST(Kubelet, StartsAPodThatIsBoundToItsNode) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  add_kubelet(world, "n2");
  world.at(10s, [](SmallWorld& at) { put_pod(at, "web", "n1"); });
  world.run_until(20s);

  const auto ready = world.facts<PodReadyChanged>();
  ASSERT_THAT(ready, SizeIs(1));
  EXPECT_EQ(ready.front().by, "n1");
  EXPECT_GE(ready.front().at, 12s);
  EXPECT_LE(ready.front().at, 12s + 20ms);
  EXPECT_EQ(pod_of(world, "web")->status.phase, PodPhase::running);
}

TEST(Kubelet, EndsAPodThatIsDeleted) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  world.at(10s, [](SmallWorld& at) { put_pod(at, "web", "n1"); });
  world.at(20s, [](SmallWorld& at) { at.remove(Kind::pod, "web"); });
  world.run_until(30s);

  const auto gone = world.facts<PodGone>("n1");
  ASSERT_THAT(gone, SizeIs(1));
  EXPECT_GE(gone.front().at, 22s);
  EXPECT_LE(gone.front().at, 22s + 20ms);
}

TEST(Kubelet, APodOnADeadNodeIsNeverGone) {
  SmallWorld world(Seed{1});
  add_kubelet(world, "n1");
  world.at(10s, [](SmallWorld& at) { put_pod(at, "web", "n1"); });
  world.at(20s, crash("n1"));
  world.at(21s, [](SmallWorld& at) { at.remove(Kind::pod, "web"); });
  world.at(100s, start("n1"));
  world.run_until(99s);
  EXPECT_NE(pod_of(world, "web"), nullptr) << "terminating";

  world.run_until(110s);
  EXPECT_EQ(pod_of(world, "web"), nullptr) << "its kubelet is back";
}

}  // namespace
}  // namespace leasesim
