// Each cause is told apart, in words that a reader who knows leases understands. The stories are
// kept in tests/golden/why; LEASESIM_REWRITE=1 writes them anew.
#include <gtest/gtest.h>

#include "check/played.hpp"
#include "support/golden.hpp"

namespace leasesim {
namespace {

std::string told(const Verdict& verdict) {
  std::string text;
  for (const InvariantReport& report : verdict.invariants) {
    for (const Window& window : report.windows) {
      text += report.name + ", " + report.subject + "\n  because of:";
      for (const Cause cause : window.causes) text += " " + std::string{word_of(cause)} + ";";
      text.back() = '\n';
      text += "  " + window.why + "\n\n";
    }
  }
  return text;
}

void expect_story(const std::string& name, const Played& run, Cause first) {
  const Verdict verdict = run.verdict();
  const InvariantReport report = report_on(verdict, "one-leader-at-a-time");
  ASSERT_EQ(report.windows.size(), 1u) << name;
  EXPECT_EQ(word_of(report.windows[0].causes.front()), word_of(first)) << report.windows[0].why;
  expect_golden(told(verdict), "golden/why/" + name + ".txt");
}

// elector-b, which last saw a change at `seen`, takes the lease at `time`.
Played& takes_over(Played& run, Duration time, Duration age,
                   ExpiryRule rule = ExpiryRule::own_stopwatch) {
  run.at(time).judges("elector-b", age, rule);
  run.at(time + 3ms).writes("elector-b").gains("elector-b");
  return run;
}

TEST(Why, TellsOfAProcessThatWasPaused) {
  Played run = election(18s);
  run.at(20s).pauses("elector-a");
  takes_over(run, 34'800ms, 16'300ms);
  run.at(45s).resumes("elector-a").begins_round("elector-a");
  run.at(55s).loses("elector-a");
  expect_story("a_process_pause", run, Cause::process_pause);
}

TEST(Why, TellsOfAPauseInTheMiddleOfARound) {
  Played run = election(18s);
  run.at(20s).begins_round("elector-a").sends("elector-a", 90);
  run.at(20'001ms).pauses("elector-a");
  takes_over(run, 34'800ms, 16'300ms);
  run.at(45s).resumes("elector-a");
  run.at(45'002ms).loses("elector-a");
  expect_story("a_pause_in_the_middle_of_a_round", run, Cause::process_pause);
}

TEST(Why, TellsOfAMachineThatSlept) {
  Played run = election(18s);
  run.at(20s).suspends("elector-a");
  takes_over(run, 34'800ms, 16'300ms);
  run.at(45s).wakes("elector-a");
  run.at(45'500ms).begins_round("elector-a");
  run.at(55'500ms).loses("elector-a");
  expect_story("a_machine_suspend", run, Cause::machine_suspend);
}

TEST(Why, TellsOfAPartitionUnderUnsafeTimings) {
  const Timings unsafe{.lease_duration = 15s, .renew_deadline = 10s, .retry_period = 8s};
  Played run = election(4s, unsafe);
  run.at(12s).begins_round("elector-a").sends("elector-a", 90);
  run.at(17s).answered("elector-a", 90, ApiError::timed_out).sends("elector-a", 91);
  takes_over(run, 19'600ms, 15'100ms);
  run.at(22s).loses("elector-a");
  expect_story("a_partition_with_unsafe_timings", run, Cause::partition);
}

TEST(Why, TellsOfAnAnswerThatCameLate) {
  Played run = election(4s);
  run.at(6s).begins_round("elector-a").sends("elector-a", 90);
  run.at(6'002ms).writes("elector-a").served("elector-a", 90);
  run.at(6'100ms).observes("elector-b");
  run.at(10'900ms).answered("elector-a", 90);
  run.at(12'900ms).begins_round("elector-a").sends("elector-a", 91);
  takes_over(run, 21'200ms, 15'100ms);
  run.at(22'900ms).answered("elector-a", 91, ApiError::cancelled).loses("elector-a");
  expect_story("a_late_answer", run, Cause::late_answer);
}

TEST(Why, TellsOfALeaderThatReleasesWhileItLeads) {
  Played run = election(4s);
  run.at(6s).begins_round("elector-a").sends("elector-a", 90);
  takes_over(run, 19'600ms, 15'100ms);
  run.at(21s).by("elector-a", LeaseReleased{.lease = run.demo(), .succeeded = false});
  run.loses("elector-a");
  expect_story("a_release_while_work_goes_on", run, Cause::partition);
}

TEST(Why, TellsOfAStopwatchThatRanFast) {
  Played fast = election(4s);
  fast.at(5s).clock("elector-b", "rate", 0s, 300'000'000);
  takes_over(fast, 16'100ms, 15'080ms);
  fast.at(16'460ms).loses("elector-a");
  expect_story("a_clock_rate", fast, Cause::clock_rate);
}

TEST(Why, TellsOfACalendarThatRunsAhead) {
  Played run = election(4s);
  run.at(5s).clock("elector-b", "start", 13s);
  takes_over(run, 6'500ms, 15'500ms, ExpiryRule::wall_clock);
  run.at(8s).loses("elector-a", "taken");
  expect_story("a_calendar_ahead", run, Cause::wall_clock_ahead);
}

TEST(Why, TellsOfAStampFromTheFuture) {
  Played run = election(4s);
  run.at(4'100ms).clock("elector-b", "start", -5s);
  takes_over(run, 4'200ms, -4'800ms, ExpiryRule::wall_clock_window);
  run.at(8s).loses("elector-a", "taken");
  expect_story("a_stamp_from_the_future", run, Cause::future_stamp);
}

TEST(Why, TellsOfACalendarThatStoodStill) {
  Played run = election(2s);
  run.at(2'600ms).clock("elector-a", "freeze", 0s);
  for (const Duration time : {4s, 6s, 8s, 10s, 12s, 14s, 16s}) run.at(time).writes("elector-a");
  takes_over(run, 17'600ms, 15'100ms);
  run.at(18s).begins_round("elector-a");
  run.at(28s).loses("elector-a");
  expect_story("a_frozen_calendar", run, Cause::frozen_clock);
}

TEST(Why, TellsOfALeaseThatWasDeleted) {
  Played run = election(4s);
  run.at(5s).deletes("");
  run.at(5'500ms).writes("elector-b").gains("elector-b");
  run.at(6s).begins_round("elector-a");
  run.at(16s).loses("elector-a");
  expect_story("a_lease_deleted", run, Cause::deleted);
}

TEST(Why, TellsOfALeaseThatWasEdited) {
  Played run = election(4s);
  run.at(5s).writes("", "elector-b").at(5'100ms).gains("elector-b");
  run.at(6s).begins_round("elector-a");
  run.at(16s).loses("elector-a");
  expect_story("a_lease_edited_by_hand", run, Cause::edited);
}

TEST(Why, TellsOfAStoreThatWentBack) {
  Played run = election(4s);
  run.at(5s).seen(StoreRestored{.from = 9, .to = 1});
  run.at(6s).writes("elector-b").gains("elector-b").begins_round("elector-a");
  run.at(16s).loses("elector-a");
  expect_story("a_store_restored", run, Cause::restored);
}

TEST(Why, TellsOfASuccessorWhoseLeaseWasEmptied) {
  Played run = election(4s);
  run.at(5s).crashes("elector-a");
  run.at(20s).writes("elector-b").gains("elector-b");
  run.at(21s).competes("elector-c").competes("elector-d");
  run.at(22s).releases("elector-c");
  run.at(23s).writes("elector-d").gains("elector-d").begins_round("elector-b");
  run.at(33s).loses("elector-b");
  expect_story("a_successor_clobbered", run, Cause::successor_clobbered);
}

TEST(Why, TellsOfOneIdentityTwice) {
  Played run;
  run.at(0s).starts("a-1").starts("a-2").competes("a-1", {}, "a").competes("a-2", {}, "a");
  run.at(1s).writes("a-1", "a").gains("a-1", "a");
  run.at(2s).writes("a-2", "a").gains("a-2", "a");
  expect_story("one_identity_twice", run.until(12s), Cause::same_identity);
}

}  // namespace
}  // namespace leasesim
