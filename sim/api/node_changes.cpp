#include "api/node_changes.hpp"

#include <algorithm>

#include "leasesim/objects/readiness.hpp"
#include "leasesim/objects/well_known.hpp"
#include "leasesim/trace/node_facts.hpp"

namespace leasesim {
namespace {

bool has_taint(const std::vector<Taint>& taints, const Taint& wanted) {
  return std::ranges::any_of(taints, [&](const Taint& taint) { return taint.same_as(wanted); });
}

void note_node(Run& run, ProcessName by, const Node& before, const Node& after) {
  const ObjectName node = after.meta.name;
  for (const Condition& condition : after.status.conditions) {
    const Condition* old = find_condition(before.status.conditions, condition.type.view());
    if (old != nullptr && old->status == condition.status) continue;
    run.note(by, NodeConditionChanged{node, condition.type, condition.status, condition.reason});
  }
  for (const Taint& taint : after.spec.taints) {
    if (!has_taint(before.spec.taints, taint)) {
      run.note(by, NodeTainted{node, taint.key, taint.effect});
    }
  }
  for (const Taint& taint : before.spec.taints) {
    if (!has_taint(after.spec.taints, taint)) {
      run.note(by, NodeUntainted{node, taint.key, taint.effect});
    }
  }
  if (before.spec.unschedulable != after.spec.unschedulable) {
    run.note(by, NodeCordoned{node, after.spec.unschedulable});
  }
}

ConditionStatus readiness(const Pod& pod) {
  const Condition* ready = find_condition(pod.status.conditions, well_known::kReady);
  return ready == nullptr ? ConditionStatus::no : ready->status;
}

void note_pod(Run& run, ProcessName by, const Pod& before, const Pod& after) {
  const ObjectName pod = after.meta.name;
  const ObjectName node{after.spec.node};
  if (before.spec.node != after.spec.node) run.note(by, PodBound{pod, node});
  if (readiness(before) != readiness(after)) {
    run.note(by, PodReadyChanged{pod, node, readiness(after)});
  }
  if (!being_deleted(before.meta) && being_deleted(after.meta)) run.note(by, PodDeleted{pod, node});
}

}  // namespace

void note_node_and_pod_changes(Run& run, ProcessName by, const Change& change) {
  const bool gone = change.type == Change::Type::deleted;
  if (const auto* node = std::get_if<Node>(&*change.object)) {
    if (gone) return;
    static const Node kNothing{};
    note_node(run, by, change.previous.is_set() ? std::get<Node>(*change.previous) : kNothing,
              *node);
  }
  if (const auto* pod = std::get_if<Pod>(&*change.object)) {
    static const Pod kNothing{};
    if (!gone) {
      return note_pod(run, by,
                      change.previous.is_set() ? std::get<Pod>(*change.previous) : kNothing, *pod);
    }
    const ObjectName node{pod->spec.node};
    if (!being_deleted(pod->meta)) run.note(by, PodDeleted{pod->meta.name, node});
    run.note(by, PodGone{pod->meta.name, node});
  }
}

}  // namespace leasesim
