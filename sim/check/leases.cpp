#include "check/leases.hpp"

#include <algorithm>

#include "check/words.hpp"

namespace leasesim {
namespace {

// A poll of a challenger comes at most 2.2 retry periods after the one before it.
Duration longest_wait(const Candidate& candidate) { return candidate.retry_period * 22 / 10; }
constexpr Duration kForRequests = 1s;

Party party_of(const ProcessState* process, Text identity, SimTime since) {
  return {.process = process == nullptr ? std::string{} : process->str(),
          .identity = identity.str(),
          .since = since,
          .effects = 0};
}

Window instant(const Fact& fact, const LeaseState& lease) {
  Window window;
  window.from = fact.at;
  window.to = fact.at;
  window.subject = lease.str();
  window.evidence.push_back(evidence_of(fact));
  return window;
}

Window stretch(const LeaseState& lease, SimTime from, SimTime to, bool open) {
  Window window;
  window.from = from;
  if (!open) window.to = to;
  window.subject = lease.str();
  window.length = to - from;
  return window;
}

std::string name_or(Text name, const char* otherwise) {
  return name.view().empty() ? std::string{otherwise} : name.str();
}

// Why a holder did not write, as far as its process shows it.
void tell_silence(Teller& teller, const ProcessState* holder, SimTime from, SimTime to) {
  if (holder == nullptr) return;
  if (holder->ended && *holder->ended >= from && *holder->ended <= to) {
    teller.blame(Cause::leader_gone);
    teller.say(holder->str() + " was gone from " + seconds(*holder->ended) + " on.");
  }
  if (holder->pause && holder->pause->overlaps(from, to)) {
    teller.blame(Cause::process_pause);
    teller.say(holder->str() + " was paused from " + seconds(holder->pause->from) +
               (holder->pause->to ? " to " + seconds(*holder->pause->to) : " on") + ".");
  }
  const HostState* host = holder->host;
  if (host != nullptr && host->sleep && host->sleep->overlaps(from, to)) {
    teller.blame(Cause::machine_suspend);
    teller.say("Its machine slept from " + seconds(host->sleep->from) +
               (host->sleep->to ? " to " + seconds(*host->sleep->to) : " on") + ".");
  }
  if (teller.blamed()) return;  // who stood still cannot blame the network
  const WriteRequest& last = holder->write;
  const bool unanswered = !last.served || last.in_doubt();
  if (last.request != 0 && last.sent > from && unanswered) {
    teller.blame(last.in_doubt() ? Cause::lost_answer : Cause::partition);
    teller.say("What it sent at " + seconds(last.sent) +
               (last.in_doubt() ? " was carried out and not answered in time."
                                : " did not reach the API server in time."));
  }
}

}  // namespace

// ---- no-theft ----

void NoTheft::on(const Fact& fact, const LeaseWritten& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  if (!lease.now.held() || !lease.succession || lease.succession->at != fact.at) return;
  const Succession& taken = *lease.succession;
  if (!taken.prior.known || taken.prior.holder == taken.to) return;
  if (taken.taker != nullptr && taken.taker == taken.prior.writer) return;  // it changed its name
  // Given back, or deleted, by the holder itself.
  if (taken.gap && taken.gap_by != nullptr && taken.gap_by == taken.prior.writer) return;
  const SimTime valid_until = taken.prior.valid_until();
  if (valid_until <= fact.at) return;

  Window window = instant(fact, lease);
  window.to = valid_until;
  window.length = valid_until - fact.at;
  window.who = {party_of(taken.prior.writer, taken.prior.holder, taken.prior.at),
                party_of(taken.taker, taken.to, fact.at)};
  Teller teller;
  tell_succession(teller, taken);
  teller.say("The last write of " + taken.prior.holder.str() + " was in the store since " +
             seconds(taken.prior.at) + " and good for " +
             seconds(std::chrono::seconds{taken.prior.duration}) + ", so the lease went to " +
             taken.to.str() + " " + seconds(window.length) + " too early.");
  teller.sign(window);
  docket_.add(std::move(window));
}

void NoTheft::conclude(SimTime) { risk_as_the_stage_says(); }

// ---- transitions-grow-by-one ----

void TransitionsGrowByOne::on(const Fact& fact, const LeaseWritten& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  if (lease.coordinated) return;  // the control plane does not count
  const LeaseRecord& before = lease.before;
  const std::int64_t counted = std::max<std::int64_t>(body.transitions, 0);
  std::int64_t wanted = 0;
  std::string_view rule;
  if (body.created) {
    if (!fact.by.is_set()) return;  // declared, with whatever count it has
    rule = "a new lease counts from 0";
  } else if (!before.known) {
    return;  // nobody can say what was counted before
  } else {
    wanted = std::max<std::int64_t>(before.transitions, 0);
    if (!lease.now.held()) {
      rule = "giving it back leaves the count";
    } else if (body.holder == before.holder) {
      rule = "a renewal leaves the count";
    } else {
      wanted += 1;
      rule = "taking it counts one more";
    }
  }
  if (counted == wanted) return;

  Window window = instant(fact, lease);
  window.who = {party_of(lease.now.writer, body.holder, fact.at)};
  Teller teller;
  if (lease.now.writer == nullptr) teller.blame(Cause::edited);
  teller.say(name_or(fact.by.text(), "Somebody outside the cast") + " wrote leaseTransitions " +
             std::to_string(counted) + " at " + seconds(fact.at) + " where " +
             std::to_string(wanted) + " was due: " + std::string{rule} + ", and it stood at " +
             std::to_string(std::max<std::int64_t>(before.transitions, 0)) + ".");
  teller.sign(window);
  docket_.add(std::move(window));
}

void TransitionsGrowByOne::conclude(SimTime) { risk_as_the_stage_says(); }

// ---- takeover-in-time ----

std::optional<Duration> default_takeover_limit(const LeaseState& lease) {
  std::optional<Duration> limit;
  for (const Candidate& one : lease.candidates) {
    if (!one.timed) continue;
    const Duration needed = one.lease_duration + 2 * longest_wait(one) + kForRequests;
    limit = std::max(limit.value_or(needed), needed);
  }
  return limit;
}

std::optional<Duration> default_release_limit(const LeaseState& lease) {
  std::optional<Duration> limit;
  for (const Candidate& one : lease.candidates) {
    if (!one.timed) continue;
    const Duration needed = longest_wait(one) + kForRequests;
    limit = std::max(limit.value_or(needed), needed);
  }
  return limit;
}

std::optional<Duration> TakeoverInTime::limit_of(const LeaseState& lease, bool given_up) const {
  if (docket_.limit()) return docket_.limit();
  return given_up ? default_release_limit(lease) : default_takeover_limit(lease);
}

void TakeoverInTime::on(const Fact& fact, const LeaseWritten& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  OfLease& state = leases_.of(lease.index);
  if (lease.now.held()) {
    judge(lease, state, fact.at, false);
    state.given_up = false;
    state.holder = lease.now.holder;
    if (!state.challenged_from) return restart(lease, state, fact.at);
    state.due_from = fact.at;
    return;
  }
  if (state.given_up) return;
  judge(lease, state, fact.at, false);
  state.given_up = true;
  restart(lease, state, fact.at);
}

void TakeoverInTime::on(const Fact& fact, const LeaseDeleted& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  OfLease& state = leases_.of(lease.index);
  judge(lease, state, fact.at, false);
  state.given_up = true;
  restart(lease, state, fact.at);
}

void TakeoverInTime::on(const Fact& fact, const ElectorStarted& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  OfLease& state = leases_.of(lease.index);
  if (!state.due_from) restart(lease, state, fact.at);
}

// Counting starts once the lease was last written and somebody is there who could take it.
void TakeoverInTime::restart(const LeaseState& lease, OfLease& state, SimTime at) {
  const Text holder = state.given_up ? Text{} : lease.last_held.holder;
  if (!lease.has_challenger_of(holder) || (!lease.last_held.known && !state.given_up)) {
    state.challenged_from.reset();
    state.due_from.reset();
    return;
  }
  if (!state.challenged_from) state.challenged_from = at;
  state.due_from = at;
}

void TakeoverInTime::look_everywhere(SimTime at) {
  for (const LeaseState& lease : stage_.leases()) {
    OfLease& state = leases_.of(lease.index);
    const Text holder = state.given_up ? Text{} : lease.last_held.holder;
    if (!state.due_from || lease.has_challenger_of(holder)) continue;
    judge(lease, state, at, false);
    state.challenged_from.reset();
    state.due_from.reset();
  }
}

void TakeoverInTime::judge(const LeaseState& lease, OfLease& state, SimTime at, bool open) {
  if (!state.due_from) return;
  const auto limit = limit_of(lease, state.given_up);
  if (!limit) return;
  const SimTime from = *state.due_from;
  if (!open && lease.succession && lease.succession->at == at) state.was_due = true;
  if (at - from <= *limit) return;
  state.was_due = true;

  Window window = stretch(lease, from, at, open);
  window.who = {party_of(nullptr, state.holder, from)};
  Teller teller;
  teller.say(state.given_up ? "The lease was free from " + seconds(from) + " on."
                            : "The last write of " + name_or(state.holder, "its holder") +
                                  " came at " + seconds(from) + ".");
  for (const Candidate& one : lease.candidates) {
    if (one.identity == state.holder) tell_silence(teller, one.process, from, at);
  }
  teller.say((open
                  ? "Nobody had taken it when the run ended, "
                  : name_or(lease.now.holder, "Nobody") + " had it only at " + seconds(at) + ", ") +
             seconds(window.length) + " later; the limit is " + seconds(*limit) + ".");
  teller.sign(window);
  docket_.add(std::move(window));
}

void TakeoverInTime::conclude(SimTime end) {
  for (const LeaseState& lease : stage_.leases()) {
    OfLease& state = leases_.of(lease.index);
    judge(lease, state, end, true);
    if (state.was_due) docket_.at_risk(lease.str(), "a holder was to be succeeded");
  }
}

// ---- leaderless-at-most ----

void LeaderlessAtMost::look(const LeaseState& lease, SimTime at) {
  OfLease& state = leases_.of(lease.index);
  if (lease.believers.empty()) {
    if (!state.empty_since) state.empty_since = at;
    return;
  }
  if (state.empty_since) judge(lease, state, at, false);
  state.empty_since.reset();
  state.last_leader = lease.believers.front().process->name;
}

void LeaderlessAtMost::look_everywhere(SimTime at) {
  for (const LeaseState& lease : stage_.leases()) {
    if (leases_.of(lease.index).last_leader.is_set()) look(lease, at);
  }
}

void LeaderlessAtMost::judge(const LeaseState& lease, OfLease& state, SimTime at, bool open) {
  const auto limit = docket_.limit() ? docket_.limit() : default_takeover_limit(lease);
  if (!limit || at - *state.empty_since <= *limit) return;
  Window window = stretch(lease, *state.empty_since, at, open);
  Teller teller;
  if (state.last_leader.is_set()) {
    window.who = {party_of(&stage_.process(ProcessName{state.last_leader}), {}, window.from)};
    teller.say("Since " + state.last_leader.str() + " ceased to lead at " + seconds(window.from));
  } else {
    teller.say("Since the first candidate came at " + seconds(window.from));
  }
  teller.say("nobody led for " + seconds(window.length) +
             (open ? ", until the run ended" : ", until " + seconds(at)) + "; the limit is " +
             seconds(*limit) + ".");
  teller.sign(window);
  docket_.add(std::move(window));
}

void LeaderlessAtMost::conclude(SimTime end) {
  for (const LeaseState& lease : stage_.leases()) {
    OfLease& state = leases_.of(lease.index);
    const bool contested = std::ranges::any_of(lease.candidates, &Candidate::timed);
    if (contested) docket_.at_risk(lease.str(), "it had candidates");
    if (state.empty_since) judge(lease, state, end, true);
  }
}

// ---- renewals-in-time ----

std::optional<Duration> RenewalsInTime::limit_of(const LeaseState& lease,
                                                 const ProcessState* holder) const {
  if (docket_.limit()) return docket_.limit();
  const Candidate* candidate = holder == nullptr ? nullptr : lease.candidate(holder);
  if (candidate == nullptr || candidate->renew_deadline == Duration::zero()) return std::nullopt;
  return candidate->renew_deadline + candidate->retry_period;
}

void RenewalsInTime::on(const Fact& fact, const LeaseWritten& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  OfLease& state = leases_.of(lease.index);
  const bool renewal = state.last && lease.now.held() && state.holder == lease.now.writer &&
                       lease.before.known && lease.before.holder == lease.now.holder;
  judge(lease, state, fact.at, false);
  if (renewal) {
    state.renewed = true;
    state.last = fact.at;
    return;
  }
  state.last.reset();
  if (!lease.now.held() || lease.now.writer == nullptr) return;
  state.holder = lease.now.writer;
  state.limit = limit_of(lease, state.holder);
  if (state.limit) state.last = fact.at;
}

void RenewalsInTime::on(const Fact& fact, const LeadershipLost& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  if (&stage_.doer(fact, body.identity) == leases_.of(lease.index).holder) end(lease, fact.at);
}

void RenewalsInTime::end(const LeaseState& lease, SimTime at) {
  OfLease& state = leases_.of(lease.index);
  judge(lease, state, at, false);
  state.last.reset();
}

void RenewalsInTime::end_of(const Fact& fact) {
  const ProcessState* gone = &stage_.process(fact.by);
  for (const LeaseState& lease : stage_.leases()) {
    if (leases_.of(lease.index).holder == gone) end(lease, fact.at);
  }
}

void RenewalsInTime::judge(const LeaseState& lease, OfLease& state, SimTime at, bool open) {
  if (!state.last || at - *state.last <= *state.limit) return;
  Window window = stretch(lease, *state.last, at, open);
  const Candidate* candidate = lease.candidate(state.holder);
  window.who = {
      party_of(state.holder, candidate == nullptr ? Text{} : candidate->identity, window.from)};
  Teller teller;
  teller.say(state.holder->str() + " wrote the lease at " + seconds(window.from) +
             " and not again " + (open ? "before the run ended" : "until " + seconds(at)) + ": " +
             seconds(window.length) + ", where " + seconds(*state.limit) + " is the limit.");
  tell_silence(teller, state.holder, window.from, at);
  teller.sign(window);
  docket_.add(std::move(window));
}

void RenewalsInTime::conclude(SimTime end) {
  for (const LeaseState& lease : stage_.leases()) {
    OfLease& state = leases_.of(lease.index);
    judge(lease, state, end, true);
    if (state.renewed) docket_.at_risk(lease.str(), "its holder had to renew it");
  }
}

}  // namespace leasesim
