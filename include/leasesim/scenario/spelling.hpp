// How the values of each type are spelt in a file: read, written, and described to people and
// editors.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "leasesim/names.hpp"
#include "leasesim/random/distributions.hpp"
#include "leasesim/release.hpp"
#include "leasesim/scenario/document.hpp"
#include "leasesim/scenario/findings.hpp"
#include "leasesim/scenario/suggestion.hpp"
#include "leasesim/time/duration_text.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// Where a value is being read: whom to tell what is wrong with it, and its path in the file.
struct Spot {
  Reading& reading;
  std::string path;

  void refuse(const Tree& node, std::string message, std::string suggestion = {}) const;
  /// Says what is wanted and what was found.
  void want(const Tree& node, std::string_view wanted, std::string suggestion = {}) const;
  Spot item(std::size_t index) const;
  Spot key(std::string_view key) const;
};

/// One key of a map, as `leasesim explain` shows it and the JSON Schema states it.
struct FieldDoc {
  std::string key;
  bool required = false;
  std::string shown_default;  ///< in the file's spelling; empty: none
  std::string meaning;
  std::string shape;             ///< what its value looks like, in words
  Tree schema;                   ///< the same as JSON Schema
  std::vector<FieldDoc> fields;  ///< of a nested map
};

/// What the values of a type look like.
struct Shape {
  std::string words;
  Tree schema;
  std::vector<FieldDoc> fields{};  ///< if it is a map of known keys
  bool is_map = false;
};
/// A schema of texts, and the pattern that they match (none: any text).
Shape text_shape(std::string words, std::string_view pattern = {});
/// The schema of a map with these keys and no others.
Tree schema_of(const std::vector<FieldDoc>& fields);

/// A duration with a sign: `-5s`.
struct Shift {
  Duration by{};
  friend bool operator==(Shift, Shift) = default;
};

/// How a T is spelt: `read` tells the spot what is wrong and then leaves the value as it was;
/// what `write` returns is read as an equal value.
template <class T>
struct Spelling;

#define LEASESIM_SPELLING(T)                              \
  template <>                                             \
  struct Spelling<T> {                                    \
    static void read(const Tree&, T& value, const Spot&); \
    static Tree write(const T& value);                    \
    static Shape shape();                                 \
  }
LEASESIM_SPELLING(bool);
LEASESIM_SPELLING(std::string);
LEASESIM_SPELLING(std::int64_t);
LEASESIM_SPELLING(Tree);  // taken as it is
LEASESIM_SPELLING(Text);
LEASESIM_SPELLING(Duration);  // not negative
LEASESIM_SPELLING(Shift);
LEASESIM_SPELLING(DurationRange);
LEASESIM_SPELLING(Ratio);
LEASESIM_SPELLING(PartsPerMillion);
LEASESIM_SPELLING(WallTime);
#undef LEASESIM_SPELLING

/// `3ms`, `1ms..5ms`, or a curve: `{ lognormal: { median: 2ms, sigma: 1/2 } }`.
template <>
struct Spelling<Distribution> {
  static void read(const Tree& node, Distribution& value, const Spot& spot);
  static Tree write(const Distribution& value);
  static Shape shape();
  static Distribution fresh() { return Distribution::constant({}); }
};

/// A T to read into.
template <class T>
T fresh() {
  if constexpr (requires { Spelling<T>::fresh(); }) {
    return Spelling<T>::fresh();
  } else {
    return T{};
  }
}

/// Whole numbers of other widths.
template <std::integral T>
struct Spelling<T> {
  static void read(const Tree& node, T& value, const Spot& spot) {
    const bool whole = node.is(Tree::Kind::integer) || node.is(Tree::Kind::number);
    if (!whole) return spot.want(node, "a whole number");
    const std::string digits = json_line(node);
    T read{};
    const auto end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, read);
    if (result.ec != std::errc{} || result.ptr != end) {
      return spot.want(node, std::is_signed_v<T> ? "a whole number of less size"
                                                 : "a whole number from 0 upwards");
    }
    value = read;
  }
  static Tree write(const T& value) {
    if (std::in_range<std::int64_t>(value)) return Tree::integer(static_cast<std::int64_t>(value));
    return Tree::number(std::to_string(value));
  }
  static Shape shape() { return Spelling<std::int64_t>::shape(); }
};

