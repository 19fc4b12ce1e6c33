#include "check/played.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace leasesim {

Played& Played::at(Duration time) {
  now_ = SimTime{time};
  until_ = std::max(until_, now_);
  return *this;
}

Played& Played::by(std::string_view process, FactBody body) {
  Fact fact;
  fact.at = now_;
  if (!process.empty()) fact.by = names_->process(process);
  fact.body = std::move(body);
  facts_.push_back(fact);
  return *this;
}

Played& Played::starts(std::string_view process) {
  return by(process, ProcessStarted{.host = names_->host("host-of-" + std::string{process}),
                                    .actor = text("leader-elector")});
}

Played& Played::suspends(std::string_view process) {
  return seen(HostSuspended{names_->host("host-of-" + std::string{process})});
}

Played& Played::wakes(std::string_view process) {
  return seen(HostResumed{names_->host("host-of-" + std::string{process})});
}

Played& Played::clock(std::string_view process, std::string_view cause, Duration offset,
                      std::int64_t rate_ppb) {
  return seen(ClockSet{.host = names_->host("host-of-" + std::string{process}),
                       .cause = text(cause),
                       .offset = offset,
                       .rate_ppb = rate_ppb});
}

Played& Played::competes(std::string_view process, Timings timings, std::string_view identity) {
  return by(process, ElectorStarted{.lease = demo(),
                                    .identity = text(identity.empty() ? process : identity),
                                    .profile = text("client-go"),
                                    .lease_duration = timings.lease_duration,
                                    .renew_deadline = timings.renew_deadline,
                                    .retry_period = timings.retry_period});
}

Played& Played::gains(std::string_view process, std::string_view identity) {
  return by(process, LeadershipGained{.lease = demo(),
                                      .identity = text(identity.empty() ? process : identity)});
}

Played& Played::loses(std::string_view process, std::string_view why) {
  return by(process, LeadershipLost{.lease = demo(), .identity = text(process), .why = text(why)});
}

LeaseWritten Played::next_content(std::string_view holder) {
  LeaseWritten next{.lease = demo(),
                    .version = ++version_,
                    .based_on = lease_ ? lease_->version : 0,
                    .holder = text(holder),
                    .previous_holder = lease_ ? lease_->holder : Text{},
                    .created = !lease_,
                    .duration = 15,
                    .transitions = 0};
  if (!lease_) return next;
  const bool taken = !holder.empty() && next.holder != lease_->holder;
  next.transitions = lease_->transitions + (taken ? 1 : 0);
  return next;
}

Played& Played::writes(std::string_view process, std::string_view holder) {
  const LeaseWritten next = next_content(holder);
  lease_ = next;
  return by(process, next);
}

Played& Played::releases(std::string_view process) {
  LeaseWritten next = next_content("");
  next.duration = 1;
  lease_ = next;
  by(process, next);
  return by(process, LeaseReleased{.lease = demo(), .succeeded = true});
}

Played& Played::deletes(std::string_view process) {
  const Text holder = lease_ ? lease_->holder : Text{};
  lease_.reset();
  return by(process, LeaseDeleted{.lease = demo(), .version = ++version_, .holder = holder});
}

Played& Played::observes(std::string_view process) {
  return by(process,
            LeaseObserved{
                .lease = demo(), .version = version_, .holder = lease_ ? lease_->holder : Text{}});
}

Played& Played::judges(std::string_view process, Duration age, ExpiryRule rule) {
  return by(process, LeaseJudgedExpired{.lease = demo(),
                                        .version = version_,
                                        .holder = lease_ ? lease_->holder : Text{},
                                        .rule = rule,
                                        .age = age,
                                        .duration = 15s});
}

Played& Played::begins_round(std::string_view process, Duration deadline) {
  return by(process, RenewalBegan{.lease = demo(), .deadline = deadline});
}

Played& Played::acts(std::string_view process) {
  const Version replaced = version_;
  return by(process, ObjectWritten{.object = object("work"),
                                   .version = ++version_,
                                   .based_on = replaced,
                                   .replaced = replaced,
                                   .under = demo()});
}

Played& Played::sends(std::string_view process, std::int64_t request, Verb verb) {
  return by(process, RequestSent{.request = request, .verb = verb, .object = demo()});
}

Played& Played::served(std::string_view process, std::int64_t request, ApiError outcome) {
  return by(process,
            RequestServed{
                .request = request, .verb = Verb::update, .outcome = outcome, .object = demo()});
}

Played& Played::answered(std::string_view process, std::int64_t request, ApiError outcome) {
  return by(process, AnswerReceived{.request = request, .outcome = outcome});
}

Played& Played::expect(std::string_view spelt) {
  const auto document = parse_document("expect: " + std::string{spelt}, "expectation");
  EXPECT_TRUE(document.has_value()) << spelt;
  Reading reading{"expectation"};
  Expectation expectation;
  Spelling<Expectation>::read(*document->root.find("expect"), expectation,
                              Spot{reading, "expect[0]"});
  EXPECT_TRUE(reading.clean()) << spelt;
  question_.expect.push_back(std::move(expectation));
  return *this;
}

Played& Played::until(Duration end) {
  until_ = SimTime{end};
  return *this;
}

Trace Played::trace() const {
  Trace trace;
  trace.head.until = until_;
  trace.head.seed = question_.seed;
  trace.names = names_;
  trace.facts = facts_;
  return trace;
}

Verdict Played::verdict() const {
  Judge judge{question_};
  for (const Fact& fact : facts_) judge.take(fact);
  return judge.conclude(until_);
}

InvariantReport report_on(const Verdict& verdict, std::string_view name, std::string_view subject) {
  for (const InvariantReport& report : verdict.invariants) {
    const bool empty = report.outcome == InvariantReport::Outcome::not_at_risk;
    if (report.name == name && (report.subject == subject || empty)) return report;
  }
  ADD_FAILURE() << "no report on " << name << " of " << subject;
  return {};
}

Played election(Duration renewed_until, Timings timings) {
  Played run;
  run.at(0s).starts("elector-a").starts("elector-b");
  run.competes("elector-a", timings).competes("elector-b", timings);
  std::int64_t request = 1;
  for (Duration time = 0s; time <= renewed_until; time += 2s) {
    run.at(time).begins_round("elector-a", timings.renew_deadline).sends("elector-a", request);
    run.at(time + 2ms).writes("elector-a").served("elector-a", request);
    run.at(time + 4ms).answered("elector-a", request++);
    if (time == 0s) run.gains("elector-a");
    run.at(time + 500ms).observes("elector-b");
  }
  return run;
}

}  // namespace leasesim
