#include "leasesim/actors/taint_eviction.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <set>

#include "actors/events.hpp"
#include "actors/names_of_actors.hpp"
#include "actors/work_queue.hpp"
#include "leasesim/objects/well_known.hpp"

namespace leasesim {
namespace {

constexpr std::size_t kWorkers = 8;
constexpr int kDeletionTries = 5;
constexpr Duration kDeletionPause = 10ms;

std::vector<Taint> no_execute_taints(const Node& node) {
  std::vector<Taint> taints;
  std::ranges::copy_if(node.spec.taints, std::back_inserter(taints),
                       [](const Taint& taint) { return taint.effect == TaintEffect::no_execute; });
  return taints;
}

/// How long a pod may stay on a node with these taints.
struct Patience {
  enum class Kind : std::uint8_t { none, some, endless };
  Kind kind = Kind::none;
  Duration lasts{};
};

// Each taint needs a toleration; of those that serve, the shortest counts.
Patience patience_of(const Pod& pod, const std::vector<Taint>& taints) {
  std::optional<std::int64_t> least;
  for (const Taint& taint : taints) {
    const auto used = std::ranges::find_if(
        pod.spec.tolerations, [&](const Toleration& each) { return each.tolerates(taint); });
    if (used == pod.spec.tolerations.end()) return {};
    if (used->seconds) least = std::min(least.value_or(*used->seconds), *used->seconds);
  }
  constexpr std::int64_t kLongest = 100LL * 365 * 86'400;  // a run is shorter
  if (!least || *least > kLongest) return {Patience::Kind::endless, {}};
  return {Patience::Kind::some, std::chrono::seconds{std::max<std::int64_t>(*least, 0)}};
}

class TaintEviction {
 public:
  TaintEviction(Process& self, Api api, NodeInformers informers)
      : self_(self),
        api_(api),
        look_(informers),
        events_(self, api, "taint-eviction-controller"),
        nodes_(self, kWorkers, [this](ObjectName node) { return handle_node(node); }),
        pods_(self, kWorkers, [this](ObjectName pod) { return handle_pod(pod); }) {}

  FramePool& frames() const { return self_.frames(); }

  Task<> run();

 private:
  struct Timer {
    Timer(MonoTime begun, Process& self, Task<> work) : since(begun), task(self, std::move(work)) {}
    MonoTime since;
    Child task;
  };

  void node_changed(const Node* before, const Node* now);
  void pod_changed(const Pod* before, const Pod* now);
  Task<> handle_node(ObjectName name);
  Task<> handle_pod(ObjectName name);
  void decide(const Pod& pod, const std::vector<Taint>& taints);
  void plan(const Pod& pod, Duration after);
  void cancel(ObjectName pod, ObjectName node);
  Task<> delete_after(ObjectName pod, Duration after);
  Task<bool> mark_and_delete(ObjectName pod);

