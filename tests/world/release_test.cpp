// The release that a scenario names, and who follows it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "leasesim/actors/catalog.hpp"
#include "leasesim/scenario/load.hpp"
#include "leasesim/world/run.hpp"

namespace leasesim {
namespace {

using testing::HasSubstr;

std::string election(const std::string& release, const std::string& config = "") {
  return R"(leasesim: v1
name: release
until: 60s
)" + release +
         R"(hosts: { control-plane: { runs: api-server }, a: {} }
processes:
  elector-a: { on: a, actor: leader-elector, config: { lease: demo)" +
         config + " } }\n";
}

std::int64_t reads_of(const std::string& text) {
  const auto scenario = load_text(text, "release");
  EXPECT_TRUE(scenario.has_value()) << text_of(scenario.error());
  std::int64_t reads = 0;
  for (const Fact& fact : run(*scenario, standard_actors(), Seed{1}).facts) {
    const auto* sent = std::get_if<RequestSent>(&fact.body);
    if (sent != nullptr && sent->verb == Verb::get) ++reads;
  }
  return reads;
}

// Since v0.30 a leader trusts the version that it last saw.
TEST(Release, IsFollowedByElectorsThatDoNotNameTheirClientGo) {
  EXPECT_EQ(reads_of(election("kubernetes: \"1.30\"\n")), 1);
  EXPECT_GT(reads_of(election("kubernetes: \"1.29\"\n")), 20);
  EXPECT_EQ(reads_of(election("")), 1);
}

TEST(Release, GivesWayToAnElectorsOwnClientGo) {
  EXPECT_GT(reads_of(election("kubernetes: \"1.36\"\n", ", client_go: \"0.29\"")), 20);
  EXPECT_EQ(reads_of(election("kubernetes: \"1.29\"\n", ", client_go: \"0.30\"")), 1);
}

TEST(Release, OfAnotherWorldIsRefusedWithTheNearest) {
  for (const char* release : {"1.19", "1.38", "2.0", "v1.36", "latest"}) {
    const std::string text = election("kubernetes: \"" + std::string{release} + "\"\n");
    const auto scenario = load_text(text, "release");
    ASSERT_FALSE(scenario.has_value()) << release;
    EXPECT_THAT(text_of(scenario.error()), HasSubstr("release:4:13: kubernetes: ")) << release;
    EXPECT_THAT(text_of(scenario.error()), HasSubstr("\"1.20\"")) << release;
  }
}

}  // namespace
}  // namespace leasesim
