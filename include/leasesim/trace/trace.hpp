// A recorded run: its head, and the facts in order.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "leasesim/random/streams.hpp"
#include "leasesim/trace/fact.hpp"

namespace leasesim {

/// What a trace says about itself, so that it can be judged with nothing else at hand.
struct TraceHead {
  std::string scenario;  ///< in normal form
  Seed seed{};
  SimTime until{};                     ///< where the run was to end
  std::int64_t calendar_ns = 0;        ///< true calendar at SimTime 0, since 1970
  std::vector<std::string> overrides;  ///< choices that were not left to the seed: "site = value"
};

/// The names outlive the facts that point into them.
struct Trace {
  TraceHead head;
  std::shared_ptr<Names> names;
  std::vector<Fact> facts;
};

/// Keeps every fact.
class Recorder : public FactSink {
 public:
  void take(const Fact& fact) override { facts_.push_back(fact); }
  const std::vector<Fact>& facts() const { return facts_; }
  std::vector<Fact> release() { return std::move(facts_); }

 private:
  std::vector<Fact> facts_;
};

}  // namespace leasesim
