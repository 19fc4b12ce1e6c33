#include "leasesim/scenario/flow_text.hpp"

#include <gtest/gtest.h>

namespace leasesim {
namespace {

std::string spelt_again(std::string_view yaml) {
  const auto document = parse_document(yaml, "flow.yaml");
  EXPECT_TRUE(document.has_value()) << yaml;
  return flow_text(*document->root.find("value"));
}

TEST(FlowText, QuotesOnlyWhatAReaderOfYamlWouldMisread) {
  EXPECT_EQ(spelt_again("value: [33s, 42s]"), "[33s, 42s]");
  EXPECT_EQ(spelt_again("value: { spec: { leaseTransitions: \">= 400\" }, n: 3 }"),
            "{ spec: { leaseTransitions: \">= 400\" }, n: 3 }");
  EXPECT_EQ(spelt_again("value: \"\""), "\"\"");
  EXPECT_EQ(spelt_again("value: []"), "[]");
}

TEST(FlowText, OfAValueIsReadAsThatValueAgain) {
  for (const char* text : {"a", "[1, b, true]", "{ a: [b, { c: null }] }", "\"no\"", "\"12\""}) {
    const std::string once = spelt_again("value: " + std::string{text});
    EXPECT_EQ(spelt_again("value: " + once), once);
  }
}

}  // namespace
}  // namespace leasesim
