// What `leasesim run` and its kin answer: exit codes, outputs, files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/exit_code.hpp"
#include "cli/ran.hpp"
#include "report/xml.hpp"

namespace leasesim {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kDuel = "dual-leader-by-process-pause";
// With a pause this short nobody takes the lease.
constexpr const char* kTooShort = "dual-leader-by-process-pause --set 'faults[0].for=1s'";
// One candidate alone puts nothing at risk.
constexpr const char* kAlone = R"(leasesim: v1
name: alone
until: 20s
hosts: { control-plane: { runs: api-server }, a: {} }
processes: { elector: { on: a, actor: leader-elector, config: { lease: demo } } }
expect:
  - { holds: one-leader-at-a-time, lease: demo }
)";

std::string run(const std::string& words) { return "run " + words; }

TEST(ExitCode, SaysHowARunWent) {
  Folder folder;
  folder.write("alone.yaml", kAlone);

  EXPECT_EQ(leasesim_with(run(kDuel)).code, 0);
  EXPECT_EQ(leasesim_with(run(kTooShort)).code, 1);
  EXPECT_EQ(leasesim_with(run("no-such.yaml")).code, 2);
  EXPECT_EQ(folder.run("$leasesim run alone.yaml").code, 3);
}

TEST(ExitCode, OfSeveralFilesIsTheWorst) {
  Folder folder;
  folder.write("alone.yaml", kAlone);
  folder.write("bad.yaml", "leasesim: v1\nnmae: x\n");

  EXPECT_EQ(folder.run("$leasesim run alone.yaml dual-leader-by-process-pause").code, 3);
  EXPECT_EQ(folder.run("$leasesim run alone.yaml bad.yaml").code, 2);
  EXPECT_EQ(worse(ExitCode::bug, ExitCode::could_not_run), ExitCode::bug);
  EXPECT_EQ(worse(ExitCode::unmet, ExitCode::could_not_run), ExitCode::could_not_run);
  EXPECT_EQ(worse(ExitCode::inconclusive, ExitCode::unmet), ExitCode::unmet);
}

TEST(Run, TellsAStoryWithAVerdict) {
  const Ran ran = leasesim_with(run(kDuel));

  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, StartsWith("Two leaders at once"));
  EXPECT_THAT(ran.out, HasSubstr("elector-b  LEADS demo, and so does elector-a"));
  EXPECT_THAT(ran.out, HasSubstr("✓ HOLDS"));
  EXPECT_THAT(ran.out, HasSubstr("again: leasesim run dual-leader-by-process-pause --seed 1\n"));
}

TEST(Run, ReproducesWithTheCommandThatItPrints) {
  const Ran first = leasesim_with(run(std::string{kTooShort} + " --seed 9 --no-story"));
  const std::size_t at = first.out.find("again: leasesim ");
  ASSERT_NE(at, std::string::npos);
  std::string again = first.out.substr(at + 16);
  again.erase(again.find('\n'));

  EXPECT_EQ(leasesim_with(again + " --no-story").out, first.out);
}

TEST(Run, QuietlySaysNothingWhenAllIsMet) {
  EXPECT_EQ(leasesim_with(run(kDuel) + " -q").out, "");
  EXPECT_THAT(leasesim_with(run(kTooShort) + " -q").out, HasSubstr("✗ UNMET"));
}

TEST(Run, TakesStandardInputFoldersAndShippedNames) {
  Folder folder;
  folder.write("all/one.yaml", kAlone);
  folder.write("all/two.yaml", kAlone);
  folder.write("all/notes.txt", "no scenario");

  EXPECT_EQ(folder.run("$leasesim run - <all/one.yaml").code, 3);
  const Ran ran = folder.run("$leasesim run all");
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.out, HasSubstr("? INCONCLUSIVE"));
  EXPECT_LT(ran.out.find("all/one.yaml"), ran.out.find("all/two.yaml"));
  EXPECT_THAT(ran.out, Not(HasSubstr("notes")));
}

TEST(Run, OfManySeedsDoesNotDependOnTheThreads) {
  const std::string seeds = run(kDuel) + " --seeds 1..40 -o json --jobs ";
  const Ran one = leasesim_with(seeds + "1");

  EXPECT_EQ(one.code, 0);
  EXPECT_THAT(one.out, HasSubstr("\"run\": 40"));
  EXPECT_EQ(leasesim_with(seeds + "7").out, one.out);
}

TEST(Run, TakesTheSeedsOfTheFileUnlessASeedIsGiven) {
  Folder folder;
  folder.write("alone.yaml", std::string{kAlone} + "seeds: 1..5\n");

  EXPECT_THAT(folder.run("$leasesim run alone.yaml").out, HasSubstr("5 seeds"));
  EXPECT_THAT(folder.run("$leasesim run alone.yaml --seed 3").out, HasSubstr("seed 3"));
}

TEST(Run, WritesJUnitThatIsWellFormed) {
  Folder folder;
  folder.write("s/bad & <worse>.yaml", "leasesim: v1\nnmae: x\n");
  folder.write("s/alone.yaml", kAlone);
  const Ran ran = folder.run("$leasesim run s dual-leader-by-process-pause -o junit");
  const Xml xml = parse_xml(ran.out);

  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(xml.error, "");
  EXPECT_EQ(xml.count("testsuite"), 3);
  EXPECT_EQ(xml.count("error"), 1);
  EXPECT_THAT(ran.out, HasSubstr("classname=\"s.alone\""));
}

