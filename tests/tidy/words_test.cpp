// The check of banned words and of a file's layout.
#include <gtest/gtest.h>

#include "tidy/checks.hpp"

namespace leasesim::tidy {
namespace {

std::size_t faults(const std::string& path, const std::string& text) {
  return check_words(source(path, text)).size();
}

TEST(WordCheck, FoldersAndFilesAreNouns) {
  EXPECT_EQ(faults("sim/utils/a.cpp", ""), 1U);
  EXPECT_EQ(faults("tests/support/helpers.hpp", ""), 1U);
  EXPECT_EQ(faults("sim/engine/score.cpp", ""), 0U);
}

TEST(WordCheck, NotesToOurselvesAreNotKept) {
  EXPECT_EQ(faults("docs/a.md", "a TODO here\n"), 1U);
  EXPECT_EQ(faults("docs/a.md", "no TODOs here\n"), 0U);
}

TEST(WordCheck, OnlyTheGlossaryNamesTheWordsItRefuses) {
  EXPECT_EQ(faults("docs/a.md", "a failover\n"), 1U);
  EXPECT_EQ(faults("docs/glossary.md", "a failover\n"), 0U);
}

TEST(WordCheck, TheKernelReadsNoClockAndDrawsNoDice) {
  EXPECT_EQ(faults("sim/engine/a.cpp", "auto t = std::chrono::steady_clock::now();"), 1U);
  EXPECT_EQ(faults("sim/cli/a.cpp", "auto t = std::chrono::steady_clock::now();"), 0U);
  EXPECT_EQ(faults("sim/cli/a.cpp", "std::random_device device;"), 1U);
  EXPECT_EQ(faults("tests/a.cpp", "int x = rand();"), 1U);
  EXPECT_EQ(faults("tests/a.cpp", "int x = operand();"), 0U);
}

TEST(WordCheck, TheKernelDecidesWithIntegers) {
  EXPECT_EQ(faults("include/leasesim/time/a.hpp", "double x;\n// a double draw\n"), 1U);
  EXPECT_EQ(faults("sim/report/a.cpp", "double x;"), 0U);
}

TEST(WordCheck, ActorsNeitherCatchNorThrowNorNameTheRefereesClock) {
  EXPECT_EQ(faults("sim/actors/a.cpp", "try { f(); } catch (...) { throw; }"), 2U);
  EXPECT_EQ(faults("sim/actors/a.cpp", "SimTime now;"), 1U);
  EXPECT_EQ(faults("sim/world/a.cpp", "SimTime now;"), 0U);
}

TEST(WordCheck, CommentsAndLiteralsAreNotCode) {
  EXPECT_EQ(faults("sim/engine/a.cpp",
                   "// no float\nconst char* a = \"float\";\n"
                   "/* std::thread */ int b = 1'000'000; char c = 'f';\n"
                   "const char* d = R\"x(double \" )x\";\n"),
            0U);
}

TEST(LayoutCheck, AHeaderOpensWithWhatItIs) {
  EXPECT_EQ(check_layout(source("include/leasesim/a.hpp", "// A.\n#pragma once\nint a;\n")).size(),
            0U);
  EXPECT_EQ(check_layout(source("include/leasesim/a.hpp", "#pragma once\nint a;\n")).size(), 2U);
}

TEST(LayoutCheck, LinesEndClean) {
  EXPECT_EQ(check_layout(source("a.md", "a \nb\n")).size(), 1U);
  EXPECT_EQ(check_layout(source("a.md", "a\nb")).size(), 1U);
  EXPECT_EQ(check_layout(source("a.md", "a\r\n")).size(), 1U);
}

}  // namespace
}  // namespace leasesim::tidy
