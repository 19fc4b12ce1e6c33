#include "world/objects.hpp"

#include <algorithm>

namespace leasesim {
namespace {

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, small, small);
}

}  // namespace

std::optional<Kind> kind_named(std::string_view word) {
  for (const Kind kind : {Kind::lease, Kind::config_map, Kind::name_space}) {
    const KindWords& words = words_of(kind);
    if (same_word(word, words.kind) || same_word(word, words.resource)) return kind;
  }
  return std::nullopt;
}

}  // namespace leasesim
