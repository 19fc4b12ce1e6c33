#include "actors/node_health.hpp"

#include "leasesim/objects/well_known.hpp"

namespace leasesim {

void NodeHealth::look(const Node& node, const Lease* its_lease, Now now, Duration grace) {
  const Condition* ready = find_condition(node.status.conditions, well_known::kReady);
  const bool has_ready = ready != nullptr;
  const bool fresh = !std::exchange(known_, true);
  const bool appeared = has_ready_ != has_ready;
  const bool beat = has_ready && heartbeat_ != ready->heartbeat;

  // A heartbeat in the status, or a first look, begins a new entry.
  const bool begins_anew = fresh || appeared || beat;
  if (fresh && !has_ready) {
    heard_ = now.stopwatch;
    created_ = wall_time(node.meta.created.value_or(KubeTime{}));
  } else if (begins_anew) {
    heard_now(now.stopwatch);
  }
  has_ready_ = has_ready;
  heartbeat_ = has_ready ? ready->heartbeat : std::nullopt;
  heed_lease(its_lease, begins_anew, now.stopwatch);
  overdue_ = age(now) > grace;
}

// A lease counts only if its renewTime has grown: a node whose calendar went back is not heard. A
// new entry has no lease, so that the same one counts once more at the next look.
void NodeHealth::heed_lease(const Lease* its_lease, bool begins_anew, MonoTime now) {
  const bool had_lease = has_lease_;
  if (begins_anew) has_lease_ = false;
  if (its_lease == nullptr) return;
  const auto& renewed = its_lease->spec.renewed;
  const bool grown = renewed && (!renewed_ || *renewed_ < *renewed);
  if (had_lease && !grown) return;
  has_lease_ = true;
  renewed_ = renewed;
  heard_now(now);
}

Duration NodeHealth::age(Now now) const {
  return created_ ? now.calendar - *created_ : now.stopwatch - heard_;
}

void NodeHealth::marked(const Node& node, const Lease* its_lease) {
  const Condition* ready = find_condition(node.status.conditions, well_known::kReady);
  has_ready_ = ready != nullptr;
  heartbeat_ = has_ready_ ? ready->heartbeat : std::nullopt;
  has_lease_ = its_lease != nullptr;
  renewed_ = its_lease != nullptr ? its_lease->spec.renewed : std::nullopt;
}

void NodeHealth::heard_now(MonoTime now) {
  heard_ = now;
  created_.reset();
}

}  // namespace leasesim
