// v1 ConfigMap: the plain object that workers act upon.
#pragma once

#include <tuple>
#include <vector>

#include "leasesim/objects/meta.hpp"

namespace leasesim {

struct ConfigMap {
  static constexpr std::string_view kKind = "ConfigMap";
  static constexpr std::string_view kResource = "configmaps";
  static constexpr std::string_view kGroup = "";
  static constexpr std::string_view kApiVersion = "v1";
  static constexpr bool kNamespaced = true;

  Meta meta;
  std::vector<Labelled> data;  ///< sorted by key
  auto content() const { return std::tie(data); }
  friend bool operator==(const ConfigMap&, const ConfigMap&) = default;
};

}  // namespace leasesim
