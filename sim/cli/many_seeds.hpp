// Many seeds of one scenario, spread over threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "leasesim/actors/catalog.hpp"
#include "leasesim/check/seeds.hpp"
#include "leasesim/scenario/scenario.hpp"

namespace leasesim {

struct ManySeeds {
  SeedsVerdict verdict;
  bool interrupted = false;    ///< not all were run
  std::optional<Seed> failed;  ///< the lowest seed in which a bug of ours showed
};

/// The result depends on neither the number of threads nor their luck. `progress` is called from
/// the calling thread with how many seeds are done. `jobs` 0: one for each processor.
ManySeeds judge_seeds(const Scenario& scenario, const ActorCatalog& actors, SeedRange seeds,
                      unsigned jobs, const std::function<void(std::uint64_t done)>& progress);

}  // namespace leasesim
