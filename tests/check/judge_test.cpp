#include "leasesim/check/judge.hpp"

#include <gtest/gtest.h>

#include <set>

#include "check/played.hpp"
#include "leasesim/check/invariant.hpp"

namespace leasesim {
namespace {

using Outcome = Verdict::Outcome;

Played two_leaders() {
  Played run = election(4s);
  run.at(6s).pauses("elector-a");
  run.at(20s).judges("elector-b", 15'200ms).writes("elector-b").gains("elector-b");
  run.at(21s).acts("elector-b");
  run.at(25s).resumes("elector-a").acts("elector-a");
  run.at(35s).loses("elector-a");
  return run.until(60s);
}

TEST(Judge, GivesARecordedTraceTheVerdictOfItsRun) {
  Played run = two_leaders();
  run.expect("{ breaks: one-leader-at-a-time, lease: demo }");
  run.expect("{ holds: takeover-in-time, limit: 10s }");

  EXPECT_EQ(judge(run.question(), run.trace()), run.verdict());
}

TEST(Judge, ListsEveryInvariantOnceWhateverTheFileAsks) {
  std::set<std::string> named;
  for (const InvariantReport& report : Played{}.verdict().invariants) {
    EXPECT_TRUE(named.insert(report.name).second) << report.name;
  }
  EXPECT_EQ(named.size(), invariants().size());
}

TEST(Judge, HoldsWhenEveryExpectationIsMet) {
  Played run = two_leaders();
  run.expect("{ breaks: one-leader-at-a-time }").expect("{ holds: transitions-grow-by-one }");

  const Verdict verdict = run.verdict();

  EXPECT_EQ(verdict.outcome, Outcome::holds);
  EXPECT_EQ(verdict.because, "all 2 expectations are met");
}

TEST(Judge, NotesWhatBrokeUnaskedAndDecidesNothingByIt) {
  Played run = two_leaders();
  run.expect("{ holds: transitions-grow-by-one }");

  const Verdict verdict = run.verdict();

  EXPECT_EQ(verdict.outcome, Outcome::holds);
  ASSERT_FALSE(verdict.notes.empty());
  EXPECT_EQ(verdict.notes.front(),
            "one-leader-at-a-time was broken on demo (1 window of 15.0 s), and the file does not "
            "ask about it");
}

TEST(Judge, LetsAMissedExpectationOutweighAnInconclusiveOne) {
  Played run = two_leaders();
  run.expect("{ holds: one-holder-at-a-time, lease: other }");
  EXPECT_EQ(run.verdict().outcome, Outcome::inconclusive);

  run.expect("{ holds: one-leader-at-a-time }");
  EXPECT_EQ(run.verdict().outcome, Outcome::violated);
}

TEST(Judge, IsInconclusiveIfNoFaultChangedAnything) {
  Played run = two_leaders();
  run.expect("{ breaks: one-leader-at-a-time }");
  run.at(60s).seen(FaultTouched{.index = 0, .times = 0}).seen(FaultTouched{.index = 1, .times = 0});
  EXPECT_EQ(run.verdict().outcome, Outcome::inconclusive);

  run.seen(FaultTouched{.index = 1, .times = 3});
  EXPECT_EQ(run.verdict().outcome, Outcome::holds) << "one fault that matters is enough";
}

TEST(Judge, DoesNotAskExpectationsOfOtherSeeds) {
  Played run = two_leaders();
  run.expect("{ holds: one-leader-at-a-time, seeds: 5..9 }");

  const Verdict verdict = run.verdict();  // of seed 0

  EXPECT_EQ(verdict.expectations.at(0).outcome, ExpectationReport::Outcome::not_asked);
  EXPECT_EQ(verdict.outcome, Outcome::holds);
}

TEST(Judge, MeasuresLeadershipTakeoversAndRequests) {
  const Metrics metrics = two_leaders().verdict().metrics;

  ASSERT_EQ(metrics.leases.size(), 1u);
  EXPECT_EQ(metrics.leases[0].dual_leader_total, 15s);
  EXPECT_EQ(metrics.leases[0].dual_leader_longest, 15s);
  EXPECT_EQ(metrics.leases[0].takeovers, 1u);
  EXPECT_EQ(metrics.leases[0].writes, 4u);
  ASSERT_EQ(metrics.takeovers_total, 2u) << "the first acquisition, and b's";
  EXPECT_EQ(metrics.takeovers[1].from, "elector-a");
  EXPECT_EQ(metrics.takeovers[1].since_commit, Duration{15'998ms});
  EXPECT_EQ(metrics.takeovers[1].leaderless, std::nullopt) << "a still believes to lead";
  ASSERT_EQ(metrics.clients.size(), 1u);
  EXPECT_EQ(metrics.clients[0].total(), 3u);
}

TEST(Judge, MeasuresHowLongNobodyLedBeforeATakeover) {
  Played run = election(4s);
  run.at(5s).crashes("elector-a");
  run.at(22s).writes("elector-b").gains("elector-b");

  const Metrics metrics = run.until(60s).verdict().metrics;

  EXPECT_EQ(metrics.takeovers.at(1).leaderless, Duration{17s});
  EXPECT_EQ(metrics.leases[0].leaderless_total, 17s + 4ms);
}

TEST(PerHour, RoundsToTheNearestWholeNumber) {
  EXPECT_EQ(per_hour(1'800, 1h), 1'800u);
  EXPECT_EQ(per_hour(1, 40min), 2u) << "1.5 an hour";
  EXPECT_EQ(per_hour(1, 3h), 0u);
  EXPECT_EQ(per_hour(5, 0s), 0u);
  EXPECT_EQ(per_hour(1'000'000'000'000, 1'000h), 1'000'000'000u) << "no overflow on the way";
}

TEST(Catalog, ExplainsEachInvariant) {
  for (const InvariantDoc& doc : invariants()) {
    EXPECT_FALSE(doc.meaning.empty()) << doc.name;
    EXPECT_FALSE(doc.risk.empty()) << doc.name;
    EXPECT_FALSE(doc.window.empty()) << doc.name;
    EXPECT_EQ(find_invariant(doc.name), &doc);
  }
  EXPECT_EQ(find_invariant("two-leaders-at-a-time"), nullptr);
}

}  // namespace
}  // namespace leasesim
