// Texts that a run compares and copies all the time: interned once, then a pointer wide.
//
// A Text is a handle into the Names table that made it and lives as long as the table. Equality and
// order are by content, so handles of two tables compare as one would expect.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace leasesim {

/// The content of a Text as the table keeps it.
struct TextEntry {
  const char* characters;
  std::uint32_t length;
  std::uint64_t hash;  ///< of the content; the same in every run and on every machine
  std::string_view text() const { return {characters, length}; }
};

/// An immutable interned string, or unset (what JSON calls null).
class Text {
 public:
  constexpr Text() = default;
  explicit constexpr Text(const TextEntry* entry) : entry_(entry) {}

  bool is_set() const { return entry_ != nullptr; }
  /// The characters; empty if unset.
  std::string_view view() const { return entry_ == nullptr ? std::string_view{} : entry_->text(); }
  std::string str() const { return std::string{view()}; }
  /// A hash of the content, 0 if unset; never of an address.
  std::uint64_t hash() const { return entry_ == nullptr ? 0 : entry_->hash; }
  const TextEntry* entry() const { return entry_; }

  friend bool operator==(Text a, Text b) {
    if (a.entry_ == b.entry_) return true;
    if (a.hash() != b.hash() || a.is_set() != b.is_set()) return false;
    return a.view() == b.view();
  }
  friend std::strong_ordering operator<=>(Text a, Text b) {
    if (a == b) return std::strong_ordering::equal;
    if (a.is_set() != b.is_set()) return a.is_set() <=> b.is_set();
    return a.view() <=> b.view();
  }

 private:
  const TextEntry* entry_ = nullptr;
};

/// A Text that names one kind of thing; names of different kinds do not mix.
template <class Kind>
class NameOf {
 public:
  constexpr NameOf() = default;
  explicit constexpr NameOf(Text text) : text_(text) {}

  Text text() const { return text_; }
  std::string_view view() const { return text_.view(); }
  std::string str() const { return text_.str(); }
  bool is_set() const { return text_.is_set(); }
  friend bool operator==(NameOf, NameOf) = default;
  friend auto operator<=>(NameOf, NameOf) = default;

 private:
  Text text_;
};

using HostName = NameOf<struct HostKind>;
using ProcessName = NameOf<struct ProcessKind>;

/// The table behind the texts of one run. Not copyable, not movable; handles point into it.
class Names {
 public:
  Names();
  ~Names();
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  /// The one handle of this table for these characters.
  Text intern(std::string_view characters);
  HostName host(std::string_view characters) { return HostName{intern(characters)}; }
  ProcessName process(std::string_view characters) { return ProcessName{intern(characters)}; }

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

/// The hash that Names uses: of the bytes alone, the same everywhere.
std::uint64_t stable_hash(std::string_view characters);

/// A text of the program's own, for where no table is at hand: equal to any table's.
template <const std::string_view& kCharacters>
Text literal_text() {
  static const TextEntry kEntry{kCharacters.data(), static_cast<std::uint32_t>(kCharacters.size()),
                                stable_hash(kCharacters)};
  return Text{&kEntry};
}

}  // namespace leasesim
