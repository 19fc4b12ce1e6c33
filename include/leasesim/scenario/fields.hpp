// Reads a map of a file into a struct. One function a struct says which keys there are:
//
//   void read(Fields& in, WatchdogConfig& config) {
//     in.required("lease", config.lease, "the lease to watch");
//     in.optional("patience", config.patience, "how long it may stay unchanged");
//   }
//
// Unknown keys are refused with the nearest known one. The same function writes the struct back,
// and describes its keys for `leasesim explain` and the JSON Schema.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "leasesim/scenario/spelling.hpp"

namespace leasesim {

/// One map of a file, while it is read, written or described.
class Fields {
 public:
  /// Reads `map` (a map, or nothing, which is a map without keys).
  Fields(const Tree& map, const Spot& spot);
  /// Writes a map.
  static Fields writing() { return Fields{Mode::writing}; }
  /// Gathers what there is to know about the keys.
  static Fields describing() { return Fields{Mode::describing}; }

  /// The key must be there. When it is missing or wrong, `value` stays as it was.
  template <class T>
  void required(std::string_view key, T& value, std::string_view meaning = {}) {
    exchange(key, value, meaning, true);
  }
  /// Without the key, `value` stays as it was: that is the default.
  template <class T>
  void optional(std::string_view key, T& value, std::string_view meaning = {}) {
    exchange(key, value, meaning, false);
  }
  template <class T>
  void optional(std::string_view key, std::optional<T>& value, std::string_view meaning = {});
  /// A map from names to Ts; each T has a `name`, and they keep the order of the file.
  template <class T>
  void by_name(std::string_view key, std::vector<T>& values, std::string_view meaning = {});

  bool reading() const { return mode_ == Mode::reading; }
  /// The file has this key. False unless reading.
  bool has(std::string_view key) const;
  /// The file has this key, and its value could be read.
  bool good(std::string_view key) const;
  /// Says what is wrong with a key's value, or with the whole map if it has no such key.
  void refuse(std::string_view key, std::string message, std::string suggestion = {});
  /// Which one of these keys the map has; says so if none or more than one.
  std::optional<std::size_t> which(const std::vector<std::string_view>& keys,
                                   std::string_view noun);

  /// Refuses keys that nobody asked for.
  void finish();
  Tree take_written() { return std::move(written_); }
  std::vector<FieldDoc> take_docs() { return std::move(docs_); }

 private:
  enum class Mode { reading, writing, describing };
  explicit Fields(Mode mode);

  template <class T>
  void exchange(std::string_view key, T& value, std::string_view meaning, bool required);
  template <class T>
  void read_into(std::string_view key, const Tree& node, T& value);
  const Tree* take(std::string_view key, bool required);
  void write(std::string_view key, Tree node);
  void describe(std::string_view key, bool required, Tree shown_default, std::string_view meaning,
                Shape shape);
  Spot spot(std::string_view key) const;

