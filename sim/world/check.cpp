// What can be said against a scenario before anything runs.
#include <algorithm>
#include <map>

#include "leasesim/api/store.hpp"
#include "leasesim/api/validation.hpp"
#include "leasesim/world/run.hpp"
#include "world/configuration.hpp"
#include "world/objects.hpp"

namespace leasesim {
namespace {

std::string_view short_name_of(std::string_view lease) {
  const auto slash = lease.find('/');
  return slash == std::string_view::npos ? lease : lease.substr(slash + 1);
}

bool is_server(const Scenario& scenario, const std::string& host) {
  const auto found = std::ranges::find(scenario.hosts, host, &HostSpec::name);
  return found != scenario.hosts.end() && found->runs == Runs::api_server;
}

void check_processes(const Scenario& scenario, const ActorCatalog& actors, Reading& reading) {
  for (const ProcessSpec& process : scenario.processes) {
    const ActorKind* kind = actors.find(process.actor.name);
    const std::string path = "processes." + process.name;
    if (kind == nullptr) {
      std::vector<std::string_view> names;
      for (const ActorKind& known : actors.kinds()) names.push_back(known.name);
      reading.refuse(process.place, path + ".actor", "unknown actor \"" + process.actor.name + "\"",
                     nearest_word(process.actor.name, names));
      continue;
    }
    for (const HostRef& host : process.client.servers) {
      if (is_server(scenario, host.name)) continue;
      reading.refuse(process.place, path + ".client.servers",
                     "the host \"" + host.name + "\" runs no API server");
    }
    const Tree config = configuration_of(process, *kind, scenario.kubernetes);
    const std::size_t before = reading.refused();
    kind->prepare(config, Spot{reading, path + ".config"});
    if (reading.refused() != before) continue;
    const auto contender = kind->contender(config);
    if (!contender || subdomain_errors(short_name_of(contender->lease)).empty()) continue;
    reading.refuse(process.place, path + ".config.lease",
                   "\"" + contender->lease + "\" is no name of a Lease: " +
                       subdomain_errors(short_name_of(contender->lease)).front());
  }
}

void check_clocks(const Scenario& scenario, Reading& reading) {
  for (const HostSpec& host : scenario.hosts) {
    if (!host.clock.ntp || host.clock.ntp->every > Duration{}) continue;
    reading.refuse(host.place, "hosts." + host.name + ".clock.ntp.every",
                   "without a wait it would look for ever", "64s");
  }
}

void check_servers(const Scenario& scenario, Reading& reading) {
  for (const HostSpec& host : scenario.hosts) {
    if (host.runs == Runs::api_server) return;
  }
  reading.refuse({}, "hosts", "no host runs the API server; one needs `runs: api-server`");
}

void check_objects(const Scenario& scenario, Reading& reading) {
  Names names;
  Store store{Seed{}};
  for (std::size_t i = 0; i < scenario.objects.size(); ++i) {
    const DeclaredObject& object = scenario.objects[i];
    const auto declared = object_declared(names, object);
    const std::string path = "objects[" + std::to_string(i) + "]";
    if (!declared) {
      const DecodeError& error = declared.error();
      reading.refuse(object.place, error.path.empty() ? path : path + "." + error.path, error.why);
      continue;
    }
    const auto created = store.declare(*declared, {});
    if (!created) reading.refuse(object.place, path, created.error().message);
  }
}

// Objects are named by kinds; which kinds there are, only the API server knows.
void check_kind(const std::string& kind, const PlannedFault& planned, const std::string& path,
                Reading& reading) {
  if (kind_meant(kind)) return;
  reading.refuse(planned.place, path, "the API server keeps no " + kind + ", only " + kinds_kept());
}

void check_kinds(const PlannedFault& planned, const std::string& path, Reading& reading) {
  if (const auto* fault = std::get_if<DeleteObject>(&planned.fault)) {
    check_kind(fault->object.kind, planned, path + ".delete", reading);
  }
  if (const auto* fault = std::get_if<PatchObject>(&planned.fault)) {
    check_kind(fault->object.kind, planned, path + ".patch", reading);
  }
  if (const auto* fault = std::get_if<Webhook>(&planned.fault)) {
    for (const std::string& kind : fault->kinds) {
      check_kind(kind, planned, path + ".kinds", reading);
    }
  }
}

// Words of requests: unknown ones would match nothing, or everything.
void check_verbs(const std::vector<std::string>& verbs, const PlannedFault& planned,
                 const std::string& path, Reading& reading) {
  std::vector<std::string_view> known;
  for (const Verb verb : {Verb::get, Verb::list, Verb::watch, Verb::create, Verb::update,
                          Verb::patch, Verb::remove}) {
    known.push_back(word_of(verb));
  }
  for (const std::string& verb : verbs) {
    if (std::ranges::find(known, verb) != known.end()) continue;
    reading.refuse(planned.place, path + ".verbs", "unknown verb \"" + verb + "\"",
                   nearest_word(verb, known));
  }
}

void check_requests(const PlannedFault& planned, const std::string& path, Reading& reading) {
  if (const auto* fault = std::get_if<FailRequests>(&planned.fault)) {
    check_verbs(fault->verbs, planned, path, reading);
    for (const ObjectRef& object : fault->objects) {
      check_kind(object.kind, planned, path + ".objects", reading);
    }
  }
  if (const auto* fault = std::get_if<DropAnswer>(&planned.fault)) {
    check_verbs(fault->verbs, planned, path, reading);
  }
  if (const auto* fault = std::get_if<DelayAnswer>(&planned.fault)) {
    check_verbs(fault->verbs, planned, path, reading);
  }
}

void check_server_named(const std::string& host, std::string_view key, const Scenario& scenario,
                        const PlannedFault& planned, const std::string& path, Reading& reading) {
  if (is_server(scenario, host)) return;
  reading.refuse(planned.place, path + "." + std::string{key},
                 "the host \"" + host + "\" runs no API server");
}

void check_expectations(const Scenario& scenario, Reading& reading) {
  for (std::size_t i = 0; i < scenario.expect.size(); ++i) {
    const auto* claim = std::get_if<EndsWith>(&scenario.expect[i].claim);
    if (claim == nullptr || kind_meant(claim->object.kind)) continue;
    reading.refuse(scenario.expect[i].place, "expect[" + std::to_string(i) + "].ends_with",
                   "the API server keeps no " + claim->object.kind + ", only " + kinds_kept());
  }
}

void check_faults(const Scenario& scenario, Reading& reading) {
  for (std::size_t i = 0; i < scenario.faults.size(); ++i) {
    const PlannedFault& planned = scenario.faults[i];
    const std::string path = "faults[" + std::to_string(i) + "]";
    check_kinds(planned, path, reading);
    check_requests(planned, path, reading);
    if (const auto* down = std::get_if<ApiDown>(&planned.fault)) {
      check_server_named(down->host.name, ApiDown::kKey, scenario, planned, path, reading);
    }
    if (const auto* slow = std::get_if<SlowApi>(&planned.fault)) {
      check_server_named(slow->host.name, SlowApi::kKey, scenario, planned, path, reading);
    }
    const auto* restore = std::get_if<RestoreStore>(&planned.fault);
    if (restore == nullptr || !restore->to.ago) continue;
    const auto* at = std::get_if<DurationRange>(&planned.at);
    if (at != nullptr && at->low == at->high && restore->to.time <= at->low) continue;
    reading.refuse(planned.place, "faults[" + std::to_string(i) + "].restore",
                   "`ago` needs a fixed time `at`, no earlier than that");
  }
}

}  // namespace

Result<Done, LoadError> check_scenario(const Scenario& scenario, const ActorCatalog& actors) {
  Names names;
  Reading reading{scenario.file.name, &names};
  check_servers(scenario, reading);
  check_clocks(scenario, reading);
  check_processes(scenario, actors, reading);
  check_objects(scenario, reading);
  check_faults(scenario, reading);
  check_expectations(scenario, reading);
  if (!reading.clean()) return Err{reading.take_error()};
  return Done{};
}

// ---- suspicions ----

std::vector<Finding> suspicions(const Scenario& scenario, const ActorCatalog& actors) {
  std::vector<Finding> findings;
  std::map<std::pair<std::string, std::string>, const ProcessSpec*> seats;
  for (const ProcessSpec& process : scenario.processes) {
    const ActorKind* kind = actors.find(process.actor.name);
    if (kind == nullptr) continue;
    const auto add = [&](const std::string& key, std::string message) {
      const Tree* value = process.config.find(key);
      findings.push_back({scenario.file.name,
                          value != nullptr ? value->place() : process.place,
                          "processes." + process.name + ".config." + key,
                          std::move(message),
                          {}});
    };
    const Tree config = configuration_of(process, *kind, scenario.kubernetes);
    for (const Suspicion& found : kind->suspicions(config)) add(found.key, found.message);
    const auto contender = kind->contender(config);
    if (!contender || contender->identity.empty()) continue;
    if (process.replicas > 1) {
      add("identity", "all " + std::to_string(process.replicas) + " replicas compete for " +
                          contender->lease + " as \"" + contender->identity +
                          "\": to the lease they are one");
    }
    const auto [seat, first] =
        seats.emplace(std::pair{contender->lease, contender->identity}, &process);
    if (first) continue;
    add("identity", "also " + seat->second->name + " competes for " + contender->lease + " as \"" +
                        contender->identity + "\": to the lease they are one, and both may lead");
  }
  return findings;
}

}  // namespace leasesim
