// Names in a file that something else in it, or in the program, must bear.
#pragma once

#include <string>
#include <string_view>

#include "leasesim/scenario/spelling.hpp"

namespace leasesim {

/// Reading one registers it; whether it exists is checked when the whole file is known.
template <Role R>
struct RefTo {
  std::string name;
  friend bool operator==(const RefTo&, const RefTo&) = default;
};
using HostRef = RefTo<Role::host>;
using ProcessRef = RefTo<Role::process>;
using ActorRef = RefTo<Role::actor>;
using FactRef = RefTo<Role::fact>;
using InvariantRef = RefTo<Role::invariant>;

/// "host", "process", …
std::string_view word_of(Role role);
/// "the name of a host"
std::string name_of_a(Role role);

template <Role R>
struct Spelling<RefTo<R>> {
  static void read(const Tree& node, RefTo<R>& value, const Spot& spot) {
    const auto text = read_text(node, name_of_a(R), spot);
    if (!text) return;
    value.name = *text;
    spot.reading.refer({R, value.name, node.place(), spot.path});
  }
  static Tree write(const RefTo<R>& value) { return Tree::text(value.name); }
  static Shape shape() { return text_shape(name_of_a(R)); }
};

/// An object of the API server, spelt `lease/demo` or `lease/kube-system/demo`.
struct ObjectRef {
  std::string kind;   ///< in small letters, as kubectl takes it
  std::string space;  ///< namespace; empty: the default one, or a kind that has none
  std::string name;
  friend bool operator==(const ObjectRef&, const ObjectRef&) = default;
};
std::string text_of(const ObjectRef& object);

template <>
struct Spelling<ObjectRef> {
  static void read(const Tree& node, ObjectRef& value, const Spot& spot);
  static Tree write(const ObjectRef& value) { return Tree::text(text_of(value)); }
  static Shape shape();
};

}  // namespace leasesim
