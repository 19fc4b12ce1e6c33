// What everything in one run shares: the engine, the names, the seed, and where facts go.
#pragma once

#include <utility>
#include <vector>

#include "leasesim/cluster/signal.hpp"
#include "leasesim/cluster/timer.hpp"
#include "leasesim/engine/engine.hpp"
#include "leasesim/engine/pool.hpp"
#include "leasesim/names.hpp"
#include "leasesim/random/choices.hpp"
#include "leasesim/trace/digest.hpp"

namespace leasesim {

/// A resource that outlives every host, process and message of its run.
struct Run {
  Run(Names& texts, Seed run_seed, WallTime calendar = {})
      : names(texts), seed(run_seed), true_start(calendar) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  Engine engine;
  FramePool particulars;  ///< of all processes
  Pool<Timer> timers;     ///< of all processes
  Pool<Deadline> deadlines;
  Pool<SignalWaiter> waiters;
  Names& names;
  Seed seed;
  WallTime true_start;         ///< what a right calendar showed at SimTime 0
  ChoiceBook* book = nullptr;  ///< records and overrides choices; none: all are left to the seed

  /// From now on this sink takes every fact.
  void listen(FactSink& sink) {
    if (auto* sum = dynamic_cast<DigestSink*>(&sink)) {
      digests_.push_back(sum);
    } else {
      sinks_.push_back(&sink);
    }
  }
  /// From now on nobody takes any.
  void hush() {
    digests_.clear();
    sinks_.clear();
  }

  /// The fact is made in place, for copies of all that a body might be would be the dearer part.
  template <class Body>
  void note(ProcessName by, const Body& body) {
    for (DigestSink* sum : digests_) sum->add(engine.now(), by, body);
    if (sinks_.empty()) return;
    const Fact fact{engine.now(), by, FactBody{std::in_place_type<Body>, body}};
    for (FactSink* sink : sinks_) sink->take(fact);
  }

 private:
  std::vector<DigestSink*> digests_;  // apart: they add a fact faster where its kind is known
  std::vector<FactSink*> sinks_;
};

}  // namespace leasesim
