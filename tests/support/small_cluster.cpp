#include "support/small_cluster.hpp"

#include "leasesim/objects/well_known.hpp"

namespace leasesim {
namespace {

Task<> kubelet_with_its_client(Process& self, Api api, KubeletConfig config) {
  Client client(api.client(), kubelet_client());
  co_await kubelet(self, Api(client), config);
}

}  // namespace

void add_kubelet(SmallWorld& world, std::string_view node, const KubeletConfig& config,
                 const SmallWorld::Place& place) {
  KubeletConfig its = config;
  its.node = node;
  world.add(node, kubelet_with_its_client, its, place);
}

void add_controllers(SmallWorld& world, std::string_view name,
                     const ControllerManagerConfig& config, const SmallWorld::Place& place) {
  world.add(name, node_controllers, config, place);
}

void put_pod(SmallWorld& world, std::string_view name, std::string_view node) {
  Pod pod;
  pod.meta.name = world.object(name);
  pod.spec.node = world.text(node);
  world.put(pod);
}

const Node* node_of(SmallWorld& world, std::string_view name) {
  const Object* found = world.server().store().find(Kind::node, world.object(name));
  return found == nullptr ? nullptr : std::get_if<Node>(found);
}

const Pod* pod_of(SmallWorld& world, std::string_view name) {
  const Object* found = world.server().store().find(Kind::pod, world.object(name));
  return found == nullptr ? nullptr : std::get_if<Pod>(found);
}

std::vector<Duration> heartbeats_of(const SmallWorld& world, std::string_view node) {
  std::vector<Duration> times;
  for (const auto& written : world.facts<LeaseWritten>(node)) times.push_back(written.at);
  return times;
}

std::vector<Duration> became(const SmallWorld& world, std::string_view node,
                             ConditionStatus status) {
  std::vector<Duration> times;
  for (const auto& changed : world.facts<NodeConditionChanged>()) {
    const bool fits = changed.fact.node.view() == node &&
                      changed.fact.type.view() == well_known::kReady &&
                      changed.fact.status == status;
    if (fits) times.push_back(changed.at);
  }
  return times;
}

std::vector<Duration> tainted(const SmallWorld& world, std::string_view node, std::string_view key,
                              TaintEffect effect) {
  std::vector<Duration> times;
  for (const auto& taint : world.facts<NodeTainted>()) {
    const bool fits = taint.fact.node.view() == node && taint.fact.key.view() == key &&
                      taint.fact.effect == effect;
    if (fits) times.push_back(taint.at);
  }
  return times;
}

}  // namespace leasesim
