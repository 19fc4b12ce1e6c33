// What a watch may catch up on, and when it is told that it cannot.
//
// upstream: kubernetes/apiserver:pkg/storage/cacher/watch_cache.go
#include "leasesim/api/history.hpp"

#include <gtest/gtest.h>

#include "leasesim/api/store.hpp"

namespace leasesim {
namespace {

class HistoryTest : public ::testing::Test {
 protected:
  Version write(Duration at) {
    Lease lease;
    lease.meta.name = object_name(names_, "", "demo");
    lease.spec.renewed = MicroTime{++count_};
    if (const Object* there = store_.find(Kind::lease, lease.meta.name)) {
      lease.meta.version = meta_of(*there).version;
    }
    return meta_of(**store_.update(lease, {SimTime{at}, {}})).version;
  }
  std::vector<Version> since(Version version) {
    std::vector<Version> versions;
    const auto changes = store_.changes_since(Kind::lease, version);
    for (const Change& change : *changes) versions.push_back(change.version());
    return versions;
  }

  Names names_;
  Store store_{Seed{1}};
  std::int64_t count_ = 0;
};

TEST_F(HistoryTest, ChangesComeOldestFirstAndOnlyThoseAfterTheVersion) {
  const Version first = write(1s);
  const Version second = write(2s);
  const Version third = write(3s);

  EXPECT_EQ(since(first), (std::vector{second, third}));
  EXPECT_EQ(since(third), std::vector<Version>{});
}

TEST_F(HistoryTest, AVersionThatIsNotReachedYetHasNoChanges) {
  write(1s);

  EXPECT_EQ(since(1'000), std::vector<Version>{});
}

TEST_F(HistoryTest, ChangesOfOtherKindsAreNotAmongThem) {
  const Version first = write(1s);
  ConfigMap map;
  map.meta.name = object_name(names_, "", "work");
  ASSERT_TRUE(store_.create(map, {}));
  const Version second = write(2s);

  EXPECT_EQ(since(first), std::vector{second});
}

TEST_F(HistoryTest, WhatIsOlderThanFiveMinutesIsForgottenAndSaidToBe) {
  const Version first = write(1s);
  const Version second = write(2s);
  const Version third = write(302s);  // the first is then older than five minutes

  EXPECT_EQ(since(second - 1), (std::vector{second, third}));
  const auto gone = store_.changes_since(Kind::lease, first - 1);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().error, ApiError::gone);
  EXPECT_EQ(gone.error().code, 410);
  EXPECT_EQ(gone.error().reason, "Expired");
  EXPECT_EQ(gone.error().message, "too old resource version: " + std::to_string(first - 1) + " (" +
                                      std::to_string(second - 1) + ")");
}

TEST_F(HistoryTest, WhatIsExactlyFiveMinutesOldIsKept) {
  const Version first = write(1s);
  const Version second = write(301s);

  EXPECT_EQ(since(first - 1), (std::vector{first, second}));
}

TEST_F(HistoryTest, NoMoreIsKeptThanThereIsRoomFor) {
  const Version first = write(1s);
  for (std::size_t i = 0; i < History::kRoom; ++i) write(1s);

  const auto gone = store_.changes_since(Kind::lease, first - 1);
  const auto kept = store_.changes_since(Kind::lease, first);

  EXPECT_FALSE(gone);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->size(), History::kRoom);
}

TEST_F(HistoryTest, ARestoreLeavesNoHistory) {
  const Version first = write(1s);
  const auto kept = store_.snapshot();
  write(2s);
  store_.restore(*kept);

  EXPECT_FALSE(store_.changes_since(Kind::lease, first - 1));
  EXPECT_EQ(since(first), std::vector<Version>{});
}

TEST_F(HistoryTest, AWatcherFromAfterTheRestoredStateHearsNothingOfTheVersionsItHasSeen) {
  write(1s);
  const auto kept = store_.snapshot();
  const Version seen = write(2s);
  store_.restore(*kept);
  const Version same_number = write(3s);
  const Version next = write(4s);

  ASSERT_EQ(same_number, seen);
  EXPECT_EQ(since(seen), std::vector{next}) << "the write in between is lost to it";
}

TEST(History, AChangeIsNamedAsAWatchNamesIt) {
  EXPECT_EQ(word_of(Change::Type::added), "ADDED");
  EXPECT_EQ(word_of(Change::Type::modified), "MODIFIED");
  EXPECT_EQ(word_of(Change::Type::deleted), "DELETED");
}

}  // namespace
}  // namespace leasesim
