#include "check/claims.hpp"

#include <gtest/gtest.h>

#include "check/played.hpp"

namespace leasesim {
namespace {

using Fate = ExpectationReport::Outcome;

// Two leaders from 20 s to 30 s.
Played two_leaders() {
  Played run = election(4s);
  run.at(20s).writes("elector-b").gains("elector-b");
  run.at(30s).loses("elector-a");
  run.until(60s);
  return run;
}

ExpectationReport asked(Played run, std::string_view spelt) {
  run.expect(spelt);
  return run.verdict().expectations.at(0);
}
Fate fate(const Played& run, std::string_view spelt) { return asked(run, spelt).outcome; }

TEST(Holds, IsUnmetByAnyWindowOfItsSubject) {
  const ExpectationReport report = asked(two_leaders(), "{ holds: one-leader-at-a-time }");

  EXPECT_EQ(report.outcome, Fate::unmet);
  EXPECT_EQ(report.found,
            "broken: 1 window, the first from 20.0 s to 30.0 s (10.0 s, elector-a and elector-b)");
}

TEST(Holds, LooksOnlyAtItsLeaseAndItsProcess) {
  const Played run = two_leaders();
  EXPECT_EQ(fate(run, "{ holds: one-leader-at-a-time, lease: other }"), Fate::inconclusive);
  EXPECT_EQ(fate(run, "{ holds: one-leader-at-a-time, lease: default/demo }"), Fate::unmet);
  EXPECT_EQ(fate(run, "{ holds: one-leader-at-a-time, by: elector-c }"), Fate::met);
  EXPECT_EQ(fate(run, "{ holds: one-leader-at-a-time, by: elector-b }"), Fate::unmet);
}

TEST(Holds, IsInconclusiveWhereNothingWasAtRisk) {
  Played alone;
  alone.at(0s).competes("elector-a").writes("elector-a").gains("elector-a");

  const ExpectationReport report = asked(alone, "{ holds: one-leader-at-a-time }");

  EXPECT_EQ(report.outcome, Fate::inconclusive);
  EXPECT_EQ(report.found,
            "nothing put it at risk; that takes a hand-over of the lease, or two "
            "live candidates for it");
}

TEST(Breaks, IsMetByAWindowWithBothEndsWhereTheyAreExpected) {
  const Played run = two_leaders();
  EXPECT_EQ(fate(run, "{ breaks: one-leader-at-a-time }"), Fate::met);
  EXPECT_EQ(fate(run, "{ breaks: one-leader-at-a-time, from: 19s..20s, to: 30s..31s }"), Fate::met);
  EXPECT_EQ(fate(run, "{ breaks: one-leader-at-a-time, from: 21s..25s }"), Fate::unmet);
  EXPECT_EQ(fate(run, "{ breaks: one-leader-at-a-time, to: 20s..29s }"), Fate::unmet);
  EXPECT_EQ(fate(run, "{ breaks: one-leader-at-a-time, longest: 10s }"), Fate::met);
  EXPECT_EQ(fate(run, "{ breaks: one-leader-at-a-time, longest: 11s..12s }"), Fate::unmet);
  EXPECT_EQ(fate(run, "{ breaks: one-leader-at-a-time, times: 2.. }"), Fate::unmet);
}

TEST(Breaks, NamesTheNearestWindowIfNoneFits) {
  const ExpectationReport report =
      asked(two_leaders(), "{ breaks: one-leader-at-a-time, from: 40s..50s }");

  EXPECT_EQ(report.found, "no window fits; there were 1");
  EXPECT_EQ(report.nearest, "20.0 s to 30.0 s (10.0 s, elector-a and elector-b)");
}

TEST(Breaks, IsUnmetWhenADemonstrationStopsDemonstrating) {
  EXPECT_EQ(fate(election(60s), "{ breaks: one-leader-at-a-time }"), Fate::unmet);
}

TEST(Breaks, DoesNotTakeAnOpenWindowForOneThatEnds) {
  Played run = election(4s);
  run.at(20s).writes("elector-b").gains("elector-b").until(30s);

  EXPECT_EQ(fate(run, "{ breaks: one-leader-at-a-time, from: 20s }"), Fate::met);
  EXPECT_EQ(fate(run, "{ breaks: one-leader-at-a-time, to: 30s }"), Fate::unmet);
}

TEST(Breaks, MeasuresTheLongestWindowThatFits) {
  EXPECT_EQ(asked(two_leaders(), "{ breaks: one-leader-at-a-time }").measured, Duration{10s});
}

TEST(Happens, CountsWithinItsTimeAndOfItsProcess) {
  const Played run = two_leaders();
  EXPECT_EQ(fate(run, "{ happens: leadership-gained }"), Fate::met);
  EXPECT_EQ(fate(run, "{ happens: leadership-gained, times: 1 }"), Fate::unmet);
  EXPECT_EQ(fate(run, "{ happens: leadership-gained, by: elector-b, times: 1 }"), Fate::met);
  EXPECT_EQ(fate(run, "{ happens: leadership-gained, between: [20s, 20s], times: 1 }"), Fate::met);
  EXPECT_EQ(fate(run, "{ happens: leadership-gained, after: 20s }"), Fate::unmet)
      << "later than 20 s, not at it";
  EXPECT_EQ(fate(run, "{ happens: leadership-gained, before: 20s, times: 1 }"), Fate::met);
  EXPECT_EQ(fate(run, "{ happens: leadership-gained, lease: other }"), Fate::unmet);
}

TEST(Happens, SaysWhatItSawInstead) {
  const ExpectationReport report =
      asked(two_leaders(), "{ happens: leadership-gained, by: elector-b, between: [25s, 40s] }");

  EXPECT_EQ(report.found, "not then");
  EXPECT_EQ(report.nearest, "one at 20.0 s");
}

TEST(Happens, ComparesFieldsAsWhereSays) {
  const Played run = two_leaders();
  EXPECT_EQ(fate(run, "{ happens: lease-written, where: { transitions: '>= 1' }, times: 1 }"),
            Fate::met);
  EXPECT_EQ(fate(run, "{ happens: renewal-began, where: { deadline: '> 9500ms' } }"), Fate::met)
      << "durations compare by size, whatever their spelling";
  EXPECT_EQ(fate(run, "{ happens: renewal-began, where: { deadline: '> 90s' } }"), Fate::unmet);
  EXPECT_EQ(fate(run, "{ happens: leadership-lost, where: { why: renew deadline } }"), Fate::met);
}

TEST(Happens, IsInconclusiveForAFieldThatTheFactHasNot) {
  const ExpectationReport report =
      asked(two_leaders(), "{ happens: leadership-gained, where: { colour: red } }");

  EXPECT_EQ(report.outcome, Fate::inconclusive);
  EXPECT_EQ(report.found, "leadership-gained has no field colour");
}

TEST(Never, IsMetWhereTheFactIsMissingThen) {
  const Played run = two_leaders();
  EXPECT_EQ(fate(run, "{ never: leadership-gained, between: [21s, 60s] }"), Fate::met);
  EXPECT_EQ(fate(run, "{ never: leadership-gained, before: 21s }"), Fate::unmet);
}

Played ending_with(std::string_view json) {
  Played run = election(2s);
  FinalState state;
  state.object = run.demo();
  if (!json.empty()) state.json = run.text(json);
  run.at(60s).seen(state);
  return run;
}

TEST(EndsWith, ComparesNestedFields) {
  const Played run =
      ending_with(R"({"spec": {"holderIdentity": "elector-b", "leaseTransitions": 401}})");
  EXPECT_EQ(fate(run, "{ ends_with: lease/demo, where: { spec: { leaseTransitions: '>= 400' } } }"),
            Fate::met);
  const ExpectationReport report =
      asked(run, "{ ends_with: lease/demo, where: { spec: { holderIdentity: elector-a } } }");
  EXPECT_EQ(report.outcome, Fate::unmet);
  EXPECT_EQ(report.found, "spec.holderIdentity is \"elector-b\", not \"elector-a\"");
}

TEST(EndsWith, AsksWhetherTheObjectExists) {
  EXPECT_EQ(fate(ending_with(""), "{ ends_with: lease/demo, exists: false }"), Fate::met);
  EXPECT_EQ(fate(ending_with("{}"), "{ ends_with: lease/demo, exists: false }"), Fate::unmet);
  EXPECT_EQ(fate(ending_with(""), "{ ends_with: lease/demo }"), Fate::unmet);
}

TEST(EndsWith, IsInconclusiveIfTheRunDoesNotTell) {
  EXPECT_EQ(fate(two_leaders(), "{ ends_with: lease/demo }"), Fate::inconclusive);
}

TEST(ExpectationText, SpeaksTheFilesWords) {
  EXPECT_EQ(
      asked(two_leaders(), "{ breaks: one-leader-at-a-time, lease: demo, from: 19s..20s }").text,
      "breaks one-leader-at-a-time, lease: demo, from: 19s..20s");
}

}  // namespace
}  // namespace leasesim
