// The shipped scenarios: each is sound, ends as its file says, and ends so on every machine. The
// digests in tests/digests.txt were recorded once; every build must come to the same ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <locale>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "cli/loading.hpp"
#include "cli/one_run.hpp"
#include "leasesim/actors/catalog.hpp"
#include "leasesim/check/judge.hpp"
#include "leasesim/check/seeds.hpp"
#include "leasesim/scenario/shipped.hpp"
#include "leasesim/trace/format.hpp"
#include "leasesim/world/run.hpp"

namespace leasesim {
namespace {

// Enough to notice a claim that holds by luck; `leasesim run NAME` runs all that a file speaks of.
constexpr std::uint64_t kSeedsTried = 20;
constexpr const char* kRecordedDigests = LEASESIM_SOURCE_DIR "/tests/digests.txt";

// What `validate` frowns at, because it is what these files are about.
constexpr std::array kSuspicious{
    "dual-leader-by-release-on-exit-in-a-plain-partition",
    "dual-leader-by-unsafe-timings",
    "flapping-by-clock-drift",
    "lease-from-the-future",
    "manager-drains-before-it-releases",
    "release-on-exit-while-controllers-drain",
    "same-identity-twice",
    "wall-clock-theft-by-offset",
};

Scenario loaded(const ShippedScenario& shipped, const ActorCatalog& actors) {
  LoadOptions options;
  options.vocabulary = vocabulary_of(actors);
  auto scenario =
      load_text(shipped.text, "scenarios/" + std::string{shipped.name} + ".yaml", options);
  if (!scenario) throw Bug(text_of(scenario.error()));
  return std::move(*scenario);
}

const ShippedScenario& shipped_as(std::string_view name) {
  const auto shipped = shipped_scenarios();
  const auto found = std::ranges::find(shipped, name, &ShippedScenario::name);
  ensure(found != shipped.end(), "the scenario is shipped");
  return *found;
}

std::string complaints_of(const Verdict& verdict) {
  std::string out = verdict.because;
  for (const ExpectationReport& claim : verdict.expectations) {
    if (claim.outcome == ExpectationReport::Outcome::met) continue;
    out += "\n  " + claim.text + ": " + claim.found;
    if (!claim.nearest.empty()) out += " (nearest: " + claim.nearest + ")";
  }
  return out;
}

// Spread over the range, both ends among them.
std::vector<Seed> some_of(SeedRange range) {
  std::vector<Seed> out;
  const std::uint64_t steps = std::min(range.last - range.first, kSeedsTried - 1);
  for (std::uint64_t i = 0; i <= steps; ++i) {
    const std::uint64_t step = steps == 0 ? 0 : i * (range.last - range.first) / steps;
    out.push_back(Seed{range.first + step});
  }
  return out;
}

std::string line_of(const ShippedScenario& shipped, Seed seed, Digest digest) {
  return std::string{shipped.name} + " " + std::to_string(seed.value) + " " + text_of(digest) +
         "\n";
}

// A scenario's own seed and the one after it.
std::string digest_lines(const ShippedScenario& shipped) {
  const ActorCatalog actors = standard_actors();
  const Scenario scenario = loaded(shipped, actors);
  std::string out;
  for (const Seed seed : {Seed{scenario.seed}, Seed{scenario.seed + 1}}) {
    out += line_of(shipped, seed, judged_run(scenario, actors, seed, {}).digest);
  }
  return out;
}

std::string all_digest_lines() {
  std::string out;
  for (const ShippedScenario& shipped : shipped_scenarios()) out += digest_lines(shipped);
  return out;
}

class EachScenario : public testing::TestWithParam<ShippedScenario> {
 protected:
  const ActorCatalog actors_ = standard_actors();
  const Scenario scenario_ = loaded(GetParam(), actors_);
  const Seed own_{scenario_.seed};
};

INSTANTIATE_TEST_SUITE_P(Shipped, EachScenario, testing::ValuesIn(shipped_scenarios()),
                         [](const auto& shipped) {
                           std::string name{shipped.param.name};
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST_P(EachScenario, IsSoundAndTellsAStory) {
  const auto checked = check_scenario(scenario_, actors_);

  EXPECT_TRUE(checked.has_value()) << text_of(checked.error());
  EXPECT_EQ(scenario_.name, GetParam().name);
  EXPECT_NE(scenario_.story.find("\n\n"), std::string::npos) << "a title, then what happens";
  EXPECT_FALSE(scenario_.expect.empty());
}

TEST_P(EachScenario, IsSuspiciousOnlyWhereThatIsThePoint) {
  const bool meant = std::ranges::find(kSuspicious, GetParam().name) != kSuspicious.end();

  const std::vector<Finding> found = suspicions(scenario_, actors_);

  EXPECT_EQ(!found.empty(), meant) << (found.empty() ? "" : found.front().message);
}

TEST_P(EachScenario, EndsAsItSays) {
  const Verdict verdict = verdict_of(scenario_, actors_, own_);

  EXPECT_EQ(verdict.outcome, Verdict::Outcome::holds) << complaints_of(verdict);
}

TEST_P(EachScenario, EndsSoForAllSeedsThatItSpeaksOf) {
  if (!scenario_.seeds) return;
  SeedsVerdict sum;

  for (const Seed seed : some_of(*scenario_.seeds)) {
    const Verdict verdict = verdict_of(scenario_, actors_, seed);
    sum.add(seed, verdict);

    EXPECT_NE(verdict.outcome, Verdict::Outcome::violated)
        << "seed " << seed.value << ": " << complaints_of(verdict);
  }

  EXPECT_EQ(sum.outcome(), Verdict::Outcome::holds);
}

TEST_P(EachScenario, RunsTheSameTwice) {
  const JudgedRun once = judged_run(scenario_, actors_, own_, {});
  const JudgedRun twice = judged_run(scenario_, actors_, own_, {});
  const JudgedRun another = judged_run(scenario_, actors_, Seed{scenario_.seed + 1}, {});

  EXPECT_EQ(once.digest, twice.digest);
  EXPECT_EQ(once.verdict, twice.verdict);
  EXPECT_NE(once.digest, another.digest) << "the seed decides nothing";
}

TEST_P(EachScenario, IsJudgedAlikeFromItsTraceOnDisk) {
  std::ostringstream file;
  TraceWriter writer{file, head_of(scenario_, own_)};
  const JudgedRun live = judged_run(scenario_, actors_, own_, {&writer});
  writer.finish(live.end);

  const auto trace = read_trace(file.str());

  ASSERT_TRUE(trace.has_value()) << trace.error().line << ": " << trace.error().message;
  EXPECT_EQ(judge(scenario_, *trace), live.verdict);
}

// The claim of the README's first command.
TEST(DualLeaderByProcessPause, HoldsForAThousandSeeds) {
  const ActorCatalog actors = standard_actors();
  const Scenario scenario = loaded(shipped_as("dual-leader-by-process-pause"), actors);

  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const Verdict verdict = verdict_of(scenario, actors, Seed{seed});
    ASSERT_EQ(verdict.outcome, Verdict::Outcome::holds)
        << "seed " << seed << ": " << complaints_of(verdict);
  }
}

// What a file is named after is what its report blames, and nothing else.
struct Blamed {
  const char* scenario;
  const char* invariant;
  std::vector<Cause> causes;  // of one of its windows
};

class EachBlame : public testing::TestWithParam<Blamed> {};

INSTANTIATE_TEST_SUITE_P(
    Shipped, EachBlame,
    testing::Values(
        Blamed{"clock-drift-that-it-does-not",
               "one-leader-at-a-time",
               {Cause::partition, Cause::clock_rate}},
        Blamed{"dual-leader-by-late-answer-and-partition",
               "one-leader-at-a-time",
               {Cause::late_answer, Cause::partition}},
        Blamed{"dual-leader-by-machine-suspend", "one-leader-at-a-time", {Cause::machine_suspend}},
        Blamed{"dual-leader-by-process-pause", "one-leader-at-a-time", {Cause::process_pause}},
        Blamed{"dual-leader-by-release-on-exit-in-a-plain-partition",
               "one-leader-at-a-time",
               {Cause::partition, Cause::release}},
        Blamed{"dual-leader-by-unsafe-timings",
               "one-leader-at-a-time",
               {Cause::partition, Cause::unsafe_timings}},
        Blamed{"flapping-by-clock-drift", "one-leader-at-a-time", {Cause::wall_clock_ahead}},
        Blamed{"flapping-by-clock-drift", "one-leader-at-a-time", {Cause::future_stamp}},
        Blamed{"fresh-node-lock-stolen-by-a-slow-clock", "no-theft", {Cause::future_stamp}},
        Blamed{"lease-deleted-by-hand", "one-leader-at-a-time", {Cause::deleted}},
        Blamed{"renewals-unseen-while-the-calendar-is-frozen",
               "one-leader-at-a-time",
               {Cause::frozen_clock}},
        Blamed{"same-identity-twice", "one-leader-at-a-time", {Cause::same_identity}},
        Blamed{
            "successor-emptied-by-a-sleeper", "one-leader-at-a-time", {Cause::successor_clobbered}},
        Blamed{"wall-clock-theft-by-offset", "no-theft", {Cause::wall_clock_ahead}},
        Blamed{"wall-clock-theft-by-offset", "one-leader-at-a-time", {Cause::wall_clock_ahead}}),
    [](const auto& blamed) { return std::to_string(blamed.index); });

TEST_P(EachBlame, IsLaidOnWhatTheFileIsAbout) {
  const ActorCatalog actors = standard_actors();
  const Scenario scenario = loaded(shipped_as(GetParam().scenario), actors);
  const Verdict verdict = verdict_of(scenario, actors, Seed{scenario.seed});

  std::string seen;
  bool found = false;
  for (const InvariantReport& report : verdict.invariants) {
    if (report.name != GetParam().invariant) continue;
    for (const Window& window : report.windows) {
      found = found || window.causes == GetParam().causes;
      if (seen.empty()) seen = window.why;
    }
  }

  EXPECT_TRUE(found) << GetParam().scenario << ", " << GetParam().invariant << ": " << seen;
}

// b's calendar gains 2 %: 14.66 s when it first robs a, 733 s into the run.
TEST(Blame, ReckonsWithWhatACalendarHasGainedSinceTheBeginning) {
  const ActorCatalog actors = standard_actors();
  const Scenario scenario = loaded(shipped_as("flapping-by-clock-drift"), actors);

  const Verdict verdict = verdict_of(scenario, actors, Seed{1});

  const InvariantReport& leaders = verdict.invariants.front();
  ASSERT_EQ(leaders.name, "one-leader-at-a-time");
  ASSERT_FALSE(leaders.windows.empty());
  EXPECT_NE(leaders.windows.front().why.find("14.661 s ahead of the holder's"), std::string::npos)
      << leaders.windows.front().why;
}

TEST(Digests, AreTheRecordedOnes) {
  const std::string found = all_digest_lines();

  if (std::getenv("LEASESIM_REWRITE") != nullptr) {
    std::ofstream{kRecordedDigests, std::ios::binary} << found;
  }
  std::ifstream file{kRecordedDigests, std::ios::binary};
  const std::string recorded{std::istreambuf_iterator<char>{file}, {}};
  EXPECT_EQ(found, recorded) << "LEASESIM_REWRITE=1 writes the file anew";
}

// Eight worlds in four threads: each thread runs all of them, beginning at another one.
TEST(Digests, AreTheSameBesideOthersInThreads) {
  const auto worlds = shipped_scenarios().first(8);
  std::array<std::string, 8> alone;
  for (std::size_t i = 0; i < worlds.size(); ++i) alone[i] = digest_lines(worlds[i]);

  std::array<std::array<std::string, 8>, 4> beside;
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < beside.size(); ++thread) {
      threads.emplace_back([&, thread] {
        for (std::size_t i = 0; i < worlds.size(); ++i) {
          const std::size_t world = (2 * thread + i) % worlds.size();
          beside[thread][world] = digest_lines(worlds[world]);
        }
      });
    }
  }

