#include "leasesim/scenario/load.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace leasesim {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus{LEASESIM_SOURCE_DIR "/tests/scenario/corpus"};
const fs::path kShipped{LEASESIM_SOURCE_DIR "/scenarios"};

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> scenario_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto ending = entry.path().extension();
    if (ending == ".yaml" || ending == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

LoadOptions with_words() {
  LoadOptions options;
  options.vocabulary.actors = {"leader-elector", "lease-holder", "worker"};
  options.vocabulary.facts = {"leadership-gained", "leadership-lost"};
  options.vocabulary.invariants = {"one-leader-at-a-time", "no-theft"};
  return options;
}

Scenario loaded(std::string_view text, const LoadOptions& options = {}) {
  auto scenario = load_text(text, "f", options);
  if (!scenario) ADD_FAILURE() << text_of(scenario.error());
  return scenario ? *scenario : Scenario{};
}

std::string complaint(std::string_view text, const LoadOptions& options = {}) {
  const auto scenario = load_text(text, "f", options);
  return scenario ? "accepted" : text_of(scenario.error());
}

constexpr std::string_view kSmall = R"(leasesim: v1
name: small
until: 70s
hosts:
  control-plane: { runs: api-server }
  a: {}
processes:
  elector-a: { on: a, actor: leader-elector, config: { lease: demo } }
)";

// --- whole files ---

TEST(Load, ReadsEveryValidFileOfTheCorpusAndEveryShippedOne) {
  std::size_t read = 0;
  for (const fs::path& folder : {kCorpus / "valid", kShipped}) {
    for (const fs::path& file : scenario_files(folder)) {
      const auto scenario = load_text(content_of(file), file.filename().string());
      EXPECT_TRUE(scenario) << text_of(scenario.error());
      ++read;
    }
  }
  EXPECT_GE(read, 5u);
}

TEST(Load, WritesANormalFormThatLoadsToAnEqualScenario) {
  for (const fs::path& folder : {kCorpus / "valid", kShipped}) {
    for (const fs::path& file : scenario_files(folder)) {
      const auto scenario = load_text(content_of(file), file.filename().string());
      ASSERT_TRUE(scenario) << file;

      const std::string normal = normal_form(*scenario);
      const auto again = load_text(normal, "normal");

      ASSERT_TRUE(again) << text_of(again.error());
      EXPECT_EQ(*again, *scenario) << file;
      EXPECT_EQ(normal_form(*again), normal);
      EXPECT_EQ(normal.find('\n'), std::string::npos) << "the trace keeps it on one line";
    }
  }
}

TEST(Load, AnswersEveryInvalidFileOfTheCorpusToTheLetter) {
  const bool rewrite = std::getenv("LEASESIM_REWRITE") != nullptr;
  for (const fs::path& file : scenario_files(kCorpus / "invalid")) {
    const std::string name = file.filename().string();
    const auto scenario = load_text(content_of(file), name, with_words());
    ASSERT_FALSE(scenario) << file << " loads";

    fs::path answer = file;
    answer += ".txt";
    const std::string said = text_of(scenario.error());
    if (rewrite) std::ofstream(answer, std::ios::binary) << said;
    EXPECT_EQ(said, content_of(answer)) << file;
  }
}

// --- what a scenario says ---

TEST(Load, KeepsEachPartOfTheFile) {
  const Scenario scenario = loaded(content_of(kCorpus / "valid/every-key.yaml"));

  EXPECT_EQ(scenario.story, "Told by a key, which goes before the comment.");
  EXPECT_EQ(scenario.until, 10min);
  EXPECT_EQ(scenario.seeds, (SeedRange{1, 100}));
  EXPECT_EQ(scenario.network.links[0].latency, Distribution::constant(4s));
  EXPECT_EQ(scenario.hosts[1].clock.offset.by, -5s);
  EXPECT_EQ(scenario.hosts[1].clock.ntp->every, 32s);
  EXPECT_EQ(scenario.processes[0].starts, (DurationRange{0s, 2s}));
  EXPECT_EQ(scenario.processes[0].client.timeout, Duration{5s});
  EXPECT_EQ(scenario.objects.size(), 3u) << "a List stands for its items";
  EXPECT_EQ(scenario.objects[0].space, "kube-system");
  EXPECT_EQ(scenario.faults[0].place.line, 45);
}

TEST(Load, ReadsEachKindOfFaultAndNoneIsMissingFromTheCorpus) {
  const Scenario scenario = loaded(content_of(kCorpus / "valid/every-key.yaml"));

  std::vector<bool> seen(std::variant_size_v<Fault>);
  for (const PlannedFault& planned : scenario.faults) seen[planned.fault.index()] = true;
  EXPECT_EQ(std::count(seen.begin(), seen.end(), false), 0);

  const auto& fail = std::get<FailRequests>(scenario.faults[17].fault);
  EXPECT_EQ(fail.of[1].name, "elector-b-0");
  EXPECT_EQ(fail.verbs, std::vector<std::string>{"update"});
  EXPECT_EQ(fail.message, "etcdserver: request timed out");
  EXPECT_EQ(fail.delay, (DurationRange{7s, 7s}));
  EXPECT_TRUE(fail.applied);
  EXPECT_EQ(std::get<RestoreStore>(scenario.faults[20].fault).to, (Moment{30s, true}));
}

