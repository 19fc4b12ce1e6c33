// A stage for tests of actors: one API server, hosts with one process each, and a record of what
// happened. Built by hand, without a scenario file.
//
//   SmallWorld world{Seed{1}};
//   world.add("a", leader_elector, ElectionConfig{.lease = "demo"});
//   world.add("b", leader_elector, ElectionConfig{.lease = "demo"}, {.starts = 1s});
//   world.at(20s, crash("a"));
//   world.run_until(60s);
//   EXPECT_THAT(world.facts<LeadershipGained>("b"), SizeIs(1));
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "leasesim/api/client.hpp"
#include "leasesim/api/server.hpp"
#include "leasesim/api/store.hpp"
#include "leasesim/cluster/network.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/trace/trace.hpp"

namespace leasesim {

class SmallWorld;

/// Something done to the world at an instant.
using Deed = std::function<void(SmallWorld&)>;

/// One fact of a known kind. `at` is true time since the beginning.
template <class F>
struct Noted {
  Duration at{};
  std::string by;
  F fact;
};

class SmallWorld {
 public:
  struct Setting {
    Distribution latency = Distribution::constant(1ms);  ///< one way
    WallTime calendar = WallTime{1'767'225'600s + 1us};  ///< true, at the beginning: 2026
    ServerSettings server{};
  };
  /// A process and the host of the same name that it has for itself.
  struct Place {
    Duration starts{};
    Duration offset{};        ///< how far its calendar is ahead
    PartsPerMillion drift{};  ///< of its stopwatch and calendar
    RestartRule restart{};
  };

  explicit SmallWorld(Seed seed) : SmallWorld(seed, Setting{}) {}
  SmallWorld(Seed seed, const Setting& setting);
  ~SmallWorld();
  SmallWorld(const SmallWorld&) = delete;
  SmallWorld& operator=(const SmallWorld&) = delete;

  using Main = std::function<Task<>(Process&, Api)>;

  template <class Config>
  void add(std::string_view name, Task<> (*actor)(Process&, Api, Config), Config config,
           const Place& place) {
    add_process(
        name, [actor, config](Process& self, Api api) { return actor(self, api, config); }, place);
  }
  template <class Config>
  void add(std::string_view name, Task<> (*actor)(Process&, Api, Config), Config config) {
    add(name, actor, std::move(config), Place{});
  }
  void add_process(std::string_view name, Main main, const Place& place);

  void at(Duration when, Deed deed);
  void run_until(Duration end);

  /// An administrator's hand: creates the object or replaces it.
  void put(const Object& object);
  void remove(Kind kind, std::string_view name);
  /// As it is in the store; null if there is none.
  const Lease* lease(std::string_view name);

  /// Everything that happened.
  const std::vector<Fact>& record() const { return recorder_.facts(); }
  /// The facts of one kind, of all processes or of one.
  template <class F>
  std::vector<Noted<F>> facts(std::string_view by = {}) const {
    std::vector<Noted<F>> found;
    for (const Fact& fact : recorder_.facts()) {
      const F* body = std::get_if<F>(&fact.body);
      if (body == nullptr || (!by.empty() && fact.by.view() != by)) continue;
      found.push_back({fact.at.time_since_epoch(), fact.by.str(), *body});
    }
    return found;
  }
  /// When it was first noted; -1 ns if never.
  template <class F>
  Duration first(std::string_view by) const {
    const auto found = facts<F>(by);
    return found.empty() ? Duration{-1} : found.front().at;
  }
  template <class F>
  Duration last(std::string_view by) const {
    const auto found = facts<F>(by);
    return found.empty() ? Duration{-1} : found.back().at;
  }

  Text text(std::string_view characters) { return names_.intern(characters); }
  ObjectName object(std::string_view name);
  Process& process(std::string_view name);
  Host& host(std::string_view name) { return process(name).host(); }
  Server& server() { return *server_; }
  Network& network() { return network_; }
  Run& shared() { return run_; }

  /// Nothing passes between this process's host and the API server, without a sign.
  void cut(std::string_view name);
  void heal(std::string_view name);
  /// A rule of the API server from now on.
  void add_rule(ServerRule rule);
  void drop_rules();

 private:
  struct Actor;
  struct Plan;

  Names names_;
  Recorder recorder_;
  Run run_;
  WallTime calendar_;
  Network network_;
  Store store_;
  Host server_host_;
  Program server_program_;
  Process server_process_;
  Wire wire_;
  std::unique_ptr<Server> server_;
  std::map<std::string, std::unique_ptr<Actor>, std::less<>> actors_;
  std::deque<Plan> plans_;
  std::deque<ServerRule> rules_;
};

// ---- deeds ----

Deed pause(std::string name);
Deed unpause(std::string name);
Deed crash(std::string name);
Deed start(std::string name);
Deed ask_to_stop(std::string name);
Deed suspend(std::string name);
Deed resume(std::string name);
Deed step_calendar(std::string name, Duration by);
Deed cut(std::string name);
Deed heal(std::string name);
Deed serve_by(ServerRule rule);
Deed serve_all();
Deed delete_lease(std::string name);
/// The lease as another holder would have written it now.
Deed steal_lease(std::string name, std::string holder);

/// Every request fails at once.
ServerRule failing();
/// Every request is applied, and no answer comes.
ServerRule silent();

}  // namespace leasesim
