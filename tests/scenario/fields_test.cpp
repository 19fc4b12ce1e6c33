#include "leasesim/scenario/fields.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "leasesim/objects/meta.hpp"

namespace leasesim {
namespace {

enum class Mood : std::uint8_t { calm, wild };
constexpr auto words(Mood) {
  return std::array{Word{"calm", Mood::calm}, Word{"wild", Mood::wild}};
}

struct Collar {
  std::string colour = "red";
  std::int64_t size = 3;
};
void read(Fields& in, Collar& collar) {
  in.optional("colour", collar.colour, "of the leather");
  in.optional("size", collar.size);
}

// The shape that an actor's config has.
struct WatchdogConfig {
  ObjectName lease;
  Duration patience = 30s;
  Mood mood = Mood::calm;
  std::vector<std::string> friends;
  Collar collar;
  std::optional<std::uint8_t> age;
};
void read(Fields& in, WatchdogConfig& config) {
  in.required("lease", config.lease, "the lease to watch");
  in.optional("patience", config.patience, "how long it may stay unchanged");
  in.optional("mood", config.mood);
  in.optional("friends", config.friends);
  in.optional("collar", config.collar);
  in.optional("age", config.age);
  if (config.age && *config.age > 30) in.refuse("age", "no dog is that old");
}

struct Outcome {
  WatchdogConfig config;
  std::string complaint;
};
Outcome read_config(Names& names, std::string_view text) {
  const Document document = *parse_document(text, "f");
  Reading reading{"f", &names};
  Outcome outcome;
  Spelling<WatchdogConfig>::read(document.root, outcome.config, Spot{reading, "dog"});
  if (!reading.clean()) outcome.complaint = text_of(reading.take_error());
  return outcome;
}

TEST(Fields, FillAStructAndLeaveDefaultsAlone) {
  Names names;
  const auto [config, complaint] = read_config(
      names, "lease: kube-system/demo\nmood: wild\nfriends: [a, b]\ncollar: { size: 5 }\nage: 7\n");

  EXPECT_EQ(complaint, "");
  EXPECT_EQ(config.lease.view(), "kube-system/demo");
  EXPECT_EQ(config.patience, 30s);
  EXPECT_EQ(config.mood, Mood::wild);
  EXPECT_EQ(config.friends, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(config.collar.colour, "red");
  EXPECT_EQ(config.collar.size, 5);
  EXPECT_EQ(config.age, 7);
}

TEST(Fields, TakeOneScalarForAListOfOne) {
  Names names;
  EXPECT_EQ(read_config(names, "lease: x\nfriends: a").config.friends,
            std::vector<std::string>{"a"});
}

TEST(Fields, GatherEverythingThatIsWrongInTheOrderOfTheFile) {
  Names names;
  const std::string complaint = read_config(names,
                                            "patience: 300\n"
                                            "mood: wilt\n"
                                            "friends: [a, 3]\n"
                                            "collar: { colur: blue, size: big }\n"
                                            "age: 300\n"
                                            "zeal: 1\n")
                                    .complaint;

  EXPECT_EQ(
      complaint,
      "f:1:1: dog: missing key \"lease\"\n"
      "f:1:11: dog.patience: expected a duration such as \"15s\" or \"1h30m\", found \"300\"; "
      "did you mean \"300ms\" or \"300s\"?\n"
      "f:2:7: dog.mood: expected \"calm\" or \"wild\", found \"wilt\"; did you mean \"wild\"?\n"
      "f:3:14: dog.friends[1]: expected a text, found 3, which is a text only in quotes\n"
      "f:4:11: dog.collar: unknown key \"colur\"; did you mean \"colour\"?\n"
      "f:4:30: dog.collar.size: expected a whole number, found \"big\"\n"
      "f:5:6: dog.age: expected a whole number from 0 upwards, found 300\n"
      "f:6:1: dog: unknown key \"zeal\"; known are \"lease\", \"patience\", \"mood\", "
      "\"friends\", \"collar\" or \"age\"\n");
}

TEST(Fields, LetAStructRefuseItsOwnValues) {
  Names names;
  EXPECT_EQ(read_config(names, "lease: x\nage: 31").complaint,
            "f:2:6: dog.age: no dog is that old\n");
}

TEST(Fields, ReadNothingAsAMapWithoutKeys) {
  Names names;
  EXPECT_EQ(read_config(names, "lease: x\ncollar:\n").complaint, "");
}

TEST(Fields, ShowNoMoreThanTwentyFindings) {
  Names names;
  std::string text = "lease: x\n";
  for (int i = 0; i < 30; ++i) text += "key-" + std::to_string(i) + ": 1\n";

  const std::string complaint = read_config(names, text).complaint;

  EXPECT_NE(complaint.find("key-19"), std::string::npos);
  EXPECT_EQ(complaint.find("key-20"), std::string::npos);
  EXPECT_NE(complaint.find("and 10 more\n"), std::string::npos);
}

TEST(Fields, DescribeTheSameKeysThatTheyRead) {
  const std::vector<FieldDoc> docs = describe<WatchdogConfig>();

  ASSERT_EQ(docs.size(), 6u);
  EXPECT_EQ(docs[0].key, "lease");
  EXPECT_TRUE(docs[0].required);
  EXPECT_EQ(docs[0].meaning, "the lease to watch");
  EXPECT_EQ(docs[1].shown_default, "30s");
  EXPECT_EQ(docs[2].shape, "calm | wild");
  EXPECT_EQ(docs[4].fields[0].key, "colour");
  EXPECT_EQ(docs[4].fields[0].shown_default, "red");
}

TEST(Fields, WriteWhatTheyWouldReadAgain) {
  Names names;
  const WatchdogConfig config =
      read_config(names, "lease: x\nmood: wild\nfriends: [a]\nage: 9\ncollar: { size: 1 }").config;

  const Tree written = Spelling<WatchdogConfig>::write(config);

  EXPECT_EQ(json_line(written), R"({"lease":"x","patience":"30s","mood":"wild","friends":["a"],)"
                                R"("collar":{"colour":"red","size":1},"age":9})");
}

}  // namespace
}  // namespace leasesim
