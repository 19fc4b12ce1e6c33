// Twenty thousand damaged files: each is read or refused, none is thrown about.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "leasesim/scenario/load.hpp"

namespace leasesim {
namespace {

constexpr int kFiles = 20'000;

// A small generator of its own, so that the same files are damaged in the same way for ever.
class Dice {
 public:
  std::size_t below(std::size_t bound) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_ = 42;
};

std::string damaged(std::string text, Dice& dice) {
  static constexpr std::string_view kPieces[] = {"{",
                                                 "}",
                                                 "[",
                                                 "]",
                                                 ": ",
                                                 "- ",
                                                 "\n",
                                                 "\n  ",
                                                 "\"",
                                                 "'",
                                                 "&a ",
                                                 "*a",
                                                 "!!str ",
                                                 "|\n",
                                                 "> ",
                                                 "? ",
                                                 "#",
                                                 ",",
                                                 "..",
                                                 "%",
                                                 "\t",
                                                 "\xFF",
                                                 "null",
                                                 "yes",
                                                 "-1",
                                                 "99999999999999999999",
                                                 "1/0",
                                                 "9e9h",
                                                 "3rd renewal by ",
                                                 "0",
                                                 "~",
                                                 "<<: ",
                                                 "---\n",
                                                 "\xC3\xA9",
                                                 "{ at: 1s, pause: ",
                                                 "/"};
  const std::size_t wounds = 1 + dice.below(4);
  for (std::size_t i = 0; i < wounds && !text.empty(); ++i) {
    const std::size_t at = dice.below(text.size());
    switch (dice.below(5)) {
      case 0:
        text.erase(at, 1 + dice.below(12));
        break;
      case 1:
        text[at] = static_cast<char>(dice.below(256));
        break;
      case 2:
        text.insert(at, text.substr(dice.below(text.size()), dice.below(80)));
        break;
      case 3:
        text.resize(at);
        break;
      default:
        text.insert(at, kPieces[dice.below(std::size(kPieces))]);
        break;
    }
  }
  return text;
}

TEST(LoadSmoke, DamagedFilesAreReadOrRefusedWithAPlace) {
  std::vector<std::string> whole;
  for (const char* name :
       {"tests/scenario/corpus/valid/every-key.yaml", "tests/scenario/corpus/valid/curves.yaml",
        "tests/scenario/corpus/valid/twin.json", "scenarios/dual-leader-by-process-pause.yaml"}) {
    std::ifstream file(std::string(LEASESIM_SOURCE_DIR "/") + name);
    whole.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    ASSERT_FALSE(whole.back().empty()) << name;
  }

  Dice dice;
  int refused = 0;
  for (int i = 0; i < kFiles; ++i) {
    // The long file and the curves' tables take most of the time: they are damaged less often.
    const std::size_t chosen = i % 32 < 2 ? static_cast<std::size_t>(i % 32) : 2 + dice.below(2);
    const std::string text = damaged(whole[chosen], dice);
    const auto scenario = load_text(text, "f");
    if (scenario) {
      const auto again = load_text(normal_form(*scenario), "normal");
      ASSERT_TRUE(again) << text << '\n' << text_of(again.error());
      ASSERT_EQ(*again, *scenario) << text;
      continue;
    }
    ++refused;
    ASSERT_FALSE(scenario.error().findings.empty()) << text;
    for (const Finding& finding : scenario.error().findings) {
      ASSERT_GE(finding.place.line, 1) << text << '\n' << text_of(finding);
      ASSERT_GE(finding.place.column, 1) << text << '\n' << text_of(finding);
    }
  }
  EXPECT_GT(refused, kFiles / 2) << "the damage does little harm";
  EXPECT_LT(refused, kFiles) << "the damage kills everything";
}

}  // namespace
}  // namespace leasesim
