// Nodes, pods and budgets in the store: status apart from spec, patches, time to end, eviction.
//
// upstream: kubernetes/kubernetes:pkg/registry/core/{node,pod}/strategy.go,
// pkg/registry/core/pod/storage/eviction.go; kubernetes/apiserver:pkg/endpoints/handlers/patch.go
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/store_fixture.hpp"
#include "leasesim/objects/well_known.hpp"

namespace leasesim {
namespace {

using namespace well_known;
using ::testing::SizeIs;

class StoreKindsTest : public StoreTest {
 protected:
  Node node(std::string_view text, ConditionStatus ready = ConditionStatus::yes) {
    Node node;
    node.meta.name = name(text);
    node.status.conditions = {{names_.intern(kReady), ready, {}, {}, {}, {}}};
    return node;
  }
  Pod pod(std::string_view text, std::string_view on = "n1") {
    Pod pod;
    pod.meta.name = name(text);
    if (!on.empty()) pod.spec.node = names_.intern(on);
    return pod;
  }
  Pod labelled_pod(std::string_view text) {
    Pod one = pod(text);
    MetaExtra extra;
    extra.labels = {{names_.intern("app"), names_.intern("web")}};
    one.meta.extra = std::make_shared<const MetaExtra>(extra);
    one.status.phase = PodPhase::running;
    one.status.conditions = {{names_.intern(kReady), ConditionStatus::yes, {}, {}, {}, {}}};
    return one;
  }
  PodDisruptionBudget budget(std::int32_t allowed) {
    PodDisruptionBudget budget;
    budget.meta.name = name("web");
    budget.spec.selector = {{names_.intern("app"), names_.intern("web")}};
    budget.status.allowed = allowed;
    return budget;
  }
};

// ---- status ----

TEST_F(StoreKindsTest, AnOrdinaryUpdateLeavesTheStatus) {
  Node body = created(node("n1"));
  body.spec.unschedulable = true;
  body.status.conditions.clear();

  ASSERT_TRUE(store_.update(body, kLater));

  EXPECT_TRUE(stored<Node>("n1").spec.unschedulable);
  EXPECT_THAT(stored<Node>("n1").status.conditions, SizeIs(1));
}

TEST_F(StoreKindsTest, AnUpdateOfTheStatusLeavesTheRest) {
  Node body = created(node("n1"));
  const auto taints = body.spec.taints;
  body.spec.unschedulable = true;
  body.spec.taints.clear();
  body.status.conditions[0].status = ConditionStatus::unknown;

  ASSERT_TRUE(store_.update(body, kLater, Subresource::status));

  EXPECT_FALSE(stored<Node>("n1").spec.unschedulable);
  EXPECT_EQ(stored<Node>("n1").spec.taints, taints);
  EXPECT_EQ(stored<Node>("n1").status.conditions[0].status, ConditionStatus::unknown);
}

TEST_F(StoreKindsTest, AStatusOfAnOldVersionConflicts) {
  Node body = created(node("n1"));
  body.status.conditions[0].status = ConditionStatus::no;
  ASSERT_TRUE(store_.update(body, kLater, Subresource::status));
  body.status.conditions[0].status = ConditionStatus::unknown;

  const auto stale = store_.update(body, kLater, Subresource::status);
  EXPECT_TRUE(stale.error().is(ApiError::conflict));
}

TEST_F(StoreKindsTest, APatchOfAStatusPutsConditionsBesideThoseOfOtherTypes) {
  created(node("n1"));
  Node wanted = node("n1", ConditionStatus::no);
  wanted.status.conditions.push_back(
      {names_.intern(kDiskPressure), ConditionStatus::yes, {}, {}, {}, {}});

  ASSERT_TRUE(store_.merge_status(Object{wanted}, kLater)) << "whatever the version";

  EXPECT_THAT(stored<Node>("n1").status.conditions, SizeIs(2));
  EXPECT_EQ(find_condition(stored<Node>("n1").status.conditions, kReady)->status,
            ConditionStatus::no);
}

TEST_F(StoreKindsTest, ANewPodHasNoStatusAndTwoTolerations) {
  Pod body = pod("web");
  body.status.phase = PodPhase::running;

  const Pod made = created(body);

  EXPECT_EQ(made.status.phase, PodPhase::pending);
  ASSERT_THAT(made.spec.tolerations, SizeIs(2));
  EXPECT_EQ(made.spec.tolerations[0].key.view(), kTaintNotReady);
  EXPECT_EQ(made.spec.tolerations[1].key.view(), kTaintUnreachable);
  for (const Toleration& toleration : made.spec.tolerations) EXPECT_EQ(toleration.seconds, 300);
}

TEST_F(StoreKindsTest, APodThatSpeaksOfATaintKeepsItsOwnPatience) {
  Pod body = pod("web");
  body.spec.tolerations = {{names_.intern(kTaintUnreachable),
                            Toleration::Operator::exists,
                            {},
                            TaintEffect::no_execute,
                            10}};

  const Pod made = created(body);

  ASSERT_THAT(made.spec.tolerations, SizeIs(2));
  EXPECT_EQ(made.spec.tolerations[0].seconds, 10);
  EXPECT_EQ(made.spec.tolerations[1].key.view(), kTaintNotReady);
}

TEST_F(StoreKindsTest, ANewNodeTakesNoPodsYet) {
  const Node made = created(node("n1"));
  ASSERT_THAT(made.spec.taints, SizeIs(1));
  EXPECT_EQ(made.spec.taints[0].key.view(), kTaintNotReady);
  EXPECT_EQ(made.spec.taints[0].effect, TaintEffect::no_schedule);
}

// ---- patches ----

TEST_F(StoreKindsTest, AMergePatchChangesWhatItNames) {
  const Node made = created(node("n1"));

  ASSERT_TRUE(
      store_.patch(names_, Kind::node, name("n1"), R"({"spec":{"unschedulable":true}})", kLater));

  EXPECT_TRUE(stored<Node>("n1").spec.unschedulable);
  EXPECT_EQ(stored<Node>("n1").spec.taints, made.spec.taints);
  EXPECT_THAT(stored<Node>("n1").status.conditions, SizeIs(1));
}

TEST_F(StoreKindsTest, AVersionInAPatchIsInsistedOn) {
  const Node made = created(node("n1"));
  const std::string old = R"({"metadata":{"resourceVersion":")" +
                          std::to_string(made.meta.version) + R"("},"spec":{"taints":[]}})";
  ASSERT_TRUE(
      store_.patch(names_, Kind::node, name("n1"), R"({"spec":{"unschedulable":true}})", kLater));

  expect(
      store_.patch(names_, Kind::node, name("n1"), old, kLater), ApiError::conflict, 409,
      "Conflict",
      "Operation cannot be fulfilled on nodes \"n1\": the object has been modified; please apply "
      "your changes to the latest version and try again");
}

