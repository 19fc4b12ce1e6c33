#include "leasesim/scenario/expectation.hpp"

#include <gtest/gtest.h>

namespace leasesim {
namespace {

bool where(std::string_view wanted, const Node& found) {
  return compares(comparison_of(Node::text(std::string{wanted})), found);
}

TEST(Comparison, ComparesNumbersBySize) {
  EXPECT_TRUE(where(">= 400", Node::integer(400)));
  EXPECT_FALSE(where(">= 400", Node::integer(99)));  // as texts, 99 would be the greater one
  EXPECT_TRUE(where("> 9", Node::integer(10)));
  EXPECT_TRUE(where("<=-1", Node::integer(-2)));
  EXPECT_FALSE(where("< -2", Node::integer(-2)));
  EXPECT_TRUE(where("!= 3", Node::integer(4)));
}

TEST(Comparison, ComparesTextsByTheirCharacters) {
  EXPECT_TRUE(where("elector-a", Node::text("elector-a")));
  EXPECT_FALSE(where("elector-a", Node::text("elector-b")));
  EXPECT_TRUE(where("!= elector-a", Node::text("elector-b")));
  EXPECT_TRUE(where("!= a", Node{})) << "nothing is not a";
}

TEST(Comparison, TakesABareValueForEquality) {
  EXPECT_TRUE(compares(comparison_of(Node::integer(15)), Node::integer(15)));
  EXPECT_FALSE(compares(comparison_of(Node::integer(15)), Node::integer(16)));
  EXPECT_TRUE(compares(comparison_of(Node::boolean(true)), Node::boolean(true)));
  EXPECT_TRUE(compares(comparison_of(Node{}), Node{}));
}

TEST(Times, CountWithinTheirBounds) {
  EXPECT_TRUE((Times{2, 4}.contain(4)));
  EXPECT_FALSE((Times{2, 4}.contain(5)));
  EXPECT_TRUE((Times{1, std::nullopt}.contain(1'000'000)));
  EXPECT_FALSE(Times{}.contain(0)) << "what happens, happens at least once";
}

}  // namespace
}  // namespace leasesim
