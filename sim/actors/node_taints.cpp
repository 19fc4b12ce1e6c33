#include "actors/node_taints.hpp"

#include <algorithm>

#include "actors/names_of_actors.hpp"
#include "leasesim/objects/json.hpp"

namespace leasesim {
namespace {

constexpr int kTries = 5;
constexpr Duration kPause = 100ms;  // and up to as much again

using Change = void (*)(std::vector<Taint>& there, const std::vector<Taint>& taints);

void add(std::vector<Taint>& there, const std::vector<Taint>& taints) {
  for (const Taint& taint : taints) {
    if (!has_taint(there, taint)) there.push_back(taint);
  }
}

void remove(std::vector<Taint>& there, const std::vector<Taint>& taints) {
  std::erase_if(there, [&](const Taint& taint) { return has_taint(taints, taint); });
}

Task<bool> change_taints(Process& self, Api api, ObjectName name, Change change,
                         std::vector<Taint> taints, Choices& draws) {
  for (int attempt = 0; attempt < kTries; ++attempt) {
    if (attempt > 0) {
      const Duration more = jitter(draws, kPause);
      co_await self.sleep(kPause + more);
    }
    auto node = co_await api.get<Node>(name);
    if (!node) co_return false;
    const std::vector<Taint> before = node->spec.taints;
    change(node->spec.taints, taints);
    if (node->spec.taints == before) co_return true;
    const Text patch = self.text(taints_patch(*node));
    auto written = co_await api.patch<Node>(name, patch);
    if (written) co_return true;
    if (!written.error().is(ApiError::conflict)) co_return false;
  }
  co_return false;
}

}  // namespace

bool has_taint(const std::vector<Taint>& taints, const Taint& wanted) {
  return std::ranges::any_of(taints, [&](const Taint& taint) { return taint.same_as(wanted); });
}

Task<bool> add_taints(Process& self, Api api, ObjectName node, std::vector<Taint> taints,
                      Choices& draws) {
  const bool added = co_await change_taints(self, api, node, &add, std::move(taints), draws);
  co_return added;
}

Task<bool> remove_taints(Process& self, Api api, const Node& known, std::vector<Taint> taints,
                         Choices& draws) {
  const ObjectName node = known.meta.name;
  const bool has_some = std::ranges::any_of(
      taints, [&](const Taint& taint) { return has_taint(known.spec.taints, taint); });
  if (!has_some) co_return true;
  const bool removed = co_await change_taints(self, api, node, &remove, std::move(taints), draws);
  co_return removed;
}

Task<bool> swap_taints(Process& self, Api api, const Node& known, std::vector<Taint> added,
                       std::vector<Taint> removed, Choices& draws) {
  for (Taint& taint : added) taint.added = kube_time(self.wall_now());
  const bool done = co_await add_taints(self, api, known.meta.name, std::move(added), draws);
  if (!done) co_return false;
  const bool all_done = co_await remove_taints(self, api, known, std::move(removed), draws);
  co_return all_done;
}

}  // namespace leasesim
