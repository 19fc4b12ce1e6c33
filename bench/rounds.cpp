#include "rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace leasesim::bench {
namespace {

constexpr double kMargin = 1.15;

// What one side has shown, a value a round.
struct Shown {
  std::vector<double> costs;  // CPU seconds a unit
  double checksum = 0;
};

class Collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      Shown& shown = by_name_[run.run_name.function_name];
      shown.costs.push_back(run.cpu_accumulated_time / run.counters.at("units").value);
      shown.checksum = run.counters.at("checksum").value;
    }
  }

  const Shown& of(const std::string& name) { return by_name_[name]; }

 private:
  std::map<std::string, Shown> by_name_;
};

std::string name_of(const Row& row, const Side& side) { return row.workload + "/" + side.who; }

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Of the rounds' ratios, not of the costs: both sides of a round met the same machine.
std::optional<double> ratio_of(const Row& row, const Shown& ours, const Shown& other) {
  if (ours.costs.empty() || ours.costs.size() != other.costs.size()) return std::nullopt;
  const bool faster =
      row.goal ? row.goal->kind == Goal::Kind::times_faster : row.unit == Unit::simulated_second;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < ours.costs.size(); ++i) {
    const double cost = ours.costs[i] / other.costs[i];
    ratios.push_back(faster ? 1 / cost : cost);
  }
  return median(std::move(ratios));
}

std::string cost_text(const Row& row, const Shown& shown) {
  if (shown.costs.empty()) return "-";
  const double cost = median(shown.costs);
  if (row.unit == Unit::event) return fmt::format("{:.1f} ns", cost * 1e9);
  return fmt::format("{:.2f} M sim s/s", 1e-6 / cost);
}

enum class Verdict { none, excellent, good, within_margin, missed };

std::string text(Verdict verdict) {
  switch (verdict) {
    case Verdict::none:
      return "";
    case Verdict::excellent:
      return "excellent";
    case Verdict::good:
      return "good";
    case Verdict::within_margin:
      return "within margin";
    case Verdict::missed:
      return "MISSED";
  }
  return "";
}

Verdict judged_at_most(double value, double must, double excellent) {
  if (value <= excellent) return Verdict::excellent;
  if (value <= must) return Verdict::good;
  return value <= must * kMargin ? Verdict::within_margin : Verdict::missed;
}

Verdict judged(std::optional<double> ratio, const std::optional<Goal>& goal) {
  if (!ratio || !goal) return Verdict::none;
  if (goal->kind == Goal::Kind::times_the_cost) {
    return judged_at_most(*ratio, goal->must, goal->excellent);
  }
  return judged_at_most(1 / *ratio, 1 / goal->must, 1 / goal->excellent);
}

using Json = nlohmann::ordered_json;

Json read_baseline(const std::string& file) {
  std::ifstream in(file);
  if (!in) return Json::object();
  Json read = Json::parse(in, nullptr, /*allow_exceptions=*/false);
  return read.is_object() ? read : Json::object();
}

void write_baseline(const std::string& file, const Json& ratios) {
  std::ofstream(file) << ratios.dump(2) << "\n";
  fmt::print("\nratios written to {}\n", file);
}

void print_line(const std::vector<std::string>& cells) {
  constexpr int kWidths[] = {39, 15, 15, 24, 7, 7, 9, 13, 8};
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += fmt::format("{:<{}} {}", cells[i], kWidths[i], i + 1 < cells.size() ? "| " : "");
  }
  line.erase(line.find_last_not_of(' ') + 1);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

// The table as it is filled; remembers what the exit code and the baseline need.
class Table {
 public:
  explicit Table(const Options& options)
      : options_(options), before_(read_baseline(options.baseline_file)), ratios_(before_) {
    print_line({"workload", "ours", "other", "against", "ratio", "must", "excellent", "verdict",
                "baseline"});
  }

  void add(const Row& row, const Shown& ours, const Shown& other) {
    const std::optional<double> ratio = ratio_of(row, ours, other);
    const Verdict verdict = options_.quick ? Verdict::none : judged(ratio, row.goal);
    print_line({row.workload, cost_text(row, ours), cost_text(row, other), row.other.who,
                ratio ? fmt::format("{:.2f}x", *ratio) : "-", bound(row, &Goal::must),
                bound(row, &Goal::excellent), text(verdict), before(row.workload)});
    if (ratio) note(row.workload, *ratio, verdict);
    if (ours.checksum != 0 && other.checksum != 0 && ours.checksum != other.checksum) {
      fmt::print("  the two sides did not do the same work\n");
      failed_ = true;
    }
  }

  void add(const Figure& figure) {
    const double value = figure.measure();
    const Verdict verdict =
        options_.quick ? Verdict::none : judged_at_most(value, figure.must, figure.excellent);
    print_line({figure.what, fmt::format("{:.0f} {}", value, figure.unit), "", "", "",
                fmt::format("{:.0f}", figure.must), fmt::format("{:.0f}", figure.excellent),
                text(verdict), before(figure.what)});
    note(figure.what, value, verdict);
  }

  int finish() const {
    if (options_.write_baseline) write_baseline(options_.baseline_file, ratios_);
    return failed_ ? 1 : 0;
  }

 private:
  static std::string bound(const Row& row, double Goal::* which) {
    return row.goal ? fmt::format("{:.2f}x", *row.goal.*which) : "";
  }

  std::string before(const std::string& key) const {
    return before_.contains(key) ? fmt::format("{:.2f}", before_.at(key).get<double>()) : "";
  }

  void note(const std::string& key, double value, Verdict verdict) {
    ratios_[key] = std::round(value * 100) / 100;
    failed_ = failed_ || verdict == Verdict::missed;
  }

  const Options& options_;
  Json before_;
  Json ratios_;
  bool failed_ = false;
};

}  // namespace

void done(benchmark::State& state, std::uint64_t units, std::uint64_t checksum) {
  state.counters["units"] = static_cast<double>(units);
  state.counters["checksum"] = static_cast<double>(checksum >> 16);
}

int Rounds::run() {
  for (const Row& row : rows_) {
    for (const Side* side : {&row.ours, &row.other}) {
      if (!side->run) continue;
      benchmark::RegisterBenchmark(name_of(row, *side).c_str(), side->run)
          ->Iterations(1)
          ->MeasureProcessCPUTime();
    }
  }
  Collector collector;
  const int rounds = options_.quick ? 1 : options_.rounds;
  for (int round = 0; round < rounds; ++round) benchmark::RunSpecifiedBenchmarks(&collector);

  Table table(options_);
  for (const Row& row : rows_) {
    const Shown& ours = collector.of(name_of(row, row.ours));
    const Shown& other = collector.of(name_of(row, row.other));
    if (!ours.costs.empty() || !other.costs.empty()) table.add(row, ours, other);
  }
  for (const Figure& figure : figures_) table.add(figure);
  return table.finish();
}

}  // namespace leasesim::bench
