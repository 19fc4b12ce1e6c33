// The tree itself keeps the rules of docs/style.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "tidy/checks.hpp"

namespace leasesim::tidy {
namespace {

Tree tree() { return read_tree(LEASESIM_SOURCE_DIR); }

std::string complaints_of(Complaints (*check)(const SourceFile&)) {
  Complaints all;
  for (const SourceFile& file : tree()) std::ranges::copy(check(file), std::back_inserter(all));
  return to_text(all);
}

TEST(Tree, IsReadWhole) {
  const Tree files = tree();
  const auto has = [&](std::string_view path) {
    return std::ranges::find(files, path, &SourceFile::path) != files.end();
  };

  EXPECT_TRUE(has("include/leasesim/result.hpp"));
  EXPECT_TRUE(has("tests/tidy/tree_test.cpp"));
  EXPECT_TRUE(has("docs/style.md"));
  EXPECT_TRUE(has(".ci/run"));
}

// One complaint a line, instead of GoogleTest's comparison of two long texts.
testing::AssertionResult clean(const std::string& complaints) {
  if (complaints.empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "\n" << complaints;
}

TEST(Tree, KeepsTheLayers) { EXPECT_TRUE(clean(complaints_of(check_layers))); }
TEST(Tree, KeepsTheLengths) { EXPECT_TRUE(clean(complaints_of(check_lengths))); }
TEST(Tree, AwaitsOnlyWhereBothCompilersAreRight) {
  EXPECT_TRUE(clean(complaints_of(check_coroutines)));
}
TEST(Tree, UsesNoBannedWords) { EXPECT_TRUE(clean(complaints_of(check_words))); }
TEST(Tree, IsLaidOutCleanly) { EXPECT_TRUE(clean(complaints_of(check_layout))); }
TEST(Tree, HasNothingUnregistered) { EXPECT_TRUE(clean(to_text(check_registration(tree())))); }
TEST(Tree, HasNoDeadLinks) { EXPECT_TRUE(clean(to_text(check_links(tree())))); }

}  // namespace
}  // namespace leasesim::tidy
