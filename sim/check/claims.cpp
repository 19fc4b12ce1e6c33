#include "check/claims.hpp"

#include <algorithm>

#include "check/fact_claims.hpp"
#include "check/words.hpp"
#include "leasesim/scenario/flow_text.hpp"
#include "leasesim/time/duration_text.hpp"

namespace leasesim {
namespace {

using Outcome = ExpectationReport::Outcome;

Duration distance(const DurationRange& range, Duration value) {
  if (value < range.low) return range.low - value;
  return value > range.high ? value - range.high : Duration::zero();
}

std::string window_text(const Window& window) {
  std::string text = seconds(window.from);
  text += window.to ? " to " + seconds(*window.to) : " on, still open when the run ended";
  std::vector<std::string> names;
  for (const Party& party : window.who) {
    names.push_back(party.process.empty() ? party.identity : party.process);
  }
  text += " (" + seconds(window.length);
  if (!names.empty()) text += ", " + listed(names);
  return text + ")";
}

std::string windows_text(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " window" : " windows");
}

bool concerns_subject(const Subject& subject, const std::string& of) {
  if (!subject.lease.empty() && fact_spelling(subject.lease) != of) return false;
  if (subject.node.empty()) return true;
  return of == subject.node || of == "node-" + subject.node || of.ends_with("/" + subject.node) ||
         of.ends_with("/node-" + subject.node);
}

bool concerns(const Subject& subject, const Window& window) {
  if (!concerns_subject(subject, window.subject)) return false;
  if (!subject.by) return true;
  return std::ranges::any_of(window.who,
                             [&](const Party& party) { return party.process == subject.by->name; });
}

class HoldsWatch : public ClaimWatch {
 public:
  HoldsWatch(const Holds& claim, Docket* docket) : claim_(claim), docket_(docket) {
    if (docket_ == nullptr) return;
    docket_->listen([this](const Window& window) { hear(window); });
  }

  void conclude(ExpectationReport& report) override {
    if (docket_ == nullptr) {
      report.found = "there is no invariant " + claim_.invariant.name;
      return;
    }
    if (broken_ > 0) {
      report.outcome = Outcome::unmet;
      report.found = "broken: " + windows_text(broken_) + ", the first from " + first_;
      report.measured = longest_;
      return;
    }
    for (const InvariantReport& found : docket_->reports()) {
      if (found.at_risk_because.empty() || !concerns_subject(claim_.subject, found.subject)) {
        continue;
      }
      report.outcome = Outcome::met;
      report.found = "held, and at risk: " + found.at_risk_because;
      return;
    }
    report.outcome = Outcome::inconclusive;
    report.found = "nothing put it at risk; that takes " + std::string{docket_->doc().risk};
  }

 private:
  void hear(const Window& window) {
    if (!concerns(claim_.subject, window)) return;
    if (broken_++ == 0) first_ = window_text(window);
    longest_ = std::max(longest_, window.length);
  }

  Holds claim_;
  Docket* docket_;
  std::uint64_t broken_ = 0;
  std::string first_;
  Duration longest_{};
};

class BreaksWatch : public ClaimWatch {
 public:
  BreaksWatch(const Breaks& claim, Docket* docket) : claim_(claim), docket_(docket) {
    if (docket_ == nullptr) return;
    docket_->listen([this](const Window& window) { hear(window); });
  }

  void conclude(ExpectationReport& report) override {
    if (docket_ == nullptr) {
      report.found = "there is no invariant " + claim_.invariant.name;
      return;
    }
    report.outcome = Outcome::unmet;
    if (fitting_ > 0) report.measured = longest_;
    if (seen_ == 0) {
      report.found = "not broken";
      return;
    }
    const Times times = claim_.times.value_or(Times{.least = 1, .most = {}});
    const bool often_enough = times.contain(static_cast<std::int64_t>(fitting_));
    const bool right_length =
        !claim_.longest || fitting_ == 0 || distance(*claim_.longest, longest_) == Duration::zero();
    report.found = fitting_ > 0 ? windows_text(fitting_) + ", the first from " + first_fitting_
                                : "no window fits; there were " + std::to_string(seen_);
    if (!right_length) report.found += "; the longest took " + seconds(longest_);
    if (fitting_ == 0) report.nearest = nearest_;
    if (often_enough && right_length) report.outcome = Outcome::met;
  }

