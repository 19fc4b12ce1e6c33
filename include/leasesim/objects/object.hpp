// The kinds that the API server keeps, as one closed set.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "leasesim/objects/config_map.hpp"
#include "leasesim/objects/disruption_budget.hpp"
#include "leasesim/objects/event.hpp"
#include "leasesim/objects/lease.hpp"
#include "leasesim/objects/lease_candidate.hpp"
#include "leasesim/objects/namespace.hpp"
#include "leasesim/objects/node.hpp"
#include "leasesim/objects/pod.hpp"

namespace leasesim {

/// One object of any kind. The order of the alternatives is the order of `Kind`.
using Object = std::variant<Lease, ConfigMap, Namespace, Node, Pod, Event, LeaseCandidate,
                            PodDisruptionBudget>;

enum class Kind : std::uint8_t {
  lease,
  config_map,
  name_space,
  node,
  pod,
  event,
  lease_candidate,
  disruption_budget,
};
inline constexpr std::size_t kKinds = std::variant_size_v<Object>;

template <class T>
concept ApiObject = requires(T object) {
  { T::kKind } -> std::convertible_to<std::string_view>;
  { object.meta } -> std::convertible_to<Meta&>;
};
/// Kinds whose status is written apart from the rest.
template <class T>
concept HasStatus = ApiObject<T> && requires(T object) { object.status; };

namespace detail {
template <class T, std::size_t... I>
constexpr std::size_t place_among_kinds(std::index_sequence<I...>) {
  return ((std::is_same_v<T, std::variant_alternative_t<I, Object>> ? I : 0) + ...);
}
}  // namespace detail

/// The Kind of a C++ type.
template <ApiObject T>
inline constexpr Kind kKindOf =
    static_cast<Kind>(detail::place_among_kinds<T>(std::make_index_sequence<kKinds>{}));

/// How a kind is spelt: kind, resource (plural), group, apiVersion, and whether it has a namespace.
struct KindWords {
  std::string_view kind;
  std::string_view resource;
  std::string_view group;
  std::string_view api_version;
  bool namespaced;
};
const KindWords& words_of(Kind kind);
/// "Lease, ConfigMap, … or Pod": all kinds, for complaints.
std::string kinds_kept();
/// The kind with this name, as kubectl takes it: "lease", "Lease" or "leases".
std::optional<Kind> kind_meant(std::string_view word);
/// An object of this kind with nothing in it but its name.
Object blank_object(Kind kind, ObjectName name);
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
