// What client-go takes for a change of an election record.
//
// upstream: kubernetes/client-go:tools/leaderelection/resourcelock/leaselock.go, interface.go
#include "leasesim/objects/lease.hpp"

#include <gtest/gtest.h>

namespace leasesim {
namespace {

constexpr std::int64_t kSecond = 1'000'000;

class ElectionRecord : public ::testing::Test {
 protected:
  ElectionRecord() {
    one_.holder = names_.intern("a");
    one_.duration = 15;
    one_.acquired = MicroTime{10 * kSecond};
    one_.renewed = MicroTime{20 * kSecond};
    one_.transitions = 1;
    other_ = one_;
  }
  bool same() const { return same_election_record(one_, other_); }

  Names names_;
  LeaseSpec one_;
  LeaseSpec other_;
};

TEST_F(ElectionRecord, TwoRenewalsWithinOneSecondLookAlike) {
  other_.renewed = MicroTime{20 * kSecond + 999'999};
  EXPECT_TRUE(same());
  other_.renewed = MicroTime{21 * kSecond};
  EXPECT_FALSE(same());
  other_.renewed = MicroTime{20 * kSecond - 1};
  EXPECT_FALSE(same()) << "a microsecond before is another second";
}

TEST_F(ElectionRecord, SecondsBefore1970AreCutOffTowardsThePast) {
  one_.renewed = MicroTime{-1};
  other_.renewed = MicroTime{-kSecond};
  EXPECT_TRUE(same());
  other_.renewed = MicroTime{0};
  EXPECT_FALSE(same());
}

TEST_F(ElectionRecord, EveryOtherFieldIsSeenToChange) {
  other_.holder = names_.intern("b");
  EXPECT_FALSE(same());
  other_ = one_;
  other_.duration = 16;
  EXPECT_FALSE(same());
  other_ = one_;
  other_.acquired = MicroTime{11 * kSecond};
  EXPECT_FALSE(same());
  other_ = one_;
  other_.transitions = 2;
  EXPECT_FALSE(same());
  other_ = one_;
  other_.strategy = names_.intern("OldestEmulationVersion");
  EXPECT_FALSE(same());
  other_ = one_;
  other_.preferred_holder = names_.intern("b");
  EXPECT_FALSE(same());
}

TEST_F(ElectionRecord, WhatIsUnsetLooksLikeItsZero) {
  one_ = {};
  other_ = {};
  other_.holder = names_.intern("");
  other_.duration = 0;
  other_.transitions = 0;
  other_.renewed = MicroTime{-62'135'596'800 * kSecond};  // Go's zero time renders as null
  EXPECT_TRUE(same());
  other_.renewed = MicroTime{0};
  EXPECT_FALSE(same());
}

}  // namespace
}  // namespace leasesim