  Process& self_;
  Api api_;
  NodeInformers look_;
  EventRecorder events_;
  WorkQueue<ObjectName> nodes_;
  WorkQueue<ObjectName> pods_;
  std::map<ObjectName, std::vector<Taint>> tainted_;
  std::map<ObjectName, std::unique_ptr<Timer>> timers_;
};

Task<> TaintEviction::run() {
  look_.nodes.on_change([this](const Node* before, const Node* now) { node_changed(before, now); });
  look_.pods.on_change([this](const Pod* before, const Pod* now) { pod_changed(before, now); });
  co_await self_.until(look_.nodes.synced());
  co_await self_.until(look_.pods.synced());
  for (const Node& node : look_.nodes) nodes_.add(node.meta.name);
  Child watching_nodes(self_, nodes_.run());
  Child watching_pods(self_, pods_.run());
  co_await forever();
}

void TaintEviction::node_changed(const Node* before, const Node* now) {
  const bool same =
      before != nullptr && now != nullptr && no_execute_taints(*before) == no_execute_taints(*now);
  if (!same) nodes_.add((now != nullptr ? now : before)->meta.name);
}

void TaintEviction::pod_changed(const Pod* before, const Pod* now) {
  const bool same = before != nullptr && now != nullptr && before->spec.node == now->spec.node &&
                    before->spec.tolerations == now->spec.tolerations;
  if (!same) pods_.add((now != nullptr ? now : before)->meta.name);
}

Task<> TaintEviction::handle_node(ObjectName name) {
  const Node* node = look_.nodes.find(name);
  if (node == nullptr) {
    tainted_.erase(name);
    co_return;
  }
  const std::vector<Taint> taints = no_execute_taints(*node);
  if (taints.empty()) {
    tainted_.erase(name);
  } else {
    tainted_[name] = taints;
  }
  for (const Pod& pod : look_.pods) {
    if (pod.spec.node == name.text()) decide(pod, taints);
  }
}

Task<> TaintEviction::handle_pod(ObjectName name) {
  const Pod* pod = look_.pods.find(name);
  if (pod == nullptr) {
    cancel(name, {});
    co_return;
  }
  const auto taints = tainted_.find(ObjectName{pod->spec.node});
  if (taints != tainted_.end()) decide(*pod, taints->second);
}

// A timer that runs already is kept: it began earlier.
void TaintEviction::decide(const Pod& pod, const std::vector<Taint>& taints) {
  const ObjectName name = pod.meta.name;
  const ObjectName node{pod.spec.node};
  if (taints.empty()) return cancel(name, node);
  const Patience patience = patience_of(pod, taints);
  switch (patience.kind) {
    case Patience::Kind::none:
      cancel(name, node);
      return plan(pod, Duration{});
    case Patience::Kind::endless:
      return cancel(name, node);
    case Patience::Kind::some:
      break;
  }
  const auto running = timers_.find(name);
  if (running != timers_.end() && running->second->since < self_.mono_now()) return;
  cancel(name, node);
  plan(pod, patience.lasts);
}

void TaintEviction::plan(const Pod& pod, Duration after) {
  const ObjectName name = pod.meta.name;
  self_.note(EvictionPlanned{name, ObjectName{pod.spec.node}, after});
  timers_[name] = std::make_unique<Timer>(self_.mono_now(), self_, delete_after(name, after));
}

void TaintEviction::cancel(ObjectName pod, ObjectName node) {
  const auto running = timers_.find(pod);
  if (running == timers_.end()) return;
  const bool over = running->second->task.done();
  timers_.erase(running);
  if (over) return;
  self_.note(EvictionCancelled{pod, node});
  Pod about;
  about.meta.name = pod;
  events_.normal(about, "TaintManagerEviction", "Cancelling deletion of Pod " + full_name_of(pod));
}

Task<> TaintEviction::delete_after(ObjectName pod, Duration after) {
  co_await self_.sleep(after);
  Pod about;
  about.meta.name = pod;
  events_.normal(about, "TaintManagerEviction", "Marking for deletion Pod " + full_name_of(pod));
  for (int attempt = 0; attempt < kDeletionTries; ++attempt) {
    const bool deleted = co_await mark_and_delete(pod);
    if (deleted) co_return;
    co_await self_.sleep(kDeletionPause);
  }
}

Task<bool> TaintEviction::mark_and_delete(ObjectName name) {
  auto pod = co_await api_.get<Pod>(name);
  if (!pod) co_return false;
  Pod marked = *pod;
  marked.status.conditions = {{self_.text(well_known::kDisruptionTarget),
                               ConditionStatus::yes,
                               {},
                               kube_time(self_.wall_now()),
                               self_.text("DeletionByTaintManager"),
                               self_.text("Taint manager: deleting due to NoExecute taint")}};
  auto written = co_await api_.patch_status(marked);
  if (!written) co_return false;
  auto removed = co_await api_.remove<Pod>(name);
  co_return removed.has_value();
}

}  // namespace

Task<> taint_eviction(Process& self, Api api, NodeInformers informers) {
  TaintEviction controller(self, api, informers);
  co_await controller.run();
}

}  // namespace leasesim
