#include "leasesim/actors/controller_manager.hpp"

#include <array>
#include <string_view>

#include "actors/election.hpp"
#include "leasesim/actors/catalog.hpp"
#include "leasesim/actors/garbage_collector.hpp"
#include "leasesim/actors/taint_eviction.hpp"
#include "leasesim/objects/well_known.hpp"

namespace leasesim {
namespace {

constexpr Duration kLongestShutdown = 10s;  // --controller-shutdown-timeout

ClientSettings controller_client(const ControllerManagerConfig& config) {
  return {.every = config.qps > 0 ? Duration{1s} / config.qps : Duration{}, .burst = config.burst};
}

// As kube-controller-manager competes: a lost lease ends the process, and only with the gate does
// one that is asked to stop give the lease back, while its controllers still drain.
ElectionConfig election_of(const ControllerManagerConfig& config) {
  ElectionConfig election = config.election;
  election.release_on_cancel = config.release_on_exit;
  return election;
}

}  // namespace

void read(Fields& in, ControllerManagerConfig& config) {
  ElectionConfig& election = config.election;
  if (election.lease.empty()) election.lease = "kube-system/kube-controller-manager";
  in.optional("kubernetes", config.nodes.release, "whose rules it follows; unset: the scenario's");
  election.client_go = client_go_of(config.nodes.release);
  in.optional("leader_elect", config.leader_elect, "--leader-elect");
  in.optional("lease", election.lease, "the lease competed for");
  in.optional("identity", election.identity,
              "the holder text; default: <process>_<uuid>, a new one in every life");
  in.optional("lease_duration", election.lease_duration, "--leader-elect-lease-duration");
  in.optional("renew_deadline", election.renew_deadline, "--leader-elect-renew-deadline");
  in.optional("retry_period", election.retry_period, "--leader-elect-retry-period");
  in.optional("release_on_exit", config.release_on_exit,
              "gate ControllerManagerReleaseLeaderElectionLockOnExit");
  in.optional("shutdown_takes", config.shutdown_takes,
              "how long the controllers drain when they are asked to stop, with that gate");
  in.optional("coordinated", election.coordinated,
              "stands for a coordinated election: the control plane chooses the leader");
  in.optional("evicts", config.evicts, "whether pods on tainted nodes are deleted");
  in.optional("collects", config.collects, "whether garbage is collected");
  in.optional("qps", config.qps, "--kube-api-qps, of each controller; -1: no limit");
  in.optional("burst", config.burst, "--kube-api-burst");
  read(in, config.nodes);
  if (!in.reading()) return;
  if (const auto why = refused_because(election)) {
    in.refuse("lease_duration", "client-go refuses these timings: " + *why, "15s");
  }
  if (config.shutdown_takes > kLongestShutdown) {
    in.refuse("shutdown_takes", "after 10s the process ends all the same", "10s");
  }
}

std::vector<Suspicion> suspicions_of(const ControllerManagerConfig& config) {
  return suspicions_of(election_of(config));
}

std::optional<Contender> contender_of(const ControllerManagerConfig& config) {
  if (!config.leader_elect) return std::nullopt;
  return contender_of(config.election);
}

Task<> node_controllers(Process& self, Api api, ControllerManagerConfig config) {
  // The informers share a client without limits; each controller writes with one of its own.
  Client watching(api.client(), {.every = Duration{}});
  const Api reads(watching);
  const Text node_leases = self.text(well_known::kNodeLeases);
  Informer<Node> nodes(self, reads);
  Informer<Lease> leases(self, reads, node_leases);
  Informer<Pod> pods(self, reads);
  const NodeInformers informers{nodes, leases, pods};
  Child reading_nodes(self, nodes.run());
  Child reading_leases(self, leases.run());
  Child reading_pods(self, pods.run());

  Client evicting(api.client(), controller_client(config));
  Client collecting(api.client(), controller_client(config));
  std::optional<Child> eviction;
  std::optional<Child> collection;
  if (config.evicts) eviction.emplace(self, taint_eviction(self, Api(evicting), informers));
  if (config.collects)
    collection.emplace(self, garbage_collector(self, Api(collecting), informers));

  Client monitoring(api.client(), controller_client(config));
  co_await node_lifecycle(self, Api(monitoring), informers, config.nodes);
}

Task<> controller_manager(Process& self, Api api, ControllerManagerConfig config) {
  if (!config.leader_elect) {
    co_await self.unless(self.stop(), node_controllers(self, api, config));
    co_return;
  }
  Duties duties;
  duties.mode = "controllers";
  duties.work = [config](Process& process, Api client, ObjectName, std::int64_t) {
    return node_controllers(process, client, config);
  };
  duties.stops_after = config.release_on_exit ? config.shutdown_takes : Duration{};
  co_await elect(self, api, election_of(config), duties);
}

}  // namespace leasesim
