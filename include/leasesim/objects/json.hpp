// Objects as JSON, exactly as Kubernetes spells them: the text of `kubectl get -o json`, without
// what the simulator does not model.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "leasesim/objects/object.hpp"
#include "leasesim/result.hpp"

namespace leasesim {

/// Why a JSON text is no object. upstream: kubernetes/apimachinery:pkg/runtime/serializer/json
struct DecodeError {
  std::string path;  ///< "spec.renewTime"; empty for the whole
  std::string why;   ///< upstream's text where it has one
  friend bool operator==(const DecodeError&, const DecodeError&) = default;
};

/// The kind with this name; none if the simulator keeps no such kind.
std::optional<Kind> kind_named(std::string_view word);

/// An object of the kind that it names. Strict: unknown and doubled fields are errors; fields that
/// a server fills and the simulator has no use for (managedFields, status, …) are dropped.
Result<Object, DecodeError> parse_object(Names& names, std::string_view json);
/// An object of this kind; kind and apiVersion may be missing, but not contradict.
Result<Object, DecodeError> parse_object(Names& names, Kind kind, std::string_view json);
Result<Object, DecodeError> read_object(Names& names, Kind kind, const nlohmann::json& json);

/// The object after a merge patch (RFC 7386): null removes a field.
Result<Object, DecodeError> merge_patched(Names& names, const Object& object,
                                          std::string_view patch);

/// The merge patch by which a controller sets a node's taints, insisting on the version it read.
std::string taints_patch(const Node& node);

/// Keys in kubectl's order, which is the alphabet's.
nlohmann::json to_json(const Object& object);
/// On one line.
std::string json_text(const Object& object);

}  // namespace leasesim
