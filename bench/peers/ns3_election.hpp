// W4's toy protocol on ns-3, as one would write it there: callbacks and Simulator::Schedule.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>

namespace leasesim::bench {

/// With PriorityQueueScheduler, ns-3's fastest here; units are simulated seconds. Empty when
/// built without libns3-dev.
std::function<void(benchmark::State&)> ns3_election(std::uint64_t length);

}  // namespace leasesim::bench
