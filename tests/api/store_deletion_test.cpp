// Deletions, namespaces, writes by hand and restores: each rule as a claim about the store.
//
// upstream: kubernetes/apiserver:pkg/registry/generic/registry/store.go,
// pkg/registry/rest/delete.go, pkg/admission/plugin/namespace/lifecycle/admission.go
#include "leasesim/api/store.hpp"

#include <gtest/gtest.h>

#include "api/store_fixture.hpp"

namespace leasesim {
namespace {

// ---- DELETE ----

TEST_F(StoreTest, ADeletionWithoutPreconditionsTakesWhateverIsThere) {
  const Lease made = created(lease("demo"));

  ASSERT_TRUE(store_.remove(Kind::lease, name("demo"), {}, kLater));

  EXPECT_EQ(store_.find(Kind::lease, name("demo")), nullptr);
  const Change* change = store_.last_change();
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(change->type, Change::Type::deleted);
  EXPECT_EQ(change->version(), made.meta.version + 1) << "the deletion's own revision";
  EXPECT_EQ(change->replaced(), made.meta.version);
  EXPECT_EQ(std::get<Lease>(*change->object).spec, made.spec) << "with the last content";
}

TEST_F(StoreTest, ADeletionOfNothingIsNotFound) {
  EXPECT_TRUE(store_.remove(Kind::lease, name("x"), {}, kNow).error().is(ApiError::not_found));
}

TEST_F(StoreTest, ADeletionMayInsistOnAUid) {
  const Lease made = created(lease("demo"));
  const Uid other{1, 1};

  expect(store_.remove(Kind::lease, name("demo"), {.uid = other}, kLater), ApiError::conflict, 409,
         "Conflict",
         "Operation cannot be fulfilled on Lease.coordination.k8s.io \"demo\": the UID in the "
         "precondition (" +
             uid_text(other) + ") does not match the UID in record (" + uid_text(made.meta.uid) +
             "). The object might have been deleted and then recreated");
  EXPECT_TRUE(store_.remove(Kind::lease, name("demo"), {.uid = made.meta.uid}, kLater));
}

TEST_F(StoreTest, ADeletionMayInsistOnAVersion) {
  const Lease made = created(lease("demo"));

  expect(store_.remove(Kind::lease, name("demo"), {.version = 99}, kLater), ApiError::conflict, 409,
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
  freed.meta.uid = {};  // as a client that knows neither uid nor deletionTimestamp
  freed.meta.extra = nullptr;
  ASSERT_TRUE(store_.update(freed, kLater));

  EXPECT_EQ(store_.find(Kind::lease, name("demo")), nullptr);
  EXPECT_EQ(store_.last_change()->type, Change::Type::deleted);
  EXPECT_EQ(meta_of(*store_.last_change()->object).uid, uid);
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
  EXPECT_EQ(std::get<Lease>(*store_.last_change()->previous).spec.holder.view(), "a");
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
  EXPECT_EQ(store_.last_change()->replaced(), 0U);
  EXPECT_FALSE(store_.last_change()->previous.is_set());
  const Version first = body.meta.version;
  body.spec.holder = names_.intern("b");

  ASSERT_TRUE(store_.update(body, kLater));

  const Change* change = store_.last_change();
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(change->type, Change::Type::modified);
  EXPECT_EQ(change->at, kLater.at);
  EXPECT_EQ(change->replaced(), first);
  EXPECT_EQ(std::get<Lease>(*change->previous).spec.holder.view(), "a");
  EXPECT_EQ(std::get<Lease>(*change->object).spec.holder.view(), "b");
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
