#include "leasesim/actors/node_lifecycle.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "actors/condition_taints.hpp"
#include "actors/crew.hpp"
#include "actors/events.hpp"
#include "actors/names_of_actors.hpp"
#include "actors/node_health.hpp"
#include "actors/node_taints.hpp"
#include "actors/work_queue.hpp"
#include "actors/zones.hpp"
#include "leasesim/objects/readiness.hpp"
#include "leasesim/objects/well_known.hpp"

namespace leasesim {
namespace {

using namespace well_known;

constexpr Purpose kTaintJitter{"taint-jitter"};
constexpr std::size_t kWorkers = 8;
constexpr int kHealthTries = 5;
constexpr Duration kHealthPause = 20ms;
constexpr Duration kTaintingPeriod = 100ms;
constexpr Duration kLookupPause = 50ms;

constexpr std::array kSilencedConditions{kReady, kMemoryPressure, kDiskPressure, kPidPressure};

// The Ready condition as it was before a pass and as the pass leaves it; none: never posted.
struct Seen {
  ConditionStatus before = ConditionStatus::unknown;
  std::optional<ConditionStatus> after;
};

// What is remembered of a node from one pass to the next.
struct Watched {
  NodeHealth health;
  std::shared_ptr<const MetaExtra> labelled;  // as it was when the place was looked up
  Zones::Place place;
};
struct HashOfContent {
  std::size_t operator()(ObjectName name) const { return name.text().hash(); }
};

class NodeLifecycle {
 public:
  NodeLifecycle(Process& self, Api api, NodeInformers informers, const NodeLifecycleConfig& config)
      : self_(self),
        api_(api),
        look_(informers),
        config_(config),
        events_(self, api, "node-controller"),
        tainting_(self, kWorkers, [this](ObjectName node) { return taint_no_schedule(node); }),
        marking_(self, kWorkers, [this](ObjectName pod) { return mark_bound_pod(pod); }),
        jitter_(self.choices(kTaintJitter)),
        not_ready_(taint(kTaintNotReady, TaintEffect::no_execute)),
        unreachable_(taint(kTaintUnreachable, TaintEffect::no_execute)),
        zones_(self, config) {}

  FramePool& frames() const { return self_.frames(); }

  Task<> run();

 private:
  // A pass.
  Task<> pass();
  Task<> meet_new_nodes();
  Watched& look_at(const Node& node);
  Task<> examine(ObjectName name);
  Task<> attend(Node node, Seen seen);
  Task<std::optional<Seen>> say_unknown(Node node);
  Task<> decide_eviction(const Node& node, ConditionStatus before);
  Task<bool> mark_pods_not_ready(ObjectName node);
  Task<bool> mark_pod_not_ready(const Pod& pod);
  Task<> handle_disruption();

  // Taints.
  Taint taint(std::string_view key, TaintEffect effect) const {
    return {self_.text(key), {}, effect, {}};
  }
  Task<> taint_no_schedule(ObjectName name);
  Task<> taint_no_execute_for_ever();
  Task<> taint_no_execute(EvictionQueue& queue);
  Task<bool> mark_reachable(const Node& node);
  Task<bool> swap_taint(const Node& node, Taint wanted, Taint opposite);
  Task<> mark_bound_pod(ObjectName name);

  void node_changed(const Node* now);
  void pod_changed(const Pod* before, const Pod* now);

  Process& self_;
  Api api_;
  NodeInformers look_;
  const NodeLifecycleConfig& config_;
  EventRecorder events_;
  WorkQueue<ObjectName> tainting_;
  WorkQueue<ObjectName> marking_;
  Choices jitter_;
  Taint not_ready_;
  Taint unreachable_;

