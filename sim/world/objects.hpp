// How a scenario's texts name the objects of the API server.
#pragma once

#include <optional>
#include <string_view>

#include "leasesim/objects/object.hpp"
#include "leasesim/scenario/reference.hpp"

namespace leasesim {

/// "lease", "Lease" or "leases"; none for a kind that the API server does not keep.
std::optional<Kind> kind_named(std::string_view word);
inline constexpr std::string_view kKindsKept = "lease, configmap or namespace";

inline ObjectName object_named(Names& names, const ObjectRef& object) {
  return object_name(names, object.space, object.name);
}

}  // namespace leasesim