TEST_F(StoreKindsTest, APatchOfNothingIsNotFound) {
  EXPECT_TRUE(
      store_.patch(names_, Kind::node, name("n1"), "{}", kNow).error().is(ApiError::not_found));
}

// ---- the end of a pod ----

TEST_F(StoreKindsTest, ABoundPodIsGivenThirtySeconds) {
  created(pod("web"));

  ASSERT_TRUE(store_.remove(Kind::pod, name("web"), {}, kLater));

  const MetaExtra& extra = *stored<Pod>("web").meta.extra;
  EXPECT_EQ(extra.deleted, KubeTime{kLater.calendar.seconds + 30});
  EXPECT_EQ(extra.grace, 30);
}

TEST_F(StoreKindsTest, ASecondDeletionMayOnlyShortenTheTime) {
  created(pod("web"));
  ASSERT_TRUE(store_.remove(Kind::pod, name("web"), {.grace = 20}, kNow));
  ASSERT_TRUE(store_.remove(Kind::pod, name("web"), {.grace = 60}, kNow));
  EXPECT_EQ(stored<Pod>("web").meta.extra->grace, 20);
  ASSERT_TRUE(store_.remove(Kind::pod, name("web"), {.grace = 5}, kNow));
  EXPECT_EQ(stored<Pod>("web").meta.extra->grace, 5);

  ASSERT_TRUE(store_.remove(Kind::pod, name("web"), {.grace = 0}, kNow));
  EXPECT_EQ(store_.find(Kind::pod, name("web")), nullptr);
}

TEST_F(StoreKindsTest, ANegativeGraceIsOneSecond) {
  created(pod("web"));
  ASSERT_TRUE(store_.remove(Kind::pod, name("web"), {.grace = -7}, kNow));
  EXPECT_EQ(stored<Pod>("web").meta.extra->grace, 1);
}

