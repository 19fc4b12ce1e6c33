#include "world/world.hpp"

#include <algorithm>

#include "leasesim/actors/apiserver_identity.hpp"
#include "leasesim/actors/coordinated_election.hpp"
#include "world/configuration.hpp"
#include "world/faults.hpp"
#include "world/objects.hpp"

namespace leasesim {
namespace {

constexpr Purpose kStarts{"starts"};
constexpr Purpose kNtpError{"ntp-error"};

ClientSettings settings_of(const ClientSpec& spec, ClientSettings settings) {
  if (spec.qps) settings.every = *spec.qps > 0 ? Duration{1s} / *spec.qps : Duration{};
  if (spec.burst) settings.burst = *spec.burst;
  if (spec.timeout) settings.timeout = *spec.timeout;
  if (spec.ping_after) settings.idle = *spec.ping_after;
  if (spec.ping_timeout) settings.ping_timeout = *spec.ping_timeout;
  return settings;
}

RestartRule restart_rule(const ProcessSpec& spec) {
  RestartRule rule;
  switch (spec.restart) {
    case RestartPolicy::never:
      rule.when = RestartRule::When::never;
      break;
    case RestartPolicy::on_failure:
      rule.when = RestartRule::When::on_failure;
      break;
    case RestartPolicy::always:
      rule.when = RestartRule::When::always;
      break;
  }
  rule.backoff = spec.backoff.first;
  rule.backoff_max = spec.backoff.most;
  rule.reset_after = spec.backoff.forgotten_after;
  return rule;
}

// A process with a client of its own: the client is part of its volatile memory.
Task<> with_client(Process& self, std::vector<Server*> servers, Wire& wire,
                   const ClientSettings& settings, const ActorMain& main) {
  Client client(self, *servers.front(), wire, settings);
  for (std::size_t i = 1; i < servers.size(); ++i) client.may_use(*servers[i]);
  const Api api(client);
  co_await main(self, api);
}

// The loops of an API server that are clients themselves.
Task<> beside_the_server(Process& self, Api api, std::optional<ApiServerIdentityConfig> identity,
                         bool chooses_leaders) {
  std::optional<Child> choosing;
  if (chooses_leaders) choosing.emplace(self, coordinated_election(self, api));
  if (identity) {
    co_await apiserver_identity(self, api, *identity);
  } else {
    co_await self.until(self.stop());
  }
}

}  // namespace

// Starts a process when its time comes.
struct World::Start : Wakeup {
  explicit Start(Process& starting) : Wakeup(&go), process(starting) {}
  Process& process;
  static void go(Wakeup& self) { static_cast<Start&>(self).process.start(); }
};

// Looks at a source every so often, on its host's own stopwatch, and sets the calendar right.
struct World::NtpDaemon : Wakeup {
  NtpDaemon(Host& on, const NtpSpec& spec)
      : Wakeup(&poll),
        host(on),
        loop{spec.every, spec.slew, spec.step_above, {}},
        error(spec.error),
        draws(on.run().seed, on.name().text(), 0, kNtpError, on.run().book) {}

  void arm_next() {
    Engine& engine = host.run().engine;
    const SimTime due = host.clock().sim_at(host.mono_now() + loop.poll);
    engine.arm(*this, due == kNever ? engine.now() + loop.poll : due);
  }
  static void poll(Wakeup& self) {
    auto& daemon = static_cast<NtpDaemon&>(self);
    NtpLoop loop = daemon.loop;
    loop.source_error = daemon.draws.between(-daemon.error, daemon.error);
    const SimTime now = daemon.host.run().engine.now();
    const WallTime true_start = daemon.host.run().true_start;
    const Correction wanted = loop.correction(daemon.host.clock().offset_at(now, true_start));
    if (wanted.kind != Correction::Kind::none && !daemon.host.asleep()) {
      daemon.host.set_clock(
          "ntp", [&](HostClock& clock, SimTime at) { loop.poll_at(at, true_start, clock); });
    }
    daemon.arm_next();
  }