TEST(Run, NeedsWhereToWrite) {
  const Ran full = leasesim_with(run(kDuel) + " >/dev/full");
  EXPECT_EQ(full.code, 2);
  EXPECT_THAT(full.err, HasSubstr("No space left on device"));

  EXPECT_EQ(leasesim_with(run(kDuel) + " -q --trace /dev/full").code, 2);
  EXPECT_EQ(leasesim_with(run(kDuel) + " -q --trace no/such/folder/x").code, 2);
}

TEST(Run, RefusesWhatIsNoScenario) {
  Folder folder;
  folder.write("rubbish.yaml", std::string{"\xff\xfe\0\x01rubbish", 11});

  for (const char* file : {"rubbish.yaml", "/dev/zero", "/dev/null", "secret.yaml"}) {
    const Ran ran = folder.run(std::string{"ln -s /no/such secret.yaml\n$leasesim run "} + file);
    EXPECT_EQ(ran.code, 2) << file;
    EXPECT_EQ(ran.out, "") << file;
    EXPECT_THAT(ran.err, HasSubstr(file)) << file;
  }
}

TEST(Run, IsQuietWhenItsReaderGoesAway) {
  const Ran ran = leasesim_with(run(kDuel) + " -o ndjson | head -n 1");

  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, StartsWith("{\"leasesim\":\"v1\",\"kind\":\"Trace\""));
}

TEST(Run, StopsWhenInterrupted) {
  const Ran ran = leasesim_with(run(kDuel) + R"( --seeds 1..1000000000 &
while kill -INT $! 2>/dev/null; do sleep 0.1; done
wait $!)");

  EXPECT_EQ(ran.code, 130);
}

TEST(Colour, FollowsTheEnvironmentAndTheFlag) {
  const auto coloured = [](const std::string& before, const std::string& after) {
    const Ran ran = Folder{}.run(before + " $leasesim run " + kDuel + " " + after);
    return ran.out.find('\x1b') != std::string::npos;
  };

  EXPECT_FALSE(coloured("", ""));
  EXPECT_TRUE(coloured("CLICOLOR_FORCE=1", ""));
  EXPECT_FALSE(coloured("CLICOLOR_FORCE=0", ""));
  EXPECT_FALSE(coloured("NO_COLOR=1 CLICOLOR_FORCE=1", ""));
  EXPECT_TRUE(coloured("NO_COLOR=1", "--color always"));
  EXPECT_FALSE(coloured("CLICOLOR_FORCE=1", "--color never"));
}

TEST(Judge, GivesTheVerdictOfTheRun) {
  Folder folder;
  const auto without_command = [](std::string text) { return text.erase(text.find("again: ")); };
  for (const char* scenario : {kDuel, kTooShort}) {
    const Ran ran = folder.run("$leasesim run " + std::string{scenario} + " --trace t.ndjson");
    const Ran judged = folder.run("$leasesim judge t.ndjson");

    EXPECT_EQ(judged.code, ran.code);
    EXPECT_EQ(without_command(judged.out), without_command(ran.out));
  }
}

TEST(Judge, ReadsWhatNdjsonWrote) {
  const Ran ran = Folder{}.run(std::string{"$leasesim run "} + kDuel +
                               " -o ndjson | $leasesim judge - --no-story");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, StartsWith("✓ HOLDS"));
}

TEST(Judge, RefusesATraceThatWasCutOff) {
  const Ran ran = Folder{}.run(std::string{"$leasesim run "} + kDuel +
                               " -o ndjson | head -n 100 | $leasesim judge -");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr("-:"));
}

TEST(Validate, TellsErrorsAndSuspicions) {
  Folder folder;
  folder.write("bad.yaml", "leasesim: v1\nnmae: x\n");

  const Ran good = folder.run(std::string{"$leasesim validate "} + kDuel);
  EXPECT_EQ(good.code, 0);
  EXPECT_THAT(good.out, HasSubstr("✓ valid"));
  const Ran bad = folder.run("$leasesim validate bad.yaml");
  EXPECT_EQ(bad.code, 2);
  EXPECT_THAT(bad.err, HasSubstr("bad.yaml:2:1"));
}

TEST(Validate, FailsOnSuspicionsIfStrict) {
  const std::string unsafe = "validate flapping-by-clock-drift";

  EXPECT_EQ(leasesim_with(unsafe).code, 0);
  EXPECT_THAT(leasesim_with(unsafe).out, HasSubstr("suspicious"));
  EXPECT_EQ(leasesim_with(unsafe + " --strict").code, 2);
}

TEST(Init, WritesAScenarioThatRunsAndOverwritesNothing) {
  Folder folder;
  const std::string init = std::string{"$leasesim init "} + kDuel;

  EXPECT_EQ(folder.run(init + " my.yaml").code, 0);
  EXPECT_EQ(folder.run("$leasesim run my.yaml -q").code, 0);
  folder.write("my.yaml", "mine");
  EXPECT_EQ(folder.run(init + " my.yaml").code, 2);
  EXPECT_EQ(folder.read("my.yaml"), "mine");
  EXPECT_EQ(folder.run(init + " - | $leasesim run - -q").code, 0);
}

TEST(Scenarios, AreListedWithTheirStories) {
  const Ran ran = leasesim_with("scenarios");

  EXPECT_THAT(ran.out, StartsWith("NAME"));
  EXPECT_THAT(ran.out, HasSubstr("dual-leader-by-process-pause"));
  EXPECT_THAT(ran.out, HasSubstr("Two leaders at once"));
  EXPECT_THAT(leasesim_with("scenarios -o json").out, HasSubstr("\"kind\": \"ScenarioList\""));
}

}  // namespace
}  // namespace leasesim
