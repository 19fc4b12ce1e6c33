// Widths, breaks and colours of text reports.
#include "leasesim/report/page.hpp"

#include <gtest/gtest.h>

namespace leasesim {
namespace {

TEST(Page, CountsCharactersNotBytes) {
  EXPECT_EQ(columns_of("█ a…"), 4U);
  EXPECT_EQ(padded("é", 3), "é  ");
  EXPECT_EQ(padded("long", 2), "long");
}

TEST(Page, ShortensToAnEllipsisWithinTheColumns) {
  EXPECT_EQ(shortened("elector", 7), "elector");
  EXPECT_EQ(shortened("elector-a", 7), "electo…");
  EXPECT_EQ(shortened("éééé", 3), "éé…");
}

TEST(Page, BreaksLinesBetweenWordsAndLeavesLongWordsWhole) {
  const std::vector<std::string> wanted{"one two", "three", "fourteenletters", "five"};

  EXPECT_EQ(wrapped("one two three fourteenletters five", 7), wanted);
  EXPECT_EQ(wrapped("", 7), std::vector<std::string>{""});
}

TEST(Page, TellsTimesInSecondsWithMilliseconds) {
  EXPECT_EQ(clock_text(SimTime{33'412'999us}), "33.412");
  EXPECT_EQ(length_text(500us), "0.000 s");
  EXPECT_EQ(counted(1, "time"), "1 time");
  EXPECT_EQ(counted(0, "time"), "0 times");
}

TEST(Page, PaintsOnlyInColour) {
  EXPECT_EQ(Style::plain().paint(Ink::bad, "broken"), "broken");
  EXPECT_EQ(Style::coloured().paint(Ink::bad, "broken"), "\x1b[1;31mbroken\x1b[0m");
  EXPECT_EQ(Style::coloured().paint(Ink::bad, ""), "");
}

}  // namespace
}  // namespace leasesim
