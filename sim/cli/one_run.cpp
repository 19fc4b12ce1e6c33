#include "cli/one_run.hpp"

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
