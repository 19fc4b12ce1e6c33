#include "support/small_world.hpp"

namespace leasesim {

// A process on a host of its own, and the rule that can cut it off.
struct SmallWorld::Actor : Wakeup {
  Actor(SmallWorld& world, std::string_view name, Main actor, const Place& place)
      : Wakeup(&begins),
        main(std::move(actor)),
        program{world.names_.intern(name),
                [this, &world](Process& self) { return with_client(self, world, main); },
                place.restart},
        host(world.run_, world.names_.host(name),
             HostClock{world.calendar_, place.offset, place.drift}),
        process(host, world.names_.process(name), program) {}

  static void begins(Wakeup& self) { static_cast<Actor&>(self).process.start(); }

  // Without a limit to its rate: what is tested here is the actor's own pace.
  static Task<> with_client(Process& self, SmallWorld& world, const Main& main) {
    ClientSettings settings;
    settings.every = Duration{};
    Client client(self, *world.server_, world.wire_, settings);
    const Api api(client);
    co_await main(self, api);
  }

  Main main;
  Program program;
  Host host;
  Process process;
  RouteRule cut;
  bool is_cut = false;
};

struct SmallWorld::Plan : Wakeup {
  Plan(SmallWorld& acted_on, Deed what) : Wakeup(&comes), world(acted_on), deed(std::move(what)) {}
  static void comes(Wakeup& self) {
    auto& plan = static_cast<Plan&>(self);
    plan.deed(plan.world);
  }
  SmallWorld& world;
  Deed deed;
};

SmallWorld::SmallWorld(Seed seed, const Setting& setting)
    : run_(names_, seed, setting.calendar),
      calendar_(setting.calendar),
      network_(run_, setting.latency, Distribution::constant(50us), Ratio{0, 1}),
      store_(seed),
      server_host_(run_, names_.host("api-server"), HostClock{setting.calendar}),
      server_program_{names_.intern("api-server"), {}, {}},
      server_process_(server_host_, names_.process("api-server"), server_program_) {
  run_.listen(recorder_);
  server_process_.start();
  server_ = std::make_unique<Server>(server_process_, store_, network_, setting.server);
}

SmallWorld::~SmallWorld() = default;

void SmallWorld::add_process(std::string_view name, Main main, const Place& place) {
  auto actor = std::make_unique<Actor>(*this, name, std::move(main), place);
  run_.engine.arm(*actor, SimTime{} + place.starts);
  actors_.emplace(name, std::move(actor));
}

void SmallWorld::at(Duration when, Deed deed) {
  run_.engine.arm(plans_.emplace_back(*this, std::move(deed)), SimTime{} + when);
}

void SmallWorld::run_until(Duration end) {
  const RunEnd how = run_.engine.run_until(SimTime{} + end);
  ensure(how == RunEnd::reached, "a test's world reaches its end");
}

// ---- the store, by hand ----

void SmallWorld::put(const Object& object) {
  const WriteTime time = server_->time();
  const bool there = store_.find(kind_of(object), meta_of(object).name) != nullptr;
  const auto written = there ? store_.overwrite(object, time) : store_.create(object, time);
  ensure(written.has_value(), "what a test puts into the store is valid");
  server_->wrote_by_hand();
}

void SmallWorld::remove(Kind kind, std::string_view name) {
  const auto removed = store_.remove(kind, object(name), {}, server_->time());
  ensure(removed.has_value(), "what a test removes is there");
  server_->wrote_by_hand();
}

const Lease* SmallWorld::lease(std::string_view name) {
  const Object* found = store_.find(Kind::lease, object(name));
  return found == nullptr ? nullptr : std::get_if<Lease>(found);
}

ObjectName SmallWorld::object(std::string_view name) {
  const auto slash = name.find('/');
  if (slash == std::string_view::npos) return object_name(names_, "", name);
  return object_name(names_, name.substr(0, slash), name.substr(slash + 1));
}

Process& SmallWorld::process(std::string_view name) {
  const auto found = actors_.find(name);
  ensure(found != actors_.end(), "a test names processes that it added");
  return found->second->process;
}

// ---- troubles ----

void SmallWorld::cut(std::string_view name) {
  Actor& actor = *actors_.find(name)->second;
  if (std::exchange(actor.is_cut, true)) return;
  network_.add_rule(actor.cut, {{&actor.host, &server_host_}, {&server_host_, &actor.host}});
}

void SmallWorld::heal(std::string_view name) {
  Actor& actor = *actors_.find(name)->second;
  if (!std::exchange(actor.is_cut, false)) return;
  network_.remove_rule(actor.cut);
}

void SmallWorld::add_rule(ServerRule rule) {
  server_->add_rule(rules_.emplace_back(std::move(rule)));
}

void SmallWorld::drop_rules() {
  for (ServerRule& rule : rules_) server_->remove_rule(rule);
}

namespace {

// A deed done to one process by a member of its own.
template <class Act>
Deed to_process(std::string name, Act act) {
  return [name = std::move(name), act](SmallWorld& world) { act(world.process(name)); };
}

}  // namespace

Deed pause(std::string name) {
  return to_process(std::move(name), [](Process& process) { process.pause(); });
}
Deed unpause(std::string name) {
  return to_process(std::move(name), [](Process& process) { process.unpause(); });
}
Deed crash(std::string name) {
  return to_process(std::move(name), [](Process& process) { process.crash(); });
}
Deed start(std::string name) {
  return to_process(std::move(name), [](Process& process) { process.start(); });
}
Deed ask_to_stop(std::string name) {
  return to_process(std::move(name), [](Process& process) { process.ask_to_stop(); });
}
Deed suspend(std::string name) {
  return to_process(std::move(name), [](Process& process) { process.host().suspend(); });
}
Deed resume(std::string name) {
  return to_process(std::move(name),
                    [](Process& process) { process.host().resume(AfterSleep::right); });
}
Deed step_calendar(std::string name, Duration by) {
  return to_process(std::move(name), [by](Process& process) {
    process.host().set_clock("step",
                             [by](HostClock& clock, SimTime now) { clock.step_wall(now, by); });
  });
}
Deed cut(std::string name) {
  return [name = std::move(name)](SmallWorld& world) { world.cut(name); };
}
Deed heal(std::string name) {
  return [name = std::move(name)](SmallWorld& world) { world.heal(name); };
}
Deed serve_by(ServerRule rule) {
  return [rule = std::move(rule)](SmallWorld& world) { world.add_rule(rule); };
}
Deed serve_all() {
  return [](SmallWorld& world) { world.drop_rules(); };
}
Deed delete_lease(std::string name) {
  return [name = std::move(name)](SmallWorld& world) { world.remove(Kind::lease, name); };
}
Deed steal_lease(std::string name, std::string holder) {
  return [name = std::move(name), holder = std::move(holder)](SmallWorld& world) {
    Lease lease = *world.lease(name);
    lease.spec.holder = world.text(holder);
    world.put(lease);
  };
}

ServerRule failing() {
  ServerRule rule;
  rule.effect = ServerRule::Effect::fail;
  rule.failure.error = ApiError::server_error;
  rule.failure.code = 500;
  rule.failure.reason = "InternalError";
  rule.failure.message = "etcdserver: request timed out";
  return rule;
}

ServerRule silent() {
  ServerRule rule;
  rule.effect = ServerRule::Effect::lose_answer;
  return rule;
}

}  // namespace leasesim
