// Built instead of ns3_election.cpp where libns3-dev is not installed.
#include "peers/ns3_election.hpp"

namespace leasesim::bench {

std::function<void(benchmark::State&)> ns3_election(std::uint64_t) { return {}; }

}  // namespace leasesim::bench
