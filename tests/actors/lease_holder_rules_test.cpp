// What a lease holder makes of a record, and of its configuration.
#include "actors/lease_holder_rules.hpp"

#include <gmock/gmock.h>

#include "leasesim/actors/catalog.hpp"
#include "support/config.hpp"

namespace leasesim {
namespace {

using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

LeaseHolderConfig holder(std::string_view keys) {
  return config_from<LeaseHolderConfig>("lease: demo\n" + std::string{keys});
}

// ---- the rules, as functions ----

struct RuleRow {
  ExpiryRule rule;
  Duration since_change;   // on the stopwatch
  Duration calendar_said;  // since the change, on the calendar
  Duration stamp_age;
  bool free;
};

TEST(LeaseHolderRules, EachLooksAtItsOwnClockAndNoOther) {
  constexpr Duration kLong = 1h;
  const std::vector<RuleRow> rows{
      {ExpiryRule::own_stopwatch, 15s, 0s, 0s, true},  // equality has expired
      {ExpiryRule::own_stopwatch, 15s - 1ns, kLong, kLong, false},
      {ExpiryRule::own_calendar, 0s, 15s, 0s, true},
      {ExpiryRule::own_calendar, kLong, 15s - 1ns, kLong, false},
      {ExpiryRule::wall_clock, 0s, 0s, 15s + 1us, true},
      {ExpiryRule::wall_clock, kLong, kLong, 15s, false},  // equality has not
      {ExpiryRule::wall_clock, kLong, kLong, -1s, false},
      {ExpiryRule::wall_clock_window, 0s, 0s, 15s + 1us, true},
      {ExpiryRule::wall_clock_window, kLong, kLong, 15s, false},
      {ExpiryRule::wall_clock_window, kLong, kLong, 0s, false},
      {ExpiryRule::wall_clock_window, 0s, 0s, -1us, true},  // the future is invalid
      {ExpiryRule::never, kLong, kLong, kLong, false},
  };
  Names names;
  for (const RuleRow& row : rows) {
    SCOPED_TRACE(std::string{spelt(row.rule)} + " " + std::to_string(row.stamp_age.count()));
    LeaseHolderConfig config;
    config.rule = row.rule;
    const Readings now{MonoTime{2h}, WallTime{1'767'225'600s}};
    SeenRecord seen;
    seen.since = {now.stopwatch - row.since_change, now.calendar - row.calendar_said};
    seen.spec.holder = names.intern("x");
    seen.spec.duration = 15;
    seen.spec.renewed = micro_time(now.calendar - row.stamp_age);

    EXPECT_EQ(judge(config, seen, now).free, row.free);
  }
}

// B17: renewed at 23:55:00 for two minutes, asked at 00:15.
TEST(LeaseHolderRules, TimesOfDayHoldAnOldLeaseUntilTheNextNight) {
  const LeaseHolderConfig config = holder("profile: akka-time-of-day");
  const WallTime midnight{1'767'225'600s};
  Names names;
  SeenRecord seen;
  seen.spec.holder = names.intern("x");
  seen.spec.duration = 120;
  seen.spec.renewed = micro_time(midnight - 5min);
  const auto free_at = [&](Duration after_midnight, ExpiryRule rule) {
    LeaseHolderConfig judging = config;
    judging.rule = rule;
    return judge(judging, seen, {MonoTime{}, midnight + after_midnight}).free;
  };

  EXPECT_TRUE(free_at(15min, ExpiryRule::wall_clock));
  EXPECT_FALSE(free_at(15min, ExpiryRule::time_of_day));
  EXPECT_FALSE(free_at(23h + 57min, ExpiryRule::time_of_day));
  EXPECT_TRUE(free_at(23h + 57min + 1us, ExpiryRule::time_of_day));
}

TEST(LeaseHolderRules, ARecordWithoutADurationHasExpiredOrNeverDoes) {
  Names names;
  SeenRecord seen;
  seen.spec.holder = names.intern("x");
  LeaseHolderConfig config;
  EXPECT_TRUE(judge(config, seen, {}).free);
  config.no_duration_is_forever = true;
  EXPECT_FALSE(judge(config, seen, {MonoTime{24h * 365}, WallTime{24h * 36'500}}).free);
}

TEST(LeaseHolderRules, AnEmptyHolderIsFreeOrMustExpire) {
  LeaseHolderConfig config;
  SeenRecord seen;
  seen.spec.duration = 15;
  seen.spec.renewed = micro_time(WallTime{100s});
  const Readings now{MonoTime{}, WallTime{101s}};
  EXPECT_TRUE(judge(config, seen, now).free);
  config.empty_holder_is_free = false;
  EXPECT_FALSE(judge(config, seen, now).free);
}

// ---- configurations ----

TEST(LeaseHolderConfig, AKeyChangesItsProfile) {
  const LeaseHolderConfig config = holder("profile: python\nretry: 1s");
  EXPECT_EQ(config.retry, 1s);
  EXPECT_EQ(config.duration, 17s);
  EXPECT_EQ(config.profile, "python");
}

TEST(LeaseHolderConfig, EachProfileCanBeChosenByName) {
  EXPECT_THAT(lease_holder_profiles(), SizeIs(Ge(17U)));
  for (const std::string_view name : lease_holder_profiles()) {
    SCOPED_TRACE(name);
    EXPECT_EQ(holder("profile: " + std::string{name}).profile, name);
  }
}

TEST(LeaseHolderConfig, WhatCannotBeMeantIsRefused) {
  using testing::ElementsAre;
  EXPECT_THAT(refusals_of<LeaseHolderConfig>("lease: demo\nprofile: pyhton"),
              ElementsAre(HasSubstr("unknown profile \"pyhton\"")));
  EXPECT_THAT(refusals_of<LeaseHolderConfig>("lease: demo\nduration: 500ms"),
              ElementsAre(HasSubstr("whole seconds")));
  EXPECT_THAT(refusals_of<LeaseHolderConfig>("lease: demo\nretry: 0s"),
              ElementsAre(HasSubstr("for ever")));
  EXPECT_THAT(refusals_of<LeaseHolderConfig>("lease: demo\nrule: sundial"), SizeIs(1));
}

TEST(LeaseHolderConfig, UnsafeHabitsAreSuspicious) {
  EXPECT_THAT(suspicions_of(holder("profile: own-stopwatch")), IsEmpty());
  EXPECT_THAT(suspicions_of(holder("rule: wall-clock")), SizeIs(1));
  EXPECT_THAT(suspicions_of(holder("rule: wall-clock-window")), SizeIs(2));
  EXPECT_EQ(suspicions_of(holder("profile: always-outranks")).at(1).key, "always_outranks");
}

}  // namespace
}  // namespace leasesim
