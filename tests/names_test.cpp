#include "leasesim/names.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>
#include <vector>

namespace leasesim {
namespace {

TEST(Names, GivesOneHandleForOneTextHoweverManyOthersCome) {
  Names names;
  const Text first = names.intern("elector-a");
  const TextEntry* const entry = first.entry();

  std::vector<Text> others;
  for (int i = 0; i < 10'000; ++i) others.push_back(names.intern("node-" + std::to_string(i)));

  EXPECT_EQ(names.intern("elector-a").entry(), entry);
  EXPECT_EQ(first.view(), "elector-a");
  for (int i = 0; i < 10'000; ++i) {
    const std::string text = "node-" + std::to_string(i);
    ASSERT_EQ(others[static_cast<std::size_t>(i)].view(), text);
    ASSERT_EQ(names.intern(text).entry(), others[static_cast<std::size_t>(i)].entry());
  }
}

TEST(Names, TellTheEmptyTextFromTheOneThatIsNotSet) {
  Names names;
  const Text empty = names.intern("");

  EXPECT_TRUE(empty.is_set());
  EXPECT_NE(empty, Text{});
  EXPECT_NE(empty.hash(), Text{}.hash());
}

TEST(Names, OfTwoTablesAreEqualIfTheirCharactersAre) {
  Names here, there;

  EXPECT_EQ(here.intern("demo"), there.intern("demo"));
  EXPECT_NE(here.intern("demo"), there.intern("demo2"));
  EXPECT_LT(here.intern("a"), there.intern("b"));
}

TEST(StableHash, IsTheSameEverywhere) {
  // Computed apart from this code, with Python's integers.
  EXPECT_EQ(stable_hash(""), 0xeb2873d8ddb794e7u);
  EXPECT_EQ(stable_hash("a"), 0x364d3453d38e505bu);
  EXPECT_EQ(stable_hash("elector-b"), 0xb0efb857da614fc2u);
  EXPECT_EQ(stable_hash("kube-system/kube-controller-manager"), 0xb5bead317321c006u);
}

TEST(StableHash, DiffersForTextsThatAreNearlyTheSame) {
  std::set<std::uint64_t> seen;
  std::size_t texts = 0;
  for (std::size_t length = 0; length < 40; ++length) {
    for (std::size_t place = 0; place < length; ++place) {
      for (const char character : {'\0', 'b', 'c', '\xff'}) {
        std::string text(length, 'a');
        text[place] = character;
        seen.insert(stable_hash(text));
        ++texts;
      }
    }
  }
  EXPECT_EQ(seen.size(), texts);
}

TEST(StableHash, TurnsAboutHalfOfItsBitsWhenOneBitOfTheTextTurns) {
  const std::string text = "kube-node-lease/worker-17";
  int turned = 0, pairs = 0;
  for (std::size_t place = 0; place < text.size(); ++place) {
    for (int bit = 0; bit < 8; ++bit, ++pairs) {
      std::string other = text;
      other[place] = static_cast<char>(other[place] ^ (1 << bit));
      const int difference = std::popcount(stable_hash(text) ^ stable_hash(other));
      EXPECT_GE(difference, 12) << place << ' ' << bit;
      turned += difference;
    }
  }
  EXPECT_NEAR(turned, pairs * 32, pairs);
}

}  // namespace
}  // namespace leasesim
