// Creating, updating and reading: each row of upstream's rules, as a claim about the store.
//
// upstream: kubernetes/apiserver:pkg/registry/generic/registry/store.go,
// pkg/registry/rest/update.go, pkg/storage/etcd3/store.go;
// kubernetes/kubernetes:pkg/registry/coordination/lease/strategy.go
#include "leasesim/api/store.hpp"

#include <gtest/gtest.h>

#include "api/store_fixture.hpp"

namespace leasesim {
namespace {

// ---- POST ----

TEST_F(StoreTest, ACreationGivesUidVersionAndTheServersSecond) {
  Lease body = lease("demo");
  body.meta.uid = Uid{1, 2};
  body.meta.created = KubeTime{5};

  const Lease made = created(body);

  EXPECT_TRUE(made.meta.uid.is_set());
  EXPECT_NE(made.meta.uid, (Uid{1, 2})) << "a client's uid is ignored on POST";
  EXPECT_EQ(uid_text(made.meta.uid)[14], '4') << "random uids are of version 4";
  EXPECT_EQ(made.meta.created, kNow.calendar);
  EXPECT_EQ(made.meta.version, store_.revision());
  EXPECT_GT(made.meta.version, 1U) << "an empty store has a revision too";
}

TEST_F(StoreTest, ACreationOfWhatIsThereIsAConflictOfItsOwnKind) {
  created(lease("demo"));
  const Version before = store_.revision();

  expect(store_.create(lease("demo", "b"), kLater), ApiError::already_exists, 409, "AlreadyExists",
         "leases.coordination.k8s.io \"demo\" already exists");
  EXPECT_EQ(store_.revision(), before);
  EXPECT_EQ(store_.last_change(), nullptr);
}

TEST_F(StoreTest, ACreationWithAVersionIsAnErrorWithoutAReason) {
  Lease body = lease("demo");
  body.meta.version = 4;

  expect(store_.create(body, kNow), ApiError::server_error, 500, "",
         "resourceVersion should not be set on objects to be created");
}

TEST_F(StoreTest, AnInvalidBodyIsRefusedBeforeItIsComparedWithWhatIsThere) {
  created(lease("demo"));
  Lease body = lease("demo");
  body.spec.duration = 0;

  expect(store_.create(body, kNow), ApiError::invalid, 422, "Invalid",
         "Lease.coordination.k8s.io \"demo\" is invalid: spec.leaseDurationSeconds: Invalid value: "
         "0: must be greater than 0");
}

TEST_F(StoreTest, ABadNameIsRefusedWithTheWholeRule) {
  const auto result = store_.create(lease("Bad_Name"), kNow);

  ASSERT_FALSE(result.has_value());
  EXPECT_TRUE(result.error().message.starts_with(
      "Lease.coordination.k8s.io \"Bad_Name\" is invalid: metadata.name: Invalid value: "
      "\"Bad_Name\": a lowercase RFC 1123 subdomain must consist of"))
      << result.error().message;
}

TEST_F(StoreTest, AnEmptySpecIsValid) {
  Lease body;
  body.meta.name = name("demo");

  EXPECT_TRUE(store_.create(body, kNow).has_value());
}

TEST_F(StoreTest, WhileAnObjectWaitsForItsFinalizersItsNameIsTaken) {
  Lease body = lease("demo");
  body.meta.extra = with_finalizer("example.com/wait");
  created(body);
  ASSERT_TRUE(store_.remove(Kind::lease, name("demo"), {}, kNow));

  expect(store_.create(lease("demo"), kLater), ApiError::already_exists, 409, "AlreadyExists",
         "object is being deleted: leases.coordination.k8s.io \"demo\" already exists");
}

// ---- PUT ----

TEST_F(StoreTest, AnUpdateWithTheNewestVersionWinsAndTheNextOneWithItLoses) {
  const Lease made = created(lease("demo"));
  Lease first = made;
  first.spec.holder = names_.intern("b");
  Lease second = made;
  second.spec.holder = names_.intern("c");

  const auto won = store_.update(first, kLater);
  ASSERT_TRUE(won);
  const Version after = meta_of(**won).version;
  expect(store_.update(second, kLater), ApiError::conflict, 409, "Conflict", kModified);

  EXPECT_EQ(after, made.meta.version + 1);
  EXPECT_EQ(stored("demo").spec.holder.view(), "b");
}

TEST_F(StoreTest, AnUpdateOfALeaseNeedsAVersion) {
  created(lease("demo"));

  expect(store_.update(lease("demo", "b"), kLater), ApiError::invalid, 422, "Invalid",
         "leases.coordination.k8s.io \"demo\" is invalid: metadata.resourceVersion: Invalid value: "
         "0: must be specified for an update");
}

TEST(StoreOfAnOlderRelease, PrintsAMissingVersionAsANumberInHexadecimal) {
  Names names;
  Store store(Seed{1}, {.release = Release::v1_33});
  Lease lease;
  lease.meta.name = object_name(names, "", "demo");
  ASSERT_TRUE(store.create(lease, {}));

  const auto refused = store.update(lease, {});

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "leases.coordination.k8s.io \"demo\" is invalid: metadata.resourceVersion: Invalid "
            "value: 0x0: must be specified for an update");
}

TEST_F(StoreTest, AnUpdateOfAConfigMapNeedsNone) {
  created(config_map("work", "1"));

  ASSERT_TRUE(store_.update(config_map("work", "2"), kLater));

  EXPECT_EQ(stored<ConfigMap>("work").data.front().value.view(), "2");
}

TEST_F(StoreTest, AnUpdateOfAConfigMapWithAnOldVersionIsAConflictAllTheSame) {
  ConfigMap old = created(config_map("work", "1"));
  ASSERT_TRUE(store_.update(config_map("work", "2"), kLater));
  old.data.front().value = names_.intern("3");

  EXPECT_TRUE(store_.update(old, kLater).error().is(ApiError::conflict));
}

TEST_F(StoreTest, ACachedCopyOfADeletedLeaseIsAConflictAndNotNotFound) {
  const Lease copy = created(lease("demo"));
  ASSERT_TRUE(store_.remove(Kind::lease, name("demo"), {}, kNow));

  expect(store_.update(copy, kLater), ApiError::conflict, 409, "Conflict",
         "Operation cannot be fulfilled on leases.coordination.k8s.io \"demo\": StorageError: "
         "invalid object, Code: 4, Key: /registry/leases/default/demo, ResourceVersion: 0, "
         "AdditionalErrorMsg: Precondition failed: UID in precondition: " +
             uid_text(copy.meta.uid) + ", UID in object meta: ");
}

TEST_F(StoreTest, ACopyOfAnEarlierLeaseOfTheSameNameIsAConflictThatShowsBothUids) {
  const Lease copy = created(lease("demo"));
  ASSERT_TRUE(store_.remove(Kind::lease, name("demo"), {}, kNow));
  const Lease second = created(lease("demo"));
  Lease body = copy;
  body.meta.version = second.meta.version;

  const auto result = store_.update(body, kLater);

  ASSERT_FALSE(result.has_value());
  EXPECT_TRUE(
      result.error().message.ends_with("UID in precondition: " + uid_text(copy.meta.uid) +
                                       ", UID in object meta: " + uid_text(second.meta.uid)))
      << result.error().message;
}

TEST_F(StoreTest, TheUidIsLookedAtBeforeTheVersion) {
  const Lease made = created(lease("demo"));
  Lease body = made;
  body.meta.uid = Uid{3, 4};
  body.meta.version = 999;

  EXPECT_NE(store_.update(body, kLater).error().message.find("Precondition failed"),
            std::string::npos);
}

TEST_F(StoreTest, TheVersionIsLookedAtBeforeTheContent) {
  Lease body = created(lease("demo"));
  body.meta.version += 1;
  body.spec.duration = -1;

  EXPECT_TRUE(store_.update(body, kLater).error().is(ApiError::conflict));
}

TEST_F(StoreTest, AnUpdateOfAMissingLeaseWithoutUidMakesIt) {
  Lease body = lease("demo");
  body.meta.version = 77;  // stale, and ignored

  ASSERT_TRUE(store_.update(body, kNow));

  EXPECT_TRUE(stored("demo").meta.uid.is_set());
  EXPECT_EQ(stored("demo").meta.version, store_.revision());
  ASSERT_NE(store_.last_change(), nullptr);
  EXPECT_EQ(store_.last_change()->type, Change::Type::added);
}

TEST_F(StoreTest, AnUpdateOfAMissingConfigMapIsNotFound) {
  expect(store_.update(config_map("work"), kNow), ApiError::not_found, 404, "NotFound",
         "configmaps \"work\" not found");
}

TEST_F(StoreTest, WritingWhatIsThereChangesNothing) {
  const Lease made = created(lease("demo"));
  const Version before = store_.revision();

  const auto again = store_.update(made, kLater);

  ASSERT_TRUE(again);
  EXPECT_EQ(std::get<Lease>(**again), made) << "the old version comes back";
  EXPECT_EQ(store_.revision(), before);
  EXPECT_EQ(store_.last_change(), nullptr) << "and watchers hear nothing";
}

TEST_F(StoreTest, UidAndCreationTimeAreNobodysToChange) {
  const Lease made = created(lease("demo"));
  Lease body = made;
  body.meta.uid = {};
  body.meta.created = KubeTime{1};
  body.spec.holder = names_.intern("b");

  ASSERT_TRUE(store_.update(body, kLater));

  EXPECT_EQ(stored("demo").meta.uid, made.meta.uid);
  EXPECT_EQ(stored("demo").meta.created, made.meta.created);
}

TEST_F(StoreTest, AnInvalidUpdateLeavesWhatIsThere) {
  Lease body = created(lease("demo"));
  body.spec.transitions = -1;

  expect(store_.update(body, kLater), ApiError::invalid, 422, "Invalid",
         "Lease.coordination.k8s.io \"demo\" is invalid: spec.leaseTransitions: Invalid value: -1: "
         "must be greater than or equal to 0");
  EXPECT_FALSE(stored("demo").spec.transitions.has_value());
}

TEST_F(StoreTest, TransitionsMayFallAndTimesMayGoBack) {
  Lease body = lease("demo");
  body.spec.transitions = 5;
  body.spec.renewed = MicroTime{2'000'000};
  body = created(body);
  body.spec.transitions = 2;
  body.spec.renewed = MicroTime{1'000'000};
  body.spec.acquired = MicroTime{9'000'000'000'000'000};

  EXPECT_TRUE(store_.update(body, kLater)) << "optimistic concurrency is the only guard";
}

TEST_F(StoreTest, OneCounterNumbersTheWritesOfAllKinds) {
  const Version first = created(lease("demo")).meta.version;
  const Version second = created(config_map("work")).meta.version;
  ASSERT_TRUE(store_.remove(Kind::lease, name("demo"), {}, kNow));

  EXPECT_EQ(second, first + 1);
  EXPECT_EQ(store_.revision(), first + 2) << "a deletion is a write too";
}

// ---- gate CoordinatedLeaderElection ----

TEST_F(StoreTest, WithTheGateOffStrategyAndPreferredHolderAreDroppedSilently) {
  Lease body = lease("demo");
  body.spec.strategy = names_.intern("OldestEmulationVersion");
  body.spec.preferred_holder = names_.intern("b");
  body = created(body);
  EXPECT_FALSE(body.spec.strategy.is_set());
  EXPECT_FALSE(body.spec.preferred_holder.is_set());

  body.spec.strategy = names_.intern("OldestEmulationVersion");
  const auto again = store_.update(body, kLater);

  ASSERT_TRUE(again);
  EXPECT_EQ(store_.last_change(), nullptr) << "without the dropped field nothing differs";
}

TEST_F(StoreTest, WithTheGateOffAStoredStrategyMayStayAndChange) {
  store_.allow_coordinated_election(true);
  Lease body = lease("demo");
  body.spec.strategy = names_.intern("OldestEmulationVersion");
  body = created(body);
  store_.allow_coordinated_election(false);
  body.spec.strategy = names_.intern("example.com/other");

  ASSERT_TRUE(store_.update(body, kLater));

  EXPECT_EQ(stored("demo").spec.strategy.view(), "example.com/other");
}

TEST_F(StoreTest, FieldsAreDroppedBeforeTheyAreValidated) {
  Lease body = created(lease("demo"));
  body.spec.preferred_holder = names_.intern("b");  // forbidden without a strategy

  EXPECT_TRUE(store_.update(body, kLater));

  store_.allow_coordinated_election(true);
  body.meta.version = stored("demo").meta.version;
  expect(store_.update(body, kLater), ApiError::invalid, 422, "Invalid",
         "Lease.coordination.k8s.io \"demo\" is invalid: spec.preferredHolder: Forbidden: may only "
         "be specified if `strategy` is defined");
}

// ---- GET, LIST ----

TEST_F(StoreTest, WhatIsNotThereIsNotFound) {
  expect(store_.get(Kind::lease, name("demo")), ApiError::not_found, 404, "NotFound",
         "leases.coordination.k8s.io \"demo\" not found");
}

TEST_F(StoreTest, NamesOfAnotherTableFindTheSameObject) {
  created(lease("kube-system/demo"));
  Names others;

  EXPECT_TRUE(store_.get(Kind::lease, object_name(others, "kube-system", "demo")));
}

TEST_F(StoreTest, KindsDoNotShareNames) {
  created(lease("demo"));

  EXPECT_EQ(store_.find(Kind::config_map, name("demo")), nullptr);
}

TEST_F(StoreTest, AListGoesByStorageKeyAndCarriesTheRevisionOfTheRead) {
  for (const char* text : {"b/x", "zz", "a-b/x", "a/y", "a/x"}) created(lease(text));
  created(config_map("other"));

  const ObjectList all = store_.list(Kind::lease, {});

  std::vector<std::string> order;
  for (const SharedObject& object : all.items) order.push_back(meta_of(*object).name.str());
  // '-' comes before '/', and "zz" lies in the namespace "default".
  EXPECT_EQ(order, (std::vector<std::string>{"a-b/x", "a/x", "a/y", "b/x", "zz"}));
  EXPECT_EQ(all.version, store_.revision());
}

TEST_F(StoreTest, AListOfOneNamespaceHasNothingOfItsNeighbours) {
  for (const char* text : {"a-b/x", "a/y", "ab/x", "z"}) created(lease(text));

  const ObjectList one = store_.list(Kind::lease, names_.intern("a"));
  const ObjectList none = store_.list(Kind::lease, names_.intern("nowhere"));
  const ObjectList home = store_.list(Kind::lease, names_.intern("default"));

  ASSERT_EQ(one.items.size(), 1U);
  EXPECT_EQ(meta_of(*one.items.front()).name.view(), "a/y");
  EXPECT_TRUE(none.items.empty());
  ASSERT_EQ(home.items.size(), 1U);
  EXPECT_EQ(meta_of(*home.items.front()).name.view(), "z");
}

}  // namespace
}  // namespace leasesim
