// Nodes and a node lifecycle controller in a SmallWorld.
#pragma once

#include <string_view>
#include <vector>

#include "leasesim/actors/controller_manager.hpp"
#include "leasesim/actors/kubelet.hpp"
#include "support/small_world.hpp"

namespace leasesim {

/// A kubelet, with a client as kubelets have it, on a host of its own.
void add_kubelet(SmallWorld& world, std::string_view node, const KubeletConfig& config = {},
                 const SmallWorld::Place& place = {});
/// The controllers of kube-controller-manager without an election.
void add_controllers(SmallWorld& world, std::string_view name,
                     const ControllerManagerConfig& config = {},
                     const SmallWorld::Place& place = {});

/// A pod that is bound to a node; with the tolerations that every pod gets.
void put_pod(SmallWorld& world, std::string_view pod, std::string_view node);
const Node* node_of(SmallWorld& world, std::string_view name);
const Pod* pod_of(SmallWorld& world, std::string_view name);

/// When the node's lease was written, in order.
std::vector<Duration> heartbeats_of(const SmallWorld& world, std::string_view node);
/// When the node's Ready condition came to this status, in order.
std::vector<Duration> became(const SmallWorld& world, std::string_view node,
                             ConditionStatus status);
/// When the node got this taint.
std::vector<Duration> tainted(const SmallWorld& world, std::string_view node, std::string_view key,
                              TaintEffect effect);

}  // namespace leasesim
