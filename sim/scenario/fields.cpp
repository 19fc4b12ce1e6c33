#include "leasesim/scenario/fields.hpp"

#include <algorithm>

namespace leasesim {
namespace {

std::string member(std::string_view path, std::string_view key) {
  return path.empty() ? std::string{key} : std::string{path} + '.' + std::string{key};
}

}  // namespace

Fields::Fields(const Tree& map, const Spot& spot)
    : mode_(Mode::reading), reading_(&spot.reading), map_(&map), path_(spot.path) {
  ensure(map.is(Tree::Kind::map) || map.is(Tree::Kind::null), "fields are read from a map");
}

Fields::Fields(Mode mode) : mode_(mode), written_(Tree::map()) {}

bool Fields::has(std::string_view key) const { return map_ != nullptr && map_->find(key); }

bool Fields::good(std::string_view key) const {
  return std::find(good_.begin(), good_.end(), key) != good_.end();
}

Spot Fields::spot(std::string_view key) const { return {*reading_, member(path_, key)}; }

const Tree* Fields::take(std::string_view key, bool required) {
  known_.emplace_back(key);
  const Tree* found = map_->find(key);
  if (found == nullptr && required) {
    reading_->refuse(map_->place(), path_, "missing key \"" + std::string{key} + '"');
  }
  return found;
}

void Fields::write(std::string_view key, Tree node) { written_.set(key, std::move(node)); }

void Fields::describe(std::string_view key, bool required, Tree shown_default,
                      std::string_view meaning, Shape shape) {
  FieldDoc doc;
  doc.key = key;
  doc.required = required;
  const bool shown = shown_default.is_scalar() && !shown_default.is(Tree::Kind::null);
  if (shown) {
    doc.shown_default =
        shown_default.is(Tree::Kind::text) ? shown_default.as_text() : json_line(shown_default);
  }
  doc.meaning = meaning;
  doc.shape = std::move(shape.words);
  doc.schema = std::move(shape.schema);
  doc.fields = std::move(shape.fields);
  docs_.push_back(std::move(doc));
}

void Fields::refuse(std::string_view key, std::string message, std::string suggestion) {
  if (mode_ != Mode::reading) return;
  const Tree* found = map_->find(key);
  reading_->refuse(found != nullptr ? found->place() : map_->place(), member(path_, key),
                   std::move(message), std::move(suggestion));
}

std::optional<std::size_t> Fields::which(const std::vector<std::string_view>& keys,
                                         std::string_view noun) {
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!has(keys[i])) continue;
    if (chosen) {
      kind_unknown_ = true;
      refuse(keys[i], "is a second " + std::string{noun} + " beside \"" +
                          std::string{keys[*chosen]} + "\"; give each an item of its own");
      return std::nullopt;
    }
    chosen = i;
  }
  if (chosen) return chosen;

  kind_unknown_ = true;
  for (const Tree::Entry& entry : map_->entries()) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    std::string nearest = nearest_word(entry.key, keys);
    if (nearest.empty()) continue;
    reading_->refuse(entry.key_place, path_, "unknown key \"" + entry.key + '"', nearest);
    return std::nullopt;
  }
  reading_->refuse(
      map_->place(), path_,
      "names no " + std::string{noun} + "; expected one of " + one_of(keys, keys.size()));
  return std::nullopt;
}

void Fields::finish() {
  // A map whose kind is unknown has keys that nobody could ask for.
  if (mode_ != Mode::reading || kind_unknown_ || !map_->is(Tree::Kind::map)) return;
  const std::vector<std::string_view> known{known_.begin(), known_.end()};
  for (const Tree::Entry& entry : map_->entries()) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    std::string nearest = nearest_word(entry.key, known);
    std::string message = "unknown key \"" + entry.key + '"';
    if (nearest.empty() && !known.empty()) message += "; known are " + one_of(known);
    reading_->refuse(entry.key_place, path_, std::move(message), std::move(nearest));
  }
}

}  // namespace leasesim
