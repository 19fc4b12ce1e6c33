#include "leasesim/actors/workload.hpp"

#include <algorithm>
#include <map>

#include "actors/names_of_actors.hpp"
#include "leasesim/api/informer.hpp"
#include "leasesim/objects/readiness.hpp"

namespace leasesim {
namespace {

constexpr Duration kRetry = 1s;

// No taint keeps new pods away: none of theirs tolerates one for ever.
bool takes_pods(const Node& node) {
  const bool tainted = std::ranges::any_of(node.spec.taints, [](const Taint& taint) {
    return taint.effect != TaintEffect::prefer_no_schedule;
  });
  return !node.spec.unschedulable && !tainted && is_ready(node.status.conditions);
}

class Workload {
 public:
  Workload(Process& self, Api api, const WorkloadConfig& config)
      : self_(self),
        api_(api),
        config_(config),
        label_{self.text("app"), self.text(short_name(object_name_of(self.names(), config.name)))},
        name_(object_name_of(self.names(), config.name)),
        nodes_(self, api),
        pods_(self, api, self.text(namespace_of(name_)),
              Selector{.labels = {label_}, .node = {}, .name = {}}) {}

  FramePool& frames() const { return self_.frames(); }

  Task<> run();

 private:
  Task<> keep_pods();
  Task<> keep_budget();
  Task<bool> place_one();
  const Node* emptiest_node() const;
  std::int64_t running() const;
  std::int32_t healthy() const;

  Process& self_;
  Api api_;
  const WorkloadConfig& config_;
  Labelled label_;
  ObjectName name_;
  Informer<Node> nodes_;
  Informer<Pod> pods_;
  Signal pods_changed_;
  Signal anything_changed_;
  std::int64_t placed_ = 0;
};

Task<> Workload::run() {
  Engine& engine = self_.run().engine;
  nodes_.on_change([this, &engine](const Node*, const Node*) { anything_changed_.raise(engine); });
  pods_.on_change([this, &engine](const Pod*, const Pod*) {
    anything_changed_.raise(engine);
    pods_changed_.raise(engine);
  });
  Child reading_nodes(self_, nodes_.run());
  Child reading_pods(self_, pods_.run());
  co_await self_.until(nodes_.synced());
  co_await self_.until(pods_.synced());
  std::optional<Child> counting;
  if (config_.min_available) counting.emplace(self_, keep_budget());
  co_await keep_pods();
}

Task<> Workload::keep_pods() {
  for (;;) {
    anything_changed_.lower();
    if (running() < config_.pods && emptiest_node() != nullptr) {
      co_await self_.sleep(config_.places_in);
      const bool placed = co_await place_one();
      if (!placed) co_await self_.sleep(kRetry);
    } else {
      co_await self_.until(anything_changed_);
    }
  }
}

// Bound as it is created; the copy of the pods learns of it before the next is placed.
Task<bool> Workload::place_one() {
  const Node* node = emptiest_node();
  if (running() >= config_.pods || node == nullptr) co_return true;
  MetaExtra extra;
  extra.labels = {label_};
  Pod pod;
  pod.meta.name = object_name(self_.names(), namespace_of(name_),
                              std::string{short_name(name_)} + "-" + std::to_string(placed_++));
  pod.meta.extra = std::make_shared<const MetaExtra>(std::move(extra));
  pod.spec.node = node->meta.name.text();
  pod.spec.grace = config_.grace;
  auto created = co_await api_.create(pod);
  if (!created) co_return created.error().is(ApiError::already_exists);
  while (pods_.find(pod.meta.name) == nullptr) {
    pods_changed_.lower();
    co_await self_.until(pods_changed_);
  }
  co_return true;
}

const Node* Workload::emptiest_node() const {
  std::map<Text, std::int64_t> load;
  for (const Pod& pod : pods_) ++load[pod.spec.node];
  const Node* emptiest = nullptr;
  for (const Node& node : nodes_) {
    if (!takes_pods(node)) continue;
    if (emptiest == nullptr || load[node.meta.name.text()] < load[emptiest->meta.name.text()]) {
      emptiest = &node;
    }
  }
  return emptiest;
}

std::int64_t Workload::running() const {
  return std::count_if(pods_.begin(), pods_.end(),
                       [](const Pod& pod) { return !being_deleted(pod.meta); });
}

std::int32_t Workload::healthy() const {
  return static_cast<std::int32_t>(std::count_if(pods_.begin(), pods_.end(), [](const Pod& pod) {
    return !being_deleted(pod.meta) && is_ready(pod.status.conditions);
  }));
}

// disruptionsAllowed follows the number of ready pods.
Task<> Workload::keep_budget() {
  PodDisruptionBudget fresh;
  fresh.meta.name = name_;
  fresh.spec.selector = {label_};
  fresh.spec.min_available = config_.min_available;
  for (;;) {
    auto budget = co_await api_.get<PodDisruptionBudget>(name_);
    if (!budget && budget.error().is(ApiError::not_found)) budget = co_await api_.create(fresh);
    bool written = false;
    if (budget) {
      DisruptionBudgetStatus& status = budget->status;
      const DisruptionBudgetStatus before = status;
      status.healthy = healthy();
      status.desired = *config_.min_available;
      status.expected = static_cast<std::int32_t>(config_.pods);
      status.allowed = std::max(status.healthy - status.desired, 0);
      if (status == before) {
        written = true;
      } else {
        auto put = co_await api_.update_status(*budget);
        written = put.has_value();
      }
    }
    if (written) {
      co_await self_.until(pods_changed_);
      pods_changed_.lower();
    } else {
      co_await self_.sleep(kRetry);
    }
  }
}

}  // namespace

void read(Fields& in, WorkloadConfig& config) {
  in.required("name", config.name, "of the application: the label `app` of its pods");
  in.optional("pods", config.pods, "how many of them are to run");
  in.optional("places_in", config.places_in, "from a pod's loss to the binding of its successor");
  in.optional("min_available", config.min_available,
              "of its PodDisruptionBudget; unset: it has none");
  in.optional("grace", config.grace, "terminationGracePeriodSeconds of its pods; unset: 30");
}

Task<> workload(Process& self, Api api, WorkloadConfig config) {
  Workload keeper(self, api, config);
  co_await self.unless(self.stop(), keeper.run());
}

}  // namespace leasesim
