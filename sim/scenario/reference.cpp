#include "leasesim/scenario/reference.hpp"

namespace leasesim {

std::string_view word_of(Role role) {
  switch (role) {
    case Role::host:
      return "host";
    case Role::process:
      return "process";
    case Role::actor:
      return "actor";
    case Role::fact:
      return "fact";
    case Role::invariant:
      return "invariant";
  }
  fail_ensure("a role is one of five");
}

std::string name_of_a(Role role) {
  const std::string_view word = word_of(role);
  const bool vowel = word.front() == 'a' || word.front() == 'i';
  return (vowel ? "the name of an " : "the name of a ") + std::string{word};
}

std::string text_of(const ObjectRef& object) {
  return object.kind + '/' + (object.space.empty() ? "" : object.space + '/') + object.name;
}

void Spelling<ObjectRef>::read(const Tree& node, ObjectRef& value, const Spot& spot) {
  constexpr std::string_view kWanted = "an object such as lease/demo or lease/kube-system/demo";
  const auto text = read_text(node, kWanted, spot);
  if (!text) return;
  ObjectRef read;
  const auto first = text->find('/');
  const auto last = text->rfind('/');
  if (first != std::string_view::npos) {
    read.kind = text->substr(0, first);
    if (last > first) read.space = text->substr(first + 1, last - first - 1);
    read.name = text->substr(last + 1);
  }
  const bool whole = !read.kind.empty() && !read.name.empty() &&
                     (first == last || !read.space.empty()) &&
                     read.space.find('/') == std::string::npos;
  if (!whole) return spot.want(node, kWanted);
  value = std::move(read);
}

Shape Spelling<ObjectRef>::shape() {
  return text_shape("an object: lease/demo or lease/kube-system/demo", "[^/]+/([^/]+/)?[^/]+");
}

}  // namespace leasesim
