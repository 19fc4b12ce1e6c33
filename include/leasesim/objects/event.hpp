// v1 Event: what a component wants to have said of an object.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "leasesim/objects/meta.hpp"

namespace leasesim {

/// upstream: kubernetes/api:core/v1/types.go
struct Event {
  static constexpr std::string_view kKind = "Event";
  static constexpr std::string_view kResource = "events";
  static constexpr std::string_view kGroup = "";
  static constexpr std::string_view kApiVersion = "v1";
  static constexpr bool kNamespaced = true;

  Meta meta;
  Text involved_kind;   ///< involvedObject.kind
  ObjectName involved;  ///< involvedObject.namespace and name
  Uid involved_uid;
  Text reason;
  Text message;
  Text component;  ///< source.component
  bool warning = false;
  std::int32_t count = 1;
  KubeTime first;  ///< firstTimestamp
  KubeTime last;   ///< lastTimestamp
  auto content() const {
    return std::tie(involved_kind, involved, involved_uid, reason, message, component, warning,
                    count, first, last);
  }
  friend bool operator==(const Event&, const Event&) = default;
};

}  // namespace leasesim
