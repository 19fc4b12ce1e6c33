#include "field_reports/report_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "cli/loading.hpp"
#include "cli/one_run.hpp"
#include "leasesim/actors/catalog.hpp"
#include "leasesim/world/run.hpp"

namespace leasesim {
namespace {

const std::filesystem::path kFolder = LEASESIM_SOURCE_DIR "/tests/field_reports";

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kSeedsMost = 20;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr std::uint64_t kSeedsMost = 20;
#else
constexpr std::uint64_t kSeedsMost = 1000;
#endif
#else
constexpr std::uint64_t kSeedsMost = 1000;
#endif

}  // namespace

std::vector<std::string> report_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

std::string report_text(std::string_view name) {
  std::ifstream file(kFolder / (std::string{name} + ".yaml"), std::ios::binary);
  if (!file) throw std::runtime_error("no report " + std::string{name});
  return {std::istreambuf_iterator<char>(file), {}};
}

Scenario load_report(std::string_view name) {
  const ActorCatalog actors = standard_actors();
  LoadOptions options;
  options.vocabulary = vocabulary_of(actors);
  auto scenario = load_text(report_text(name), std::string{name}, options);
  if (!scenario) throw std::runtime_error(text_of(scenario.error()));
  if (auto checked = check_scenario(*scenario, actors); !checked) {
    throw std::runtime_error(text_of(checked.error()));
  }
  return std::move(*scenario);
}

Verdict verdict_on(const Scenario& scenario, std::uint64_t seed) {
  return verdict_of(scenario, standard_actors(), Seed{seed});
}

std::vector<std::uint64_t> seeds_of(const Scenario& scenario) {
  const SeedRange range = scenario.seeds.value_or(SeedRange{scenario.seed, scenario.seed});
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = range.first; seed <= range.last; ++seed) {
    if (seeds.size() < kSeedsMost) seeds.push_back(seed);
  }
  return seeds;
}

Trace play(const Scenario& scenario, std::uint64_t seed, ChoiceBook* book) {
  Trace trace;
  trace.names = std::make_shared<Names>();
  Recorder recorder;
  FactSink* const sinks[] = {&recorder};
  run(scenario, standard_actors(), Seed{seed}, sinks, {.book = book, .names = trace.names.get()});
  trace.facts = recorder.release();
  return trace;
}

Scenario with_start(Scenario scenario, std::string_view process, Duration start) {
  const auto found = std::ranges::find(scenario.processes, process, &ProcessSpec::name);
  ensure(found != scenario.processes.end(), "the process whose start is changed is declared");
  found->starts = {start, start};
  return scenario;
}

}  // namespace leasesim
