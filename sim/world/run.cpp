#include "leasesim/world/run.hpp"

#include "world/world.hpp"

namespace leasesim {

RunSummary run(const Scenario& scenario, const ActorCatalog& actors, Seed seed,
               std::span<FactSink* const> sinks, const RunOptions& options) {
  World world(scenario, actors, seed, options, sinks);
  return world.run();
}

Trace run(const Scenario& scenario, const ActorCatalog& actors, Seed seed) {
  Trace trace;
  trace.head = head_of(scenario, seed);
  trace.names = std::make_shared<Names>();
  Recorder recorder;
  FactSink* const sinks[] = {&recorder};
  RunOptions options;
  options.names = trace.names.get();
  run(scenario, actors, seed, sinks, options);
  trace.facts = recorder.release();
  return trace;
}

TraceHead head_of(const Scenario& scenario, Seed seed) {
  TraceHead head;
  head.scenario = normal_form(scenario);
  head.seed = seed;
  head.until = SimTime{} + scenario.until;
  head.calendar_ns = scenario.calendar.time_since_epoch().count();
  return head;
}

}  // namespace leasesim
