// Where one invariant's findings are gathered: windows by subject, and what put it at risk.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/stage.hpp"
#include "leasesim/check/invariant.hpp"
#include "leasesim/check/verdict.hpp"

namespace leasesim {

class Docket {
 public:
  using Listener = std::function<void(const Window&)>;

  Docket(const InvariantDoc& doc, std::optional<Duration> limit) : doc_(doc), limit_(limit) {}
  Docket(const Docket&) = delete;
  Docket& operator=(const Docket&) = delete;

  const InvariantDoc& doc() const { return doc_; }
  std::optional<Duration> limit() const { return limit_; }
  /// Every window is announced, kept or not.
  void listen(Listener listener) { listeners_.push_back(std::move(listener)); }

  /// False: the next window is counted and not kept, so that its story need not be told.
  bool keeps_more() const { return kept_ < kWindowsKept; }
  void add(Window window);
  /// The first reason stands.
  void at_risk(const std::string& subject, const std::string& because);

  /// One report a subject; one without a subject if nothing concerned the invariant.
  std::vector<InvariantReport> reports() const;

 private:
  InvariantReport& report_on(const std::string& subject);

  const InvariantDoc& doc_;
  std::optional<Duration> limit_;
  std::vector<InvariantReport> reports_;
  std::map<std::string, std::size_t> by_subject_;
  std::vector<Listener> listeners_;
  std::size_t kept_ = 0;
};

/// A small state machine over facts. Those below hear facts by their `on` functions (dispatch.hpp).
class Machine {
 public:
  Machine(Docket& docket, Stage& stage) : docket_(docket), stage_(stage) {}
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// The run is over: closes what is open and says what was at risk.
  virtual void conclude(SimTime end) = 0;

 protected:
  /// The usual risk: a hand-over, or two live candidates.
  void risk_as_the_stage_says();

  Docket& docket_;
  Stage& stage_;  // read; asking for a name that is new to it enters it
};

/// State of a machine for each lease or process, found by the index that the stage gave it.
template <class T>
class PerIndex {
 public:
  T& of(std::size_t index) {
    if (index >= values_.size()) values_.resize(index + 1);
    return values_[index];
  }
  std::size_t size() const { return values_.size(); }

 private:
  std::vector<T> values_;
};

}  // namespace leasesim
