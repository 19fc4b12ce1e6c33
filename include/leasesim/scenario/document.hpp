// A file as a tree of values that know where they stand: YAML and JSON end up the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "leasesim/result.hpp"

namespace leasesim {

/// Where something stands in its file, counted from 1; line 0: in no file.
/// No part of what is said: places compare equal, so that values with places compare by content.
struct Place {
  int line = 0;
  int column = 0;
  friend bool operator==(Place, Place) { return true; }
};

/// The file that something was read from; no part of what is said either.
struct FileName {
  std::string name;
  friend bool operator==(const FileName&, const FileName&) { return true; }
};

/// One thing that is wrong with a file.
struct Finding {
  std::string file;
  Place place;
  std::string path;        ///< such as faults[0].for; empty for the whole file
  std::string message;     ///< what was found and what is wanted
  std::string suggestion;  ///< what was probably meant; empty if nothing comes near
};
/// `file:line:column: path: message; did you mean "suggestion"?`
std::string text_of(const Finding& finding);

/// Why a file is refused: its findings in the order of the file.
struct LoadError {
  std::vector<Finding> findings;
  std::size_t left_out = 0;  ///< findings beyond the first `kFindingsMax`
};
inline constexpr std::size_t kFindingsMax = 20;
/// One finding a line.
std::string text_of(const LoadError& error);

/// One value of a document. A value type; `==` looks at the content alone.
class Tree {
 public:
  /// `number` is what no int64 holds: its digits are kept as text.
  enum class Kind : std::uint8_t { null, boolean, integer, number, text, list, map };
  struct Entry;

  Tree();  // null
  ~Tree();
  Tree(const Tree&);
  Tree(Tree&&) noexcept;
  Tree& operator=(const Tree&);
  Tree& operator=(Tree&&) noexcept;

  static Tree boolean(bool value, Place place = {});
  static Tree integer(std::int64_t value, Place place = {});
  static Tree number(std::string digits, Place place = {});
  static Tree text(std::string characters, Place place = {});
  static Tree list(Place place = {});
  static Tree map(Place place = {});

  Kind kind() const { return static_cast<Kind>(value_.index()); }
  bool is(Kind kind) const { return this->kind() == kind; }
  bool is_scalar() const { return !is(Kind::list) && !is(Kind::map); }
  Place place() const { return place_; }
  void put_at(Place place) { place_ = place; }

  /// Each requires that the node is of that kind.
  bool as_boolean() const;
  std::int64_t as_integer() const;
  const std::string& as_text() const;
  const std::vector<Tree>& items() const;
  std::vector<Tree>& items();
  const std::vector<Entry>& entries() const;
  std::vector<Entry>& entries();

  /// The value of a map's key; none if there is no such key, or this is no map.
  const Tree* find(std::string_view key) const;
  Tree* find(std::string_view key);
  /// Adds a key to a map, or replaces its value.
  Tree& set(std::string_view key, Tree value, Place key_place = {});
  Tree& append(Tree item);

  friend bool operator==(const Tree& a, const Tree& b);

 private:
  struct Number {
    std::string digits;
    friend bool operator==(const Number&, const Number&) = default;
  };
  using Value = std::variant<std::monostate, bool, std::int64_t, Number, std::string,
                             std::vector<Tree>, std::vector<Entry>>;
  Tree(Value value, Place place);

  Value value_;
  Place place_;
};

/// A key of a map with its value; keys stay in the order of the file.
struct Tree::Entry {
  std::string key;
  Place key_place;
  Tree value;
  friend bool operator==(const Entry&, const Entry&) = default;
};

/// The node as a reader would name it in a complaint: `300`, `"text"`, `a list`, `nothing`.
std::string described(const Tree& node);

/// The node as JSON: on one line, or indented by two spaces a level.
std::string json_line(const Tree& node);
std::string json_text(const Tree& node);

/// A parsed file.
struct Document {
  std::string file;   ///< as it is named in findings
  std::string story;  ///< the opening comment without its marks; empty in JSON
  Tree root;
  friend bool operator==(const Document&, const Document&) = default;
};

/// Limits of what is read at all; beyond them a file is refused with a finding.
inline constexpr std::size_t kFileBytesMax = 4 * 1024 * 1024;
inline constexpr int kDepthMax = 100;
inline constexpr std::size_t kAliasNodesMax = 10'000;
inline constexpr std::size_t kNodesMax = 1'000'000;

/// Parses strict YAML, or JSON if the text begins with `{`. Never throws; stops at the first fault
/// of syntax, but gathers doubled keys and doubtful words.
Result<Document, LoadError> parse_document(std::string_view text, std::string file);

/// Sets one value, as in `network.latency=2ms` or `faults[0].for=30s`; the value is read as YAML.
/// Missing keys are added; what then no longer fits is found when the document is loaded.
Result<Done, LoadError> set_value(Document& document, std::string_view assignment);

}  // namespace leasesim
