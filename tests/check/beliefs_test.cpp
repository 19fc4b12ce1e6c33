#include <gtest/gtest.h>

#include "check/played.hpp"

namespace leasesim {
namespace {

using Outcome = InvariantReport::Outcome;
constexpr std::string_view kLeader = "one-leader-at-a-time";
constexpr std::string_view kHolder = "one-holder-at-a-time";

// elector-b takes over at 20 s while elector-a goes on until `lost`.
Played overlapping(Duration lost) {
  Played run = election(4s);
  run.at(20s).writes("elector-b").gains("elector-b");
  run.at(lost).loses("elector-a");
  return run;
}

TEST(OneLeader, IsBrokenFromTheSecondGainToTheFirstLoss) {
  const Verdict verdict = overlapping(23s).until(60s).verdict();

  const InvariantReport report = report_on(verdict, kLeader);
  ASSERT_EQ(report.outcome, Outcome::broken);
  ASSERT_EQ(report.windows_total, 1u);
  const Window& window = report.windows.front();
  EXPECT_EQ(window.from, second(20));
  EXPECT_EQ(window.to, second(23));
  EXPECT_EQ(window.length, 3s);
  EXPECT_EQ(window.both_ran, Duration{3s});
  EXPECT_EQ(report.longest, 3s);
  EXPECT_EQ(report.total, 3s);
  ASSERT_EQ(window.who.size(), 2u);
  EXPECT_EQ(window.who[0].process, "elector-a");
  EXPECT_EQ(window.who[0].since, SimTime{4ms}) << "it believed long before the window";
  EXPECT_EQ(window.who[1].process, "elector-b");
  EXPECT_EQ(window.who[1].since, second(20));
}

TEST(OneLeader, IsKeptWhenOneStopsInTheInstantInWhichTheOtherBegins) {
  Played run = election(4s);
  run.at(20s).loses("elector-a").writes("elector-b").gains("elector-b");

  const Verdict verdict = run.until(60s).verdict();

  EXPECT_EQ(report_on(verdict, kLeader).outcome, Outcome::held);
  EXPECT_EQ(report_on(verdict, kLeader).at_risk_because,
            "elector-a and elector-b compete for it from 0.0 s on");
}

TEST(OneLeader, IsNotAtRiskWithOneCandidate) {
  Played run;
  run.at(0s).starts("elector-a").competes("elector-a").writes("elector-a").gains("elector-a");

  EXPECT_EQ(report_on(run.until(60s).verdict(), kLeader).outcome, Outcome::not_at_risk);
}

TEST(OneLeader, StaysBrokenWithoutAnEndWhenTheRunEndsFirst) {
  Played run = election(4s);
  run.at(20s).writes("elector-b").gains("elector-b");

  const Window window = report_on(run.until(31s).verdict(), kLeader).windows.at(0);

  EXPECT_EQ(window.to, std::nullopt);
  EXPECT_EQ(window.length, 11s);
}

TEST(OneLeader, EndsWithACrash) {
  Played run = election(4s);
  run.at(20s).writes("elector-b").gains("elector-b");
  run.at(22s).crashes("elector-a");

  const Window window = report_on(run.until(60s).verdict(), kLeader).windows.at(0);

  EXPECT_EQ(window.to, second(22));
}

TEST(OneLeader, CountsABeliefThatSleepsAndSaysWhenBothAlsoRan) {
  Played run = election(4s);
  run.at(6s).pauses("elector-a");
  run.at(20s).writes("elector-b").gains("elector-b");
  run.at(30s).resumes("elector-a");
  run.at(40s).loses("elector-a");

  const Window window = report_on(run.until(60s).verdict(), kLeader).windows.at(0);

  EXPECT_EQ(window.length, 20s);
  EXPECT_EQ(window.both_ran, Duration{10s});
}

TEST(OneLeader, HasNoRunningPartWhenAPauseCoversTheWindow) {
  Played run = election(4s);
  run.at(6s).pauses("elector-a");
  run.at(20s).writes("elector-b").gains("elector-b");
  run.at(30s).crashes("elector-a");

  EXPECT_EQ(report_on(run.until(60s).verdict(), kLeader).windows.at(0).both_ran, Duration{0s});
}

TEST(OneLeader, TakesASuspendedMachineForOneThatDoesNotRun) {
  Played run = election(4s);
  run.at(20s).writes("elector-b").gains("elector-b");
  run.at(22s).suspends("elector-b");
  run.at(27s).wakes("elector-b");
  run.at(30s).loses("elector-a");

  EXPECT_EQ(report_on(run.until(60s).verdict(), kLeader).windows.at(0).both_ran, Duration{5s});
}

TEST(OneLeader, SaysInWhichPartBothActed) {
  Played run = election(4s);
  run.at(20s).writes("elector-b").gains("elector-b");
  run.at(21s).acts("elector-a");
  run.at(22s).acts("elector-b");
  run.at(23s).acts("elector-b");
  run.at(26s).acts("elector-a");
  run.at(27s).acts("elector-b");
  run.at(28s).loses("elector-a");

  const Window window = report_on(run.until(60s).verdict(), kLeader).windows.at(0);

  EXPECT_EQ(window.who[0].effects, 2u);
  EXPECT_EQ(window.who[1].effects, 3u);
  EXPECT_EQ(window.both_acted, Duration{4s}) << "from b's first at 22 s to a's last at 26 s";
}

TEST(OneLeader, LeavesThePartUnsetInWhichBothActedIfOneDidNothing) {
  Played run = election(4s);
  run.at(20s).writes("elector-b").gains("elector-b");
  run.at(22s).acts("elector-b");
  run.at(28s).loses("elector-a");

  EXPECT_EQ(report_on(run.until(60s).verdict(), kLeader).windows.at(0).both_acted, std::nullopt);
}

TEST(OneLeader, KeepsOneWindowWhileAThirdComesAndTheFirstGoes) {
  Played run = election(4s);
  run.at(20s).gains("elector-b");
  run.at(22s).gains("elector-c");
  run.at(24s).loses("elector-a");
  run.at(26s).loses("elector-b");

  const InvariantReport report = report_on(run.until(60s).verdict(), kLeader);

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_EQ(report.windows[0].length, 6s);
  EXPECT_EQ(report.windows[0].who.size(), 3u);
}

TEST(OneLeader, KeepsTheFirstThousandWindowsAndCountsTheRest) {
  Played run = election(0s);
  run.at(20s).gains("elector-b");
  for (int turn = 0; turn < 1'200; ++turn) {
    run.at(21s + turn * 2s).loses("elector-a");
    run.at(22s + turn * 2s).gains("elector-a");
  }

  const InvariantReport report = report_on(run.until(1h).verdict(), kLeader);

  EXPECT_EQ(report.windows.size(), kWindowsKept);
  EXPECT_EQ(report.windows_total, 1'201u);
}

// Two operators ask for the lock of a node.
Played lock() {
  Played run;
  run.at(0s).starts("operator-a").starts("operator-b");
  return run;
}
FactBody granted(Played& run, std::string_view holder, Duration duration) {
  return LockGranted{
      .lease = run.object("node-w1"), .holder = run.text(holder), .duration = duration};
}

TEST(OneHolder, IsBrokenUntilTheFirstGrantHasRunOut) {
  Played run = lock();
  run.at(10s).by("operator-a", granted(run, "a", 60s));
  run.at(30s).by("operator-b", granted(run, "b", 3600s));

  const InvariantReport report = report_on(run.until(2h).verdict(), kHolder, "node-w1");

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_EQ(report.windows[0].from, second(30));
  EXPECT_EQ(report.windows[0].to, second(70));
}

TEST(OneHolder, IsBrokenUntilTheFirstOneIsRefused) {
  Played run = lock();
  run.at(10s).by("operator-a", granted(run, "a", 3600s));
  run.at(30s).by("operator-b", granted(run, "b", 3600s));
  run.at(41s).by("operator-a",
                 LeaseRefused{.lease = run.object("node-w1"), .holder = run.text("b")});

  EXPECT_EQ(report_on(run.until(60s).verdict(), kHolder, "node-w1").windows.at(0).to, second(41));
}

TEST(OneHolder, IsKeptWhenTheFirstOneCrashedAndAtRiskIfASecondAsked) {
  Played run = lock();
  run.at(10s).by("operator-a", granted(run, "a", 3600s));
  run.at(12s).by("operator-b",
                 LeaseRefused{.lease = run.object("node-w1"), .holder = run.text("a")});
  run.at(20s).crashes("operator-a");
  run.at(30s).by("operator-b", granted(run, "b", 3600s));

  EXPECT_EQ(report_on(run.until(60s).verdict(), kHolder, "node-w1").outcome, Outcome::held);
}

TEST(OneHolder, IsNotAtRiskWithOneWhoAsks) {
  Played run = lock();
  run.at(10s).by("operator-a", granted(run, "a", 3600s));

  EXPECT_EQ(report_on(run.until(60s).verdict(), kHolder, "node-w1").outcome, Outcome::not_at_risk);
}

}  // namespace
}  // namespace leasesim
