#include "leasesim/scenario/expectation.hpp"

#include <gtest/gtest.h>

namespace leasesim {
namespace {

bool where(std::string_view wanted, const Tree& found) {
  return compares(comparison_of(Tree::text(std::string{wanted})), found);
}

TEST(Comparison, ComparesNumbersBySize) {
  EXPECT_TRUE(where(">= 400", Tree::integer(400)));
  EXPECT_FALSE(where(">= 400", Tree::integer(99)));  // as texts, 99 would be the greater one
  EXPECT_TRUE(where("> 9", Tree::integer(10)));
  EXPECT_TRUE(where("<=-1", Tree::integer(-2)));
  EXPECT_FALSE(where("< -2", Tree::integer(-2)));
  EXPECT_TRUE(where("!= 3", Tree::integer(4)));
}

TEST(Comparison, ComparesTextsByTheirCharacters) {
  EXPECT_TRUE(where("elector-a", Tree::text("elector-a")));
  EXPECT_FALSE(where("elector-a", Tree::text("elector-b")));
  EXPECT_TRUE(where("!= elector-a", Tree::text("elector-b")));
  EXPECT_TRUE(where("!= a", Tree{})) << "nothing is not a";
}

TEST(Comparison, TakesABareValueForEquality) {
  EXPECT_TRUE(compares(comparison_of(Tree::integer(15)), Tree::integer(15)));
  EXPECT_FALSE(compares(comparison_of(Tree::integer(15)), Tree::integer(16)));
  EXPECT_TRUE(compares(comparison_of(Tree::boolean(true)), Tree::boolean(true)));
  EXPECT_TRUE(compares(comparison_of(Tree{}), Tree{}));
}

TEST(Times, CountWithinTheirBounds) {
  EXPECT_TRUE((Times{2, 4}.contain(4)));
  EXPECT_FALSE((Times{2, 4}.contain(5)));
  EXPECT_TRUE((Times{1, std::nullopt}.contain(1'000'000)));
  EXPECT_FALSE(Times{}.contain(0)) << "what happens, happens at least once";
}

}  // namespace
}  // namespace leasesim
