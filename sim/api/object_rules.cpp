#include "api/object_rules.hpp"

#include <algorithm>

#include "leasesim/objects/readiness.hpp"

namespace leasesim {

UpdateRules rules_of(Kind kind) {
  switch (kind) {
    case Kind::lease:
      return {true, false};
    case Kind::event:
      return {true, true};
    case Kind::lease_candidate:
    case Kind::disruption_budget:
      return {false, false};
    case Kind::config_map:
    case Kind::name_space:
    case Kind::node:
    case Kind::pod:
      return {false, true};
  }
  return {};
}

bool has_finalizers(const Object& object) {
  const MetaExtra* extra = extra_of(object);
  return extra != nullptr && !extra->finalizers.empty();
}

bool being_deleted(const Object& object) { return being_deleted(meta_of(object)); }

bool may_go(const Object& object) {
  const MetaExtra* extra = extra_of(object);
  const bool has_grace = extra != nullptr && extra->grace.value_or(0) > 0;
  return kind_of(object) != Kind::name_space && !has_finalizers(object) && !has_grace;
}

// upstream: kubernetes/kubernetes:pkg/registry/core/pod/strategy.go
std::int64_t grace_for(const Object& object, const DeleteOptions& options) {
  constexpr std::int64_t kUsual = 30;
  constexpr std::int64_t kMost = 100LL * 365 * 86'400;  // no calendar here goes much further
  const auto* pod = std::get_if<Pod>(&object);
  if (pod == nullptr) return 0;
  const bool runs_nowhere = pod->spec.node.view().empty() ||
                            pod->status.phase == PodPhase::failed ||
                            pod->status.phase == PodPhase::succeeded;
  if (runs_nowhere) return 0;
  const std::int64_t wanted = options.grace.value_or(pod->spec.grace.value_or(kUsual));
  return wanted < 0 ? 1 : std::min(wanted, kMost);
}

void keep_other_part(Object& object, const Object& stored, Subresource part) {
  std::visit(
      [&]<class T>(T& any) {
        if constexpr (HasStatus<T>) {
          const T& old = *std::get_if<T>(&stored);
          if (part == Subresource::status) {
            any.spec = old.spec;
            any.meta.extra = old.meta.extra;
          } else {
            any.status = old.status;
          }
        }
      },
      object);
}
void merge_conditions(Conditions& conditions, const Conditions& wanted) {
  for (const Condition& condition : wanted) {
    Condition* old = find_condition(conditions, condition.type.view());
    old != nullptr ? void(*old = condition) : conditions.push_back(condition);
  }
}

bool has_status(Kind kind) {
  return kind == Kind::node || kind == Kind::pod || kind == Kind::disruption_budget;
}

void keep_what_stands(Object& object, const Object& stored) {
  const MetaExtra* old = extra_of(stored);
  const MetaExtra* wanted = extra_of(object);
  if (old == wanted) return;
  const auto deleted = old == nullptr ? std::nullopt : old->deleted;
  const auto grace = old == nullptr ? std::nullopt : old->grace;
  const std::int64_t generation = old == nullptr ? 0 : old->generation;
  const MetaExtra none;
  const MetaExtra& now = wanted == nullptr ? none : *wanted;
  const bool deletion_differs = deleted.has_value() && now.deleted != deleted;
  if (!deletion_differs && now.generation == generation) return;
  edit_extra(object, [&](MetaExtra& extra) {
    if (deleted) {
      extra.deleted = deleted;
      extra.grace = grace;
    }
    extra.generation = generation;
  });
}

void keep_identity(Meta& meta, const Meta& stored) {
  meta.name = stored.name;
  meta.uid = stored.uid;
  meta.version = stored.version;
  meta.created = stored.created;
}

void drop_coordination(Object& object, const Object* stored) {
  auto* lease = std::get_if<Lease>(&object);
  if (lease == nullptr) return;
  const auto* old = stored == nullptr ? nullptr : std::get_if<Lease>(stored);
  if (old == nullptr || !old->spec.strategy.is_set()) lease->spec.strategy = {};
  if (old == nullptr || !old->spec.preferred_holder.is_set()) lease->spec.preferred_holder = {};
}

}  // namespace leasesim
