#include "check/docket.hpp"

#include <algorithm>

namespace leasesim {

InvariantReport& Docket::report_on(const std::string& subject) {
  const auto [found, fresh] = by_subject_.try_emplace(subject, reports_.size());
  if (fresh) {
    InvariantReport report;
    report.name = std::string{doc_.name};
    report.subject = subject;
    report.limit = limit_;
    reports_.push_back(std::move(report));
  }
  return reports_[found->second];
}

void Docket::add(Window window) {
  InvariantReport& report = report_on(window.subject);
  report.outcome = InvariantReport::Outcome::broken;
  report.windows_total += 1;
  report.longest = std::max(report.longest, window.length);
  report.total += window.length;
  for (const Listener& listener : listeners_) listener(window);
  if (!keeps_more()) return;
  kept_ += 1;
  report.windows.push_back(std::move(window));
}

void Docket::at_risk(const std::string& subject, const std::string& because) {
  InvariantReport& report = report_on(subject);
  if (report.outcome == InvariantReport::Outcome::not_at_risk) {
    report.outcome = InvariantReport::Outcome::held;
  }
  if (report.at_risk_because.empty()) report.at_risk_because = because;
}

std::vector<InvariantReport> Docket::reports() const {
  if (!reports_.empty()) return reports_;
  InvariantReport none;
  none.name = std::string{doc_.name};
  none.limit = limit_;
  return {none};
}

void Machine::risk_as_the_stage_says() {
  for (const LeaseState& lease : stage_.leases()) {
    if (!lease.risk.empty()) docket_.at_risk(lease.str(), lease.risk);
  }
}

}  // namespace leasesim
