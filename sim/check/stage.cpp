#include "check/stage.hpp"

#include <algorithm>
#include <utility>

#include "check/words.hpp"

namespace leasesim {
Candidate* LeaseState::candidate(const ProcessState* process) {
  const auto found = std::ranges::find(candidates, process, &Candidate::process);
  return found == candidates.end() ? nullptr : &*found;
}

bool LeaseState::has_challenger_of(Text holder) const {
  return std::ranges::any_of(candidates, [&](const Candidate& candidate) {
    return candidate.live && candidate.timed && candidate.identity != holder;
  });
}

// ---- processes and machines ----

void Stage::on(const Fact& fact, const ProcessStarted& body) {
  ProcessState& started = process(fact.by);
  started.host = &hosts_.of(body.host.text());
  started.alive = true;
  started.paused = false;
  started.ended.reset();
}

void Stage::on(const Fact& fact, const ProcessExited&) { end_process(fact); }
void Stage::on(const Fact& fact, const ProcessCrashed&) { end_process(fact); }

void Stage::end_process(const Fact& fact) {
  ProcessState& ended = process(fact.by);
  ended.alive = false;
  ended.ended = fact.at;
  if (ended.paused && ended.pause) ended.pause->to = fact.at;
  ended.paused = false;
  if (monitor_.process == &ended && !monitor_.ended) monitor_.ended = fact.at;
  for (LeaseState& state : leases_.all()) {
    if (Candidate* candidate = state.candidate(&ended)) candidate->live = false;
    std::erase_if(state.believers, [&](const Believer& one) { return one.process == &ended; });
  }
}

void Stage::on(const Fact& fact, const ProcessPaused&) {
  ProcessState& paused = process(fact.by);
  paused.paused = true;
  paused.pause = Stretch{fact.at, std::nullopt};
}

void Stage::on(const Fact& fact, const ProcessResumed&) {
  ProcessState& resumed = process(fact.by);
  resumed.paused = false;
  if (resumed.pause) resumed.pause->to = fact.at;
}

void Stage::on(const Fact& fact, const HostSuspended& body) {
  HostState& host = hosts_.of(body.host.text());
  host.suspended = true;
  host.sleep = Stretch{fact.at, std::nullopt};
}

void Stage::on(const Fact& fact, const HostResumed& body) {
  HostState& host = hosts_.of(body.host.text());
  host.suspended = false;
  if (host.sleep) host.sleep->to = fact.at;
}

void Stage::on(const Fact& fact, const ClockSet& body) {
  HostState& host = hosts_.of(body.host.text());
  host.set_at = fact.at;
  host.offset = body.offset;
  host.rate_ppb = body.rate_ppb;
  if (body.cause.view() == "freeze" && !host.frozen_since) host.frozen_since = fact.at;
  if (body.cause.view() == "unfreeze") host.frozen_since.reset();
}

// ---- requests: only the last write of each process is followed ----

void Stage::on(const Fact& fact, const RequestSent& body) {
  if (!fact.by.is_set()) return;
  ProcessState& client = process(fact.by);
  client.requests[static_cast<std::size_t>(body.verb)] += 1;
  if (!client.client) {
    client.client = true;
    clients_.push_back(&client);
  }
  if (!writes(body.verb)) return;
  client.write = {.request = body.request, .sent = fact.at, .served = {}, .answered = {}};
}

void Stage::on(const Fact& fact, const RequestServed& body) {
  if (!writes(body.verb) || !fact.by.is_set()) return;
  WriteRequest& write = process(fact.by).write;
  if (write.request != body.request) return;
  write.served = fact.at;
  write.served_as = body.outcome;
}

void Stage::on(const Fact& fact, const AnswerReceived& body) {
  if (!fact.by.is_set()) return;
  ProcessState& client = process(fact.by);
  if (client.write.request != body.request) return;
  client.write.answered = fact.at;
  client.write.answered_as = body.outcome;
  if (body.outcome == ApiError::ok) client.success = client.write;
}

// ---- the lease ----

void Stage::on(const Fact& fact, const LeaseWritten& body) {
  LeaseState& state = lease(body.lease);
  ProcessState* writer = fact.by.is_set() ? &process(fact.by) : nullptr;
  if (state.node != nullptr && writer != nullptr) heartbeat(*state.node, fact, body);
  state.before = state.now;
  if (!state.before.known && !body.created) state.before.holder = body.previous_holder;
  state.now = {.known = true,
               .version = body.version,
               .holder = body.holder,
               .writer = writer,
               .at = fact.at,
               .duration = body.duration,
               .transitions = body.transitions};

  if (!state.now.held()) {
    if (state.emptied) return;
    const Candidate* by = writer == nullptr ? nullptr : state.candidate(writer);
    state.emptied = fact.at;
    state.emptied_way = Succession::Way::released;
    state.emptied_by = writer;
    state.clobbered = by != nullptr && state.before.held() && by->identity != state.before.holder;
    return;
  }
  if (state.emptied || !state.last_held.known || state.last_held.holder != body.holder) {
    succeed(state, fact, writer, body.created);
  }
  state.last_held = state.now;
  state.emptied.reset();
}

void Stage::heartbeat(NodeState& node, const Fact& fact, const LeaseWritten& body) {
  node.committed_before = node.has_committed ? std::optional{node.committed} : std::nullopt;
  node.has_committed = true;
  node.committed = fact.at;
  node.stamped_back = body.renewed <= node.stamp;
  node.stamp = std::max(node.stamp, body.renewed);
  node.sign_before = node.has_sign ? std::optional{node.sign} : std::nullopt;
  node.has_sign = true;
  node.sign = fact.at;
}

// ---- nodes ----

void Stage::on(const Fact& fact, const KubeletStarted& body) {
  NodeState& state = node(body.node);
  state.kubelet = &process(fact.by);
  state.kubelet_since = fact.at;
  state.lease_duration = body.lease_duration;
  state.every = body.every + body.every * 4 / 100;
  lease(body.lease).node = &state;
}

void Stage::on(const Fact& fact, const NodeMonitorStarted& body) {
  monitor_ = {.process = &process(fact.by),
              .since = fact.at,
              .period = body.period,
              .grace = body.grace,
              .pass = body.pass,
              .ended = {}};
}

// A status that its kubelet posts is a sign of life, as is the node's registration.
void Stage::on(const Fact& fact, const ObjectWritten& body) {
  if (body.kind != Kind::node) return;
  NodeState& state = node(body.object);
  state.gone = body.verb == Verb::remove;
  if (state.kubelet == nullptr || !fact.by.is_set() || state.kubelet != &process(fact.by)) return;
  state.sign_before = state.has_sign ? std::optional{state.sign} : std::nullopt;
  state.has_sign = true;
  state.sign = fact.at;
}

void Stage::on(const Fact& fact, const NodeConditionChanged& body) {
  if (!body.is_about_ready()) return;
  NodeState& state = node(body.node);
  if (state.appeared == SimTime{}) state.appeared = fact.at;
  state.ready_before = std::exchange(state.ready, body.status);
  state.ready_changed_before = std::exchange(state.ready_changed, fact.at);
}

// ---- who holds a lease ----

void Stage::succeed(LeaseState& state, const Fact& fact, ProcessState* writer, bool created) {
  using Way = Succession::Way;
  Succession next;
  next.at = fact.at;
  next.to = state.now.holder;
  next.taker = writer;
  next.prior = state.last_held;
  if (state.emptied) {
    next.way = state.emptied_way;
    next.gap = state.emptied;
    next.gap_by = state.emptied_by;
    next.clobbered = state.clobbered;
  } else if (writer == nullptr) {
    next.way = Way::edited;
  } else {
    next.way = created || !state.last_held.known ? Way::first : Way::expired;
  }
  if (const Candidate* taker = writer == nullptr ? nullptr : state.candidate(writer)) {
    next.judgement = taker->judgement;
    next.observed = taker->observed;
  }
  if (state.risk.empty() && state.last_held.known && state.last_held.holder != next.to) {
    state.risk = "it went from " + state.last_held.holder.str() + " to " + next.to.str() + " at " +
                 seconds(fact.at);
  }
  state.succession = next;
}

void Stage::on(const Fact& fact, const LeaseDeleted& body) {
  LeaseState& state = lease(body.lease);
  state.before = state.now;
  state.now = {};
  state.emptied = fact.at;
  state.emptied_way = Succession::Way::recreated;
  state.emptied_by = fact.by.is_set() ? &process(fact.by) : nullptr;
  state.clobbered = false;
}

// What the store holds from here on, the next write of each lease will tell.
void Stage::on(const Fact& fact, const StoreRestored&) {
  for (LeaseState& state : leases_.all()) {
    state.before = state.now;
    state.now = {};
    state.emptied = fact.at;
    state.emptied_way = Succession::Way::restored;
    state.emptied_by = nullptr;
    state.clobbered = false;
  }
}

// ---- elections ----

Candidate& Stage::enter(LeaseState& state, ProcessState& entrant) {
  if (Candidate* known = state.candidate(&entrant)) return *known;
  state.candidates.push_back({.process = &entrant,
                              .identity = {},
                              .observed = {},
                              .judgement = {},
                              .round = {},
                              .release_ended = {}});
  return state.candidates.back();
}

void Stage::on(const Fact& fact, const ElectorStarted& body) {
  LeaseState& state = lease(body.lease);
  ProcessState& entrant = doer(fact, body.identity);
  Candidate& candidate = enter(state, entrant);
  candidate = {.process = &entrant,
               .identity = body.identity,
               .lease_duration = body.lease_duration,
               .renew_deadline = body.renew_deadline,
               .retry_period = body.retry_period,
               .timed = true,
               .observed = {},
               .judgement = {},
               .round = {},
               .release_ended = {}};
  if (!state.risk.empty()) return;
  for (const Candidate& other : state.candidates) {
    if (other.process == &entrant || !other.live) continue;
    state.risk = other.process->str() + " and " + entrant.str() + " compete for it from " +
                 seconds(fact.at) + " on";
    return;
  }
}

void Stage::on(const Fact& fact, const LeaseObserved& body) {
  if (!fact.by.is_set()) return;
  enter(lease(body.lease), process(fact.by)).observed = fact.at;
}

void Stage::on(const Fact& fact, const LeaseJudgedExpired& body) {
  if (!fact.by.is_set()) return;
  enter(lease(body.lease), process(fact.by)).judgement = Judgement{.at = fact.at,
                                                                   .version = body.version,
                                                                   .holder = body.holder,
                                                                   .rule = body.rule,
                                                                   .age = body.age,
                                                                   .duration = body.duration};
}

void Stage::on(const Fact& fact, const LeadershipGained& body) {
  LeaseState& state = lease(body.lease);
  ProcessState& leader = doer(fact, body.identity);
  Candidate& candidate = enter(state, leader);
  candidate.identity = body.identity;
  candidate.live = true;
  candidate.release_ended.reset();
  if (std::ranges::find(state.believers, &leader, &Believer::process) != state.believers.end()) {
    return;
  }
  state.believers.push_back({.process = &leader, .identity = body.identity, .since = fact.at});
}

void Stage::on(const Fact& fact, const LeadershipLost& body) {
  LeaseState& state = lease(body.lease);
  const ProcessState& loser = doer(fact, body.identity);
  std::erase_if(state.believers, [&](const Believer& one) { return one.process == &loser; });
}

void Stage::on(const Fact& fact, const RenewalBegan& body) {
  if (!fact.by.is_set()) return;
  Candidate& candidate = enter(lease(body.lease), process(fact.by));
  candidate.round = fact.at;
  candidate.round_deadline = body.deadline;
}

void Stage::on(const Fact& fact, const LeaseReleased& body) {
  if (!fact.by.is_set()) return;
  Candidate& candidate = enter(lease(body.lease), process(fact.by));
  candidate.release_ended = fact.at;
  candidate.release_succeeded = body.succeeded;
}

}  // namespace leasesim
