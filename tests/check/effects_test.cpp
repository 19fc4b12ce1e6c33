#include <gtest/gtest.h>

#include "check/played.hpp"

namespace leasesim {
namespace {

using Outcome = InvariantReport::Outcome;
constexpr std::string_view kActor = "one-actor-at-a-time";

// elector-a led and acted; elector-b has gained the lease at 20 s.
Played handed_over() {
  Played run = election(4s);
  run.at(5s).acts("elector-a");
  run.at(20s).writes("elector-b").gains("elector-b");
  return run;
}

TEST(OneActor, IsBrokenFromTheNewerOnesFirstEffectToTheOlderOnesLast) {
  Played run = handed_over();
  run.at(21s).acts("elector-b");
  run.at(23s).acts("elector-a");
  run.at(24s).acts("elector-b");
  run.at(25s).acts("elector-a");
  run.at(30s).acts("elector-b");

  const InvariantReport report = report_on(run.until(60s).verdict(), kActor);

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_EQ(report.windows[0].from, second(21));
  EXPECT_EQ(report.windows[0].to, second(25));
  ASSERT_EQ(report.windows[0].who.size(), 2u);
  EXPECT_EQ(report.windows[0].who[0].effects, 2u) << "elector-a's, after b had begun";
}

TEST(OneActor, SeesAnEffectThatLandsAfterItsWriterStopped) {
  Played run = election(4s);
  run.at(5s).acts("elector-a");
  run.at(18s).loses("elector-a");
  run.at(20s).writes("elector-b").gains("elector-b").acts("elector-b");
  run.at(50s).acts("elector-a");  // sent long ago

  const Verdict verdict = run.until(60s).verdict();

  EXPECT_EQ(report_on(verdict, "one-leader-at-a-time").outcome, Outcome::held);
  EXPECT_EQ(report_on(verdict, kActor).longest, 30s);
}

TEST(OneActor, IsKeptWhenTheOlderOneActsOnlyBeforeTheNewerOneBegins) {
  Played run = handed_over();
  run.at(22s).acts("elector-a");  // it still believes to lead, but b has done nothing yet
  run.at(23s).acts("elector-b");

  EXPECT_EQ(report_on(run.until(60s).verdict(), kActor).outcome, Outcome::held);
}

TEST(OneActor, IsKeptWhenAnEarlierLeaderLeadsAgain) {
  Played run = handed_over();
  run.at(21s).acts("elector-b").loses("elector-a").loses("elector-b");
  run.at(40s).writes("elector-a").gains("elector-a").acts("elector-a");

  EXPECT_EQ(report_on(run.until(60s).verdict(), kActor).outcome, Outcome::held);
}

TEST(OneActor, TellsTwoProcessesOfOneIdentityApart) {
  Played run;
  run.at(0s).starts("a-1").starts("a-2").competes("a-1", {}, "a").competes("a-2", {}, "a");
  run.at(1s).writes("a-1", "a").gains("a-1", "a").acts("a-1");
  run.at(2s).writes("a-2", "a").gains("a-2", "a").acts("a-2");
  run.at(3s).acts("a-1");

  EXPECT_EQ(report_on(run.until(60s).verdict(), kActor).outcome, Outcome::broken);
}

TEST(OneActor, WatchesWorkersThatNobodyEntitled) {
  Played run;
  run.at(1s).acts("worker-a");
  run.at(2s).acts("worker-b");
  run.at(3s).acts("worker-a");

  EXPECT_EQ(report_on(run.until(60s).verdict(), kActor).longest, 1s);
}

TEST(OneActor, IsNotAtRiskWhileOneActs) {
  Played run = handed_over();
  run.at(21s).acts("elector-a");

  EXPECT_EQ(report_on(run.until(60s).verdict(), kActor).outcome, Outcome::not_at_risk);
}

}  // namespace
}  // namespace leasesim
