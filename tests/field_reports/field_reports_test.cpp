// What operators reported, played again: each file of this folder comes out as it says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "field_reports/report_file.hpp"

namespace leasesim {
namespace {

// By name, so that no file lies here without being run.
constexpr auto kReports = std::to_array<std::string_view>({
    "a-hung-request-eats-the-last-second-of-noobaas-margin",
    "a-lease-given-back-by-one-who-never-returns-stays-empty",
    "a-lease-of-ten-hours-ago-is-not-taken-at-once",
    "a-lease-renewed-before-midnight-is-held-until-the-next-night",
    "a-lease-renewed-by-a-process-whose-work-has-died",
    "a-lock-for-life-outlives-its-node",
    "a-longer-lease-alone-does-not-help-its-leader",
    "a-restarted-elector-tries-for-ever-behind-a-partition",
    "a-robbed-leader-stops-in-time-and-must-come-back",
    "a-sidecar-is-out-fifteen-seconds-after-its-last-renewal",
    "a-stall-of-21-seconds-costs-all-twenty-controllers-their-leases",
    "a-store-that-fails-after-seven-seconds-leaves-one-try-and-a-half",
    "a-write-whose-answer-was-cut-conflicts-with-itself",
    "each-of-three-takeovers-is-counted-once",
    "electors-that-run-once-are-used-up-one-by-one",
    "hooks-that-block-after-the-loss-overlap-the-successor",
    "library-go-outlives-an-outage-of-104-seconds-and-not-one-of-131",
    "one-stall-every-94-seconds-costs-38-terms-an-hour",
    "the-only-replica-waits-out-its-own-former-lease",
    "without-a-request-timeout-a-black-hole-leaves-but-one-try",
    "work-that-ignores-the-loss-overlaps-to-the-end",
});

std::string id_of(std::string_view name) {
  const std::string text = report_text(name);
  return text.starts_with("# B") ? text.substr(2, text.find(':') - 2) : "";
}

TEST(FieldReports, AreAllListedHere) {
  EXPECT_THAT(report_files(), testing::ElementsAreArray(kReports));
}

TEST(FieldReports, NameTheirReportAndTheirScenario) {
  std::set<std::string> ids;
  for (const std::string_view name : kReports) {
    const std::string id = id_of(name);

    EXPECT_THAT(id, testing::MatchesRegex("B[0-9][0-9]")) << name;
    EXPECT_TRUE(ids.insert(id).second) << id << " is told twice";
    EXPECT_EQ(load_report(name).name, name);
  }
}

class FieldReport : public testing::TestWithParam<std::string_view> {};

TEST_P(FieldReport, ComesOutAsReportedForEverySeed) {
  const Scenario scenario = load_report(GetParam());

  SeedsVerdict all;
  for (const std::uint64_t seed : seeds_of(scenario)) {
    all.add(Seed{seed}, verdict_on(scenario, seed));
  }

  for (const SeedsExpectation& each : all.expectations()) {
    EXPECT_EQ(each.met, all.seeds()) << each.text << "\n"
                                     << testing::PrintToString(each.unmet_seeds)
                                     << testing::PrintToString(each.inconclusive_seeds);
  }
  EXPECT_EQ(all.outcome(), Verdict::Outcome::holds);
}

INSTANTIATE_TEST_SUITE_P(All, FieldReport, testing::ValuesIn(kReports),
                         [](const auto& report) { return id_of(report.param); });

}  // namespace
}  // namespace leasesim