TEST_F(StoreKindsTest, APodThatRunsNowhereGoesAtOnce) {
  created(pod("web", ""));
  ASSERT_TRUE(store_.remove(Kind::pod, name("web"), {}, kNow));
  EXPECT_EQ(store_.find(Kind::pod, name("web")), nullptr);
}

// ---- eviction ----

TEST_F(StoreKindsTest, AnEvictionIsChargedToTheBudget) {
  ASSERT_TRUE(store_.declare(labelled_pod("web-1"), kNow));
  ASSERT_TRUE(store_.declare(labelled_pod("web-2"), kNow));
  ASSERT_TRUE(store_.declare(budget(1), kNow));

  EXPECT_TRUE(store_.charge_eviction(name("web-1"), kLater));
  EXPECT_EQ(stored<PodDisruptionBudget>("web").status.allowed, 0);

  const auto refused = store_.charge_eviction(name("web-2"), kLater);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, 429);
  EXPECT_EQ(refused.error().message,
            "Cannot evict pod as it would violate the pod's disruption budget.");
}

TEST_F(StoreKindsTest, APodThatIsNotReadyIsNotChargedWhileTheBudgetIsHealthy) {
  Pod unready = labelled_pod("web-1");
  unready.status.conditions[0].status = ConditionStatus::no;
  PodDisruptionBudget healthy = budget(0);
  healthy.status.healthy = 2;
  healthy.status.desired = 2;
  ASSERT_TRUE(store_.declare(unready, kNow));
  ASSERT_TRUE(store_.declare(healthy, kNow));

  EXPECT_TRUE(store_.charge_eviction(name("web-1"), kLater));
}

TEST_F(StoreKindsTest, APodThatDoesNotRunYetIsNotProtected) {
  ASSERT_TRUE(store_.declare(budget(0), kNow));
  Pod pending = labelled_pod("web-1");
  pending.status.phase = PodPhase::pending;
  ASSERT_TRUE(store_.declare(pending, kNow));
  EXPECT_TRUE(store_.charge_eviction(name("web-1"), kLater));
}

TEST_F(StoreKindsTest, TwoBudgetsForOnePodAreAnError) {
  ASSERT_TRUE(store_.declare(labelled_pod("web-1"), kNow));
  ASSERT_TRUE(store_.declare(budget(1), kNow));
  PodDisruptionBudget other = budget(1);
  other.meta.name = name("other");
  ASSERT_TRUE(store_.declare(other, kNow));
  EXPECT_EQ(store_.charge_eviction(name("web-1"), kLater).error().code, 500);
}

// ---- selectors ----

TEST_F(StoreKindsTest, AListMaySelectByLabelAndByNode) {
  ASSERT_TRUE(store_.declare(labelled_pod("web-1"), kNow));
  created(pod("other", "n2"));

  Selector by_label;
  by_label.labels = {{names_.intern("app"), names_.intern("web")}};
  Selector by_node;
  by_node.node = names_.intern("n2");

  EXPECT_THAT(store_.list(Kind::pod, {}, &by_label).items, SizeIs(1));
  const auto on_node = store_.list(Kind::pod, {}, &by_node).items;
  ASSERT_THAT(on_node, SizeIs(1));
  EXPECT_EQ(meta_of(*on_node.front()).name.view(), "other");
}

// ---- candidates ----

TEST_F(StoreKindsTest, ACandidateNeedsVersionsThatCanBeRead) {
  LeaseCandidate candidate;
  candidate.meta.name = name("host_1234");
  candidate.spec.lease = names_.intern("scheduler");
  candidate.spec.binary_version = names_.intern("1.33");
  candidate.spec.emulation_version = names_.intern("1.34.0");
  candidate.spec.strategy = names_.intern("OldestEmulationVersion");

  const auto refused = store_.create(candidate, kNow);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message,
              testing::HasSubstr("spec.binaryVersion: Invalid value: \"1.33\": must be a valid "
                                 "semantic version"));

  candidate.spec.binary_version = names_.intern("1.33.0");
  const auto older = store_.create(candidate, kNow);
  ASSERT_FALSE(older);
  EXPECT_THAT(older.error().message,
              testing::HasSubstr("must be greater than or equal to `emulationVersion`"));

  candidate.spec.emulation_version = {};
  const auto missing = store_.create(candidate, kNow);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message,
              testing::HasSubstr("must be specified when `strategy` is 'OldestEmulationVersion'"));
}

}  // namespace
}  // namespace leasesim
