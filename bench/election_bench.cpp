// W4 as it really is: client-go's elector against the API server's store, with digest and judge and
// no recorder. What it costs, what the digest adds, and that its memory stays where it is.
#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>

#include "draws.hpp"
#include "heap_in_use.hpp"
#include "leasesim/check/judge.hpp"
#include "leasesim/scenario/load.hpp"
#include "leasesim/trace/digest.hpp"
#include "leasesim/world/run.hpp"
#include "peers/ns3_election.hpp"
#include "rounds.hpp"

namespace leasesim::bench {
namespace {

Scenario three_candidates(std::uint64_t seconds) {
  const std::string text = R"(leasesim: v1
name: three-candidates
until: )" + std::to_string(seconds) +
                           R"(s
network: { latency: 1ms..10ms }
hosts:
  control-plane: { runs: api-server, api: { service_time: 0s } }
  a: {}
  b: {}
  c: {}
processes:
  elector-a: { on: a, actor: leader-elector, config: { lease: demo } }
  elector-b: { on: b, actor: leader-elector, config: { lease: demo } }
  elector-c: { on: c, actor: leader-elector, config: { lease: demo } }
)";
  auto loaded = load_text(text, "three-candidates");
  ensure(loaded.has_value(), "the bench's own scenario loads");
  return *loaded;
}

// Samples the heap while a run goes on.
class HeapWatch : public FactSink {
 public:
  void take(const Fact&) override {
    if (++facts_ % 50'000 == 0) most_ = std::max(most_, heap_in_use());
  }
  std::size_t most() const { return most_; }

 private:
  std::uint64_t facts_ = 0;
  std::size_t most_ = 0;
};

enum class With { digest_and_judge, judge };

std::function<void(benchmark::State&)> real_election(std::uint64_t seconds, With with) {
  return [seconds, with](benchmark::State& state) {
    const Scenario scenario = three_candidates(seconds);
    const ActorCatalog actors = standard_actors();
    for (auto _ : state) {
      Names names;
      DigestSink digest;
      Judge judge(question_of(scenario, Seed{1}));
      std::array<FactSink*, 2> sinks{&judge, &digest};
      const std::size_t count = with == With::judge ? 1 : 2;
      RunOptions options;
      options.names = &names;
      const RunSummary ran = run(scenario, actors, Seed{1}, std::span(sinks).first(count), options);
      benchmark::DoNotOptimize(judge.conclude(ran.ended));
      benchmark::DoNotOptimize(digest.digest().low);
    }
    done(state, seconds);
  };
}

double heap_of_a_run(std::uint64_t seconds) {
  const Scenario scenario = three_candidates(seconds);
  const ActorCatalog actors = standard_actors();
  const std::size_t before = heap_in_use();
  Names names;
  DigestSink digest;
  Judge judge(question_of(scenario, Seed{1}));
  HeapWatch heap;
  std::array<FactSink*, 3> sinks{&judge, &digest, &heap};
  RunOptions options;
  options.names = &names;
  run(scenario, actors, Seed{1}, sinks, options);
  return static_cast<double>(heap.most() - before) / 1024;
}

}  // namespace

void add_election_rows(Rounds& rounds) {
  const std::uint64_t day = rounds.sized(86'400, 60);
  rounds.add(Row{.workload = "W4 faithful: client-go, store, facts, judge",
                 .unit = Unit::simulated_second,
                 .ours = {"leasesim", real_election(day, With::digest_and_judge)},
                 .other = {"ns-3 toy protocol", ns3_election(day * kSecond)},
                 .goal = Goal{Goal::Kind::times_faster, 0.7, 1.0}});
  rounds.add(Row{.workload = "W4 faithful, digest on against off",
                 .unit = Unit::simulated_second,
                 .ours = {"with digest", real_election(day, With::digest_and_judge)},
                 .other = {"without", real_election(day, With::judge)},
                 .goal = Goal{Goal::Kind::times_the_cost, 1.10, 1.05}});
  const std::uint64_t unit = rounds.sized(86'400, 3'600);
  for (const std::uint64_t days : {1, 10, 100}) {
    rounds.add(Figure{
        .what = "W4 faithful, memory over " + std::to_string(days) + (days == 1 ? " day" : " days"),
        .unit = "KiB",
        .measure = [unit, days] { return heap_of_a_run(unit * days); },
        .must = 512,
        .excellent = 384});
  }
}

}  // namespace leasesim::bench
