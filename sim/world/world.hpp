// Everything that a run is made of, built from a Scenario. Not copyable; lives for one run.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "leasesim/actors/catalog.hpp"
#include "leasesim/api/server.hpp"
#include "leasesim/api/store.hpp"
#include "leasesim/cluster/network.hpp"
#include "leasesim/scenario/scenario.hpp"
#include "leasesim/world/run.hpp"
#include "world/layers.hpp"

namespace leasesim {

class Faults;

class World {
 public:
  World(const Scenario& scenario, const ActorCatalog& actors, Seed seed, const RunOptions& options,
        std::span<FactSink* const> sinks);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  RunSummary run();

  // ---- for faults ----

  Run& shared() { return *run_; }
  Network& network() { return *network_; }
  Store& store() { return *store_; }
  Host& host(std::string_view name);
  std::vector<Host*> hosts();
  Process& process(std::string_view name);
  /// The API server on a host; the first one if the host runs none.
  Server& server_on(std::string_view host);
  Server& server() { return *servers_.front(); }
  std::vector<Server*>& servers() { return servers_; }
  /// What faults that may overlap have laid over hosts and servers; where all do the same, how many
  /// of them last.
  struct Laid {
    std::map<const Host*, int> sleeps;
    std::map<const Host*, int> freezes;
    std::map<const Host*, Layers<PartsPerMillion>> drift;
    std::map<const Server*, Layers<Distribution>> service_time;
  };
  Laid& laid() { return laid_; }

 private:
  struct NtpDaemon;
  struct Start;

  void build_hosts();
  void build_network();
  void build_servers();
  std::function<Task<>(Process&)> server_main(const HostSpec& spec, Server& server);
  void build_processes();
  void add_process(const ProcessSpec& spec, const std::string& name, const ActorMain& main,
                   const ActorKind& kind);
  void declare_objects();
  void note_final_states();

  const Scenario& scenario_;
  const ActorCatalog& actors_;
  Names own_names_;
  std::unique_ptr<Run> run_;
  std::map<std::string, std::unique_ptr<Host>, std::less<>> hosts_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<Store> store_;
  Wire wire_;
  std::deque<Program> programs_;
  std::deque<std::unique_ptr<Server>> server_objects_;
  std::vector<Server*> servers_;
  std::map<std::string, std::unique_ptr<Process>, std::less<>> processes_;
  Laid laid_;
  std::deque<Start> starts_;
  std::deque<NtpDaemon> daemons_;
  std::unique_ptr<Faults> faults_;
};

}  // namespace leasesim
