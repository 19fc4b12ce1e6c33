// Hand-made runs: facts written down one after another, and the verdict on them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leasesim/check/judge.hpp"
#include "leasesim/trace/trace.hpp"

namespace leasesim {

/// What an elector runs with.
struct Timings {
  Duration lease_duration = 15s;
  Duration renew_deadline = 10s;
  Duration retry_period = 2s;
};

/// A run as its facts tell it. Each call adds a fact at the time that `at` set last.
class Played {
 public:
  Played() : names_(std::make_shared<Names>()) {}

  Played& at(Duration time);
  Played& by(std::string_view process, FactBody body);
  Played& seen(FactBody body) { return by({}, std::move(body)); }

  // Processes. Each lives on a host named "host-of-NAME".
  Played& starts(std::string_view process);
  Played& crashes(std::string_view process) { return by(process, ProcessCrashed{}); }
  Played& pauses(std::string_view process) { return by(process, ProcessPaused{}); }
  Played& resumes(std::string_view process) { return by(process, ProcessResumed{}); }
  Played& suspends(std::string_view process);
  Played& wakes(std::string_view process);
  Played& clock(std::string_view process, std::string_view cause, Duration offset,
                std::int64_t rate_ppb = 0);

  // An election for the lease "demo".
  Played& competes(std::string_view process, Timings timings = {}, std::string_view identity = {});
  Played& gains(std::string_view process, std::string_view identity = {});
  Played& loses(std::string_view process, std::string_view why = "renew deadline");
  /// A write by the process that makes `holder` hold the lease for 15 s; the count goes by the
  /// rule.
  Played& writes(std::string_view process, std::string_view holder);
  /// `process` renews or takes the lease in its own name.
  Played& writes(std::string_view process) { return writes(process, process); }
  Played& releases(std::string_view process);
  Played& deletes(std::string_view process);
  Played& observes(std::string_view process);
  Played& judges(std::string_view process, Duration age,
                 ExpiryRule rule = ExpiryRule::own_stopwatch);
  Played& begins_round(std::string_view process, Duration deadline = 10s);
  Played& acts(std::string_view process);

  // Requests.
  Played& sends(std::string_view process, std::int64_t request, Verb verb = Verb::update);
  Played& served(std::string_view process, std::int64_t request, ApiError outcome = ApiError::ok);
  Played& answered(std::string_view process, std::int64_t request, ApiError outcome = ApiError::ok);

  /// An expectation in the file's own spelling.
  Played& expect(std::string_view spelt);
  Played& until(Duration end);

  Text text(std::string_view characters) { return names_->intern(characters); }
  ObjectName object(std::string_view name) { return ObjectName{names_->intern(name)}; }
  ObjectName demo() { return object("demo"); }

  const Question& question() const { return question_; }
  Trace trace() const;
  /// Judged fact by fact, as a run would be.
  Verdict verdict() const;

 private:
  LeaseWritten next_content(std::string_view holder);

  std::shared_ptr<Names> names_;
  SimTime now_{};
  SimTime until_{};
  std::vector<Fact> facts_;
  Question question_;
  std::optional<LeaseWritten> lease_;
  Version version_ = 0;
};

/// The default report on a subject; a test fails where there is none.
InvariantReport report_on(const Verdict& verdict, std::string_view name,
                          std::string_view subject = "demo");
inline SimTime second(std::int64_t count) { return SimTime{std::chrono::seconds{count}}; }

/// A run in which elector-a leads, renews every two seconds up to `renewed_until`, and elector-b
/// watches.
Played election(Duration renewed_until, Timings timings = {});

}  // namespace leasesim
