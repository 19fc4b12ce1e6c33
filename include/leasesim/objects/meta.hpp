// What every Kubernetes object carries: its name, its version and who owns it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leasesim/names.hpp"
#include "leasesim/time/micro_time.hpp"

namespace leasesim {

/// Namespace and name in one text: "name" in the namespace "default" or for kinds without a
/// namespace, else "namespace/name".
using ObjectName = NameOf<struct ObjectKind>;

inline std::string_view namespace_of(ObjectName name) {
  const auto slash = name.view().find('/');
  return slash == std::string_view::npos ? "default" : name.view().substr(0, slash);
}
inline std::string_view short_name(ObjectName name) {
  const auto slash = name.view().find('/');
  return slash == std::string_view::npos ? name.view() : name.view().substr(slash + 1);
}
/// The handle for a name in a namespace; an empty namespace means "default".
ObjectName object_name(Names& names, std::string_view space, std::string_view name);

/// An object's identity across deletion and re-creation. All zero: unset.
struct Uid {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  bool is_set() const { return high != 0 || low != 0; }
  friend bool operator==(Uid, Uid) = default;
};
/// As Kubernetes prints it: 8-4-4-4-12 hexadecimal digits; empty if unset.
std::string uid_text(Uid uid);
std::optional<Uid> parse_uid(std::string_view text);

/// The store's revision of an object's last write. 0: not given.
using Version = std::uint64_t;

struct OwnerReference {
  Text api_version;
  Text kind;
  Text name;
  Uid uid;
  std::optional<bool> controller;
  std::optional<bool> block_owner_deletion;
  friend bool operator==(const OwnerReference&, const OwnerReference&) = default;
};

struct Labelled {
  Text key;
  Text value;
  friend bool operator==(const Labelled&, const Labelled&) = default;
};

/// The parts of metadata that most writes leave alone; shared between revisions, never changed.
struct MetaExtra {
  std::vector<Labelled> labels;       ///< sorted by key
  std::vector<Labelled> annotations;  ///< sorted by key
  std::vector<OwnerReference> owners;
  std::vector<Text> finalizers;
  std::optional<KubeTime> deleted;    ///< deletionTimestamp
  std::optional<std::int64_t> grace;  ///< deletionGracePeriodSeconds
  std::int64_t generation = 0;
  friend bool operator==(const MetaExtra&, const MetaExtra&) = default;
};

/// upstream: kubernetes/apimachinery:pkg/apis/meta/v1/types.go
struct Meta {
  ObjectName name;
  Uid uid;
  Version version = 0;                     ///< resourceVersion
  std::optional<KubeTime> created;         ///< creationTimestamp
  std::shared_ptr<const MetaExtra> extra;  ///< none: all empty

  friend bool operator==(const Meta& a, const Meta& b) {
    return a.name == b.name && a.uid == b.uid && a.version == b.version && a.created == b.created &&
           same_extra(a, b);
  }
  /// An absent extra equals an empty one.
  static bool same_extra(const Meta& a, const Meta& b) {
    if (a.extra == b.extra) return true;
    static const MetaExtra kEmpty{};
    return (a.extra ? *a.extra : kEmpty) == (b.extra ? *b.extra : kEmpty);
  }
};

}  // namespace leasesim
