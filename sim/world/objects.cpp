#include "world/objects.hpp"

#include <algorithm>

namespace leasesim {
namespace {

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, small, small);
}

}  // namespace

std::optional<Kind> kind_meant(std::string_view word) {
  for (std::size_t index = 0; index < std::variant_size_v<Object>; ++index) {
    const auto kind = static_cast<Kind>(index);
    const KindWords& words = words_of(kind);
    if (same_word(word, words.kind) || same_word(word, words.resource)) return kind;
  }
  return std::nullopt;
}

Result<Object, DecodeError> object_declared(Names& names, const DeclaredObject& declared) {
  const auto kind = kind_meant(declared.kind);
  if (!kind) {
    return Err{DecodeError{
        "kind", "the API server keeps no " + declared.kind + ", only " + std::string{kKindsKept}}};
  }
  return parse_object(names, *kind, json_line(declared.content));
}

}  // namespace leasesim
