#include "cli/one_run.hpp"

#include <ostream>

#include "leasesim/check/judge.hpp"
#include "leasesim/world/run.hpp"

namespace leasesim {
namespace {

// Where a run stands, should it fail.
class LastFact : public FactSink {
 public:
  void take(const Fact& fact) override {
    at = fact.at;
    if (fact.by.is_set()) by = fact.by;
  }
  SimTime at{};
  ProcessName by;
};

}  // namespace

std::string bug_text(const std::exception& error) {
  return std::string{"this is a bug of leasesim: "} + error.what();
}

// What a person needs to tell us, and to see it again.
ExitCode report_bug(Console& console, const std::exception& error, std::string_view command) {
  console.complain(bug_text(error));
  if (const auto* failed = dynamic_cast<const RunFailed*>(&error)) {
    console.err() << "  seed     " << failed->seed.value << '\n'
                  << "  time     " << clock_text(failed->at) << " s\n"
                  << "  process  " << (failed->by.empty() ? "none" : failed->by) << '\n'
                  << "  again    " << failed->again << '\n';
  } else {
    console.err() << "  again    " << command << '\n';
  }
  console.err() << "Please report it with the scenario.\n";
  return ExitCode::bug;
}

JudgedRun judged_run(const Scenario& scenario, const ActorCatalog& actors, Seed seed,
                     std::vector<FactSink*> sinks) {
  Names names;
  LastFact last;
  DigestSink digest;
  Judge judge{question_of(scenario, seed)};
  sinks.insert(sinks.begin(), {&last, &digest, &judge});
  try {
    const RunSummary summary = run(scenario, actors, seed, sinks, {.names = &names});
    ensure(summary.end == RunEnd::reached, "every instant comes to an end");
    return {judge.conclude(summary.ended), digest.digest(), summary.ended};
  } catch (const std::exception& error) {
    throw RunFailed{error.what(), seed, last.at, last.by.str()};
  }
}

Verdict verdict_of(const Scenario& scenario, const ActorCatalog& actors, Seed seed) {
  Names names;
  Judge judge{question_of(scenario, seed)};
  FactSink* const sinks[] = {&judge};
  const RunSummary summary = run(scenario, actors, seed, sinks, {.names = &names});
  ensure(summary.end == RunEnd::reached, "every instant comes to an end");
  return judge.conclude(summary.ended);
}

}  // namespace leasesim
