#include "check/tally.hpp"

#include <algorithm>

namespace leasesim {

void Tally::on(const Fact& fact, const LeaseWritten& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  OfLease& state = leases_.of(lease.index);
  state.metrics.writes += 1;
  const bool taken = lease.succession && lease.succession->at == fact.at && lease.now.held();
  if (taken) note_takeover(lease, state, fact.at);
}

void Tally::note_takeover(const LeaseState& lease, OfLease& state, SimTime at) {
  const Succession& taken = *lease.succession;
  if (taken.prior.known && taken.prior.holder != taken.to) {
    state.metrics.takeovers += 1;
    state.contested = true;
  }
  takeovers_total_ += 1;
  if (takeovers_.size() >= kWindowsKept) return;
  Takeover takeover{.lease = lease.str(),
                    .from = taken.prior.holder.str(),
                    .to = taken.to.str(),
                    .at = at,
                    .since_commit = {},
                    .leaderless = {}};
  if (taken.prior.known) takeover.since_commit = at - taken.prior.at;
  if (state.empty_since) takeover.leaderless = at - *state.empty_since;
  takeovers_.push_back(std::move(takeover));
}

void Tally::look(const LeaseState& lease, SimTime at) {
  OfLease& state = leases_.of(lease.index);
  state.contested = true;
  if (lease.believers.size() >= 2) {
    if (!state.dual_since) state.dual_since = at;
  } else {
    end_dual(state, at);
  }
  if (lease.believers.empty()) {
    if (!state.empty_since) state.empty_since = at;
  } else {
    end_empty(state, at);
  }
}

void Tally::on(const Fact& fact, const NodeConditionChanged& body) {
  if (!body.is_about_ready() || body.status != ConditionStatus::unknown) return;
  const NodeState& node = stage_.node(body.node);
  nodes_.marked += 1;
  if (node.kubelet != nullptr && node.kubelet->running()) nodes_.flaps += 1;
  if (!node.has_sign) return;
  nodes_.longest_to_unknown = std::max(nodes_.longest_to_unknown, fact.at - node.sign);
}

void Tally::on(const Fact& fact, const PodDeleted& body) {
  const ProcessState* monitor = stage_.monitor().process;
  if (monitor == nullptr || !fact.by.is_set() || monitor != &stage_.process(fact.by)) return;
  nodes_.evictions += 1;
  const NodeState& node = stage_.node(body.node);
  if (!node.has_sign) return;
  nodes_.longest_to_eviction = std::max(nodes_.longest_to_eviction, fact.at - node.sign);
}

void Tally::look_everywhere(SimTime at) {
  for (const LeaseState& lease : stage_.leases()) {
    if (leases_.of(lease.index).contested) look(lease, at);
  }
}

void Tally::end_dual(OfLease& state, SimTime at) {
  if (!state.dual_since) return;
  const Duration length = at - *state.dual_since;
  state.metrics.dual_leader_windows += 1;
  state.metrics.dual_leader_total += length;
  state.metrics.dual_leader_longest = std::max(state.metrics.dual_leader_longest, length);
  state.dual_since.reset();
}

void Tally::end_empty(OfLease& state, SimTime at) {
  if (!state.empty_since) return;
  const Duration length = at - *state.empty_since;
  state.metrics.leaderless_total += length;
  state.metrics.leaderless_longest = std::max(state.metrics.leaderless_longest, length);
  state.empty_since.reset();
}

Metrics Tally::conclude(SimTime end) {
  Metrics metrics;
  metrics.judged = end.time_since_epoch();
  for (const LeaseState& lease : stage_.leases()) {
    OfLease& state = leases_.of(lease.index);
    if (!state.contested) continue;
    end_dual(state, end);
    end_empty(state, end);
    state.metrics.lease = lease.str();
    state.metrics.transitions = lease.now.known ? lease.now.transitions : -1;
    metrics.leases.push_back(state.metrics);
  }
  for (const ProcessState* client : stage_.clients()) {
    metrics.clients.push_back({.process = client->str(), .requests = client->requests});
  }
  metrics.nodes = nodes_;
  metrics.nodes.nodes = stage_.nodes().size();
  metrics.takeovers = std::move(takeovers_);
  metrics.takeovers_total = takeovers_total_;
  return metrics;
}

}  // namespace leasesim
