// Help, complaints and the words that explain knows: to the letter where people read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/arguments.hpp"
#include "cli/ran.hpp"
#include "cli/topics.hpp"
#include "support/golden.hpp"

namespace leasesim {
namespace {

using testing::HasSubstr;

TEST(Help, OfTheBareProgramIsTenLines) {
  const Ran ran = leasesim_with("");

  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 10);
  expect_golden(ran.out, "golden/cli/overview.txt");
}

TEST(Help, OfEachVerbReadsToTheLetter) {
  std::string all;
  for (const VerbDoc& verb : all_verbs()) {
    const Ran ran = leasesim_with("help " + std::string{verb.name});
    EXPECT_EQ(ran.code, 0) << verb.name;
    EXPECT_EQ(ran.out, leasesim_with(std::string{verb.name} + " --help").out);
    all += "$ leasesim help " + std::string{verb.name} + "\n" + ran.out + "\n";
  }
  expect_golden(all, "golden/cli/help.txt");
}

TEST(Help, StandsInTheReferenceToo) {
  std::ifstream file{LEASESIM_SOURCE_DIR "/docs/reference/command-line.md"};
  const std::string page{std::istreambuf_iterator<char>{file}, {}};

  for (const VerbDoc& verb : all_verbs()) {
    const Ran ran = leasesim_with("help " + std::string{verb.name});
    EXPECT_THAT(page, HasSubstr("```text\n" + ran.out + "```\n")) << verb.name;
  }
}

TEST(Help, ShowsOptionsThatExist) {
  for (const VerbDoc& verb : all_verbs()) {
    for (const std::string_view name : verb.options) {
      EXPECT_TRUE(std::ranges::find(all_options(), name, &OptionDoc::name) != all_options().end())
          << verb.name << ' ' << name;
    }
    EXPECT_FALSE(verb.examples.empty()) << verb.name;
  }
}

TEST(Complaints, GoToTheErrorOutputWithTheNearestWord) {
  std::string all;
  for (const char* arguments : {"rnu",
                                "run",
                                "run x --sede 3",
                                "run x --seed x",
                                "run x --seed",
                                "run x --seeds 9..1",
                                "run x --seed 1 --seeds 1..2",
                                "run x -o jsno",
                                "judge x -o ndjson",
                                "run x --until 300",
                                "run x --set foo",
                                "run x --jobs 0",
                                "run x --color sometimes",
                                "validate x --seed 1",
                                "version x",
                                "run no-such-file.yaml",
                                "run dual-leader-by-process-paus",
                                "init dual-leader-by-proces-pause",
                                "explain leader-electro",
                                "help rnu",
                                "judge .",
                                "run .",
                                "run dual-leader-by-process-pause --seeds 1..2 --trace x"}) {
    const Ran ran = leasesim_with(arguments);
    EXPECT_EQ(ran.code, 2) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
    all += std::string{"$ leasesim "} + arguments + "\n" + ran.err + "\n";
  }
  expect_golden(all, "golden/cli/complaints.txt");
}

TEST(Complaints, OfferTheShippedScenariosThatBeginAlike) {
  EXPECT_THAT(leasesim_with("run dual-leader").err,
              HasSubstr("\"dual-leader-by-machine-suspend\""));
}

TEST(Explain, KnowsEveryTopicThatItLists) {
  const auto topics = all_topics(standard_actors());
  ASSERT_GT(topics.size(), 60U);
  for (const char* word : {"leader-elector", "pause", "breaks", "one-leader-at-a-time",
                           "network.latency", "leadership-gained", "lease-holder.rule"}) {
    const Ran ran = leasesim_with(std::string{"explain "} + word);
    EXPECT_EQ(ran.code, 0) << word;
    EXPECT_THAT(ran.out, HasSubstr(std::string{word} + " (")) << ran.err;
  }
}

TEST(Explain, ListsTheTopicsWithoutAWord) {
  const Ran ran = leasesim_with("explain");

  for (const Topic& topic : all_topics(standard_actors())) {
    const bool nested = topic.word.find('.') != std::string::npos;
    if (!nested) {
      EXPECT_THAT(ran.out, HasSubstr(topic.word));
    }
  }
}

TEST(Version, IsADocumentForPrograms) {
  EXPECT_THAT(leasesim_with("version").out, testing::StartsWith("leasesim "));
  EXPECT_THAT(leasesim_with("version -o json").out, HasSubstr("\"kind\": \"Version\""));
  EXPECT_EQ(leasesim_with("--version").out, leasesim_with("version").out);
}

}  // namespace
}  // namespace leasesim
