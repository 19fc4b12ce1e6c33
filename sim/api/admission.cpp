#include "leasesim/api/admission.hpp"

#include <algorithm>

#include "leasesim/objects/well_known.hpp"

namespace leasesim {
namespace {

constexpr std::int64_t kTolerationSeconds = 300;

// Whether any toleration of the pod's covers a NoExecute taint of this key.
bool speaks_of(const Pod& pod, Text key) {
  return std::ranges::any_of(pod.spec.tolerations, [&](const Toleration& toleration) {
    const bool of_key = toleration.key.view().empty() || toleration.key == key;
    const bool of_effect = !toleration.effect || *toleration.effect == TaintEffect::no_execute;
    return of_key && of_effect;
  });
}

}  // namespace

void add_default_tolerations(Pod& pod) {
  for (const Text key : {literal_text<well_known::kTaintNotReady>(),
                         literal_text<well_known::kTaintUnreachable>()}) {
    if (speaks_of(pod, key)) continue;
    pod.spec.tolerations.push_back(
        {key, Toleration::Operator::exists, {}, TaintEffect::no_execute, kTolerationSeconds});
  }
}

void taint_as_not_ready(Node& node) {
  const Taint taint{literal_text<well_known::kTaintNotReady>(), {}, TaintEffect::no_schedule, {}};
  const bool there = std::ranges::any_of(node.spec.taints,
                                         [&](const Taint& other) { return other.same_as(taint); });
  if (!there) node.spec.taints.push_back(taint);
}

}  // namespace leasesim
