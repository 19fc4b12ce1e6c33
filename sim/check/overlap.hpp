// The time in which two or more are in one place: the arithmetic of windows of belief.
#pragma once

#include <optional>
#include <vector>

#include "check/stage.hpp"
#include "leasesim/check/verdict.hpp"

namespace leasesim {

/// A window that has not closed yet.
class Overlap {
 public:
  Overlap(SimTime from, std::string subject) : from_(from), subject_(std::move(subject)) {}

  /// Who is in it from `at` on; those who leave stay listed.
  void attend(SimTime at, const std::vector<Believer>& present);
  /// An effect of one of them landed.
  void acted(SimTime at, const ProcessState& process);
  void show(Evidence evidence);
  /// The window as it is when it ends at `at`; open: the run ends first.
  Window close(SimTime at, bool open);

  const ProcessState& older() const { return *sides_.front().believer.process; }
  const ProcessState& newer() const { return *sides_.back().believer.process; }

 private:
  struct Side {
    Believer believer;
    std::uint64_t effects = 0;
    SimTime first{};
    SimTime last{};
  };
  void count_running(SimTime at, const std::vector<Believer>& present);
  std::optional<Duration> both_acted() const;

  SimTime from_;
  std::string subject_;
  std::vector<Side> sides_;
  std::optional<SimTime> both_run_since_;
  Duration both_ran_{};
  std::vector<Evidence> evidence_;
};

}  // namespace leasesim
