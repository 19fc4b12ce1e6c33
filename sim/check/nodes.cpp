#include "check/nodes.hpp"

#include <algorithm>

#include "check/words.hpp"
#include "leasesim/time/duration_text.hpp"

namespace leasesim {
namespace {

constexpr Duration kForRequests = 100ms;
constexpr Duration kUsualToleration = 300s;
constexpr Duration kUsualCollection = 2h + 1min;
constexpr Duration kUsualOrphan = 1min;

Window window_of(std::string subject, SimTime from, SimTime to, bool open) {
  Window window;
  window.subject = std::move(subject);
  window.from = from;
  if (!open) window.to = to;
  window.length = to - from;
  return window;
}

// How long after the last sign of life a node is Unknown at the latest (H1).
Duration longest_silence(const MonitorState& monitor) {
  return monitor.grace + 2 * (monitor.period + monitor.pass) + kForRequests;
}

// Why a node's heartbeats did not come, or were not seen.
void tell_silence(Teller& teller, const NodeState& node, const MonitorState* monitor, SimTime from,
                  SimTime now) {
  const ProcessState* kubelet = node.kubelet;
  if (kubelet == nullptr) return;
  if (kubelet->ended && *kubelet->ended >= from) {
    teller.blame(Cause::leader_gone);
    teller.say(kubelet->str() + " was gone from " + seconds(*kubelet->ended) + " on.");
  }
  if (kubelet->pause && kubelet->pause->overlaps(from, now)) {
    teller.blame(Cause::process_pause);
    teller.say(kubelet->str() + " was paused from " + seconds(kubelet->pause->from) + ".");
  }
  const HostState* host = kubelet->host;
  if (host != nullptr && host->sleep && host->sleep->overlaps(from, now)) {
    teller.blame(Cause::machine_suspend);
    teller.say("Its machine slept from " + seconds(host->sleep->from) + ".");
  }
  if (monitor != nullptr && node.every > monitor->grace) {
    teller.blame(Cause::unsafe_timings);
    teller.say("It renews its lease every " + duration_text(node.every) + ", the grace is " +
               duration_text(monitor->grace) + ".");
  }
  if (teller.blamed()) return;
  if (monitor != nullptr && now - node.committed <= monitor->grace) {
    if (node.stamped_back) {
      teller.blame(Cause::calendar_set_back);
      teller.say(
          "Its lease was written at " + seconds(node.committed) +
          ", but with a renewTime no later than one seen before: only a growing one counts.");
    } else if (monitor->grace < node.every + 2 * (monitor->period + monitor->pass)) {
      teller.blame(Cause::unsafe_timings);
      teller.say("Its lease was written at " + seconds(node.committed) + ", but a grace of " +
                 duration_text(monitor->grace) + " leaves no room for a heartbeat every " +
                 duration_text(node.every) + " that is looked at every " +
                 duration_text(monitor->period) + ".");
    } else {
      teller.blame(Cause::stale_cache);
      teller.say("Its lease was written at " + seconds(node.committed) +
                 "; the controller's copy was older.");
    }
    return;
  }
  const WriteRequest& write = kubelet->write;
  if (write.served && *write.served >= from && write.served_as != ApiError::ok) {
    teller.blame(Cause::refused);
    teller.say("The API server refused its writes: " + std::string{word_of(write.served_as)} + ".");
  } else if (write.sent >= from) {
    teller.blame(Cause::partition);
    teller.say("Its requests got no answer since " + seconds(write.sent) + " or before.");
  }
}

}  // namespace

// ---- heartbeat-in-time ----

void HeartbeatInTime::on(const Fact& fact, const LeaseWritten& body) {
  const NodeState* node = stage_.lease(body.lease).node;
  if (node == nullptr || !fact.by.is_set() || !node->committed_before) return;
  ++beats_.of(node->index);
  look(*node, *node->committed_before, fact.at, false);
}

void HeartbeatInTime::look(const NodeState& node, SimTime last, SimTime now, bool open) {
  const Duration limit = docket_.limit().value_or(node.lease_duration);
  // A new life begins a new count.
  const SimTime since = std::max(last, node.kubelet_since);
  if (now - since <= limit) return;
  Window window = window_of(node.str(), since + limit, now, open);
  Teller teller;
  teller.say("The lease of " + node.str() + " was not written for " + seconds(now - since) + ".");
  tell_silence(teller, node, nullptr, since, now);
  teller.sign(window);
  docket_.add(std::move(window));
}

void HeartbeatInTime::conclude(SimTime end) {
  for (const NodeState& node : stage_.nodes()) {
    if (node.kubelet == nullptr || !node.kubelet->alive || node.gone) continue;
    if (node.has_committed) look(node, node.committed, end, true);
    if (beats_.of(node.index) > 0) docket_.at_risk(node.str(), "its kubelet renewed its lease");
  }
}

// ---- silent-node-is-marked-in-time ----

void SilentNodeIsMarked::look(const NodeState& node, SimTime now, bool open) {
  const MonitorState& monitor = stage_.monitor();
  if (!monitor.watches(now) || node.ready == ConditionStatus::unknown || node.gone) return;
  const SimTime since = std::max(
      {node.sign_before.value_or(node.sign), monitor.since, node.appeared, node.ready_changed});
  if (now - since > monitor.grace) silent_.of(node.index) = 1;
  const Duration limit = docket_.limit().value_or(longest_silence(monitor));
  if (now - since <= limit) return;
  Window window = window_of(node.str(), since + limit, now, open);
  Teller teller;
  teller.say(node.str() + " gave no sign of life for " + seconds(now - since) + " while " +
             monitor.process->str() + " watched, and was not called Unknown.");
  if (!monitor.process->running()) {
    teller.blame(Cause::process_pause);
    teller.say(monitor.process->str() + " stood still.");
  }
  teller.sign(window);
  docket_.add(std::move(window));
}

void SilentNodeIsMarked::look_at_all(SimTime now, bool open) {
  for (NodeState& node : stage_.nodes()) {
    node.sign_before.reset();
    look(node, now, open);
  }
}

void SilentNodeIsMarked::on(const Fact& fact, const LeaseWritten& body) {
  const NodeState* node = stage_.lease(body.lease).node;
  if (node != nullptr && fact.by.is_set()) look(*node, fact.at, false);
}

// The stage knows the new condition already: what was before is asked for.
void SilentNodeIsMarked::on(const Fact& fact, const NodeConditionChanged& body) {
  if (!body.is_about_ready() || body.status != ConditionStatus::unknown) return;
  NodeState& node = stage_.node(body.node);
  node.ready = node.ready_before;
  const SimTime changed = std::exchange(node.ready_changed, node.ready_changed_before);
  node.sign_before.reset();
  look(node, fact.at, false);
  node.ready = ConditionStatus::unknown;
  node.ready_changed = changed;
}

void SilentNodeIsMarked::on(const Fact& fact, const ProcessCrashed&) {
  if (stage_.monitor().process == &stage_.process(fact.by)) look_at_all(fact.at, false);
}
void SilentNodeIsMarked::on(const Fact& fact, const ProcessExited&) {
  if (stage_.monitor().process == &stage_.process(fact.by)) look_at_all(fact.at, false);
}

void SilentNodeIsMarked::conclude(SimTime end) {
  look_at_all(end, true);
  for (const NodeState& node : stage_.nodes()) {
    if (silent_.of(node.index) != 0) docket_.at_risk(node.str(), "it was silent");
  }
}

// ---- healthy-node-is-never-marked ----

void HealthyNodeIsNeverMarked::on(const Fact& fact, const NodeConditionChanged& body) {
  if (!body.is_about_ready()) return;
  const NodeState& node = stage_.node(body.node);
  OfNode& state = nodes_.of(node.index);
  state.watched = true;
  if (body.status != ConditionStatus::unknown) return close(state, fact.at);
  const bool lives = node.kubelet != nullptr && node.kubelet->running();
  if (!lives || state.open) return;
  state.open = window_of(node.str(), fact.at, fact.at, true);
  state.open->evidence.push_back(evidence_of(fact));
  Teller teller;
  teller.say(node.str() + " was called Unknown while " + node.kubelet->str() + " was running; " +
             (node.has_committed ? "its lease had last been written at " + seconds(node.committed)
                                 : std::string{"its lease had never been written"}) +
             ".");
  const MonitorState& monitor = stage_.monitor();
  tell_silence(teller, node, &monitor, node.committed, fact.at);
  teller.sign(*state.open);
}

void HealthyNodeIsNeverMarked::close(OfNode& state, SimTime at) {
  if (!state.open) return;
  Window window = std::move(*state.open);
  state.open.reset();
  window.to = at;
  window.length = at - window.from;
  docket_.add(std::move(window));
}

void HealthyNodeIsNeverMarked::conclude(SimTime end) {
  for (const NodeState& node : stage_.nodes()) {
    OfNode& state = nodes_.of(node.index);
    if (state.open) {
      Window window = std::move(*state.open);
      window.length = end - window.from;
      docket_.add(std::move(window));
    }
    const bool watched = state.watched && stage_.monitor().process != nullptr;
    if (watched) docket_.at_risk(node.str(), "a controller watched it");
  }
}

// ---- no-eviction-without-silence ----

void NoEvictionWithoutSilence::on(const Fact& fact, const EvictionPlanned& body) {
  OfPod& pod = pods_.of(body.pod.text());
  pod.planned_by = fact.by;
  pod.node = body.node.str();
}

void NoEvictionWithoutSilence::on(const Fact&, const EvictionCancelled& body) {
  pods_.of(body.pod.text()).planned_by = {};
}

void NoEvictionWithoutSilence::on(const Fact& fact, const PodDeleted& body) {
  OfPod& pod = pods_.of(body.pod.text());
  if (!fact.by.is_set() || pod.planned_by != fact.by) return;
  const NodeState& node = stage_.node(body.node);
  const MonitorState& monitor = stage_.monitor();
  const bool silent = !node.has_sign || fact.at - node.sign > monitor.grace;
  if (silent || node.ready == ConditionStatus::no) return;
  Window window = window_of("pod/" + body.pod.str(), fact.at, fact.at, false);
  window.evidence.push_back(evidence_of(fact));
  Teller teller;
  teller.say(body.pod.str() + " was deleted from " + node.str() + " " +
             seconds(fact.at - node.sign) + " after its last sign of life.");
  if (node.ready == ConditionStatus::yes) {
    teller.blame(Cause::stale_cache);
    teller.say("The node was ready again; " + fact.by.str() + " had not heard of it yet.");
  }
  tell_silence(teller, node, &monitor, node.sign, fact.at);
  teller.sign(window);
  docket_.add(std::move(window));
}

void NoEvictionWithoutSilence::conclude(SimTime) {
  for (const OfPod& pod : pods_.all()) {
    if (pod.node)
      docket_.at_risk("pod/" + pod.name.str(), "it was to be evicted from " + *pod.node);
  }
}

// ---- eviction-in-time ----

void EvictionInTime::on(const Fact&, const PodBound& body) {
  pods_.of(body.pod.text()).node = &stage_.node(body.node);
}

void EvictionInTime::on(const Fact& fact, const PodDeleted& body) {
  OfPod& pod = pods_.of(body.pod.text());
  if (pod.node == nullptr) return;
  if (pod.node->ready == ConditionStatus::unknown) look(pod, pod.node->sign, fact.at, false);
  pod.node = nullptr;
}

// A node that speaks again ends the wait for its pods.
void EvictionInTime::on(const Fact& fact, const NodeConditionChanged& body) {
  if (!body.is_about_ready() || body.status == ConditionStatus::unknown) return;
  NodeState& node = stage_.node(body.node);
  if (node.ready_before != ConditionStatus::unknown || !node.sign_before) return;
  for (OfPod& pod : pods_.all()) {
    if (pod.node == &node) look(pod, *node.sign_before, fact.at, false);
  }
}

void EvictionInTime::look(OfPod& pod, SimTime silent_since, SimTime now, bool open) {
  const MonitorState& monitor = stage_.monitor();
  pod.at_risk = true;
  const Duration limit = docket_.limit().value_or(
      monitor.grace + 3 * (monitor.period + monitor.pass) + kUsualToleration + 1s);
  if (now - silent_since <= limit) return;
  Window window = window_of("pod/" + pod.name.str(), silent_since + limit, now, open);
  Teller teller;
  teller.say(pod.name.str() + " stayed on " + pod.node->str() + " for " +
             seconds(now - silent_since) + " after the node's last sign of life.");
  if (monitor.since > silent_since) {
    teller.blame(Cause::monitor_restarted);
    teller.say(
        (monitor.process == nullptr ? std::string{"The controller"} : monitor.process->str()) +
        " had begun to watch only at " + seconds(monitor.since) +
        ": what its predecessor had counted was forgotten.");
  }
  teller.sign(window);
  docket_.add(std::move(window));
}

void EvictionInTime::conclude(SimTime end) {
  for (OfPod& pod : pods_.all()) {
    const bool waits =
        pod.node != nullptr && pod.node->ready == ConditionStatus::unknown && pod.node->has_sign;
    if (waits) look(pod, pod.node->sign, end, true);
    if (pod.at_risk) docket_.at_risk("pod/" + pod.name.str(), "its node was silent");
  }
}

// ---- no-orphan-lease ----

void NoOrphanLease::on(const Fact& fact, const ObjectWritten& body) {
  if (body.kind != Kind::node || body.verb != Verb::remove) return;
  const NodeState& node = stage_.node(body.object);
  if (!node.has_committed) return;
  gone_.of(node.index) = fact.at;
  at_risk_.of(node.index) = 1;
}

void NoOrphanLease::on(const Fact& fact, const LeaseDeleted& body) {
  const NodeState* node = stage_.lease(body.lease).node;
  if (node == nullptr) return;
  look(*node, fact.at, false);
  gone_.of(node->index).reset();
}

void NoOrphanLease::look(const NodeState& node, SimTime now, bool open) {
  const std::optional<SimTime>& gone = gone_.of(node.index);
  const Duration limit = docket_.limit().value_or(kUsualOrphan);
  if (!gone || now - *gone <= limit) return;
  Window window = window_of(node.str(), *gone + limit, now, open);
  Teller teller;
  teller.say("The lease of " + node.str() + " outlived its node, which was deleted at " +
             seconds(*gone) + ".");
  if (node.kubelet != nullptr && node.kubelet->alive) {
    teller.blame(Cause::still_renewed);
    teller.say(node.kubelet->str() + " went on writing it.");
  }
  teller.sign(window);
  docket_.add(std::move(window));
}

void NoOrphanLease::conclude(SimTime end) {
  for (const NodeState& node : stage_.nodes()) {
    look(node, end, true);
    if (at_risk_.of(node.index) != 0) docket_.at_risk(node.str(), "its node was deleted");
  }
}

// ---- identity-lease-of-dead-server-ends ----

void IdentityLeaseEnds::on(const Fact& fact, const LeaseWritten& body) {
  constexpr std::string_view kOne = "kube-system/apiserver-";
  constexpr std::string_view kOlder = "kube-system/kube-apiserver-";
  const std::string_view name = body.lease.view();
  if (!name.starts_with(kOne) && !name.starts_with(kOlder)) return;
  const LeaseState& lease = stage_.lease(body.lease);
  OfLease& state = leases_.of(lease.index);
  if (state.there) look(lease, state, fact.at, false);
  state.server = fact.by.is_set() ? &stage_.process(fact.by) : state.server;
  state.written = fact.at;
  state.there = true;
}

void IdentityLeaseEnds::on(const Fact& fact, const LeaseDeleted& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  OfLease& state = leases_.of(lease.index);
  if (state.there) look(lease, state, fact.at, false);
  state.there = false;
}

void IdentityLeaseEnds::look(const LeaseState& lease, OfLease& state, SimTime now, bool open) {
  if (state.server == nullptr || (state.server->alive && open)) return;
  if (!state.server->alive) state.at_risk = true;
  const Duration limit = docket_.limit().value_or(kUsualCollection);
  if (now - state.written <= limit) return;
  Window window = window_of(lease.str(), state.written + limit, now, open);
  Teller teller;
  teller.say(lease.str() + " was there " + seconds(now - state.written) + " after " +
             state.server->str() + " had last written it.");
  if (!state.server->alive) {
    teller.blame(Cause::nobody_collects);
    teller.say("No other server collected it.");
  }
  teller.sign(window);
  docket_.add(std::move(window));
}

void IdentityLeaseEnds::conclude(SimTime end) {
  for (const LeaseState& lease : stage_.leases()) {
    OfLease& state = leases_.of(lease.index);
    if (state.there) look(lease, state, end, true);
    if (state.at_risk) docket_.at_risk(lease.str(), "its server ended");
  }
}

}  // namespace leasesim