/// Names that the run interns, such as the lease in an actor's config.
template <class Kind>
struct Spelling<NameOf<Kind>> {
  static void read(const Tree& node, NameOf<Kind>& value, const Spot& spot) {
    Text text = value.text();
    Spelling<Text>::read(node, text, spot);
    value = NameOf<Kind>{text};
  }
  static Tree write(const NameOf<Kind>& value) { return Spelling<Text>::write(value.text()); }
  static Shape shape() { return text_shape("a name"); }
};

/// One word of a closed set. A set's words are listed by a function `words(E)` beside the enum:
/// `constexpr auto words(Calendar) { return std::array{Word{"jumps", Calendar::jumps}, …}; }`
template <class E>
struct Word {
  std::string_view word;
  E value;
};
template <class E>
Word(const char*, E) -> Word<E>;

constexpr auto words(Release) {
  return std::array{
      Word{"1.20", Release::v1_20}, Word{"1.21", Release::v1_21}, Word{"1.22", Release::v1_22},
      Word{"1.23", Release::v1_23}, Word{"1.24", Release::v1_24}, Word{"1.25", Release::v1_25},
      Word{"1.26", Release::v1_26}, Word{"1.27", Release::v1_27}, Word{"1.28", Release::v1_28},
      Word{"1.29", Release::v1_29}, Word{"1.30", Release::v1_30}, Word{"1.31", Release::v1_31},
      Word{"1.32", Release::v1_32}, Word{"1.33", Release::v1_33}, Word{"1.34", Release::v1_34},
      Word{"1.35", Release::v1_35}, Word{"1.36", Release::v1_36}, Word{"1.37", Release::v1_37}};
}

template <class E>
concept WordSet = std::is_enum_v<E> && requires(E value) { words(value).size(); };

template <WordSet E>
std::string_view spelt(E value) {
  for (const Word<E>& word : words(value)) {
    if (word.value == value) return word.word;
  }
  fail_ensure("each value of an enum has a word");
}
template <WordSet E>
std::vector<std::string_view> all_words() {
  std::vector<std::string_view> out;
  for (const Word<E>& word : words(E{})) out.push_back(word.word);
  return out;
}

/// Which of the words the node is; tells the spot otherwise.
std::optional<std::size_t> read_word(const Tree& node, const std::vector<std::string_view>& words,
                                     const Spot& spot);
Shape word_shape(const std::vector<std::string_view>& words);

template <WordSet E>
struct Spelling<E> {
  static void read(const Tree& node, E& value, const Spot& spot) {
    if (const auto index = read_word(node, all_words<E>(), spot)) value = words(E{})[*index].value;
  }
  static Tree write(const E& value) { return Tree::text(std::string{spelt(value)}); }
  static Shape shape() { return word_shape(all_words<E>()); }
};

Shape list_shape(Shape item);

/// A list; of what is no map, one alone may stand without brackets.
template <class T>
struct Spelling<std::vector<T>> {
  static void read(const Tree& node, std::vector<T>& value, const Spot& spot) {
    if (node.is_scalar() && !node.is(Tree::Kind::null)) {
      return read_item(node, value, spot);
    }
    if (!node.is(Tree::Kind::list)) return spot.want(node, "a list");
    value.clear();
    for (std::size_t i = 0; i < node.items().size(); ++i) {
      read_item(node.items()[i], value, spot.item(i));
    }
  }
  static Tree write(const std::vector<T>& value) {
    Tree list = Tree::list();
    for (const T& item : value) list.append(Spelling<T>::write(item));
    return list;
  }
  static Shape shape() { return list_shape(Spelling<T>::shape()); }

 private:
  static void read_item(const Tree& node, std::vector<T>& value, const Spot& spot) {
    T item = fresh<T>();
    Spelling<T>::read(node, item, spot);
    value.push_back(std::move(item));
  }
};

/// The characters of a text node; tells the spot otherwise, and to quote what needs it.
std::optional<std::string_view> read_text(const Tree& node, std::string_view wanted,
                                          const Spot& spot);

}  // namespace leasesim
