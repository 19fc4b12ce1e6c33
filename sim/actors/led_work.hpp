// The work that a leader's program starts when it wins and ends, sooner or later, when it loses.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "leasesim/actors/worker.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

/// What a leader's program does while it leads, and how it takes the end of it.
struct Duties {
  using Work = std::function<Task<>(Process&, Api, ObjectName lease, std::int64_t token)>;
  Work work;               ///< none: it only leads
  std::string mode;        ///< what the record calls the work
  Duration stops_after{};  ///< how long the work goes on when it should end
  bool never_stops = false;
  std::optional<Duration> dies_after;  ///< the work ends by itself…
  bool elector_ends_too = false;       ///< …and leading with it
};

/// The duties among the keys of an elector's config.
template <class Config>
Duties duties_of(const Config& config) {
  Duties duties;
  if (config.work) {
    duties.mode = spelt(config.work->fence);
    duties.work = [work = *config.work](Process& self, Api api, ObjectName lease,
                                        std::int64_t token) {
      return work_under(self, api, lease, work, token);
    };
  }
  duties.stops_after = config.work_stops_after;
  duties.never_stops = config.work_never_stops;
  duties.dies_after = config.work_dies_after;
  duties.elector_ends_too = config.stop_when_work_dies;
  return duties;
}
template <class Config>
void read_duties(Fields& in, Config& config) {
  in.optional("work", config.work, "what the leader does while it leads");
  in.optional("work_stops_after", config.work_stops_after,
              "how long the work goes on when it should end");
  in.optional("work_never_stops", config.work_never_stops, "the work ignores the loss");
  in.optional("work_dies_after", config.work_dies_after,
              "the work ends by itself; the elector goes on");
  in.optional("stop_when_work_dies", config.stop_when_work_dies, "the elector ends with its work");
}

class LedWork {
 public:
  LedWork(Process& self, Api api, ObjectName lease, Duties duties, std::int64_t token);
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
  Duties duties_;
  std::int64_t token_;
  Signal over_;
  std::optional<MonoTime> ends_at_;
  bool working_ = false;
  std::optional<Child> watcher_;
  std::optional<Child> work_;
};

}  // namespace leasesim