  for (const auto& thread : beside) EXPECT_EQ(thread, alone);
}

// A locale in which 1234.5 is written 1.234,5; at hand on every machine.
class CommasForPoints : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// Somewhere else: another locale for C++ and, where one is installed, for C; another time zone.
class Abroad {
 public:
  Abroad() : locale_(std::locale::global(std::locale{std::locale{}, new CommasForPoints})) {
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "tr_TR.UTF-8"}) {
      if (std::setlocale(LC_ALL, name) != nullptr) break;
    }
    if (const char* zone = std::getenv("TZ")) zone_ = zone;
    setenv("TZ", "NPT-5:45", 1);
    tzset();
  }
  ~Abroad() {
    zone_.empty() ? unsetenv("TZ") : setenv("TZ", zone_.c_str(), 1);
    tzset();
    std::setlocale(LC_ALL, "C");
    std::locale::global(locale_);
  }
  Abroad(const Abroad&) = delete;
  Abroad& operator=(const Abroad&) = delete;

 private:
  std::locale locale_;
  std::string zone_;
};

TEST(Digests, AreTheSameInAnotherLocaleAndTimeZone) {
  const std::string at_home = all_digest_lines();

  const Abroad abroad;

  EXPECT_EQ(all_digest_lines(), at_home);
}

TEST(Verdicts, AreWordedTheSameInAnotherLocaleAndTimeZone) {
  const ActorCatalog actors = standard_actors();
  const ShippedScenario& shipped = shipped_as("lease-from-the-future");  // an hour: four digits
  const Scenario scenario = loaded(shipped, actors);
  const Verdict at_home = verdict_of(scenario, actors, Seed{scenario.seed});

  const Abroad abroad;

  EXPECT_EQ(loaded(shipped, actors), scenario);
  EXPECT_EQ(verdict_of(scenario, actors, Seed{scenario.seed}), at_home);
}

}  // namespace
}  // namespace leasesim
