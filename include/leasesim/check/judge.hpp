// Judges a run by its facts alone: while they happen, or from a recorded trace. Same facts, same
// Verdict.
#pragma once

#include <memory>
#include <vector>

#include "leasesim/check/verdict.hpp"
#include "leasesim/random/streams.hpp"
#include "leasesim/scenario/expectation.hpp"
#include "leasesim/scenario/scenario.hpp"
#include "leasesim/trace/fact.hpp"
#include "leasesim/trace/trace.hpp"

namespace leasesim {

/// What a run is asked. Every invariant is watched whether or not it is asked about.
struct Question {
  std::vector<Expectation> expect;
  Seed seed{};  ///< expectations of other seeds are not asked
};
Question question_of(const Scenario& scenario, Seed seed);

/// Attach it to a run; its memory grows with what takes part, not with simulated time. The names
/// that facts point to must outlive it.
class Judge : public FactSink {
 public:
  explicit Judge(Question question);
  ~Judge() override;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  /// Facts come in order of time.
  void take(const Fact& fact) override;
  /// Ends the run at `end`, no earlier than the last fact. Called once; nothing is taken after it.
  Verdict conclude(SimTime end);

 private:
  class Court;
  std::unique_ptr<Court> court_;
};

/// The verdict on a recorded run; it ended where the trace's head says, or with its last fact.
Verdict judge(const Question& question, const Trace& trace);
Verdict judge(const Scenario& scenario, const Trace& trace);

}  // namespace leasesim
