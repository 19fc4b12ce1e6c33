// Kubernetes objects in a scenario: kept in their own spelling, and named.

#include "leasesim/scenario/scenario.hpp"

namespace leasesim {
namespace {

// The text under a key, or empty; tells the spot if there is something else, or nothing at all.
std::string text_under(const Tree& map, std::string_view key, bool required, const Spot& spot) {
  const Tree* found = map.find(key);
  if (found == nullptr) {
    if (required) spot.refuse(map, "missing key \"" + std::string{key} + '"');
    return {};
  }
  std::string text;
  Spelling<std::string>::read(*found, text, spot.key(key));
  return text;
}

}  // namespace

void Spelling<DeclaredObject>::read(const Tree& node, DeclaredObject& value, const Spot& spot) {
  if (!node.is(Tree::Kind::map)) return spot.want(node, "a Kubernetes object, or from: a file");
  value.place = node.place();
  if (const Tree* from = node.find("from"); from != nullptr && node.entries().size() == 1) {
    value.from.name = text_under(node, "from", true, spot);
    return;
  }
  value.kind = text_under(node, "kind", true, spot);
  value.api_version = text_under(node, "apiVersion", false, spot);
  value.content = node;
  const bool is_list = node.find("items") != nullptr;
  if (is_list) return;
  const Tree* metadata = node.find("metadata");
  if (metadata == nullptr || !metadata->is(Tree::Kind::map)) {
    return spot.refuse(node, "missing key \"metadata\" with the object's name");
  }
  value.name = text_under(*metadata, "name", true, spot.key("metadata"));
  value.space = text_under(*metadata, "namespace", false, spot.key("metadata"));
}

Shape Spelling<DeclaredObject>::shape() {
  Tree schema = Tree::map();
  schema.set("type", Tree::text("object"));
  return {"a Kubernetes object in kubectl's spelling, or from: FILE", std::move(schema), {}, true};
}

}  // namespace leasesim