  Mode mode_;
  Reading* reading_ = nullptr;
  const Tree* map_ = nullptr;
  std::string path_;
  std::vector<std::string> known_;
  std::vector<std::string> good_;
  bool kind_unknown_ = false;
  Tree written_;
  std::vector<FieldDoc> docs_;
};

Shape names_shape(Shape item);

/// A struct whose keys a function `read(Fields&, T&)` beside it lists.
template <class T>
concept FieldSet = std::is_class_v<T> && requires(Fields& in, T& value) { read(in, value); };

/// A struct that is one of several kinds, told apart by which kind's key a map has: beside it stand
/// `read_common(Fields&, T&)` for the keys that every kind has, and `kinds_of(T&)`, the variant.
/// Each alternative is a FieldSet with its key as `kKey` and a sentence about it as `kMeaning`.
template <class T>
concept KindSet = std::is_class_v<T> && requires(Fields& in, T& value) {
  read_common(in, value);
  kinds_of(value);
};

/// One kind of a KindSet, as `leasesim explain` shows it.
struct KindDoc {
  std::string key;
  std::string meaning;
  std::vector<FieldDoc> fields;  ///< its own first, then the common ones
};
Shape kinds_shape(std::string_view noun, const std::vector<KindDoc>& kinds);

/// Hands each field of a struct over, whatever for.
template <FieldSet T>
void exchange_fields(Fields& in, T& value) {
  read(in, value);
}

/// The keys of a FieldSet, with the defaults of a fresh one.
template <FieldSet T>
std::vector<FieldDoc> describe() {
  T value{};
  Fields fields = Fields::describing();
  exchange_fields(fields, value);
  return fields.take_docs();
}

/// The kinds of a KindSet.
template <KindSet T>
std::vector<KindDoc> describe_kinds() {
  T common{};
  Fields fields = Fields::describing();
  read_common(fields, common);
  const std::vector<FieldDoc> shared = fields.take_docs();
  std::vector<KindDoc> out;
  const auto add = [&]<class... Kinds>(const std::variant<Kinds...>&) {
    (out.push_back({std::string{Kinds::kKey}, std::string{Kinds::kMeaning}, describe<Kinds>()}),
     ...);
  };
  add(kinds_of(common));
  for (KindDoc& kind : out) kind.fields.insert(kind.fields.end(), shared.begin(), shared.end());
  return out;
}

template <FieldSet T>
struct Spelling<T> {
  static void read(const Tree& node, T& value, const Spot& spot) {
    if (!node.is(Tree::Kind::map) && !node.is(Tree::Kind::null)) return spot.want(node, "a map");
    if constexpr (requires { value.place = node.place(); }) value.place = node.place();
    Fields fields{node, spot};
    exchange_fields(fields, value);
    fields.finish();
  }
  static Tree write(const T& value) {
    T copy = value;
    Fields fields = Fields::writing();
    exchange_fields(fields, copy);
    return fields.take_written();
  }
  static Shape shape() {
    std::vector<FieldDoc> fields = describe<T>();
    Tree schema = schema_of(fields);
    return {"a map", std::move(schema), std::move(fields), true};
  }
};

template <KindSet T>
struct Spelling<T> {
  static void read(const Tree& node, T& value, const Spot& spot) {
    if (!node.is(Tree::Kind::map)) return spot.want(node, "a map");
    if constexpr (requires { value.place = node.place(); }) value.place = node.place();
    Fields fields{node, spot};
    read_common(fields, value);
    read_kind(fields, kinds_of(value));
    fields.finish();
  }
  static Tree write(const T& value) {
    T copy = value;
    Fields fields = Fields::writing();
    read_common(fields, copy);
    std::visit([&](auto& kind) { exchange_fields(fields, kind); }, kinds_of(copy));
    return fields.take_written();
  }
  static Shape shape() { return kinds_shape(T::kNoun, describe_kinds<T>()); }

 private:
  template <class... Kinds>
  static void read_kind(Fields& fields, std::variant<Kinds...>& value) {
    const auto index = fields.which({Kinds::kKey...}, T::kNoun);
    if (!index) return;
    std::size_t at = 0;
    (read_if(at++ == *index, fields, value, Kinds{}), ...);
  }
  template <class Kind, class... Kinds>
  static void read_if(bool chosen, Fields& fields, std::variant<Kinds...>& value, Kind kind) {
    if (!chosen) return;
    exchange_fields(fields, kind);
    value = std::move(kind);
  }
};

template <class T>
void Fields::read_into(std::string_view key, const Tree& node, T& value) {
  const std::size_t refused_before = reading_->refused();
  Spelling<T>::read(node, value, spot(key));
  if (reading_->refused() == refused_before) good_.emplace_back(key);
}

template <class T>
void Fields::exchange(std::string_view key, T& value, std::string_view meaning, bool required) {
  switch (mode_) {
    case Mode::reading:
      if (const Tree* node = take(key, required)) read_into(key, *node, value);
      return;
    case Mode::writing:
      write(key, Spelling<T>::write(value));
      return;
    case Mode::describing: {
      Tree shown = required ? Tree{} : Spelling<T>::write(value);
      describe(key, required, std::move(shown), meaning, Spelling<T>::shape());
      return;
    }
  }
}

template <class T>
void Fields::optional(std::string_view key, std::optional<T>& value, std::string_view meaning) {
  switch (mode_) {
    case Mode::reading:
      if (const Tree* node = take(key, false)) {
        T read = fresh<T>();
        read_into(key, *node, read);
        value = std::move(read);
      }
      return;
    case Mode::writing:
      if (value) write(key, Spelling<T>::write(*value));
      return;
    case Mode::describing:
      describe(key, false, Tree{}, meaning, Spelling<T>::shape());
      return;
  }
}

template <class T>
void Fields::by_name(std::string_view key, std::vector<T>& values, std::string_view meaning) {
  switch (mode_) {
    case Mode::reading: {
      const Tree* node = take(key, false);
      if (node == nullptr || node->is(Tree::Kind::null)) return;
      if (!node->is(Tree::Kind::map)) return spot(key).want(*node, "a map from names");
      for (const Tree::Entry& entry : node->entries()) {
        T value{};
        Spelling<T>::read(entry.value, value, spot(key).key(entry.key));
        value.name = entry.key;
        value.place = entry.key_place;
        values.push_back(std::move(value));
      }
      return;
    }
    case Mode::writing: {
      Tree map = Tree::map();
      for (const T& value : values) map.set(value.name, Spelling<T>::write(value));
      return write(key, std::move(map));
    }
    case Mode::describing:
      return describe(key, false, Tree{}, meaning, names_shape(Spelling<T>::shape()));
  }
}

}  // namespace leasesim
