// Each row of upstream's rules for writes, as a claim about the store.
//
// upstream: kubernetes/apiserver:pkg/registry/generic/registry/store.go,
// pkg/registry/rest/update.go, pkg/storage/etcd3/store.go;
// kubernetes/kubernetes:pkg/registry/coordination/lease/strategy.go
#include "leasesim/api/store.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace leasesim {
namespace {

constexpr WriteTime kNow{SimTime{10s}, KubeTime{1'767'225'610}};
constexpr WriteTime kLater{SimTime{20s}, KubeTime{1'767'225'620}};
constexpr std::string_view kModified =
    "Operation cannot be fulfilled on leases.coordination.k8s.io \"demo\": the object has been "
    "modified; please apply your changes to the latest version and try again";

class StoreTest : public ::testing::Test {
 protected:
  ObjectName name(std::string_view text) { return ObjectName{names_.intern(text)}; }
  Lease lease(std::string_view text, std::string_view holder = "a") {
    Lease lease;
    lease.meta.name = name(text);
    lease.spec.holder = names_.intern(holder);
    lease.spec.duration = 15;
    return lease;
  }
  ConfigMap config_map(std::string_view text, std::string_view value = "1") {
    ConfigMap map;
    map.meta.name = name(text);
    map.data = {{names_.intern("key"), names_.intern(value)}};
    return map;
  }
  Namespace name_space(std::string_view text) {
    Namespace space;
    space.meta.name = name(text);
    return space;
  }
  std::shared_ptr<const MetaExtra> with_finalizer(std::string_view finalizer) {
    MetaExtra extra;
    extra.finalizers = {names_.intern(finalizer)};
    return std::make_shared<const MetaExtra>(extra);
  }

  template <class T = Lease>
  T created(const T& object) {
    return std::get<T>(*store_.create(object, kNow).value());
  }
  template <class T = Lease>
  const T& stored(std::string_view text) {
    return std::get<T>(*store_.find(kKindOf<T>, name(text)));
  }
  static void expect(const ApiResult<const Object*>& result, ApiError error, int code,
                     std::string_view reason, std::string_view message) {
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().error, error);
    EXPECT_EQ(result.error().code, code);
    EXPECT_EQ(result.error().reason, reason);
    EXPECT_EQ(result.error().message, message);
  }

  Names names_;
  Store store_{Seed{7}};
};

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
  for (const Object& object : all.items) order.push_back(meta_of(object).name.str());
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
  EXPECT_EQ(meta_of(one.items.front()).name.view(), "a/y");
  EXPECT_TRUE(none.items.empty());
  ASSERT_EQ(home.items.size(), 1U);
  EXPECT_EQ(meta_of(home.items.front()).name.view(), "z");
}

// ---- DELETE ----

TEST_F(StoreTest, ADeletionWithoutPreconditionsTakesWhateverIsThere) {
  const Lease made = created(lease("demo"));

  ASSERT_TRUE(store_.remove(Kind::lease, name("demo"), {}, kLater));

  EXPECT_EQ(store_.find(Kind::lease, name("demo")), nullptr);
  const Change* change = store_.last_change();
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(change->type, Change::Type::deleted);
  EXPECT_EQ(change->version(), made.meta.version + 1) << "the deletion's own revision";
  EXPECT_EQ(change->replaced, made.meta.version);
  EXPECT_EQ(std::get<Lease>(change->object).spec, made.spec) << "with the last content";
}

TEST_F(StoreTest, ADeletionOfNothingIsNotFound) {
  EXPECT_TRUE(store_.remove(Kind::lease, name("x"), {}, kNow).error().is(ApiError::not_found));
}

TEST_F(StoreTest, ADeletionMayInsistOnAUid) {
  const Lease made = created(lease("demo"));
  const Uid other{1, 1};

  expect(store_.remove(Kind::lease, name("demo"), {other, 0}, kLater), ApiError::conflict, 409,
         "Conflict",
         "Operation cannot be fulfilled on Lease.coordination.k8s.io \"demo\": the UID in the "
         "precondition (" +
             uid_text(other) + ") does not match the UID in record (" + uid_text(made.meta.uid) +
             "). The object might have been deleted and then recreated");
  EXPECT_TRUE(store_.remove(Kind::lease, name("demo"), {made.meta.uid, 0}, kLater));
}

TEST_F(StoreTest, ADeletionMayInsistOnAVersion) {
  const Lease made = created(lease("demo"));

  expect(store_.remove(Kind::lease, name("demo"), {{}, 99}, kLater), ApiError::conflict, 409,
         "Conflict",
         "Operation cannot be fulfilled on Lease.coordination.k8s.io \"demo\": the ResourceVersion "
         "in the precondition (99) does not match the ResourceVersion in record (" +
             std::to_string(made.meta.version) + "). The object might have been modified");
}

TEST_F(StoreTest, FinalizersKeepADeletedObjectUntilTheLastOneIsGone) {
  Lease body = lease("demo");
  body.meta.extra = with_finalizer("example.com/wait");
  created(body);

  ASSERT_TRUE(store_.remove(Kind::lease, name("demo"), {}, kLater));
  ASSERT_NE(store_.last_change(), nullptr);
  EXPECT_EQ(store_.last_change()->type, Change::Type::modified);
  EXPECT_EQ(stored("demo").meta.extra->deleted, kLater.calendar);
  const Version waiting = store_.revision();
  ASSERT_TRUE(store_.remove(Kind::lease, name("demo"), {}, kLater));
  EXPECT_EQ(store_.revision(), waiting) << "deleting it again changes nothing";

  Lease freed = stored("demo");
  const Uid uid = freed.meta.uid;
  freed.meta.extra = nullptr;  // as a client that knows nothing of deletionTimestamp
  ASSERT_TRUE(store_.update(freed, kLater));

  EXPECT_EQ(store_.find(Kind::lease, name("demo")), nullptr);
  EXPECT_EQ(store_.last_change()->type, Change::Type::deleted);
  EXPECT_EQ(meta_of(store_.last_change()->object).uid, uid);
}

TEST_F(StoreTest, OnceDeletionHasBegunNoFinalizerIsAdded) {
  Lease body = lease("demo");
  body.meta.extra = with_finalizer("example.com/wait");
  created(body);
  ASSERT_TRUE(store_.remove(Kind::lease, name("demo"), {}, kLater));
  body = stored("demo");
  MetaExtra more = *body.meta.extra;
  more.finalizers.push_back(names_.intern("example.com/more"));
  body.meta.extra = std::make_shared<const MetaExtra>(more);

  expect(store_.update(body, kLater), ApiError::invalid, 422, "Invalid",
         "Lease.coordination.k8s.io \"demo\" is invalid: metadata.finalizers: Forbidden: no new "
         "finalizers can be added if the object is being deleted, found new finalizers "
         "[]string{\"example.com/more\"}");
}

// ---- namespaces ----

TEST(StoreWithNamespaces, NothingIsMadeWhereThereIsNoNamespace) {
  Names names;
  Store store{Seed{1}, {.namespaces_must_exist = true}};
  Lease lease;
  lease.meta.name = object_name(names, "foo", "x");

  const auto refused = store.create(lease, kNow);

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "namespaces \"foo\" not found");
  Namespace space;
  space.meta.name = object_name(names, "", "foo");
  ASSERT_TRUE(store.create(space, kNow));
  EXPECT_TRUE(store.create(lease, kNow));
}

TEST(StoreWithNamespaces, NothingIsMadeWhereTheNamespaceIsGoing) {
  Names names;
  Store store{Seed{1}, {.namespaces_must_exist = true}};
  Namespace space;
  space.meta.name = object_name(names, "", "foo");
  ASSERT_TRUE(store.create(space, kNow));
  ASSERT_TRUE(store.remove(Kind::name_space, space.meta.name, {}, kNow));
  Lease lease;
  lease.meta.name = object_name(names, "foo", "x");

  const auto refused = store.update(lease, kNow);

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().error, ApiError::forbidden);
  EXPECT_EQ(refused.error().message,
            "leases.coordination.k8s.io \"x\" is forbidden: unable to create new content in "
            "namespace foo because it is being terminated");
}

TEST_F(StoreTest, TheClustersOwnNamespacesStay) {
  created(name_space("default"));

  expect(store_.remove(Kind::name_space, name("default"), {}, kNow), ApiError::forbidden, 403,
         "Forbidden", "namespaces \"default\" is forbidden: this namespace may not be deleted");
}

// ---- by hand ----

TEST_F(StoreTest, AnAdministratorsWriteWinsWhateverItsVersion) {
  const Lease made = created(lease("demo"));
  Lease by_hand = lease("demo", "nobody");
  by_hand.meta.version = 1;
  by_hand.meta.uid = Uid{9, 9};

  ASSERT_TRUE(store_.overwrite(by_hand, kLater));

  EXPECT_EQ(stored("demo").spec.holder.view(), "nobody");
  EXPECT_EQ(stored("demo").meta.uid, made.meta.uid);
  EXPECT_EQ(store_.last_change()->previous_holder.view(), "a");
}

TEST_F(StoreTest, AnAdministratorsWriteIsValidatedAndNeedsSomethingToWriteOn) {
  EXPECT_TRUE(store_.overwrite(lease("demo"), kNow).error().is(ApiError::not_found));
  created(lease("demo"));
  Lease poisoned = lease("demo");
  poisoned.spec.duration = 0;

  EXPECT_TRUE(store_.overwrite(poisoned, kNow).error().is(ApiError::invalid));
}

// ---- what a change tells ----

TEST_F(StoreTest, AChangeTellsWhatItReplaced) {
  Lease body = created(lease("demo", "a"));
  EXPECT_EQ(store_.last_change()->replaced, 0U);
  EXPECT_FALSE(store_.last_change()->previous_holder.is_set());
  const Version first = body.meta.version;
  body.spec.holder = names_.intern("b");

  ASSERT_TRUE(store_.update(body, kLater));

  const Change* change = store_.last_change();
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(change->type, Change::Type::modified);
  EXPECT_EQ(change->at, kLater.at);
  EXPECT_EQ(change->replaced, first);
  EXPECT_EQ(change->previous_holder.view(), "a");
  EXPECT_EQ(std::get<Lease>(change->object).spec.holder.view(), "b");
}

TEST_F(StoreTest, UidsFollowFromTheSeedAlone) {
  Store same{Seed{7}};
  Store other{Seed{8}};

  const Lease here = created(lease("demo"));
  const auto there = same.create(lease("else"), kLater);
  const auto elsewhere = other.create(lease("demo"), kNow);

  EXPECT_EQ(here.meta.uid, meta_of(**there).uid);
  EXPECT_NE(here.meta.uid, meta_of(**elsewhere).uid);
}

// ---- snapshots ----

TEST_F(StoreTest, ARestoreBringsBackContentAndRevision) {
  const Lease old = created(lease("demo", "a"));
  const auto kept = store_.snapshot();
  Lease newer = old;
  newer.spec.holder = names_.intern("b");
  ASSERT_TRUE(store_.update(newer, kLater));
  created(config_map("work"));

  store_.restore(*kept);

  EXPECT_EQ(stored("demo"), old);
  EXPECT_EQ(store_.find(Kind::config_map, name("work")), nullptr);
  EXPECT_EQ(store_.revision(), old.meta.version);
}

TEST_F(StoreTest, AfterARestoreVersionsAreUsedASecondTimeAndUidsAreNot) {
  const auto kept = store_.snapshot();
  const Lease first = created(lease("demo"));
  store_.restore(*kept);

  const Lease second = created(lease("demo"));

  EXPECT_EQ(second.meta.version, first.meta.version);
  EXPECT_NE(second.meta.uid, first.meta.uid);
}

}  // namespace
}  // namespace leasesim
