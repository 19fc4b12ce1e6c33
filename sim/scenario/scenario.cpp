#include "leasesim/scenario/scenario.hpp"

#include <algorithm>

namespace leasesim {
namespace {

void at_least_one(Fields& in, std::string_view key, std::int64_t value) {
  if (value < 1) in.refuse(key, "must be 1 or more");
}

}  // namespace

void read(Fields& in, Link& link) {
  in.required("from", link.from, "a host");
  in.required("to", link.to, "another host");
  in.optional("one_way", link.one_way, "only in that direction");
  in.optional("latency", link.latency, "one way");
  in.optional("loss", link.loss, "share of the segments that is lost and sent again");
}

void read(Fields& in, NetworkSpec& network) {
  in.optional("latency", network.latency, "one way, between any two hosts");
  in.optional("local_latency", network.local_latency, "one way, within a host");
  in.optional("loss", network.loss, "share of the segments that is lost and sent again");
  in.optional("links", network.links, "links that differ; the last that fits decides");
}

void read(Fields& in, NtpSpec& ntp) {
  in.optional("every", ntp.every, "between two corrections");
  in.optional("error", ntp.error, "each measurement is off by up to this, either way");
  in.optional("slew", ntp.slew, "how fast a small error is taken away");
  in.optional("step_above", ntp.step_above, "a larger error is taken away at once");
}

void read(Fields& in, ClockSpec& clock) {
  in.optional("offset", clock.offset, "of the calendar at the start; positive is ahead");
  in.optional("drift", clock.drift, "of stopwatch and calendar; positive is fast");
  in.optional("ntp", clock.ntp, "a loop that sets the calendar right");
}

void read(Fields& in, ApiSpec& api) {
  in.optional("service_time", api.service_time, "of each request");
  in.optional("concurrency", api.concurrency, "requests at once; further ones wait");
  at_least_one(in, "concurrency", api.concurrency);
  in.optional("identity_lease", api.identity_lease,
              "keeps a lease that says that it exists, and collects those of dead servers");
  in.optional("coordinated_election", api.coordinated_election,
              "gate CoordinatedLeaderElection: it chooses leaders among LeaseCandidates");
}

void read(Fields& in, HostSpec& host) {
  in.optional("runs", host.runs, "an API server, or nothing but processes");
  in.optional("clock", host.clock, "how its clocks are wrong; without it they are right");
  in.optional("api", host.api, "how fast its API server is");
  if (host.runs == Runs::nothing && !(host.api == ApiSpec{})) {
    in.refuse("api", "stands on a host that runs no API server; missing runs: api-server");
  }
}

void read(Fields& in, BackoffSpec& backoff) {
  in.optional("first", backoff.first, "wait before the second restart; the first one is immediate");
  in.optional("most", backoff.most, "the wait doubles up to this");
  in.optional("forgotten_after", backoff.forgotten_after, "of running without an end");
}

void read(Fields& in, ClientSpec& client) {
  in.optional("servers", client.servers,
              "hosts of the API servers that it turns to, one after the other; unset: the first");
  in.optional("qps", client.qps, "requests a second, shared by its loops; -1: no limit");
  in.optional("burst", client.burst, "requests that may go at once");
  in.optional("timeout", client.timeout, "of each request; 0s: none");
  in.optional("ping_after", client.ping_after, "silence after which a connection is probed");
  in.optional("ping_timeout", client.ping_timeout, "silence after which it is given up");
}

void read(Fields& in, ProcessSpec& process) {
  in.required("on", process.on, "its host");
  in.required("actor", process.actor, "what it runs");
  in.optional("starts", process.starts, "when; a range is drawn from");
  in.optional("replicas", process.replicas, "more than one are named name-0, name-1, …");
  in.optional("restart", process.restart, "whether it is started again when it has ended");
  in.optional("backoff", process.backoff, "the waits before it is started again");
  in.optional("client", process.client, "its client of the API");
  in.optional("config", process.config, "the actor's own keys");
  at_least_one(in, "replicas", process.replicas);
  const Tree& config = process.config;
  if (!config.is(Tree::Kind::null) && !config.is(Tree::Kind::map)) {
    in.refuse("config", "expected a map, found " + described(config));
  }
}

void read(Fields& in, Scenario& scenario) {
  std::string format{kFormat};
  in.required("leasesim", format, "version of the format: v1");
  if (format != kFormat) in.refuse("leasesim", "expected v1, found \"" + format + '"', "v1");
  in.required("name", scenario.name, "of the scenario; its file bears the same");
  in.optional("story", scenario.story, "what happens and why; without it, the opening comment");
  in.required("until", scenario.until, "when the run ends");
  in.optional("seed", scenario.seed, "that is run if none is named");
  in.optional("seeds", scenario.seeds, "that the expectations are claimed of");
  in.optional("kubernetes", scenario.kubernetes,
              "the release whose rules apply; client-go follows it");
  in.optional("calendar", scenario.calendar, "what a right clock shows at the start");
  in.optional("network", scenario.network, "how long messages take, and which are lost");
  in.by_name("hosts", scenario.hosts, "the machines");
  in.by_name("processes", scenario.processes, "what runs on them");
  in.optional("objects", scenario.objects, "what the API server holds at the start");
  in.optional("faults", scenario.faults, "what goes wrong");
  in.optional("expect", scenario.expect, "the outcome");
  if (in.good("until") && scenario.until == Duration{}) in.refuse("until", "must be more than 0s");
}

std::string server_process_name(const Scenario& scenario, const HostSpec& host) {
  const auto is_server = [](const HostSpec& one) { return one.runs == Runs::api_server; };
  if (!is_server(host)) return {};
  const bool several = std::ranges::count_if(scenario.hosts, is_server) > 1;
  return several ? "api-server-" + host.name : "api-server";
}

bool is_server_process(const Scenario& scenario, std::string_view name) {
  return std::ranges::any_of(scenario.hosts, [&](const HostSpec& host) {
    return !name.empty() && server_process_name(scenario, host) == name;
  });
}

}  // namespace leasesim
