#include "world/objects.hpp"

namespace leasesim {

Result<Object, DecodeError> object_declared(Names& names, const DeclaredObject& declared) {
  const auto kind = kind_meant(declared.kind);
  if (!kind) {
    return Err{
        DecodeError{"kind", "the API server keeps no " + declared.kind + ", only " + kinds_kept()}};
  }
  return parse_object(names, *kind, json_line(declared.content));
}

}  // namespace leasesim
