// One run with one seed: its facts into whatever wants them, and its verdict.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.hpp"
#include "cli/exit_code.hpp"
#include "leasesim/actors/catalog.hpp"
#include "leasesim/check/verdict.hpp"
#include "leasesim/random/streams.hpp"
#include "leasesim/scenario/scenario.hpp"
#include "leasesim/trace/digest.hpp"

namespace leasesim {

/// A bug of ours, with where the run stood.
class RunFailed : public Bug {
 public:
  RunFailed(const std::string& what, Seed failed_seed, SimTime failed_at, std::string process)
      : Bug(what), seed(failed_seed), at(failed_at), by(std::move(process)) {}

  Seed seed;
  SimTime at;           ///< of the last fact
  std::string by;       ///< whose fact it was
  std::string again{};  ///< the command that shows it once more
};

struct JudgedRun {
  Verdict verdict;
  Digest digest;
  SimTime end{};
};

std::string bug_text(const std::exception& error);
/// Tells a person of a bug, and how to see it again.
ExitCode report_bug(Console& console, const std::exception& error, std::string_view command);

/// Runs a checked scenario and judges it; each fact goes to the sinks as well. Throws RunFailed.
JudgedRun judged_run(const Scenario& scenario, const ActorCatalog& actors, Seed seed,
                     std::vector<FactSink*> sinks);

/// The verdict alone, as fast as can be. Throws Bug.
Verdict verdict_of(const Scenario& scenario, const ActorCatalog& actors, Seed seed);

}  // namespace leasesim
