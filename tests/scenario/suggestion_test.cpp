#include "leasesim/scenario/suggestion.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace leasesim {
namespace {

const std::vector<std::string_view> kVerbs{"pause", "crash", "partition", "drop_answer", "slow"};

TEST(Suggestion, FindsTheWordBehindASlipOfTheFinger) {
  EXPECT_EQ(nearest_word("paus", kVerbs), "pause");   // one dropped
  EXPECT_EQ(nearest_word("puase", kVerbs), "pause");  // neighbours swapped
  EXPECT_EQ(nearest_word("carsh", kVerbs), "crash");
  EXPECT_EQ(nearest_word("partitions", kVerbs), "partition");
  EXPECT_EQ(nearest_word("Pause", kVerbs), "pause");
  EXPECT_EQ(nearest_word("drop-answer", kVerbs), "drop_answer");
}

TEST(Suggestion, SaysNothingRatherThanSomethingFarFetched) {
  EXPECT_EQ(nearest_word("freeze", kVerbs), "");
  EXPECT_EQ(nearest_word("x", kVerbs), "");
  EXPECT_EQ(nearest_word("", kVerbs), "");
  EXPECT_EQ(nearest_word("a", {"b"}), "");
}

TEST(Suggestion, TakesTheFirstOfEquallyNearWords) {
  EXPECT_EQ(nearest_word("cat", {"dog", "car", "cut"}), "car");
}

TEST(Suggestion, IsNotAskedAboutTextsThatAreNoWords) {
  EXPECT_EQ(nearest_word(std::string(100'000, 'a'), {std::string_view{"aaaa"}}), "");
}

TEST(Suggestion, ListsWordsAsASentenceDoes) {
  EXPECT_EQ(one_of({"a"}), "\"a\"");
  EXPECT_EQ(one_of({"a", "b", "c"}), "\"a\", \"b\" or \"c\"");
  EXPECT_EQ(one_of({"a", "b", "c", "d"}, 2), "\"a\", \"b\" or 2 more");
}

}  // namespace
}  // namespace leasesim
