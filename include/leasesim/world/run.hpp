// From a Scenario to its facts: the one call that everything else loops around.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "leasesim/actors/catalog.hpp"
#include "leasesim/engine/engine.hpp"
#include "leasesim/random/choices.hpp"
#include "leasesim/scenario/load.hpp"
#include "leasesim/scenario/scenario.hpp"
#include "leasesim/trace/trace.hpp"

namespace leasesim {

/// What is wrong with a scenario that only actors can tell: their configurations, the objects, and
/// what the model cannot do. Found without running anything.
Result<Done, LoadError> check_scenario(const Scenario& scenario, const ActorCatalog& actors);

/// What looks unwise although it is accepted: slack that is too small, identities that collide,
/// rules known to be unsafe.
std::vector<Finding> suspicions(const Scenario& scenario, const ActorCatalog& actors);

/// How a run ended.
struct RunSummary {
  SimTime ended{};
  RunEnd end = RunEnd::reached;
  std::uint64_t wakeups = 0;
};

/// What may be settled about a run beside its seed.
struct RunOptions {
  ChoiceBook* book = nullptr;  ///< records and overrides choices
  Names* names = nullptr;  ///< where names are kept; must outlive all facts. None: the run's own
};

/// Runs a scenario that was checked; each fact goes to every sink, in order.
RunSummary run(const Scenario& scenario, const ActorCatalog& actors, Seed seed,
               std::span<FactSink* const> sinks, const RunOptions& options);

/// The same with a recorder.
Trace run(const Scenario& scenario, const ActorCatalog& actors, Seed seed);

/// What a saved trace says about itself.
TraceHead head_of(const Scenario& scenario, Seed seed);

}  // namespace leasesim
