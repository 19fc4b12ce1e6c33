// The bench's table: pairs of workloads measured in turn, round by round, so that the ratio of a
// pair stands still while the machine's speed does not.
//
// Every side of a row is a Google Benchmark (CPU time of the whole process, one iteration a round),
// so that its filter and listing options work: `--benchmark_filter=W2`.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace leasesim::bench {

/// What a row's costs are given per.
enum class Unit { event, simulated_second };

/// A bound on a row's ratio. A *must* missed by more than 15 % fails the bench.
struct Goal {
  enum class Kind { times_faster, times_the_cost };
  Kind kind;
  double must;
  double excellent;
};

/// A workload: runs once in `for (auto _ : state)` and calls `done`.
struct Side {
  std::string who;
  std::function<void(benchmark::State&)> run;  ///< empty: not available in this build
};

struct Row {
  std::string workload;
  Unit unit = Unit::event;
  Side ours;
  Side other;
  std::optional<Goal> goal;
};

/// A number that is measured once and has an upper bound, such as bytes a process.
struct Figure {
  std::string what;
  std::string unit;
  std::function<double()> measure;
  double must;
  double excellent;
};

/// Told by a workload at its end: how many events or simulated seconds it did, and a checksum of
/// them. Sides of one row that both give one (not 0) must give the same.
void done(benchmark::State& state, std::uint64_t units, std::uint64_t checksum = 0);

struct Options {
  bool quick = false;  ///< a smoke run: everything tiny, one round, no verdicts
  int rounds = 5;
  std::string baseline_file;
  bool write_baseline = false;
};

class Rounds {
 public:
  explicit Rounds(Options options) : options_(std::move(options)) {}

  /// The size of a workload: `full`, or `small` in a quick run.
  std::uint64_t sized(std::uint64_t full, std::uint64_t small) const {
    return options_.quick ? small : full;
  }

  void add(Row row) { rows_.push_back(std::move(row)); }
  void add(Figure figure) { figures_.push_back(std::move(figure)); }

  /// Measures everything and prints the table. The result is the program's exit code.
  int run();

 private:
  Options options_;
  std::vector<Row> rows_;
  std::vector<Figure> figures_;
};

/// The rows of each bench file; `main` calls them in this order.
void add_queue_rows(Rounds& rounds);
void add_floor_rows(Rounds& rounds);
void add_election_rows(Rounds& rounds);
void add_fleet_rows(Rounds& rounds);

}  // namespace leasesim::bench
