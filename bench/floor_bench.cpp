// W1, W3 and W4: leasesim's engine against the floors. Where leasesim's side is empty, the floor's
// cost stands alone.
#include <memory>

#include "draws.hpp"
#include "floor/election.hpp"
#include "floor/phold.hpp"
#include "floor/timers.hpp"
#include "peers/ns3_election.hpp"
#include "rounds.hpp"

namespace leasesim::bench {
namespace {

constexpr Goal::Kind kCost = Goal::Kind::times_the_cost;

// Like hold in queue_bench.cpp: filled in the first round, and goes on from there.
std::function<void(benchmark::State&)> bare_phold(PholdSize size, std::uint64_t events) {
  return [size, events, filled = std::shared_ptr<BarePhold>()](benchmark::State& state) mutable {
    if (!filled) {
      filled = std::make_shared<BarePhold>(size);
      filled->run(size.processes * size.events_each * 2);
    }
    for (auto _ : state) filled->run(events);
    done(state, events, filled->checksum());
  };
}

std::function<void(benchmark::State&)> bare_timers(std::uint64_t processes, std::uint64_t length) {
  return [processes, length](benchmark::State& state) {
    BareTimers timers(processes);
    for (auto _ : state) timers.run_for(length);
    done(state, timers.events(), timers.beats());
  };
}

std::function<void(benchmark::State&)> bare_election(std::uint64_t length, Unit unit) {
  return [length, unit](benchmark::State& state) {
    BareElection election;
    for (auto _ : state) election.run_for(length);
    const std::uint64_t units = unit == Unit::event ? election.steps() : length / kSecond;
    benchmark::DoNotOptimize(election.digest());
    done(state, units, election.server().history);
  };
}

void add_phold(Rounds& rounds) {
  const std::uint64_t events = rounds.sized(2'000'000, 2'000);
  rounds.add(Row{.workload = "W1 PHOLD, 1,024 processes",
                 .ours = {"leasesim", {}},
                 .other = {"floor", bare_phold({1'024, 1}, events)},
                 .goal = Goal{kCost, 1.8, 1.4}});
  const std::uint64_t processes = rounds.sized(65'536, 64);
  rounds.add(Row{.workload = "W1 PHOLD, 65,536 processes x 16",
                 .ours = {"leasesim", {}},
                 .other = {"floor", bare_phold({processes, 16}, events)},
                 .goal = Goal{kCost, 1.8, 1.4}});
}

void add_timers(Rounds& rounds) {
  const std::uint64_t processes = rounds.sized(100'000, 100);
  rounds.add(Row{.workload = "W3 timers, 100,000 processes, 1 h",
                 .ours = {"leasesim", {}},
                 .other = {"floor", bare_timers(processes, rounds.sized(kHour, 60 * kSecond))},
                 .goal = Goal{kCost, 1.6, 1.25}});
}

void add_election(Rounds& rounds) {
  const std::uint64_t day = rounds.sized(24 * kHour, 60 * kSecond);
  rounds.add(Row{.workload = "W4 election, engine and network, 24 h",
                 .ours = {"leasesim", {}},
                 .other = {"floor", bare_election(day, Unit::event)},
                 .goal = Goal{kCost, 1.8, 1.4}});
  rounds.add(Row{.workload = "W4 election, the floor, 24 h",
                 .unit = Unit::simulated_second,
                 .ours = {"floor", bare_election(day, Unit::simulated_second)},
                 .other = {"ns-3 PriorityQueue", ns3_election(day)},
                 .goal = std::nullopt});
}

}  // namespace

void add_floor_rows(Rounds& rounds) {
  add_phold(rounds);
  add_timers(rounds);
  add_election(rounds);
}

}  // namespace leasesim::bench
