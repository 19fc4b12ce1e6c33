// How a scenario's texts name the objects of the API server.
#pragma once

#include <optional>
#include <string_view>

#include "leasesim/objects/json.hpp"
#include "leasesim/objects/object.hpp"
#include "leasesim/scenario/scenario.hpp"

namespace leasesim {

inline ObjectName object_named(Names& names, const ObjectRef& object) {
  return object_name(names, object.space, object.name);
}

/// The object that a scenario declares, or what is wrong with it.
Result<Object, DecodeError> object_declared(Names& names, const DeclaredObject& declared);

}  // namespace leasesim
