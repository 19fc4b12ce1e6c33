// The kinds that the API server keeps, as one closed set.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <variant>

#include "leasesim/objects/config_map.hpp"
#include "leasesim/objects/lease.hpp"
#include "leasesim/objects/namespace.hpp"

namespace leasesim {

/// One object of any kind. The order of the alternatives is the order of `Kind`.
using Object = std::variant<Lease, ConfigMap, Namespace>;

enum class Kind : std::uint8_t { lease, config_map, name_space };

template <class T>
concept ApiObject = requires(T object) {
  { T::kKind } -> std::convertible_to<std::string_view>;
  { object.meta } -> std::convertible_to<Meta&>;
};

/// The Kind of a C++ type.
template <ApiObject T>
inline constexpr Kind kKindOf = Kind::lease;  // Lease; the others below
template <>
inline constexpr Kind kKindOf<ConfigMap> = Kind::config_map;
template <>
inline constexpr Kind kKindOf<Namespace> = Kind::name_space;

/// How a kind is spelt: kind, resource (plural), group, apiVersion, and whether it has a namespace.
struct KindWords {
  std::string_view kind;
  std::string_view resource;
  std::string_view group;
  std::string_view api_version;
  bool namespaced;
};
const KindWords& words_of(Kind kind);
inline Kind kind_of(const Object& object) { return static_cast<Kind>(object.index()); }

/// Asked all the time, of Leases mostly.
inline const Meta& meta_of(const Object& object) {
  if (const auto* lease = std::get_if<Lease>(&object)) return lease->meta;
  return std::visit([](const auto& any) -> const Meta& { return any.meta; }, object);
}
inline Meta& meta_of(Object& object) {
  return const_cast<Meta&>(meta_of(static_cast<const Object&>(object)));
}

}  // namespace leasesim
