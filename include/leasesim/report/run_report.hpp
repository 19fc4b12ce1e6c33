// What every report of a run is drawn from.
#pragma once

#include <string>
#include <vector>

#include "leasesim/check/seeds.hpp"
#include "leasesim/check/verdict.hpp"
#include "leasesim/random/streams.hpp"
#include "leasesim/scenario/scenario.hpp"
#include "leasesim/trace/digest.hpp"

namespace leasesim {

/// One run, judged.
struct RunReport {
  Scenario scenario;
  std::string path;  ///< as the command line named the scenario: a file, or a shipped one
  Seed seed{};
  Verdict verdict;
  Digest digest;
  std::string reproduce;  ///< the command that runs it again
};

/// Many seeds of one scenario, judged.
struct SeedsReport {
  Scenario scenario;
  std::string path;
  SeedRange seeds;  ///< as asked for
  SeedsVerdict verdict;
  bool interrupted = false;   ///< not all of the seeds were run
  std::string reproduce;      ///< the command that runs them again
  std::string reproduce_one;  ///< the command for one seed, without its number
};

/// A scenario that could not be run.
struct RefusedReport {
  std::string path;
  std::string why;  ///< one finding a line
};

}  // namespace leasesim
