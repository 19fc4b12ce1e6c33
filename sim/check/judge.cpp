#include "leasesim/check/judge.hpp"

#include <algorithm>

#include "check/catalog.hpp"
#include "check/claims.hpp"
#include "check/tally.hpp"
#include "check/words.hpp"

namespace leasesim {
namespace {

using Outcome = Verdict::Outcome;

const InvariantRef* invariant_of(const Claim& claim) {
  if (const auto* holds = std::get_if<Holds>(&claim)) return &holds->invariant;
  if (const auto* breaks = std::get_if<Breaks>(&claim)) return &breaks->invariant;
  return nullptr;
}

// What the file's faults did, by their own account.
class FaultBook {
 public:
  void on(const Fact& fact, const FaultBegan& body) {
    FaultEffect& effect = of(body.index);
    if (!effect.began) effect.began = fact.at;
    effect.what = body.what.str();
  }
  void on(const Fact& fact, const FaultEnded& body) { of(body.index).ended = fact.at; }
  void on(const Fact&, const FaultTouched& body) { of(body.index).touched = body.times; }

  const std::vector<FaultEffect>& effects() const { return effects_; }
  bool all_idle() const {
    return !effects_.empty() && std::ranges::all_of(effects_, [](const FaultEffect& effect) {
      return effect.touched == 0;
    });
  }

 private:
  FaultEffect& of(std::int64_t index) {
    const auto at = static_cast<std::size_t>(index);
    while (effects_.size() <= at) {
      FaultEffect next;
      next.index = effects_.size();
      effects_.push_back(std::move(next));
    }
    return effects_[at];
  }
  std::vector<FaultEffect> effects_;
};

}  // namespace

class Judge::Court {
 public:
  explicit Court(Question question) : question_(std::move(question)), tally_(stage_) {
    dispatch_.add(stage_);  // first: the machines look at the stage as of the fact at hand
    dispatch_.add(tally_);
    dispatch_.add(faults_);
    for (const CatalogEntry& entry : invariant_catalog()) open_docket(entry, std::nullopt);
    for (const Expectation& expectation : question_.expect) {
      claims_.push_back(watch_claim(
          expectation.claim,
          [this](std::string_view name, std::optional<Duration> limit) {
            return docket_of(name, limit);
          },
          dispatch_));
    }
  }

  void take(const Fact& fact) {
    facts_ += 1;
    last_ = fact.at;
    dispatch_(fact);
  }

  Verdict conclude(SimTime end) {
    ensure(end >= last_, "a run ends no earlier than its last fact");
    for (const Panel& panel : panels_) panel.machine->conclude(end);
    Verdict verdict;
    verdict.end = end;
    conclude_claims(verdict);
    for (const Panel& panel : panels_) {
      for (InvariantReport& report : panel.docket->reports()) {
        verdict.invariants.push_back(std::move(report));
      }
    }
    verdict.faults = faults_.effects();
    verdict.metrics = tally_.conclude(end);
    verdict.metrics.facts = facts_;
    take_notes(verdict);
    decide(verdict);
    return verdict;
  }

 private:
  struct Panel {
    std::unique_ptr<Docket> docket;
    std::unique_ptr<Machine> machine;
  };

  Docket& open_docket(const CatalogEntry& entry, std::optional<Duration> limit) {
    auto docket = std::make_unique<Docket>(entry.doc, limit);
    auto machine = entry.build(*docket, stage_, dispatch_);
    // Beside the one with the default limit, so that reports keep the catalog's order.
    const auto after = std::ranges::find_if(
        panels_.rbegin(), panels_.rend(),
        [&](const Panel& one) { return one.docket->doc().name == entry.doc.name; });
    const auto place = after == panels_.rend() ? panels_.end() : after.base();
    return *panels_.insert(place, {std::move(docket), std::move(machine)})->docket;
  }

  Docket* docket_of(std::string_view name, std::optional<Duration> limit) {
    for (const Panel& panel : panels_) {
      const InvariantDoc& doc = panel.docket->doc();
      const bool same_limit = panel.docket->limit() == limit || doc.limit.empty();
      if (doc.name == name && same_limit) return panel.docket.get();
    }
    for (const CatalogEntry& entry : invariant_catalog()) {
      if (entry.doc.name == name) return &open_docket(entry, limit);
    }
    return nullptr;
  }

