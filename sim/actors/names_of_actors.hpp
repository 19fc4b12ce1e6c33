// How actors name themselves and what they work on.
#pragma once

#include <string_view>

#include "leasesim/cluster/process.hpp"
#include "leasesim/objects/meta.hpp"

namespace leasesim {

/// The object that a file calls "name" or "namespace/name".
inline ObjectName object_name_of(Names& names, std::string_view written) {
  const auto slash = written.find('/');
  if (slash == std::string_view::npos) return object_name(names, "default", written);
  return object_name(names, written.substr(0, slash), written.substr(slash + 1));
}

/// What was configured; else "<process>_<uuid>", as the programs of Kubernetes call themselves: a
/// new one in every life. upstream: kubernetes/kubernetes:cmd/kube-controller-manager/app
Text identity_or_drawn(Process& self, std::string_view configured);

/// Go's truncation of a duration to the whole seconds of a Lease.
inline std::int32_t whole_seconds(Duration duration) {
  return static_cast<std::int32_t>(
      std::chrono::duration_cast<std::chrono::seconds>(duration).count());
}

}  // namespace leasesim
