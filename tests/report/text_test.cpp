// Verdicts as people read them, to the letter.
#include "leasesim/report/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "report/verdict_samples.hpp"
#include "support/golden.hpp"

namespace leasesim {
namespace {

using Claimed = ExpectationReport::Outcome;
using testing::HasSubstr;
using testing::Not;

constexpr std::size_t kWidth = 90;

std::string verdict_text(const RunReport& report, Detail detail, Style style = Style::plain()) {
  std::ostringstream out;
  write_verdict(out, report, Page{style, kWidth}, detail);
  return out.str();
}

TEST(VerdictText, OfAnUnmetRunReadsToTheLetter) {
  expect_golden(verdict_text(sample_report(Claimed::unmet), Detail::whole),
                "golden/report/verdict_unmet.txt");
}

TEST(VerdictText, OfManySeedsReadsToTheLetter) {
  std::ostringstream out;
  write_seeds(out, sample_seeds(), Page{Style::plain(), kWidth}, Detail::whole);

  expect_golden(out.str(), "golden/report/verdict_of_seeds.txt");
}

TEST(VerdictText, QuietlySaysNothingOfARunThatHolds) {
  EXPECT_EQ(verdict_text(sample_report(Claimed::met), Detail::unmet), "");
  EXPECT_THAT(verdict_text(sample_report(Claimed::unmet), Detail::unmet), HasSubstr("✗ UNMET"));
}

TEST(VerdictText, ShowsWindowsOnlyOfWhatWasAsked) {
  RunReport report = sample_report(Claimed::met);
  EXPECT_THAT(verdict_text(report, Detail::whole), HasSubstr("34.320 to 55.003 = 20.683 s"));

  report.verdict.invariants.front().name = "no-theft";
  EXPECT_THAT(verdict_text(report, Detail::whole), Not(HasSubstr("34.320 to 55.003")));
}

TEST(VerdictText, SaysTheSameWithoutColour) {
  const std::string coloured =
      verdict_text(sample_report(Claimed::unmet), Detail::whole, Style::coloured());
  std::string bare;
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\x1b')
      i = coloured.find('m', i);
    else
      bare += coloured[i];
  }

  EXPECT_EQ(bare, verdict_text(sample_report(Claimed::unmet), Detail::whole));
}

TEST(VerdictText, ShowsTheNotesOfTheVerdict) {
  RunReport report = sample_report(Claimed::met);
  report.verdict.notes = {"fault 1 (partition b) never began"};

  EXPECT_THAT(verdict_text(report, Detail::whole),
              HasSubstr("  ! note        fault 1 (partition b) never began\n"));
}

}  // namespace
}  // namespace leasesim
