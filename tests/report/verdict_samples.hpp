// Verdicts made by hand, for the tests of reports.
#pragma once

#include "leasesim/report/run_report.hpp"

namespace leasesim {

inline Window sample_window() {
  Window window;
  window.from = SimTime{34'320ms};
  window.to = SimTime{55'003ms};
  window.subject = "demo";
  window.who = {{"elector-a", "elector-a_1f", SimTime{9ms}, 20},
                {"elector-b", "standby", SimTime{34'320ms}, 39}};
  window.length = 20'683ms;
  window.both_ran = 10'003ms;
  window.both_acted = 9'629ms;
  window.evidence = {{SimTime{20s}, "elector-a", "process-paused", ""},
                     {SimTime{34'320ms}, "elector-b", "leadership-gained", "lease=demo"}};
  window.causes = {Cause::process_pause};
  window.why = "elector-a was paused from 20.0 s to 45.0 s, and elector-b took the lease.";
  return window;
}

inline RunReport sample_report(ExpectationReport::Outcome outcome) {
  RunReport report;
  report.scenario.name = "dual-leader";
  Breaks breaks;
  breaks.invariant.name = "one-leader-at-a-time";
  report.scenario.expect.push_back({breaks, {}, {}});
  report.path = "my scenarios/dual-leader.yaml";
  report.seed = Seed{7};
  report.digest = {0x0123456789abcdef, 0xfedcba9876543210};
  report.reproduce = "leasesim run 'my scenarios/dual-leader.yaml' --seed 7";

  Verdict& verdict = report.verdict;
  const bool met = outcome == ExpectationReport::Outcome::met;
  verdict.outcome = met ? Verdict::Outcome::holds : Verdict::Outcome::violated;
  verdict.because = met ? "all 1 expectations are met" : "1 of 1 expectations not met";
  verdict.end = SimTime{70s};
  ExpectationReport expected;
  expected.place = {14, 5};
  expected.text = "breaks one-leader-at-a-time, lease: \"<demo>\"";
  expected.outcome = outcome;
  expected.found = met ? "1 window" : "the window ends at 55.003 s & not before 50 s";
  expected.nearest = met ? "" : "a window from 34.320 s to 55.003 s";
  verdict.expectations.push_back(expected);
  InvariantReport invariant;
  invariant.name = "one-leader-at-a-time";
  invariant.subject = "demo";
  invariant.outcome = InvariantReport::Outcome::broken;
  invariant.windows = {sample_window()};
  invariant.windows_total = 1;
  invariant.longest = invariant.total = 20'683ms;
  invariant.at_risk_because = "two candidates compete";
  verdict.invariants.push_back(invariant);
  verdict.faults = {{0, "pause elector-a", SimTime{20s}, SimTime{45s}, 12},
                    {1, "partition b", {}, {}, 0}};
  verdict.metrics.judged = 70s;
  verdict.metrics.facts = 812;
  verdict.metrics.leases = {{"demo", 57, 1, 1, 20'683ms, 20'683ms, 1, 14ms, 14ms}};
  verdict.metrics.clients = {{"elector-a", {0, 0, 0, 1, 69, 0, 0}}};
  verdict.metrics.takeovers = {
      {"demo", "elector-a", "elector-b", SimTime{34'310ms}, 15'203ms, std::nullopt}};
  verdict.metrics.takeovers_total = 1;
  return report;
}

inline SeedsReport sample_seeds() {
  SeedsReport report;
  report.scenario.name = "dual-leader";
  report.path = "dual-leader.yaml";
  report.seeds = {1, 12};
  report.reproduce = "leasesim run dual-leader.yaml --seeds 1..12";
  report.reproduce_one = "leasesim run dual-leader.yaml --seed ";
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const bool met = seed != 5;
    report.verdict.add(Seed{seed}, sample_report(met ? ExpectationReport::Outcome::met
                                                     : ExpectationReport::Outcome::unmet)
                                       .verdict);
  }
  return report;
}

}  // namespace leasesim