TEST(Load, ReadsTimesRangesAndAnchors) {
  const Scenario scenario = loaded(content_of(kCorpus / "valid/every-key.yaml"));

  EXPECT_EQ(scenario.faults[0].at, (When{DurationRange{20s, 20s}}));
  EXPECT_EQ(scenario.faults[1].at, (When{DurationRange{20s, 30s}}));
  EXPECT_EQ(scenario.faults[2].at, (When{Anchor{3, AnchorEvent::renewal, "elector-a", 0s}}));
  EXPECT_EQ(scenario.faults[3].at, (When{Anchor{1, AnchorEvent::acquisition, "elector-b", 5ms}}));
  EXPECT_EQ(scenario.faults[1].lasts, (DurationRange{1s, 2s}));
}

TEST(Load, ReadsEachWordOfAnOutcome) {
  const Scenario scenario = loaded(content_of(kCorpus / "valid/every-key.yaml"));

  const auto& breaks = std::get<Breaks>(scenario.expect[2].claim);
  EXPECT_EQ(breaks.subject.lease, "kube-system/demo");
  EXPECT_EQ(breaks.from, (DurationRange{33s, 42s}));
  EXPECT_EQ(breaks.to, (DurationRange{55s, 55s}));
  const auto& happens = std::get<Happens>(scenario.expect[3].claim);
  EXPECT_EQ(happens.times, (Times{2, 4}));
  EXPECT_EQ(happens.span.between, (Between{33s, 42s}));
  EXPECT_EQ(std::get<Happens>(scenario.expect[4].claim).times, (Times{1, std::nullopt}));
  EXPECT_EQ(std::get<Happens>(scenario.expect[5].claim).times, (Times{0, 3}));
  EXPECT_EQ(scenario.expect[6].seeds, (SeedRange{1, 1000}));
  EXPECT_FALSE(std::get<EndsWith>(scenario.expect[8].claim).exists);
}

TEST(Load, GivesTheDefaultsThatTheReferenceStates) {
  const Scenario scenario = loaded(kSmall);

  EXPECT_EQ(scenario.seed, 1u);
  EXPECT_EQ(scenario.network.latency, Distribution::uniform(1ms, 5ms));
  EXPECT_EQ(scenario.calendar, Scenario::kCalendarStart);
  EXPECT_EQ(Spelling<WallTime>::write(scenario.calendar).as_text(), "2026-01-01T00:00:00.000001Z");
  EXPECT_EQ(scenario.processes[0].restart, RestartPolicy::never);
}

// --- names ---

TEST(Load, ChecksTheProgramsWordsOnlyIfItIsToldThem) {
  const std::string text = std::string{kSmall} + "expect:\n  - { holds: no-thefts }\n";

  EXPECT_EQ(complaint(text), "accepted");
  EXPECT_EQ(
      complaint(text, with_words()),
      "f:10:14: expect[0].holds: unknown invariant \"no-thefts\"; did you mean \"no-theft\"?\n");
}

TEST(Load, KnowsTheReplicasOfAProcess) {
  const std::string text =
      std::string{kSmall} +
      "  kubelet: { on: a, actor: kubelet, replicas: 3 }\n"
      "faults:\n  - { at: 1s, crash: kubelet-2 }\n  - { at: 1s, crash: kubelet-3 }\n";

  EXPECT_EQ(complaint(text),
            "f:12:22: faults[1].crash: unknown process \"kubelet-3\"; did you mean "
            "\"kubelet\"?\n");
}

// --- objects of other files ---

TEST(Load, ReadsObjectsFromTheFilesThatItNames) {
  LoadOptions options;
  options.reader = [](std::string_view name) -> Result<std::string, std::string> {
    if (name != "leases.yaml") return Err{std::string{"no such file"}};
    return std::string{
        "apiVersion: v1\nkind: List\nitems:\n"
        "- { kind: Lease, metadata: { name: one } }\n"
        "- { kind: Lease, metadata: { name: two, namespace: ns } }\n"};
  };

  const Scenario scenario =
      loaded(std::string{kSmall} + "objects:\n  - from: leases.yaml\n", options);

  ASSERT_EQ(scenario.objects.size(), 2u);
  EXPECT_EQ(scenario.objects[1].name, "two");
  EXPECT_EQ(scenario.objects[1].from.name, "leases.yaml");
  EXPECT_EQ(loaded(normal_form(scenario)), scenario) << "the normal form needs no other file";
  EXPECT_EQ(complaint(std::string{kSmall} + "objects:\n  - from: lease.yaml\n", options),
            "f:10:5: objects[0].from: \"lease.yaml\": no such file\n");
}

TEST(Load, TellsWhatIsWrongWithinANamedFile) {
  LoadOptions options;
  options.reader = [](std::string_view) -> Result<std::string, std::string> {
    return std::string{"kind: Lease\nmetadata: { name: no }\n"};
  };

  EXPECT_EQ(complaint(std::string{kSmall} + "objects:\n  - from: x.yaml\n", options).substr(0, 61),
            "f:10:5: objects[0].from: x.yaml:2:19: metadata.name: no is a ");
}

// --- changed documents ---

TEST(Load, ChecksWhatWasSetOnTheCommandLineLikeTheFile) {
  Document document = *parse_document(kSmall, "f");
  ASSERT_TRUE(set_value(document, "processes.elector-a.starts=3s"));
  ASSERT_TRUE(set_value(document, "network.latency=7"));

  const auto refused = load_document(document);
  ASSERT_FALSE(refused);
  EXPECT_EQ(text_of(refused.error()).substr(0, 30), "f: network.latency: expected a");

  ASSERT_TRUE(set_value(document, "network.latency=7ms"));
  const auto scenario = load_document(document);
  ASSERT_TRUE(scenario) << text_of(scenario.error());
  EXPECT_EQ(scenario->network.latency, Distribution::constant(7ms));
  EXPECT_EQ(scenario->processes[0].starts, (DurationRange{3s, 3s}));
}

}  // namespace
}  // namespace leasesim