  void conclude_claims(Verdict& verdict) {
    for (std::size_t index = 0; index < claims_.size(); ++index) {
      const Expectation& expectation = question_.expect[index];
      ExpectationReport report;
      report.index = index;
      report.place = expectation.place;
      report.text = text_of(expectation.claim);
      const auto& seeds = expectation.seeds;
      const std::uint64_t seed = question_.seed.value;
      if (seeds && (seed < seeds->first || seed > seeds->last)) {
        report.outcome = ExpectationReport::Outcome::not_asked;
        report.found = "asked of other seeds";
      } else {
        claims_[index]->conclude(report);
      }
      verdict.expectations.push_back(std::move(report));
    }
  }

  bool mentions(std::string_view invariant) const {
    return std::ranges::any_of(question_.expect, [&](const Expectation& expectation) {
      const InvariantRef* named = invariant_of(expectation.claim);
      return named != nullptr && named->name == invariant;
    });
  }

  void take_notes(Verdict& verdict) const {
    for (const InvariantReport& report : verdict.invariants) {
      if (report.windows_total == 0 || mentions(report.name)) continue;
      verdict.notes.push_back(report.name + " was broken on " + report.subject + " (" +
                              std::to_string(report.windows_total) +
                              (report.windows_total == 1 ? " window" : " windows, the longest") +
                              " of " + seconds(report.longest) +
                              "), and the file does not ask about it");
    }
    for (const FaultEffect& effect : verdict.faults) {
      if (effect.touched != 0) continue;
      verdict.notes.push_back("fault " + std::to_string(effect.index) +
                              (effect.what.empty() ? "" : " (" + effect.what + ")") +
                              (effect.began ? " changed nothing" : " never began"));
    }
  }

  // An expectation that was missed outweighs one that cannot be told.
  void decide(Verdict& verdict) const {
    using Fate = ExpectationReport::Outcome;
    const auto count = [&](Fate fate) {
      return std::ranges::count(verdict.expectations, fate, &ExpectationReport::outcome);
    };
    const auto all = std::to_string(static_cast<std::ptrdiff_t>(verdict.expectations.size()) -
                                    count(Fate::not_asked));
    if (const auto unmet = count(Fate::unmet); unmet > 0) {
      verdict.outcome = Outcome::violated;
      verdict.because = std::to_string(unmet) + " of " + all + " expectations not met";
    } else if (const auto open = count(Fate::inconclusive); open > 0) {
      verdict.outcome = Outcome::inconclusive;
      verdict.because =
          std::to_string(open) + " of " + all + " expectations put nothing to the test";
    } else if (faults_.all_idle()) {
      verdict.outcome = Outcome::inconclusive;
      verdict.because = "no fault changed anything";
    } else {
      verdict.outcome = Outcome::holds;
      verdict.because = all == "0"   ? "nothing was expected"
                        : all == "1" ? "the expectation is met"
                                     : "all " + all + " expectations are met";
    }
  }

  Question question_;
  Stage stage_;
  Tally tally_;
  FaultBook faults_;
  Dispatch dispatch_;
  std::vector<Panel> panels_;
  std::vector<std::unique_ptr<ClaimWatch>> claims_;
  std::uint64_t facts_ = 0;
  SimTime last_{};
};

Question question_of(const Scenario& scenario, Seed seed) {
  return {.expect = scenario.expect, .seed = seed};
}

Judge::Judge(Question question) : court_(std::make_unique<Court>(std::move(question))) {}
Judge::~Judge() = default;

void Judge::take(const Fact& fact) { court_->take(fact); }
Verdict Judge::conclude(SimTime end) { return court_->conclude(end); }

Verdict judge(const Question& question, const Trace& trace) {
  Judge judge{question};
  SimTime end = trace.head.until;
  for (const Fact& fact : trace.facts) {
    judge.take(fact);
    end = std::max(end, fact.at);
  }
  return judge.conclude(end);
}

Verdict judge(const Scenario& scenario, const Trace& trace) {
  return judge(question_of(scenario, trace.head.seed), trace);
}

}  // namespace leasesim
