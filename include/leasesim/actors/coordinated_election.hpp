// Coordinated leader election: the control plane chooses who is to hold a Lease, among candidates
// that say which version they are.
//
// upstream: kubernetes/kubernetes:pkg/controlplane/controller/leaderelection,
// kubernetes/client-go:tools/leaderelection/leasecandidate.go
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "leasesim/api/client.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

/// What a candidate says of itself.
struct CandidateConfig {
  std::string binary_version = "1.36.0";
  std::string emulation_version{};  ///< empty: the binary's
  std::string strategy = "OldestEmulationVersion";
  friend bool operator==(const CandidateConfig&, const CandidateConfig&) = default;
};
void read(Fields& in, CandidateConfig& config);

/// Keeps a process's LeaseCandidate: there, renewed every five minutes, and at once when it is
/// asked.
Task<> lease_candidate(Process& self, Api api, ObjectName lease, Text identity,
                       CandidateConfig config);

/// The best of some candidates: the lowest emulation version, then the lowest binary version, then
/// the oldest. None if no version can be read.
const LeaseCandidate* best_candidate(std::span<const LeaseCandidate> candidates);
/// The strategy that the candidates of the highest binary version agree on; none if they do not.
std::optional<Text> best_strategy(std::span<const LeaseCandidate> candidates);

/// In an API server's process: competes for kube-system/leader-election-controller, and chooses
/// leaders while it holds that.
Task<> coordinated_election(Process& self, Api api);

}  // namespace leasesim
