// What a scenario states about its outcome, in five words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "leasesim/scenario/fields.hpp"
#include "leasesim/scenario/reference.hpp"

namespace leasesim {

/// `1`, `1..`, `..3` or `2..4`.
struct Times {
  std::int64_t least = 1;
  std::optional<std::int64_t> most;  ///< unset: any number
  bool contain(std::int64_t count) const { return count >= least && (!most || count <= *most); }
  friend bool operator==(const Times&, const Times&) = default;
};
std::string text_of(const Times& times);
template <>
struct Spelling<Times> {
  static void read(const Tree& node, Times& value, const Spot& spot);
  static Tree write(const Times& value) { return Tree::text(text_of(value)); }
  static Shape shape();
};

/// `1..1000`, or one seed.
struct SeedRange {
  std::uint64_t first = 1;
  std::uint64_t last = 1;
  friend bool operator==(const SeedRange&, const SeedRange&) = default;
};
template <>
struct Spelling<SeedRange> {
  static void read(const Tree& node, SeedRange& value, const Spot& spot);
  static Tree write(const SeedRange& value);
  static Shape shape();
};

/// The first and the last instant that count: `[33s, 42s]` or `33s..42s`.
struct Between {
  Duration first{};
  Duration last{};
  friend bool operator==(const Between&, const Between&) = default;
};
template <>
struct Spelling<Between> {
  static void read(const Tree& node, Between& value, const Spot& spot);
  static Tree write(const Between& value);
  static Shape shape();
};

/// Which part of the run an expectation looks at: all of it, unless it says otherwise.
struct Span {
  std::optional<Between> between;
  std::optional<Duration> before;
  std::optional<Duration> after;
  friend bool operator==(const Span&, const Span&) = default;
};

/// An invariant, and what of the run it is asked about.
struct Subject {
  std::string lease;              ///< `demo`, `kube-system/demo`; empty: each one
  std::string node;               ///< empty: each one
  std::optional<ProcessRef> by;   ///< one process alone
  std::optional<Duration> limit;  ///< the invariant's own parameter
  friend bool operator==(const Subject&, const Subject&) = default;
};

struct Holds {
  static constexpr std::string_view kKey = "holds";
  static constexpr std::string_view kMeaning = "an invariant is kept throughout the run";
  InvariantRef invariant;
  Subject subject;
  friend bool operator==(const Holds&, const Holds&) = default;
};

struct Breaks {
  static constexpr std::string_view kKey = "breaks";
  static constexpr std::string_view kMeaning =
      "an invariant is broken, here, from when to when: the demonstration";
  InvariantRef invariant;
  Subject subject;
  std::optional<DurationRange> from;     ///< when a window begins
  std::optional<DurationRange> to;       ///< when it ends
  std::optional<DurationRange> longest;  ///< how long the longest window is
  std::optional<Times> times;            ///< how many windows
  friend bool operator==(const Breaks&, const Breaks&) = default;
};

/// Which facts are meant: those of this process, with these fields.
struct FactFilter {
  std::optional<ProcessRef> by;
  std::string lease;
  std::string node;
  std::optional<ObjectRef> object;
  Tree where;  ///< a map of other fields of the fact, each a value or a comparison (">= 400")
  friend bool operator==(const FactFilter&, const FactFilter&) = default;
};

struct Happens {
  static constexpr std::string_view kKey = "happens";
  static constexpr std::string_view kMeaning = "a fact is noted, so often, then";
  FactRef fact;
  FactFilter filter;
  Span span;
  Times times;
  friend bool operator==(const Happens&, const Happens&) = default;
};

struct Never {
  static constexpr std::string_view kKey = "never";
  static constexpr std::string_view kMeaning = "a fact is not noted, or not then";
  FactRef fact;
  FactFilter filter;
  Span span;
  friend bool operator==(const Never&, const Never&) = default;
};

struct EndsWith {
  static constexpr std::string_view kKey = "ends_with";
  static constexpr std::string_view kMeaning = "an object's state when the run ends";
  ObjectRef object;
  bool exists = true;
  Tree where;  ///< a map of fields, each a value or a comparison (">= 400")
  friend bool operator==(const EndsWith&, const EndsWith&) = default;
};

using Claim = std::variant<Holds, Breaks, Happens, Never, EndsWith>;

/// A claim, and of which seeds it is made. A KindSet.
struct Expectation {
  static constexpr std::string_view kNoun = "expectation";
  Claim claim;
  std::optional<SeedRange> seeds;  ///< unset: of each seed that is run
  Place place;
  friend bool operator==(const Expectation&, const Expectation&) = default;
};
void read_common(Fields& in, Expectation& expectation);
inline Claim& kinds_of(Expectation& expectation) { return expectation.claim; }

void read(Fields& in, Holds& claim);
void read(Fields& in, Breaks& claim);
void read(Fields& in, Happens& claim);
void read(Fields& in, Never& claim);
void read(Fields& in, EndsWith& claim);

/// The five words: "holds", "breaks", …
std::string_view word_of(const Claim& claim);

/// A comparison as `where` spells it: a value, or text such as ">= 400", "!= a", "< 15".
enum class Comparator : std::uint8_t { equal, unequal, less, at_most, more, at_least };
struct Comparison {
  Comparator comparator = Comparator::equal;
  Tree operand;  ///< a scalar
};
Comparison comparison_of(const Tree& node);
/// Whether a value compares so; numbers by size, all else by their characters.
bool compares(const Comparison& comparison, const Tree& value);

}  // namespace leasesim
