// leasesim_bench: the floors, the peers and leasesim itself, measured side by side.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "rounds.hpp"

namespace {

using leasesim::bench::Options;
using leasesim::bench::Rounds;

constexpr const char* kUsage =
    "usage: leasesim_bench [--quick] [--rounds N] [--baseline FILE] [--write-baseline]\n"
    "                      [--benchmark_filter=REGEX] [--benchmark_list_tests]\n"
    "--quick   a smoke run: everything tiny, one round, no verdicts\n"
    "--rounds  how often each pair is measured; 5 is the default and the least that counts\n";

std::optional<Options> parsed(int argc, char** argv) {
  Options options;
  options.baseline_file = LEASESIM_BENCH_BASELINE;
  for (int i = 1; i < argc; ++i) {
    const bool has_value = i + 1 < argc;
    if (std::strcmp(argv[i], "--quick") == 0) {
      options.quick = true;
    } else if (std::strcmp(argv[i], "--write-baseline") == 0) {
      options.write_baseline = true;
    } else if (std::strcmp(argv[i], "--rounds") == 0 && has_value) {
      options.rounds = std::atoi(argv[++i]);
    } else if (std::strcmp(argv[i], "--baseline") == 0 && has_value) {
      options.baseline_file = argv[++i];
    } else {
      return std::nullopt;
    }
  }
  if (options.rounds < 1) return std::nullopt;
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::optional<Options> options = parsed(argc, argv);
  if (!options) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  Rounds rounds(*options);
  leasesim::bench::add_queue_rows(rounds);
  leasesim::bench::add_floor_rows(rounds);
  leasesim::bench::add_election_rows(rounds);
  leasesim::bench::add_fleet_rows(rounds);
  return rounds.run();
}