 private:
  void hear(const Window& window) {
    if (!concerns(claim_.subject, window)) return;
    seen_ += 1;
    if (const Duration off = how_far_off(window); off > Duration::zero()) {
      if (off < least_off_) {
        least_off_ = off;
        nearest_ = window_text(window);
      }
      return;
    }
    if (fitting_++ == 0) first_fitting_ = window_text(window);
    longest_ = std::max(longest_, window.length);
  }

  // Zero: its ends lie where they are expected. A window that never closed has no end to compare.
  Duration how_far_off(const Window& window) const {
    Duration off{};
    if (claim_.from) off += distance(*claim_.from, window.from.time_since_epoch());
    if (claim_.to) {
      off += window.to ? distance(*claim_.to, window.to->time_since_epoch()) : Duration{24h * 365};
    }
    return off;
  }

  Breaks claim_;
  Docket* docket_;
  std::uint64_t seen_ = 0;
  std::uint64_t fitting_ = 0;
  Duration longest_{};
  Duration least_off_ = Duration::max();
  std::string first_fitting_;
  std::string nearest_;
};

}  // namespace

std::unique_ptr<ClaimWatch> watch_claim(const Claim& claim, const DocketFinder& dockets,
                                        Dispatch& dispatch) {
  struct Builder {
    const DocketFinder& find_docket;
    Dispatch& heard;
    std::unique_ptr<ClaimWatch> operator()(const Holds& one) const {
      return std::make_unique<HoldsWatch>(one, find_docket(one.invariant.name, one.subject.limit));
    }
    std::unique_ptr<ClaimWatch> operator()(const Breaks& one) const {
      return std::make_unique<BreaksWatch>(one, find_docket(one.invariant.name, one.subject.limit));
    }
    std::unique_ptr<ClaimWatch> operator()(const Happens& one) const {
      return watch_happens(one, heard);
    }
    std::unique_ptr<ClaimWatch> operator()(const Never& one) const {
      return watch_never(one, heard);
    }
    std::unique_ptr<ClaimWatch> operator()(const EndsWith& one) const {
      return watch_ends_with(one, heard);
    }
  };
  return std::visit(Builder{dockets, dispatch}, claim);
}

std::string text_of(const Claim& claim) {
  Claim copy = claim;
  Fields fields = Fields::writing();
  std::visit([&](auto& kind) { exchange_fields(fields, kind); }, copy);
  std::string text;
  const Tree written = fields.take_written();
  for (const Tree::Entry& entry : written.entries()) {
    const bool empty = entry.value.is(Tree::Kind::null) ||
                       (entry.value.is(Tree::Kind::text) && entry.value.as_text().empty());
    if (empty) continue;
    if (!text.empty()) text += ", ";
    text += entry.key + (text.empty() ? " " : ": ");
    text += entry.value.is(Tree::Kind::text) ? entry.value.as_text() : flow_text(entry.value);
  }
  return text;
}

std::string fact_spelling(std::string_view name) {
  constexpr std::string_view kDefault = "default/";
  if (name.substr(0, kDefault.size()) == kDefault) name.remove_prefix(kDefault.size());
  return std::string{name};
}

bool fits(const Tree& wanted, const Tree& value) {
  if (wanted.is(Tree::Kind::map)) {
    const Tree nothing;
    return std::ranges::all_of(wanted.entries(), [&](const Tree::Entry& entry) {
      const Tree* found = value.find(entry.key);
      return fits(entry.value, found == nullptr ? nothing : *found);
    });
  }
  if (wanted.is(Tree::Kind::list)) {
    return value.is(Tree::Kind::list) &&
           std::ranges::equal(wanted.items(), value.items(),
                              [](const Tree& a, const Tree& b) { return fits(a, b); });
  }
  if (wanted.is(Tree::Kind::null)) return value.is(Tree::Kind::null);
  return value.is_scalar() && compares(comparison_of(wanted), value);
}

}  // namespace leasesim
