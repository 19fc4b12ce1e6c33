// client-go's leader elector, step by step, in the versions that differ.
//
// upstream: kubernetes/client-go:tools/leaderelection/leaderelection.go
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "leasesim/actors/coordinated_election.hpp"
#include "leasesim/actors/worker.hpp"
#include "leasesim/api/client.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

/// What a program does when its elector says that the lease is lost.
enum class OnLost : std::uint8_t {
  exit,      ///< as kube-controller-manager: exit 1
  rejoin,    ///< builds a new elector and competes again
  carry_on,  ///< does nothing: the process stays and never competes again
};
constexpr auto words(OnLost) {
  return std::array{Word{"exit", OnLost::exit}, Word{"rejoin", OnLost::rejoin},
                    Word{"carry-on", OnLost::carry_on}};
}

struct ElectionConfig {
  std::string lease;
  std::string identity;  ///< empty: "<process>_<uuid>", new in every life
  std::string preset = "client-go";
  Duration lease_duration = 15s;
  Duration renew_deadline = 10s;
  Duration retry_period = 2s;
  bool release_on_cancel = false;
  std::int32_t client_go = 36;  ///< the minor version: 36 is v0.36
  /// For each request; unset: max(1 s, renew deadline / 2), as NewFromKubeconfig has it; zero: no
  /// limit.
  std::optional<Duration> request_timeout;
  OnLost on_lost = OnLost::exit;
  Duration rejoin_after{};
  std::optional<WorkConfig> work;
  /// Asked to stop, the elector goes on renewing until the work has ended, or this has passed;
  /// unset: the elector is stopped first.
  std::optional<Duration> graceful_timeout;
  Duration work_stops_after{};  ///< how long the work goes on when it should end
  bool work_never_stops = false;
  std::optional<Duration> work_dies_after;  ///< the work ends by itself, the elector goes on
  bool stop_when_work_dies = false;
  std::optional<CandidateConfig> coordinated;  ///< the control plane chooses the leader
};

/// The first rule that the timings break, in upstream's words; none if they are accepted. Accepted
/// is not safe: see `slack`.
std::optional<std::string> refused_because(const ElectionConfig& config);

/// D - P - Rd, with D as the others count it: what is left for response delay, release and
/// cancellation before two may lead (F4).
Duration slack(const ElectionConfig& config);

void read(Fields& in, ElectionConfig& config);

struct Contender;
struct Suspicion;
std::vector<Suspicion> suspicions_of(const ElectionConfig& config);
std::optional<Contender> contender_of(const ElectionConfig& config);

Task<> leader_elector(Process& self, Api api, ElectionConfig config);

}  // namespace leasesim
