#include "check/beliefs.hpp"

#include <algorithm>

#include "check/words.hpp"

namespace leasesim {
namespace {

constexpr std::size_t kRecentKept = 8;

}  // namespace

// ---- one-leader-at-a-time ----

// The stage has heard each fact first: who believes from here on stands in `believers`.
Closing OneLeader::left(const Fact& fact, Closing::Way way) const {
  return {.way = way, .who = &stage_.process(fact.by)};
}

void OneLeader::on(const Fact& fact, const LeadershipGained& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  std::vector<Fact>& gained = leases_.of(lease.index).gained;
  std::erase_if(gained, [&](const Fact& old) { return old.by == fact.by && fact.by.is_set(); });
  if (gained.size() >= kRecentKept) gained.erase(gained.begin());
  gained.push_back(fact);
  if (auto& overlap = leases_.of(lease.index).overlap) overlap->show(evidence_of(fact));
  look(lease, fact, {});
}

void OneLeader::on(const Fact& fact, const LeadershipLost& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  if (auto& overlap = leases_.of(lease.index).overlap) overlap->show(evidence_of(fact));
  look(lease, fact, {.way = Closing::Way::stepped_down, .who = &stage_.doer(fact, body.identity)});
}

void OneLeader::on(const Fact& fact, const ProcessCrashed&) {
  look_everywhere(fact, left(fact, Closing::Way::crashed));
}
void OneLeader::on(const Fact& fact, const ProcessExited&) {
  look_everywhere(fact, left(fact, Closing::Way::exited));
}

void OneLeader::on(const Fact& fact, const ObjectWritten& body) {
  if (!body.under.is_set() || !fact.by.is_set()) return;
  const LeaseState& lease = stage_.lease(body.under);
  if (lease.believers.size() < 2) return;
  auto& overlap = leases_.of(lease.index).overlap;
  if (overlap) overlap->acted(fact.at, stage_.process(fact.by));
}

void OneLeader::remember(ObjectName name, const Fact& fact) {
  OfLease& state = leases_.of(stage_.lease(name).index);
  if (state.overlap) return state.overlap->show(evidence_of(fact));
  if (state.recent.size() >= kRecentKept) state.recent.erase(state.recent.begin());
  state.recent.push_back(fact);
}

void OneLeader::look_everywhere(const Fact& fact, const Closing& closing) {
  for (const LeaseState& lease : stage_.leases()) {
    OfLease& state = leases_.of(lease.index);
    if (state.overlap) {
      state.overlap->show(evidence_of(fact));
    } else if (!lease.believers.empty()) {
      if (state.recent.size() >= kRecentKept) state.recent.erase(state.recent.begin());
      state.recent.push_back(fact);
    }
    look(lease, fact, closing);
  }
}

void OneLeader::look(const LeaseState& lease, const Fact& fact, const Closing& closing) {
  OfLease& state = leases_.of(lease.index);
  const bool several = lease.believers.size() >= 2;
  if (several && !state.overlap) open(lease, state, fact.at);
  if (!state.overlap) return;
  if (several) {
    state.overlap->attend(fact.at, lease.believers);
  } else {
    close(lease, state, fact.at, closing);
  }
}

void OneLeader::open(const LeaseState& lease, OfLease& state, SimTime at) {
  state.overlap.emplace(at, lease.str());
  state.opening.emplace(lease, *lease.believers.front().process, *lease.believers.back().process);
  const auto& taken = state.opening->succession;
  const SimTime since = taken && taken->prior.known ? taken->prior.at : at;
  for (const Fact& fact : state.gained) {
    const bool believes = std::ranges::any_of(lease.believers, [&](const Believer& one) {
      return one.process->name == fact.by.text() || !fact.by.is_set();
    });
    if (believes) state.overlap->show(evidence_of(fact));
  }
  for (const Fact& fact : state.recent) {
    if (fact.at >= since) state.overlap->show(evidence_of(fact));
  }
  state.recent.clear();
}

void OneLeader::close(const LeaseState& lease, OfLease& state, SimTime at, const Closing& closing) {
  const bool open = closing.way == Closing::Way::open;
  Window window = state.overlap->close(at, open);
  if (docket_.keeps_more()) tell_two_leaders(window, *state.opening, lease, closing);
  state.overlap.reset();
  state.opening.reset();
  docket_.add(std::move(window));
}

void OneLeader::conclude(SimTime end) {
  risk_as_the_stage_says();
  for (const LeaseState& lease : stage_.leases()) {
    OfLease& state = leases_.of(lease.index);
    if (state.overlap) close(lease, state, end, {});
  }
}

// ---- one-holder-at-a-time ----

OneHolder::OfLock& OneHolder::lock_of(const LeaseState& lease) {
  OfLock& lock = locks_.of(lease.index);
  lock.lease = &lease;
  return lock;
}

std::vector<Believer> OneHolder::present(const OfLock& lock) const {
  std::vector<Believer> out;
  for (const Holding& holding : lock.holdings) out.push_back(holding.holder);
  return out;
}

void OneHolder::on(const Fact& fact, const LockGranted& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  const ProcessState* process = &stage_.doer(fact, body.holder);
  OfLock& lock = lock_of(lease);
  lapse(lock, fact.at);
  const SimTime until = fact.at + body.duration;
  for (Holding& holding : lock.holdings) {
    if (holding.holder.process != process) {
      lock.asked_by_two = true;
      continue;
    }
    holding.until = std::max(holding.until, until);  // a longer lock is never shortened
    return;
  }
  lock.holdings.push_back(
      {.holder = {.process = process, .identity = body.holder, .since = fact.at},
       .until = until,
       .granted = fact});
  if (lock.holdings.size() < 2) return;
  if (!lock.overlap) {
    lock.overlap.emplace(fact.at, lease.str());
    lock.succession = lease.succession;
    for (const Holding& holding : lock.holdings) lock.overlap->show(evidence_of(holding.granted));
  } else {
    lock.overlap->show(evidence_of(fact));
  }
  lock.overlap->attend(fact.at, present(lock));
}

void OneHolder::leave(const Fact& fact, ObjectName name) {
  const ProcessState* process = &stage_.process(fact.by);
  OfLock& lock = lock_of(stage_.lease(name));
  lapse(lock, fact.at);
  const bool held = std::ranges::any_of(
      lock.holdings, [&](const Holding& holding) { return holding.holder.process == process; });
  if (!held && !lock.holdings.empty()) lock.asked_by_two = true;
  if (held && lock.overlap) lock.overlap->show(evidence_of(fact));
  remove(lock, process, fact.at);
}

void OneHolder::end(const Fact& fact) {
  const ProcessState* process = &stage_.process(fact.by);
  for (std::size_t at = 0; at < locks_.size(); ++at) {
    lapse(locks_.of(at), fact.at);
    remove(locks_.of(at), process, fact.at);
  }
}

void OneHolder::recount(SimTime now) {
  for (std::size_t at = 0; at < locks_.size(); ++at) {
    OfLock& lock = locks_.of(at);
    lapse(lock, now);
    if (lock.overlap) lock.overlap->attend(now, present(lock));
  }
}

void OneHolder::remove(OfLock& lock, const ProcessState* process, SimTime at) {
  std::erase_if(lock.holdings,
                [&](const Holding& holding) { return holding.holder.process == process; });
  if (!lock.overlap) return;
  lock.overlap->attend(at, present(lock));
  if (lock.holdings.size() < 2) close(lock, at, false);
}

// Holdings whose time has run out ended then, in that order.
void OneHolder::lapse(OfLock& lock, SimTime at) {
  for (;;) {
    const auto first = std::ranges::min_element(lock.holdings, {}, &Holding::until);
    if (first == lock.holdings.end() || first->until > at) return;
    const SimTime until = first->until;
    remove(lock, first->holder.process, until);
  }
}

void OneHolder::close(OfLock& lock, SimTime at, bool open) {
  Window window = lock.overlap->close(at, open);
  const bool one_name =
      window.who.size() >= 2 && window.who.front().identity == window.who.back().identity;
  Teller teller;
  if (one_name) {
    teller.blame(Cause::same_identity);
    teller.say(window.who.front().process + " and " + window.who.back().process +
               " ask for the lock as one holder, \"" + window.who.front().identity + "\".");
  } else if (lock.succession) {
    tell_succession(teller, *lock.succession);
  }
  teller.say("Each took the lock for its own for " + seconds(window.length) +
             (open ? ", until the run ended." : "."));
  teller.sign(window);
  lock.overlap.reset();
  docket_.add(std::move(window));
}

void OneHolder::conclude(SimTime end) {
  for (std::size_t at = 0; at < locks_.size(); ++at) {
    OfLock& lock = locks_.of(at);
    if (lock.lease == nullptr) continue;
    lapse(lock, end);
    const std::string& risk = lock.lease->risk;
    if (!risk.empty()) docket_.at_risk(lock.lease->str(), risk);
    if (lock.asked_by_two) docket_.at_risk(lock.lease->str(), "two asked for it at once");
    if (lock.overlap) close(lock, end, true);
  }
}

}  // namespace leasesim
