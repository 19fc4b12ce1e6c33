// JSON and JUnit: shape, escapes and counts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "leasesim/report/json.hpp"
#include "leasesim/report/junit.hpp"
#include "report/verdict_samples.hpp"
#include "report/xml.hpp"
#include "support/golden.hpp"

namespace leasesim {
namespace {

using Claimed = ExpectationReport::Outcome;
using testing::HasSubstr;

std::vector<Report> one_of_each() {
  std::vector<Report> reports;
  reports.emplace_back(sample_report(Claimed::unmet));
  reports.emplace_back(sample_seeds());
  reports.emplace_back(RefusedReport{"bad.yaml", "bad.yaml:1:1: <no> YAML\nat all"});
  return reports;
}

std::string junit_of(const std::vector<Report>& reports) {
  std::ostringstream out;
  write_junit(out, reports);
  return out.str();
}

std::string json_of(const std::vector<Report>& reports) {
  std::ostringstream out;
  write_json(out, reports);
  return out.str();
}

TEST(JsonReport, OfOneRunReadsToTheLetter) {
  expect_golden(json_of({sample_report(Claimed::unmet)}), "golden/report/run_result.json");
}

TEST(JsonReport, OfSeveralIsAListOfVersionedDocuments) {
  const auto list = nlohmann::json::parse(json_of(one_of_each()));

  EXPECT_EQ(list["kind"], "List");
  EXPECT_EQ(list["items"][0]["kind"], "RunResult");
  EXPECT_EQ(list["items"][1]["kind"], "SeedsResult");
  EXPECT_EQ(list["items"][2]["kind"], "Refused");
  EXPECT_EQ(list["items"][1]["expectations"][0]["unmet_seeds"][0]["seed"], 5);
  for (const auto& item : list["items"]) EXPECT_EQ(item["leasesim"], "v1");
}

TEST(JsonReport, SurvivesTextThatIsNoUtf8) {
  RunReport report = sample_report(Claimed::met);
  report.path = "caf\xe9.yaml";

  EXPECT_TRUE(nlohmann::json::accept(json_of({report})));
}

TEST(JUnitReport, ReadsToTheLetter) {
  expect_golden(junit_of(one_of_each()), "golden/report/junit.xml");
}

TEST(JUnitReport, IsWellFormedWhateverTheTextsHold) {
  RunReport report = sample_report(Claimed::unmet);
  report.verdict.expectations[0].found = "a\x01 <b> & \"c\" ]]> \xff\n\ttail \xed\xa0\x80";
  report.path = "<&\">.yaml";
  const Xml xml = parse_xml(junit_of({report}));

  ASSERT_EQ(xml.error, "");
  EXPECT_EQ(xml.count("testcase"), 1);
  EXPECT_THAT(junit_of({report}), HasSubstr("&quot;&gt;"));
}

TEST(JUnitReport, CountsWhatItHolds) {
  const Xml xml = parse_xml(junit_of(one_of_each()));

  ASSERT_EQ(xml.error, "");
  EXPECT_EQ(xml.count("testsuite"), 3);
  EXPECT_EQ(xml.count("failure"), 2);
  EXPECT_EQ(xml.count("error"), 1);
  EXPECT_THAT(junit_of(one_of_each()),
              HasSubstr("<testsuites name=\"leasesim\" tests=\"3\" failures=\"2\" errors=\"1\" "
                        "skipped=\"0\" time=\"0\">"));
}

TEST(JUnitReport, GivesEachCaseAnOwnName) {
  RunReport report = sample_report(Claimed::met);
  report.verdict.expectations.push_back(report.verdict.expectations.front());

  EXPECT_THAT(junit_of({report}), HasSubstr("&lt;demo&gt;&quot; #2\""));
}

TEST(JUnitReport, SkipsWhatIsInconclusiveWithItsReason) {
  RunReport report = sample_report(Claimed::inconclusive);
  report.verdict.outcome = Verdict::Outcome::inconclusive;
  report.verdict.because = "the faults changed nothing";
  const Xml xml = parse_xml(junit_of({report}));

  EXPECT_EQ(xml.count("skipped"), 2);  // the expectation, and the run as a whole
  EXPECT_EQ(xml.count("failure"), 0);
}

TEST(JUnitReport, RepeatsTheMessageInTheText) {
  const std::string report = junit_of({sample_report(Claimed::unmet)});

  EXPECT_THAT(report, HasSubstr("type=\"unmet\">the window ends at 55.003 s &amp; not before"));
  EXPECT_THAT(report, HasSubstr("again: leasesim run 'my scenarios/dual-leader.yaml' --seed 7"));
}

}  // namespace
}  // namespace leasesim
