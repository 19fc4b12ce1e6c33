#include <gtest/gtest.h>

#include "check/played.hpp"

namespace leasesim {
namespace {

using Outcome = InvariantReport::Outcome;

bool blames(const Window& window, Cause cause) {
  return std::find(window.causes.begin(), window.causes.end(), cause) != window.causes.end();
}

// ---- no-theft ----

TEST(NoTheft, IsBrokenByATakingBeforeTheLastWriteHasRunOut) {
  Played run = election(4s);  // written last at 4.002 s, for 15 s
  run.at(10s).writes("elector-b");

  const InvariantReport report = report_on(run.verdict(), "no-theft");

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_EQ(report.windows[0].from, second(10));
  EXPECT_EQ(report.windows[0].to, SimTime{19'002ms});
  EXPECT_EQ(report.windows[0].who[0].process, "elector-a");
  EXPECT_EQ(report.windows[0].who[1].process, "elector-b");
}

TEST(NoTheft, IsKeptByATakingInTheInstantInWhichItRunsOut) {
  Played run = election(4s);
  run.at(19'002ms).writes("elector-b");

  EXPECT_EQ(report_on(run.verdict(), "no-theft").outcome, Outcome::held);
}

TEST(NoTheft, IsKeptAfterARelease) {
  Played run = election(4s);
  run.at(6s).releases("elector-a");
  run.at(7s).writes("elector-b");

  EXPECT_EQ(report_on(run.verdict(), "no-theft").outcome, Outcome::held);
}

TEST(NoTheft, IsKeptWhenTheHolderDeletesItsOwnLease) {
  Played run = election(4s);
  run.at(6s).deletes("elector-a");
  run.at(7s).writes("elector-b");

  EXPECT_EQ(report_on(run.verdict(), "no-theft").outcome, Outcome::held);
}

TEST(NoTheft, IsBrokenByWayOfSomebodyElsesDeletion) {
  Played run = election(4s);
  run.at(6s).deletes("");
  run.at(7s).writes("elector-b");

  const InvariantReport report = report_on(run.verdict(), "no-theft");

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_TRUE(blames(report.windows[0], Cause::deleted));
}

TEST(NoTheft, IsBrokenByAHand) {
  Played run = election(4s);
  run.at(6s).writes("", "elector-b");

  const InvariantReport report = report_on(run.verdict(), "no-theft");

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_TRUE(blames(report.windows[0], Cause::edited));
}

TEST(NoTheft, IsBrokenByAnOlderStateOfTheStore) {
  Played run = election(4s);
  run.at(20s).writes("elector-b");
  run.at(22s).seen(StoreRestored{.from = 9, .to = 2});
  run.at(23s).writes("elector-a");

  const InvariantReport report = report_on(run.verdict(), "no-theft");

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_TRUE(blames(report.windows[0], Cause::restored));
  EXPECT_EQ(report.windows[0].to, second(35)) << "b's write of 20 s was good for 15 s";
}

TEST(NoTheft, IsNotAtRiskWithOneCandidate) {
  Played run;
  run.at(0s).starts("elector-a").competes("elector-a").writes("elector-a");

  EXPECT_EQ(report_on(run.verdict(), "no-theft").outcome, Outcome::not_at_risk);
}

// ---- transitions-grow-by-one ----

LeaseWritten content(Played& run, std::string_view holder, std::string_view previous,
                     std::int64_t transitions, bool created = false) {
  return {.lease = run.demo(),
          .version = 1,
          .holder = run.text(holder),
          .previous_holder = run.text(previous),
          .created = created,
          .duration = 15,
          .transitions = transitions};
}

std::uint64_t miscounts(Played& run) {
  return report_on(run.verdict(), "transitions-grow-by-one").windows_total;
}

TEST(Transitions, CountFromZeroAndOneMoreForEachTaking) {
  Played run = election(2s);
  run.at(20s).writes("elector-b");
  run.at(40s).writes("elector-a");

  const Verdict verdict = run.verdict();

  EXPECT_EQ(report_on(verdict, "transitions-grow-by-one").outcome, Outcome::held);
  EXPECT_EQ(verdict.metrics.leases.at(0).transitions, 2);
}

TEST(Transitions, AreBrokenByATakingThatDoesNotCount) {
  Played run = election(2s);
  run.at(20s).by("elector-b", content(run, "elector-b", "elector-a", 0));

  const InvariantReport report = report_on(run.verdict(), "transitions-grow-by-one");

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_EQ(report.windows[0].from, second(20));
  EXPECT_EQ(report.windows[0].to, second(20));
  EXPECT_EQ(report.windows[0].length, 0s);
}

TEST(Transitions, AreBrokenByARenewalThatCounts) {
  Played run = election(2s);
  run.at(4s).by("elector-a", content(run, "elector-a", "elector-a", 1));
  EXPECT_EQ(miscounts(run), 1u);
}

TEST(Transitions, StayAtAReleaseAndGrowWhenTheSameHolderTakesItAgain) {
  Played run = election(2s);
  run.at(4s).releases("elector-a");
  run.at(5s).by("elector-a", content(run, "elector-a", "", 1));
  EXPECT_EQ(miscounts(run), 0u);
}

TEST(Transitions, AreBrokenByARetakingThatDoesNotCount) {
  Played run = election(2s);
  run.at(4s).releases("elector-a");
  run.at(5s).by("elector-a", content(run, "elector-a", "", 0));
  EXPECT_EQ(miscounts(run), 1u);
}

TEST(Transitions, CountFromZeroAgainAfterADeletionOnly) {
  Played run = election(2s);
  run.at(20s).writes("elector-b");
  run.at(22s).deletes("");
  run.at(23s).writes("elector-b");
  EXPECT_EQ(miscounts(run), 0u);

  run.at(40s).by("elector-a", content(run, "elector-a", "elector-b", 0, false));
  EXPECT_EQ(miscounts(run), 1u) << "without a deletion there is no way back to 0";
}

TEST(Transitions, AreBrokenByACreationThatDoesNotCountFromZero) {
  Played run;
  run.at(0s).competes("elector-a").competes("elector-b");
  run.by("elector-a", content(run, "elector-a", "", 1, true));
  EXPECT_EQ(miscounts(run), 1u);
}

TEST(Transitions, TakeADeclaredLeaseAsItIs) {
  Played run;
  run.at(0s).by("", content(run, "elector-z", "", 41, true));
  run.at(1s).competes("elector-a").competes("elector-b");
  run.at(20s).by("elector-a", content(run, "elector-a", "elector-z", 42));
  EXPECT_EQ(miscounts(run), 0u);
}

TEST(Transitions, AreNotAtRiskWithOneCandidate) {
  Played run;
  run.at(0s).competes("elector-a").writes("elector-a");
  EXPECT_EQ(report_on(run.verdict(), "transitions-grow-by-one").outcome, Outcome::not_at_risk);
}

// ---- takeover-in-time: by default 15 s + 4.4 x 2 s + 1 s = 24.8 s after the last write ----

TEST(TakeoverInTime, IsKeptUpToItsLimit) {
  Played run = election(4s);
  run.at(5s).crashes("elector-a");
  run.at(4'002ms + 24'800ms).writes("elector-b");

  EXPECT_EQ(report_on(run.verdict(), "takeover-in-time").outcome, Outcome::held);
}

TEST(TakeoverInTime, IsBrokenFromTheLastWriteToTheLateTaking) {
  Played run = election(4s);
  run.at(5s).crashes("elector-a");
  run.at(29s).writes("elector-b");

  const InvariantReport report = report_on(run.verdict(), "takeover-in-time");

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_EQ(report.windows[0].from, SimTime{4'002ms});
  EXPECT_EQ(report.windows[0].to, second(29));
  EXPECT_TRUE(blames(report.windows[0], Cause::leader_gone));
}

TEST(TakeoverInTime, IsBrokenWithoutAnEndIfNobodyEverComes) {
  Played run = election(4s);
  run.at(5s).crashes("elector-a");

  const Window window = report_on(run.until(60s).verdict(), "takeover-in-time").windows.at(0);

  EXPECT_EQ(window.to, std::nullopt);
  EXPECT_EQ(window.length, 55'998ms);
}

TEST(TakeoverInTime, DoesNotCountWhileThereIsNobodyToTakeIt) {
  Played run = election(4s);
  run.at(5s).crashes("elector-a").crashes("elector-b");
  run.at(60s).starts("elector-b").competes("elector-b");
  run.at(77s).writes("elector-b");

  EXPECT_EQ(report_on(run.verdict(), "takeover-in-time").outcome, Outcome::held);
}

TEST(TakeoverInTime, GivesAReleaseNoMoreThanAPollAndASecond) {
  Played early = election(4s);
  early.at(6s).releases("elector-a").at(11'400ms).writes("elector-b");
  Played late = election(4s);
  late.at(6s).releases("elector-a").at(11'401ms).writes("elector-b");

  EXPECT_EQ(report_on(early.verdict(), "takeover-in-time").outcome, Outcome::held);
  EXPECT_EQ(report_on(late.verdict(), "takeover-in-time").outcome, Outcome::broken);
}

TEST(TakeoverInTime, IsNotAtRiskWhileTheHolderRenews) {
  EXPECT_EQ(report_on(election(60s).verdict(), "takeover-in-time").outcome, Outcome::not_at_risk);
}

// ---- leaderless-at-most ----

TEST(Leaderless, IsBrokenFromTheLossToTheNextGain) {
  Played run = election(4s);
  run.at(5s).crashes("elector-a");
  run.at(35s).writes("elector-b").gains("elector-b");

  const Verdict verdict = run.until(60s).verdict();

  const InvariantReport report = report_on(verdict, "leaderless-at-most");
  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_EQ(report.windows[0].from, second(5));
  EXPECT_EQ(report.windows[0].to, second(35));
  EXPECT_EQ(verdict.metrics.leases.at(0).leaderless_longest, 30s);
}

TEST(Leaderless, IsKeptForShortTimesAndObeysALimitOfItsOwn) {
  Played run = election(4s);
  run.at(5s).crashes("elector-a");
  run.at(20s).writes("elector-b").gains("elector-b");
  run.expect("{ holds: leaderless-at-most, limit: 15s }");
  run.expect("{ breaks: leaderless-at-most, limit: 14s, from: 5s, to: 20s }");

  const Verdict verdict = run.until(60s).verdict();

  EXPECT_EQ(report_on(verdict, "leaderless-at-most").outcome, Outcome::held);
  EXPECT_EQ(verdict.outcome, Verdict::Outcome::holds) << verdict.because;
}

TEST(Leaderless, CountsFromTheFirstCandidate) {
  Played run;
  run.at(3s).starts("elector-a").competes("elector-a");

  const Window window = report_on(run.until(60s).verdict(), "leaderless-at-most").windows.at(0);

  EXPECT_EQ(window.from, second(3));
  EXPECT_EQ(window.to, std::nullopt);
}

TEST(Leaderless, IsNotAtRiskWithoutCandidates) {
  Played run;
  run.at(0s).writes("kubelet");
  EXPECT_EQ(report_on(run.until(60s).verdict(), "leaderless-at-most").outcome,
            Outcome::not_at_risk);
}

// ---- renewals-in-time: by default 10 s + 2 s ----

TEST(Renewals, AreBrokenByALongGapOfOneHolder) {
  Played run = election(4s);
  run.at(16'003ms).writes("elector-a");

  const InvariantReport report = report_on(run.verdict(), "renewals-in-time");

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_EQ(report.windows[0].length, 12'001ms);
}

TEST(Renewals, AreKeptUpToTheLimit) {
  Played run = election(4s);
  run.at(16'002ms).writes("elector-a");
  EXPECT_EQ(report_on(run.verdict(), "renewals-in-time").outcome, Outcome::held);
}

TEST(Renewals, AreNotAskedOfWhoCrashed) {
  Played run = election(4s);
  run.at(6s).crashes("elector-a");
  EXPECT_EQ(report_on(run.until(60s).verdict(), "renewals-in-time").outcome, Outcome::held);
}

TEST(Renewals, AreStillMissingWhenTheRunEnds) {
  Played run = election(4s);
  run.at(6s).pauses("elector-a");

  const Window window = report_on(run.until(30s).verdict(), "renewals-in-time").windows.at(0);

  EXPECT_EQ(window.to, std::nullopt);
  EXPECT_TRUE(blames(window, Cause::process_pause));
}

TEST(Renewals, AreNotAtRiskBeforeTheFirstOne) {
  EXPECT_EQ(report_on(election(0s).verdict(), "renewals-in-time").outcome, Outcome::not_at_risk);
}

}  // namespace
}  // namespace leasesim
