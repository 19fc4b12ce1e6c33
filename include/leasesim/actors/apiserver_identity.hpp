// The lease by which a kube-apiserver says that it exists, and the collector of those whose server
// has gone. A heartbeat, not a lock: nothing waits for it.
//
// upstream: kubernetes/kubernetes:pkg/controlplane/apiserver/server.go,
// kubernetes/kubernetes:pkg/controlplane/controller/apiserverleasegc/gc_controller.go
#pragma once

#include <string>
#include <string_view>

#include "leasesim/api/client.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/release.hpp"

namespace leasesim {

/// Without its namespace: "apiserver-" and 26 characters that stand for the host's name. Before
/// 1.26 each process had a name of its own, made of `uuid`.
std::string identity_lease_name(std::string_view hostname, Release release, std::string_view uuid);

struct ApiServerIdentityConfig {
  std::string hostname;
  Release release = kDefaultRelease;
};

/// Runs beside an API server, in its process; ends when that is asked to stop.
Task<> apiserver_identity(Process& self, Api api, ApiServerIdentityConfig config);

}  // namespace leasesim
