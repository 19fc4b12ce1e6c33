// W5, heartbeats: kubelets and the node lifecycle controller, with digest and judge and no pods,
// against the floor of a heartbeat.
#include <array>
#include <string>

#include "floor/heartbeats.hpp"
#include "heap_in_use.hpp"
#include "leasesim/check/judge.hpp"
#include "leasesim/scenario/load.hpp"
#include "leasesim/trace/digest.hpp"
#include "leasesim/world/run.hpp"
#include "rounds.hpp"

namespace leasesim::bench {
namespace {

Scenario fleet(std::uint64_t nodes, std::uint64_t seconds) {
  std::string hosts;
  std::string kubelets;
  for (std::uint64_t node = 0; node < nodes; ++node) {
    const std::string name = "n" + std::to_string(node);
    hosts += "  " + name + ": {}\n";
    kubelets += "  kubelet-" + name + ": { on: " + name +
                ", actor: kubelet, starts: 0s..10s, config: { runs_pods: false } }\n";
  }
  auto loaded = load_text("leasesim: v1\nname: fleet\nuntil: " + std::to_string(seconds) +
                              "s\nnetwork: { latency: 1ms..5ms }\nhosts:\n"
                              "  control-plane: { runs: api-server, api: { service_time: 0s, "
                              "concurrency: 100000 } }\n" +
                              hosts + "processes:\n  kcm: { on: control-plane, actor: " +
                              "kube-controller-manager, config: { qps: -1 } }\n" + kubelets,
                          "fleet");
  ensure(loaded.has_value(), "the bench's own scenario loads");
  return *loaded;
}

// Counts the heartbeats that the store took.
class Beats : public FactSink {
 public:
  void take(const Fact& fact) override {
    count_ += std::holds_alternative<LeaseWritten>(fact.body);
  }
  std::uint64_t count() const { return count_; }

 private:
  std::uint64_t count_ = 0;
};

std::function<void(benchmark::State&)> kubelets(std::uint64_t nodes, std::uint64_t seconds) {
  return [nodes, seconds](benchmark::State& state) {
    const Scenario scenario = fleet(nodes, seconds);
    const ActorCatalog actors = standard_actors();
    std::uint64_t beats = 0;
    for (auto _ : state) {
      Names names;
      DigestSink digest;
      Beats counter;
      Judge judge(question_of(scenario, Seed{1}));
      std::array<FactSink*, 3> sinks{&judge, &digest, &counter};
      RunOptions options;
      options.names = &names;
      const RunSummary ran = run(scenario, actors, Seed{1}, sinks, options);
      benchmark::DoNotOptimize(judge.conclude(ran.ended));
      beats = counter.count();
    }
    done(state, beats);
  };
}

std::function<void(benchmark::State&)> floor_of_heartbeats(std::uint64_t nodes,
                                                           std::uint64_t seconds) {
  return [nodes, seconds](benchmark::State& state) {
    BareHeartbeats heartbeats(nodes);
    for (auto _ : state) heartbeats.run_for(seconds * kSecond);
    done(state, heartbeats.beats());
  };
}

}  // namespace

void add_fleet_rows(Rounds& rounds) {
  for (const std::uint64_t nodes : {std::uint64_t{1'000}, std::uint64_t{5'000}}) {
    const std::uint64_t size = rounds.sized(nodes, 20);
    const std::uint64_t seconds = rounds.sized(3'600'000 / nodes, 60);
    rounds.add(Row{.workload = "W5 heartbeats, " + std::to_string(nodes / 1'000) + ",000 nodes",
                   .unit = Unit::event,
                   .ours = {"leasesim", kubelets(size, seconds)},
                   .other = {"floor", floor_of_heartbeats(size, seconds)},
                   .goal = Goal{Goal::Kind::times_the_cost, 4.0, 2.0}});
  }
}

}  // namespace leasesim::bench
