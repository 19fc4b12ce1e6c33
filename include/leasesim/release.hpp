// The releases of Kubernetes whose rules are known, and what depends on them.
#pragma once

#include <cstdint>

namespace leasesim {

/// A minor release. What changed with one asks `release < Release::v1_34`.
enum class Release : std::uint8_t {
  v1_20 = 20,
  v1_21,
  v1_22,
  v1_23,
  v1_24,
  v1_25,
  v1_26,
  v1_27,
  v1_28,
  v1_29,
  v1_30,
  v1_31,
  v1_32,
  v1_33,
  v1_34,
  v1_35,
  v1_36,
  v1_37,
};
inline constexpr Release kDefaultRelease = Release::v1_36;

/// The client-go that a release's components are built with: v0.34 for 1.34.
constexpr std::int32_t client_go_of(Release release) { return static_cast<std::int32_t>(release); }

}  // namespace leasesim
