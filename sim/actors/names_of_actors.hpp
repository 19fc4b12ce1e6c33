// How actors name themselves and what they work on.
#pragma once

#include <algorithm>
#include <string>
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

/// "namespace/name", the default namespace too.
inline std::string full_name_of(ObjectName name) {
  return std::string{namespace_of(name)} + "/" + std::string{short_name(name)};
}

/// A new UUID in every life of the process, the same each time it is asked for.
std::string drawn_uuid(Process& self);

/// What was configured; else "<process>_<uuid>", as the programs of Kubernetes call themselves: a
/// new one in every life. upstream: kubernetes/kubernetes:cmd/kube-controller-manager/app
Text identity_or_drawn(Process& self, std::string_view configured);

/// What a wait is lengthened by: evenly from nothing to just below `most`.
inline Duration jitter(Choices& draws, Duration most) {
  const auto ends = static_cast<std::uint64_t>(std::max<std::int64_t>(most.count(), 1));
  return Duration{static_cast<std::int64_t>(draws.below(ends))};
}

/// Go's truncation of a duration to the whole seconds of a Lease.
inline std::int32_t whole_seconds(Duration duration) {
  return static_cast<std::int32_t>(
      std::chrono::duration_cast<std::chrono::seconds>(duration).count());
}

}  // namespace leasesim
