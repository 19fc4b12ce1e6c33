// Faults that overlap: what they do to one thing ends with the last of them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "leasesim/actors/catalog.hpp"
#include "leasesim/scenario/load.hpp"
#include "leasesim/world/run.hpp"

namespace leasesim {
namespace {

Trace run_with_faults(const std::string& faults) {
  const std::string text = R"(leasesim: v1
name: overlapping-faults
until: 60s
network: { latency: 1ms }
hosts:
  control-plane: { runs: api-server, api: { service_time: 0s } }
  a: { clock: { drift: 100ppm } }
processes:
  worker: { on: a, actor: worker, config: { lease: demo, work: write-every-1s } }
faults:
)" + faults;
  auto scenario = load_text(text, "overlapping-faults");
  EXPECT_TRUE(scenario.has_value()) << text_of(scenario.error());
  return run(*scenario, standard_actors(), Seed{1});
}

struct Clock {
  Duration at{};
  std::string cause;
  std::int64_t rate_ppb = 0;
  friend bool operator==(const Clock&, const Clock&) = default;
};
std::ostream& operator<<(std::ostream& out, const Clock& clock) {
  return out << clock.cause << " at " << clock.at.count() << " ns: " << clock.rate_ppb << " ppb";
}

// What host a's clocks were told after the start.
std::vector<Clock> clocks(const Trace& trace) {
  std::vector<Clock> told;
  for (const Fact& fact : trace.facts) {
    const auto* clock = std::get_if<ClockSet>(&fact.body);
    if (clock == nullptr || clock->host.view() != "a" || clock->cause.view() == "start") continue;
    told.push_back({fact.at.time_since_epoch(), clock->cause.str(), clock->rate_ppb});
  }
  return told;
}

TEST(OverlappingFaults, AMachineWakesWhenTheLastSleepEnds) {
  const Trace trace = run_with_faults(R"(  - { at: 10s, suspend: a, for: 10s }
  - { at: 15s, suspend: a, for: 20s }
)");

  EXPECT_EQ(clocks(trace), (std::vector<Clock>{{35s, "resume", 100'000}}));
}

TEST(OverlappingFaults, ADriftGivesWayToTheOneThatLasts) {
  const Trace trace = run_with_faults(R"(  - { at: 10s, drift: a, rate: 10000ppm, for: 10s }
  - { at: 15s, drift: a, rate: 20000ppm, for: 20s }
  - { at: 40s, drift: a, rate: 30000ppm, for: 10s }
  - { at: 42s, drift: a, rate: 40000ppm, for: 2s }
)");

  EXPECT_EQ(clocks(trace), (std::vector<Clock>{{10s, "rate", 10'000'000},
                                               {15s, "rate", 20'000'000},
                                               {20s, "rate", 20'000'000},
                                               {35s, "rate", 100'000},
                                               {40s, "rate", 30'000'000},
                                               {42s, "rate", 40'000'000},
                                               {44s, "rate", 30'000'000},
                                               {50s, "rate", 100'000}}));
}

TEST(OverlappingFaults, ACalendarStandsStillUntilTheLastFreezeEnds) {
  const Trace trace = run_with_faults(R"(  - { at: 10s, freeze: a, for: 10s }
  - { at: 15s, freeze: a, for: 20s }
)");

  EXPECT_EQ(clocks(trace),
            (std::vector<Clock>{
                {10s, "freeze", 100'000}, {15s, "freeze", 100'000}, {35s, "unfreeze", 100'000}}));
}

TEST(OverlappingFaults, AnApiServerIsSlowUntilTheLastSlownessEnds) {
  const Trace trace =
      run_with_faults(R"(  - { at: 10s, api_slow: control-plane, service_time: 100ms, for: 10s }
  - { at: 15s, api_slow: control-plane, service_time: 200ms, for: 20s }
)");

  // How long the first request sent after an instant was under way to its being served.
  const auto took = [&](Duration after) {
    std::int64_t request = 0;
    SimTime sent{};
    for (const Fact& fact : trace.facts) {
      const auto* begun = std::get_if<RequestSent>(&fact.body);
      if (request == 0 && begun != nullptr && fact.at >= SimTime{after}) {
        request = begun->request;
        sent = fact.at;
      }
      const auto* served = std::get_if<RequestServed>(&fact.body);
      if (served != nullptr && served->request == request) return fact.at - sent;
    }
    return Duration{};
  };
  EXPECT_EQ(took(11s), 101ms);
  EXPECT_EQ(took(16s), 201ms);
  EXPECT_EQ(took(22s), 201ms) << "the first has ended, the second has not";
  EXPECT_EQ(took(36s), 1ms);
}

}  // namespace
}  // namespace leasesim