  std::unordered_map<ObjectName, Watched, HashOfContent> watched_;
  std::set<ObjectName> to_retry_;
  Zones zones_;
  Signal queued_;
};

Task<> NodeLifecycle::run() {
  self_.note(NodeMonitorStarted{config_.monitor_period, monitor_grace(config_),
                                config_.startup_grace, config_.pass});
  look_.nodes.on_change([this](const Node*, const Node* now) { node_changed(now); });
  look_.pods.on_change([this](const Pod* before, const Pod* now) { pod_changed(before, now); });
  co_await self_.until(look_.leases.synced());
  co_await self_.until(look_.nodes.synced());
  co_await self_.until(look_.pods.synced());
  for (const Node& node : look_.nodes) tainting_.add(node.meta.name);

  Child tainting(self_, tainting_.run());
  Child marking(self_, marking_.run());
  Child evicting(self_, taint_no_execute_for_ever());
  for (;;) {
    const MonoTime begun = self_.mono_now();
    co_await pass();
    const MonoTime ends = begun + config_.pass;
    if (self_.mono_now() < ends) co_await self_.sleep_until(ends);
    co_await self_.sleep(config_.monitor_period);
  }
}

// ---- a pass over all nodes ----

Task<> NodeLifecycle::pass() {
  zones_.begin_pass();
  co_await meet_new_nodes();
  std::vector<ObjectName> worth_more;
  for (const Node& node : look_.nodes) {
    const Watched& watched = look_at(node);
    const bool is_tainted =
        has_taint(node.spec.taints, not_ready_) || has_taint(node.spec.taints, unreachable_);
    const bool is_retried = !to_retry_.empty() && to_retry_.contains(node.meta.name);
    if (watched.health.overdue() || !is_ready(node.status.conditions) || is_tainted || is_retried) {
      worth_more.push_back(node.meta.name);
      continue;
    }
    // Of a node that is well and was well there is nothing to say.
    Zones::count(watched.place, true);
    Zones::queue_of(watched.place).remove(node.meta.name);
  }
  Crew crew(self_, kWorkers);
  for (const ObjectName name : worth_more) co_await crew.start(examine(name));
  co_await crew.all_done();
  co_await handle_disruption();
}

Task<> NodeLifecycle::meet_new_nodes() {
  std::vector<Node> added;
  for (const Node& node : look_.nodes) {
    if (!watched_.contains(node.meta.name)) added.push_back(node);
  }
  for (const Node& node : added) {
    events_.normal(node, "RegisteredNode",
                   "Node " + node.meta.name.str() + " event: Registered Node " +
                       node.meta.name.str() + " in Controller");
    look_at(node);
    co_await mark_reachable(node);
  }
  if (watched_.size() == look_.nodes.size()) co_return;
  std::set<ObjectName> gone;
  for (const auto& [name, watched] : watched_) {
    if (look_.nodes.find(name) == nullptr) gone.insert(name);
  }
  for (const ObjectName name : gone) {
    watched_.erase(name);
    Node about;
    about.meta.name = name;
    events_.normal(
        about, "RemovingNode",
        "Node " + name.str() + " event: Removing Node " + name.str() + " from Controller");
  }
}

// Takes in what the node and its lease say, then whether that was too long ago.
Watched& NodeLifecycle::look_at(const Node& node) {
  const auto [place, fresh] = watched_.try_emplace(node.meta.name);
  Watched& watched = place->second;
  NodeHealth& health = watched.health;
  if (fresh) health.lease = object_name(self_.names(), kNodeLeases, node.meta.name.view());
  if (fresh || watched.labelled != node.meta.extra) {
    watched.labelled = node.meta.extra;
    watched.place = zones_.place_of(node);
  }
  const bool has_ready = find_condition(node.status.conditions, kReady) != nullptr;
  const Duration grace = has_ready ? monitor_grace(config_) : config_.startup_grace;
  health.look(node, look_.leases.find(health.lease), {self_.mono_now(), self_.wall_now()}, grace);
  return watched;
}

// A node that needs more than a look.
Task<> NodeLifecycle::examine(ObjectName name) {
  const Node* known = look_.nodes.find(name);
  if (known == nullptr) co_return;
  Node node = *known;
  for (int attempt = 0; attempt < kHealthTries; ++attempt) {
    if (attempt > 0) look_at(node);
    const auto seen = co_await say_unknown(node);
    if (seen) {
      co_await attend(node, *seen);
      co_return;
    }
    auto found = co_await api_.get<Node>(name);
    if (!found) co_return;
    node = *found;
    co_await self_.sleep(kHealthPause);
  }
}

// None if the status that should be written could not be.
Task<std::optional<Seen>> NodeLifecycle::say_unknown(Node node) {
  const Condition* ready = find_condition(node.status.conditions, kReady);
  Seen seen;
  if (ready != nullptr) seen = {ready->status, ready->status};
  if (!watched_[node.meta.name].health.overdue()) co_return seen;

  const bool unknown_already = ready != nullptr && ready->status == ConditionStatus::unknown;
  const KubeTime now = kube_time(self_.wall_now());
  for (const std::string_view type : kSilencedConditions) {
    Condition* condition = find_condition(node.status.conditions, type);
    if (condition == nullptr) {
      node.status.conditions.push_back(
          {self_.text(type), ConditionStatus::unknown, node.meta.created, now,
           self_.text("NodeStatusNeverUpdated"), self_.text("Kubelet never posted node status.")});
    } else if (condition->status != ConditionStatus::unknown) {
      condition->status = ConditionStatus::unknown;
      condition->changed = now;
      condition->reason = self_.text("NodeStatusUnknown");
      condition->message = self_.text("Kubelet stopped posting node status.");
    }
  }
  seen.after = ConditionStatus::unknown;
  if (unknown_already) co_return seen;

  const Duration age = watched_[node.meta.name].health.age({self_.mono_now(), self_.wall_now()});
  self_.note(NodeJudgedSilent{node.meta.name, age,
                              ready != nullptr ? monitor_grace(config_) : config_.startup_grace});
  auto written = co_await api_.update_status(node);
  if (!written) co_return std::nullopt;
  NodeHealth& health = watched_[node.meta.name].health;
  health.marked(node, look_.leases.find(health.lease));
  co_return seen;
}

// What follows from a node's readiness. The eviction goes by what it was before this pass.
Task<> NodeLifecycle::attend(Node node, Seen seen) {
  const ObjectName name = node.meta.name;
  Zones::count(watched_[node.meta.name].place, seen.after == ConditionStatus::yes);
  if (!seen.after) {
    to_retry_.erase(name);
    co_return;
  }
  co_await decide_eviction(node, seen.before);

  const bool fell = *seen.after != ConditionStatus::yes && seen.before == ConditionStatus::yes;
  const bool again = to_retry_.contains(name) && seen.before != ConditionStatus::yes;
  if (fell) {
    events_.normal(node, "NodeNotReady", "Node " + name.str() + " status is now: NodeNotReady");
  }
  if (fell || again) {
    const bool marked = co_await mark_pods_not_ready(name);
    if (!marked) {
      to_retry_.insert(name);
      co_return;
    }
  }
  to_retry_.erase(name);
}

// One NoExecute taint takes the other's place at once; a first one waits for its turn.
Task<> NodeLifecycle::decide_eviction(const Node& node, ConditionStatus before) {
  if (before == ConditionStatus::yes) {
    co_await mark_reachable(node);
    co_return;
  }
  const Taint& wanted = before == ConditionStatus::no ? not_ready_ : unreachable_;
  const Taint& opposite = before == ConditionStatus::no ? unreachable_ : not_ready_;
  if (has_taint(node.spec.taints, opposite)) {
    co_await swap_taint(node, wanted, opposite);
    co_return;
  }
  EvictionQueue& queue = Zones::queue_of(watched_[node.meta.name].place);
  if (!has_taint(node.spec.taints, wanted)) queue.remove(node.meta.name);
  if (queue.add(node.meta.name, self_.mono_now())) queued_.raise(self_.run().engine);
}

Task<bool> NodeLifecycle::mark_reachable(const Node& node) {
  const ObjectName name = node.meta.name;
  EvictionQueue& queue = Zones::queue_of(watched_[node.meta.name].place);
  for (const Taint& taint : {unreachable_, not_ready_}) {
    std::vector<Taint> gone(1, taint);
    const bool removed = co_await remove_taints(self_, api_, node, std::move(gone), jitter_);
    if (!removed) co_return false;
  }
  queue.remove(name);
  co_return true;
}

Task<bool> NodeLifecycle::swap_taint(const Node& node, Taint wanted, Taint opposite) {
  std::vector<Taint> added(1, wanted);
  std::vector<Taint> removed(1, opposite);
  const bool done =
      co_await swap_taints(self_, api_, node, std::move(added), std::move(removed), jitter_);
  co_return done;
}

// ---- pods of nodes that are not ready ----

Task<bool> NodeLifecycle::mark_pods_not_ready(ObjectName node) {
  std::vector<Pod> pods;
  for (const Pod& pod : look_.pods) {
    if (pod.spec.node == node.text()) pods.push_back(pod);
  }
  bool all = true;
  for (const Pod& pod : pods) {
    const bool marked = co_await mark_pod_not_ready(pod);
    all = all && marked;
  }
  co_return all;
}

Task<bool> NodeLifecycle::mark_pod_not_ready(const Pod& pod) {
  Pod marked = pod;
  Condition* ready = find_condition(marked.status.conditions, kReady);
  if (ready == nullptr || ready->status == ConditionStatus::no) co_return true;
  ready->status = ConditionStatus::no;
  ready->changed = kube_time(self_.wall_now());
  auto written = co_await api_.update_status(marked);
  if (!written) co_return written.error().is(ApiError::not_found);
  events_.warning(marked, "NodeNotReady", "Node is not ready");
  co_return true;
}

// A pod that is bound to a node which is not ready is not ready either.
Task<> NodeLifecycle::mark_bound_pod(ObjectName name) {
  const Pod* pod = look_.pods.find(name);
  if (pod == nullptr) co_return;
  const ObjectName node_name{pod->spec.node};
  const Node* node = look_.nodes.find(node_name);
  if (node == nullptr || !watched_.contains(node_name)) co_return;
  const Condition* ready = find_condition(node->status.conditions, kReady);
  if (ready == nullptr || ready->status == ConditionStatus::yes) co_return;
  const Pod marked = *pod;
  co_await mark_pod_not_ready(marked);
}

// When no zone has a ready node left, evictions stop, and their taints go. A node that came while
// the pass went on belongs to the next one.
Task<> NodeLifecycle::handle_disruption() {
  const Zones::Turn turn = zones_.turn();
  switch (turn) {
    case Zones::Turn::all_are_down:
      co_return;
    case Zones::Turn::all_fell: {
      std::vector<Node> nodes;
      for (const Node& node : look_.nodes) {
        if (watched_.contains(node.meta.name)) nodes.push_back(node);
      }
      for (const Node& node : nodes) co_await mark_reachable(node);
      zones_.stop();
      co_return;
    }
    case Zones::Turn::first_came_back:
      // Nobody is to be blamed for the time in which we saw nobody.
      for (auto& [name, watched] : watched_) watched.health.heard_now(self_.mono_now());
      break;
    case Zones::Turn::usual:
      break;
  }
  zones_.settle(turn);
}

// ---- taints ----

void NodeLifecycle::node_changed(const Node* now) {
  if (now != nullptr) tainting_.add(now->meta.name);
}

void NodeLifecycle::pod_changed(const Pod* before, const Pod* now) {
  if (now == nullptr || now->spec.node.view().empty()) return;
  if (before == nullptr || before->spec.node != now->spec.node) marking_.add(now->meta.name);
}

// At once, as soon as a condition says so.
Task<> NodeLifecycle::taint_no_schedule(ObjectName name) {
  const Node* known = look_.nodes.find(name);
  if (known == nullptr) co_return;
  const Node node = *known;
  auto [added, removed] = condition_taints(self_.names(), node);
  if (added.empty() && removed.empty()) co_return;
  co_await swap_taints(self_, api_, node, std::move(added), std::move(removed), jitter_);
}

// Every 100 ms each zone's queue is asked who is next. While nobody waits nothing would happen.
Task<> NodeLifecycle::taint_no_execute_for_ever() {
  MonoTime beat = self_.mono_now();
  for (;;) {
    if (zones_.nobody_waits()) {
      co_await self_.until(queued_);
      queued_.lower();
      const Duration missed = self_.mono_now() - beat;
      beat += (missed / kTaintingPeriod + 1) * kTaintingPeriod;
      co_await self_.sleep_until(beat);
    }
    for (EvictionQueue* queue : zones_.queues()) co_await taint_no_execute(*queue);
    beat = self_.mono_now() + kTaintingPeriod;
    co_await self_.sleep_until(beat);
  }
}

Task<> NodeLifecycle::taint_no_execute(EvictionQueue& queue) {
  for (;;) {
    const ObjectName name = queue.take(self_.mono_now());
    if (!name.is_set()) co_return;
    const Node* known = look_.nodes.find(name);
    if (known == nullptr) {
      queue.succeeded(name);
      continue;
    }
    const Node node = *known;
    const Condition* ready = find_condition(node.status.conditions, kReady);
    if (ready == nullptr) {
      queue.failed(name, kLookupPause, self_.mono_now());
      continue;
    }
    if (ready->status == ConditionStatus::yes) {
      queue.succeeded(name);
      continue;
    }
    const bool silent = ready->status == ConditionStatus::unknown;
    const Taint& wanted = silent ? unreachable_ : not_ready_;
    const Taint& opposite = silent ? not_ready_ : unreachable_;
    const bool swapped = co_await swap_taint(node, wanted, opposite);
    swapped ? queue.succeeded(name) : queue.failed(name, {}, self_.mono_now());
  }
}

}  // namespace

Task<> node_lifecycle(Process& self, Api api, NodeInformers informers, NodeLifecycleConfig config) {
  NodeLifecycle controller(self, api, informers, config);
  co_await controller.run();
}

}  // namespace leasesim
