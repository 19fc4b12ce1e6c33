// Several API servers before one store: watchers hear what others wrote, clients turn to the next.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "leasesim/actors/catalog.hpp"
#include "leasesim/scenario/load.hpp"
#include "leasesim/world/run.hpp"

namespace leasesim {
namespace {

Trace run_text(const std::string& text) {
  auto scenario = load_text(text, "several-servers");
  EXPECT_TRUE(scenario.has_value()) << text_of(scenario.error());
  const auto checked = check_scenario(*scenario, standard_actors());
  EXPECT_TRUE(checked.has_value()) << text_of(checked.error());
  return run(*scenario, standard_actors(), Seed{1});
}

std::string two_servers(const std::string& faults) {
  return R"(leasesim: v1
name: several-servers
until: 4m
network: { latency: 1ms..5ms }
hosts:
  one: { runs: api-server }
  two: { runs: api-server }
  worker: {}
  office: {}
processes:
  kcm: { on: office, actor: kube-controller-manager, client: { servers: [two, one] } }
  kubelet: { on: worker, actor: kubelet, client: { servers: [one, two] } }
faults:
)" + faults;
}

std::size_t times_unknown(const Trace& trace) {
  std::size_t count = 0;
  for (const Fact& fact : trace.facts) {
    const auto* changed = std::get_if<NodeConditionChanged>(&fact.body);
    const bool unknown = changed != nullptr && changed->is_about_ready() &&
                         changed->status == ConditionStatus::unknown;
    count += unknown ? 1 : 0;
  }
  return count;
}

// A controller at one server lives on what the kubelets tell another.
TEST(SeveralServers, WhatOneWritesTheOthersWatchersHear) {
  const Trace trace = run_text(two_servers("  - { at: 230s, pause: kubelet, for: 1s }\n"));
  EXPECT_EQ(times_unknown(trace), 0U);
}

TEST(SeveralServers, AClientTurnsToTheNextOneWhenItsConnectionFails) {
  const Trace trace = run_text(two_servers("  - { at: 60s, api_down: one, for: 2m }\n"));
  EXPECT_EQ(times_unknown(trace), 0U) << "the heartbeats go to the other server";
  int failed = 0;
  for (const Fact& fact : trace.facts) {
    const auto* lost = std::get_if<LeadershipLost>(&fact.body);
    failed += lost != nullptr ? 1 : 0;
  }
  EXPECT_EQ(failed, 0);
}

TEST(SeveralServers, AHostWithoutAServerIsNoServer) {
  std::string text = two_servers("  - { at: 60s, pause: kubelet, for: 1s }\n");
  text.replace(text.find("servers: [one, two]"), 19, "servers: [one, worker]");
  auto scenario = load_text(text, "several-servers");
  ASSERT_TRUE(scenario.has_value()) << text_of(scenario.error());
  const auto checked = check_scenario(*scenario, standard_actors());
  ASSERT_FALSE(checked.has_value());
  EXPECT_THAT(
      text_of(checked.error()),
      testing::HasSubstr("processes.kubelet.client.servers: the host \"worker\" runs no API "
                         "server"));
}

}  // namespace
}  // namespace leasesim
