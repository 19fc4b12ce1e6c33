// Carries out what a scenario does to its cast: each fault begins, lasts, and ends.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "leasesim/engine/engine.hpp"
#include "leasesim/random/choices.hpp"
#include "leasesim/scenario/fault.hpp"
#include "leasesim/trace/fact.hpp"

namespace leasesim {

class World;

/// One fault while it is at work. `begin` is called once; `end` once, if it does not last for good.
class Trouble {
 public:
  virtual ~Trouble() = default;
  virtual void begin() = 0;
  virtual void end() {}
  /// How many messages, wakeups or readings it has touched so far.
  virtual std::int64_t touched() const { return touched_; }

 protected:
  void touch(std::int64_t times = 1) { touched_ += times; }

 private:
  std::int64_t touched_ = 0;
};

/// In the file's words: "pause elector-a".
std::string sentence_of(const Fault& fault);

/// All faults of a run. A sink, because faults may be anchored to what happens.
class Faults : public FactSink {
 public:
  Faults(const std::vector<PlannedFault>& planned, World& world);
  ~Faults() override;

  void take(const Fact& fact) override;
  bool anchored() const;
  /// Notes of each fault what it touched.
  void sum_up();

 private:
  struct Planned;
  std::deque<Planned> planned_;
  World& world_;
};

}  // namespace leasesim
