// The scenarios in the binary are the files of scenarios/, byte for byte.
#include "leasesim/scenario/shipped.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

namespace leasesim {
namespace {

TEST(ShippedScenarios, AreTheFilesByteForByte) {
  for (const ShippedScenario& shipped : shipped_scenarios()) {
    const std::string path =
        std::string(LEASESIM_SOURCE_DIR "/scenarios/") + std::string(shipped.name) + ".yaml";
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};

    EXPECT_EQ(shipped.text, text) << path;
  }
}

TEST(ShippedScenarios, AreSortedAndUniquelyNamed) {
  const auto shipped = shipped_scenarios();

  const auto disordered = std::ranges::adjacent_find(
      shipped, [](const auto& a, const auto& b) { return a.name >= b.name; });
  EXPECT_EQ(disordered, shipped.end()) << "not sorted: " << disordered->name;
}

}  // namespace
}  // namespace leasesim
