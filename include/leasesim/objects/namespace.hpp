// v1 Namespace, as far as creating things inside one asks for it.
#pragma once

#include <tuple>

#include "leasesim/objects/meta.hpp"

namespace leasesim {

struct Namespace {
  static constexpr std::string_view kKind = "Namespace";
  static constexpr std::string_view kResource = "namespaces";
  static constexpr std::string_view kGroup = "";
  static constexpr std::string_view kApiVersion = "v1";
  static constexpr bool kNamespaced = false;

  Meta meta;
  auto content() const { return std::tuple<>{}; }
  friend bool operator==(const Namespace&, const Namespace&) = default;
};

}  // namespace leasesim
