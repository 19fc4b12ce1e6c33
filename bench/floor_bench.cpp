// W1, W3 and W4: leasesim's engine, processes and network against the floors.
#include <memory>

#include "draws.hpp"
#include "floor/election.hpp"
#include "floor/phold.hpp"
#include "floor/timers.hpp"
#include "heap_in_use.hpp"
#include "ours/phold.hpp"
#include "ours/timers.hpp"
#include "ours/toy_election.hpp"
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

std::function<void(benchmark::State&)> engine_phold(PholdSize size, std::uint64_t events) {
  return [size, events, filled = std::shared_ptr<EnginePhold>()](benchmark::State& state) mutable {
    if (!filled) {
      filled = std::make_shared<EnginePhold>(size);
      filled->run(size.processes * size.events_each * 2);
    }
    std::uint64_t done_so_far = 0;
    for (auto _ : state) done_so_far = filled->run(events);
    done(state, done_so_far);
  };
}

template <class Timers>
std::function<void(benchmark::State&)> timers(std::uint64_t processes, std::uint64_t length) {
  return [processes, length](benchmark::State& state) {
    Timers timers(processes);
    for (auto _ : state) timers.run_for(length);
    done(state, timers.events());
  };
}

double bytes_a_process(std::uint64_t processes) {
  const std::size_t before = heap_in_use();
  const ClusterTimers timers(processes);
  return static_cast<double>(heap_in_use() - before) / static_cast<double>(processes);
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

std::function<void(benchmark::State&)> network_election(std::uint64_t length) {
  return [length](benchmark::State& state) {
    NetworkElection election;
    for (auto _ : state) election.run_for(length);
    benchmark::DoNotOptimize(election.digest());
    done(state, election.steps());
  };
}

void add_phold(Rounds& rounds) {
  const std::uint64_t events = rounds.sized(2'000'000, 2'000);
  rounds.add(Row{.workload = "W1 PHOLD, 1,024 processes",
                 .ours = {"leasesim", engine_phold({1'024, 1}, events)},
                 .other = {"floor", bare_phold({1'024, 1}, events)},
                 .goal = Goal{kCost, 1.8, 1.4}});
  const std::uint64_t processes = rounds.sized(65'536, 64);
  rounds.add(Row{.workload = "W1 PHOLD, 65,536 processes x 16",
                 .ours = {"leasesim", engine_phold({processes, 16}, events)},
                 .other = {"floor", bare_phold({processes, 16}, events)},
                 .goal = Goal{kCost, 1.8, 1.4}});
}

void add_timers(Rounds& rounds) {
  const std::uint64_t processes = rounds.sized(100'000, 100);
  const std::uint64_t length = rounds.sized(kHour, 60 * kSecond);
  rounds.add(Row{.workload = "W3 timers, 100,000 processes, 1 h",
                 .ours = {"leasesim", timers<ClusterTimers>(processes, length)},
                 .other = {"floor", timers<BareTimers>(processes, length)},
                 .goal = Goal{kCost, 1.6, 1.25}});
  rounds.add(Figure{.what = "W3 memory of a sleeping process",
                    .unit = "bytes",
                    .measure = [processes] { return bytes_a_process(processes); },
                    .must = 320,
                    .excellent = 192});
}

void add_election(Rounds& rounds) {
  const std::uint64_t day = rounds.sized(24 * kHour, 60 * kSecond);
  rounds.add(Row{.workload = "W4 election, engine and network, 24 h",
                 .ours = {"leasesim", network_election(day)},
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