  Host& host;
  NtpLoop loop;
  Duration error;
  Choices draws;
};

World::World(const Scenario& scenario, const ActorCatalog& actors, Seed seed,
             const RunOptions& options, std::span<FactSink* const> sinks)
    : scenario_(scenario), actors_(actors) {
  Names& names = options.names != nullptr ? *options.names : own_names_;
  run_ = std::make_unique<Run>(names, seed, scenario.calendar);
  run_->book = options.book;
  for (FactSink* sink : sinks) run_->listen(*sink);
  const bool coordinated = std::ranges::any_of(
      scenario.hosts, [](const HostSpec& host) { return host.api.coordinated_election; });
  store_ = std::make_unique<Store>(
      seed, StoreSettings{.release = scenario.kubernetes, .coordinated_election = coordinated});
  build_hosts();
  build_network();
  build_servers();
  declare_objects();
  build_processes();
  faults_ = std::make_unique<Faults>(scenario.faults, *this);
  if (faults_->anchored()) run_->listen(*faults_);
}

// What the end of a run cuts short never happened: frames that are destroyed now tell nobody, least
// of all the faults, which are gone first.
World::~World() { run_->hush(); }

void World::build_hosts() {
  for (const HostSpec& spec : scenario_.hosts) {
    const HostClock clock(scenario_.calendar, spec.clock.offset.by, spec.clock.drift);
    auto host = std::make_unique<Host>(*run_, run_->names.host(spec.name), clock);
    host->announce_clock();
    if (spec.clock.ntp) daemons_.emplace_back(*host, *spec.clock.ntp).arm_next();
    hosts_.emplace(spec.name, std::move(host));
  }
}

void World::build_network() {
  const NetworkSpec& spec = scenario_.network;
  network_ = std::make_unique<Network>(*run_, spec.latency, spec.local_latency, spec.loss);
  for (const Link& link : spec.links) {
    const Host& from = host(link.from.name);
    const Host& to = host(link.to.name);
    network_->set_route(from, to, link.latency, link.loss);
    if (!link.one_way) network_->set_route(to, from, link.latency, link.loss);
  }
}

void World::build_servers() {
  for (const HostSpec& spec : scenario_.hosts) {
    const std::string name = server_process_name(scenario_, spec);
    if (name.empty()) continue;
    Program& program = programs_.emplace_back();
    program.actor = run_->names.intern("api-server");
    auto process = std::make_unique<Process>(host(spec.name), run_->names.process(name), program);
    const ServerSettings settings{spec.api.service_time, spec.api.concurrency};
    server_objects_.push_back(std::make_unique<Server>(*process, *store_, *network_, settings));
    servers_.push_back(server_objects_.back().get());
    program.main = server_main(spec, *servers_.back());
    process->start();
    processes_.emplace(name, std::move(process));
  }
  for (Server* server : servers_) server->stand_with(servers_);
}

// What runs beside the server in its own process, over its loopback: no limit of requests.
std::function<Task<>(Process&)> World::server_main(const HostSpec& spec, Server& server) {
  if (!spec.api.identity_lease && !spec.api.coordinated_election) return {};
  std::optional<ApiServerIdentityConfig> identity;
  if (spec.api.identity_lease) identity = {spec.name, scenario_.kubernetes};
  const bool chooses = spec.api.coordinated_election;
  const ActorMain main = [identity, chooses](Process& self, Api api) {
    return beside_the_server(self, api, identity, chooses);
  };
  const ClientSettings settings{.every = Duration{}};
  return [this, main, settings, &server](Process& self) {
    return with_client(self, {&server}, wire_, settings, main);
  };
}

void World::build_processes() {
  for (const ProcessSpec& spec : scenario_.processes) {
    const ActorKind* kind = actors_.find(spec.actor.name);
    ensure(kind != nullptr, "a scenario that was checked names known actors");
    Reading reading{scenario_.file.name, &run_->names};
    const Tree config = configuration_of(spec, *kind, scenario_.kubernetes);
    const ActorMain main = kind->prepare(config, Spot{reading, "processes." + spec.name});
    ensure(reading.clean(), "a scenario that was checked has sound configurations");
    if (spec.replicas == 1) {
      add_process(spec, spec.name, main, *kind);
      continue;
    }
    for (std::int64_t replica = 0; replica < spec.replicas; ++replica) {
      add_process(spec, spec.name + "-" + std::to_string(replica), main, *kind);
    }
  }
}

void World::add_process(const ProcessSpec& spec, const std::string& name, const ActorMain& main,
                        const ActorKind& kind) {
  Program& program = programs_.emplace_back();
  program.actor = run_->names.intern(spec.actor.name);
  program.restart = restart_rule(spec);
  std::vector<Server*> servers;
  for (const HostRef& host : spec.client.servers) servers.push_back(&server_on(host.name));
  if (servers.empty()) servers.push_back(&server());
  program.main = [this, main, servers, settings = settings_of(spec.client, kind.client)](
                     Process& self) { return with_client(self, servers, wire_, settings, main); };
  auto process = std::make_unique<Process>(host(spec.on.name), run_->names.process(name), program);
  Choices draws(run_->seed, process->name().text(), 0, kStarts, run_->book);
  const Duration starts = draws.between(spec.starts.low, spec.starts.high);
  run_->engine.arm(starts_.emplace_back(*process), SimTime{} + starts);
  processes_.emplace(name, std::move(process));
}

// What is in the store when the run begins was put there by nobody of the cast.
void World::declare_objects() {
  for (const DeclaredObject& declared : scenario_.objects) {
    const auto object = object_declared(run_->names, declared);
    ensure(object.has_value(), "a scenario that was checked declares sound objects");
    const auto created = store_->declare(*object, server().time());
    ensure(created.has_value(), "a scenario that was checked declares objects once, and valid");
    server().wrote_by_hand();
  }
}

void World::note_final_states() {
  std::vector<ObjectRef> asked;
  for (const Expectation& expectation : scenario_.expect) {
    const auto* claim = std::get_if<EndsWith>(&expectation.claim);
    if (claim == nullptr || std::ranges::find(asked, claim->object) != asked.end()) continue;
    asked.push_back(claim->object);
    const Kind kind = *kind_meant(claim->object.kind);
    const ObjectName name = object_named(run_->names, claim->object);
    const Object* object = store_->find(kind, name);
    run_->note({}, FinalState{kind, name,
                              object == nullptr ? Text{} : run_->names.intern(json_text(*object))});
  }
}

RunSummary World::run() {
  Engine& engine = run_->engine;
  const SimTime until = SimTime{} + scenario_.until;
  const RunEnd end = engine.run_until(until);
  faults_->sum_up();
  note_final_states();
  return {engine.now(), end, engine.wakeups()};
}

Host& World::host(std::string_view name) {
  const auto found = hosts_.find(name);
  ensure(found != hosts_.end(), "a scenario that was checked names hosts of its own");
  return *found->second;
}

std::vector<Host*> World::hosts() {
  std::vector<Host*> all;
  for (const auto& [name, host] : hosts_) all.push_back(host.get());
  return all;
}

Process& World::process(std::string_view name) {
  const auto found = processes_.find(name);
  ensure(found != processes_.end(), "a scenario that was checked names processes of its own");
  return *found->second;
}

Server& World::server_on(std::string_view name) {
  for (Server* server : servers_) {
    if (server->process().host().name().view() == name) return *server;
  }
  return server();
}

}  // namespace leasesim
