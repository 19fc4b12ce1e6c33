// The work that a leader's program starts when it wins and ends, sooner or later, when it loses.
#pragma once

#include <optional>

#include "leasesim/actors/leader_elector.hpp"

namespace leasesim {

class LedWork {
 public:
  LedWork(Process& self, Api api, ObjectName lease, const ElectionConfig& config,
          std::int64_t token);
  ~LedWork();
  LedWork(const LedWork&) = delete;
  LedWork& operator=(const LedWork&) = delete;

  FramePool& frames() const { return self_.frames(); }

  /// Raised when leading should end for a reason of our own: we are asked to stop, or the work
  /// ended and is tied to the elector.
  Signal& over() { return over_; }
  /// The leading context has ended; how long the work takes to notice is the program's affair.
  void should_end();
  /// Waits for the work to end.
  Task<> ended();

 private:
  Task<> watch_for_stop();
  Task<> run_work();
  void end_work();

  Process& self_;
  Api api_;
  ObjectName lease_;
  const ElectionConfig& config_;
  std::int64_t token_;
  Signal over_;
  std::optional<MonoTime> ends_at_;
  bool working_ = false;
  std::optional<Child> watcher_;
  std::optional<Child> work_;
};

}  // namespace leasesim
