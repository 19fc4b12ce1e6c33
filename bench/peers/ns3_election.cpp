#include "peers/ns3_election.hpp"

#include <ns3/core-module.h>

#include <vector>

#include "draws.hpp"
#include "rounds.hpp"
#include "toy_lease.hpp"

namespace leasesim::bench {
namespace {

using ns3::Simulator;

std::uint64_t now() { return static_cast<std::uint64_t>(Simulator::Now().GetNanoSeconds()); }
ns3::Time in(std::uint64_t delay) { return ns3::NanoSeconds(delay); }

// What all candidates share. No time-outs, no digest: ns-3 gives neither, and is the faster for it.
struct Ns3World {
  ToyServer server;
  Draws draws{kToySeed};
};

// A candidate as a machine of callbacks; `at_server` and `on_…` run at the ends of a message.
class Ns3Candidate {
 public:
  Ns3Candidate(Ns3World& world, int me) : world_(world), me_(me) {}

  void read() { Simulator::Schedule(latency(), &Ns3Candidate::read_at_server, this); }

 private:
  enum class Purpose { take, renew };

  ns3::Time latency() { return in(toy_latency(world_.draws)); }

  void read_at_server() {
    const ToyLease lease = world_.server.lease;
    Simulator::Schedule(latency(), &Ns3Candidate::on_read, this, lease);
  }

  void on_read(ToyLease lease) {
    observed_.see(lease, now());
    if (observed_.may_take(lease, me_, now())) {
      update(lease.version, Purpose::take);
    } else {
      retry();
    }
  }

  void retry() { Simulator::Schedule(in(toy_retry(world_.draws)), &Ns3Candidate::read, this); }

  void update(std::uint64_t version, Purpose purpose) {
    Simulator::Schedule(latency(), &Ns3Candidate::update_at_server, this, version, purpose);
  }

  void update_at_server(std::uint64_t version, Purpose purpose) {
    const bool succeeded = world_.server.update(version, me_, now());
    const ToyLease lease = world_.server.lease;
    if (purpose == Purpose::take) {
      Simulator::Schedule(latency(), &Ns3Candidate::on_taken, this, succeeded, lease);
    } else {
      Simulator::Schedule(latency(), &Ns3Candidate::on_renewed, this, succeeded, lease);
    }
  }

  void on_taken(bool succeeded, ToyLease lease) {
    observed_.see(lease, now());
    if (!succeeded) return retry();
    silent_from_ = now() + toy_term(world_.draws);
    Simulator::Schedule(in(kToyRenewEvery), &Ns3Candidate::renew, this);
  }

  void renew() {
    if (now() >= silent_from_) {
      Simulator::Schedule(in(kToySilence), &Ns3Candidate::read, this);
    } else {
      update(observed_.version, Purpose::renew);
    }
  }

  void on_renewed(bool succeeded, ToyLease lease) {
    if (!succeeded) return read();
    observed_.see(lease, now());
    Simulator::Schedule(in(kToyRenewEvery), &Ns3Candidate::renew, this);
  }

  Ns3World& world_;
  int me_;
  ToyObserved observed_;
  std::uint64_t silent_from_ = 0;
};

void choose_scheduler() {
  ns3::ObjectFactory factory;
  factory.SetTypeId("ns3::PriorityQueueScheduler");
  Simulator::SetScheduler(factory);
}

}  // namespace

std::function<void(benchmark::State&)> ns3_election(std::uint64_t length) {
  return [length](benchmark::State& state) {
    choose_scheduler();
    Ns3World world;
    std::vector<Ns3Candidate> candidates;
    candidates.reserve(kCandidates);
    for (int i = 0; i < kCandidates; ++i) {
      candidates.emplace_back(world, i);
      Simulator::Schedule(in(toy_start(i)), &Ns3Candidate::read, &candidates.back());
    }
    Simulator::Stop(in(length));
    for (auto _ : state) Simulator::Run();
    done(state, length / kSecond, world.server.history);
    Simulator::Destroy();
  };
}

}  // namespace leasesim::bench
