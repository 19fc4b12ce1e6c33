#include "actors/condition_taints.hpp"

#include <algorithm>
#include <array>

#include "actors/node_taints.hpp"
#include "leasesim/objects/well_known.hpp"

namespace leasesim {
namespace {

using namespace well_known;

// Which NoSchedule taint a condition's status asks for.
struct ConditionTaint {
  std::string_view condition;
  ConditionStatus status;
  std::string_view taint;
};
constexpr std::array kConditionTaints{
    ConditionTaint{kReady, ConditionStatus::no, kTaintNotReady},
    ConditionTaint{kReady, ConditionStatus::unknown, kTaintUnreachable},
    ConditionTaint{kMemoryPressure, ConditionStatus::yes, kTaintMemoryPressure},
    ConditionTaint{kDiskPressure, ConditionStatus::yes, kTaintDiskPressure},
    ConditionTaint{kPidPressure, ConditionStatus::yes, kTaintPidPressure},
    ConditionTaint{kNetworkUnavailable, ConditionStatus::yes, kTaintNetworkUnavailable}};

bool is_ours(const Taint& taint) {
  if (taint.effect != TaintEffect::no_schedule) return false;
  const std::string_view key = taint.key.view();
  return key == kTaintUnschedulable ||
         std::ranges::find(kConditionTaints, key, &ConditionTaint::taint) != kConditionTaints.end();
}

}  // namespace

TaintsToChange condition_taints(Names& names, const Node& node) {
  std::vector<Taint> wanted;
  const auto want = [&](std::string_view key) {
    wanted.push_back({names.intern(key), {}, TaintEffect::no_schedule, {}});
  };
  for (const ConditionTaint& rule : kConditionTaints) {
    const Condition* condition = find_condition(node.status.conditions, rule.condition);
    if (condition != nullptr && condition->status == rule.status) want(rule.taint);
  }
  if (node.spec.unschedulable) want(kTaintUnschedulable);

  TaintsToChange change;
  for (const Taint& taint : wanted) {
    if (!has_taint(node.spec.taints, taint)) change.added.push_back(taint);
  }
  for (const Taint& there : node.spec.taints) {
    if (is_ours(there) && !has_taint(wanted, there)) change.removed.push_back(there);
  }
  return change;
}

}  // namespace leasesim
