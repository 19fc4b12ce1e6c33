#include "leasesim/scenario/expectation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace leasesim {
namespace {

template <class Whole>
std::optional<Whole> whole_number(std::string_view text) {
  Whole value{};
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (text.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return value;
}

// "a..b" in two; both ends may be empty. None if there are no two dots.
std::optional<std::pair<std::string_view, std::string_view>> ends_of(std::string_view text) {
  const auto dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  return std::pair{text.substr(0, dots), text.substr(dots + 2)};
}

void read_subject(Fields& in, Subject& subject) {
  in.optional("lease", subject.lease, "the lease; without it, each one");
  in.optional("node", subject.node, "the node; without it, each one");
  in.optional("by", subject.by, "one process alone");
  in.optional("limit", subject.limit, "the invariant's own parameter");
}

void read_filter(Fields& in, FactFilter& filter) {
  in.optional("by", filter.by, "the process that noted it");
  in.optional("lease", filter.lease, "the fact's lease");
  in.optional("node", filter.node, "the fact's node");
  in.optional("object", filter.object, "the fact's object");
  in.optional("where", filter.where, "other fields of the fact: values or comparisons (\">= 2\")");
  if (!filter.where.is(Tree::Kind::null) && !filter.where.is(Tree::Kind::map)) {
    in.refuse("where", "expected a map of fields, found " + described(filter.where));
  }
}

void read_span(Fields& in, Span& span) {
  in.optional("between", span.between, "the first and the last instant that count");
  in.optional("before", span.before, "only earlier than this");
  in.optional("after", span.after, "only later than this");
  if (span.between && (span.before || span.after)) {
    in.refuse("between", "stands beside \"before\" or \"after\", which it replaces");
  }
}

constexpr std::array<std::pair<std::string_view, Comparator>, 6> kComparators{{
    {">=", Comparator::at_least},
    {"<=", Comparator::at_most},
    {"!=", Comparator::unequal},
    {"==", Comparator::equal},
    {">", Comparator::more},
    {"<", Comparator::less},
}};

bool fits(Comparator comparator, int order) {
  switch (comparator) {
    case Comparator::equal:
      return order == 0;
    case Comparator::unequal:
      return order != 0;
    case Comparator::less:
      return order < 0;
    case Comparator::at_most:
      return order <= 0;
    case Comparator::more:
      return order > 0;
    case Comparator::at_least:
      return order >= 0;
  }
  fail_ensure("a comparator is one of six");
}

std::string characters_of(const Tree& node) {
  return node.is(Tree::Kind::text) ? node.as_text() : json_line(node);
}

}  // namespace

void read_common(Fields& in, Expectation& expectation) {
  in.optional("seeds", expectation.seeds, "the seeds that this is claimed of; without it, all");
}

void read(Fields& in, Holds& claim) {
  in.required("holds", claim.invariant, "the invariant");
  read_subject(in, claim.subject);
}

void read(Fields& in, Breaks& claim) {
  in.required("breaks", claim.invariant, "the invariant");
  read_subject(in, claim.subject);
  in.optional("from", claim.from, "when a window begins");
  in.optional("to", claim.to, "when that window ends");
  in.optional("longest", claim.longest, "how long the longest window is");
  in.optional("times", claim.times, "how many windows there are");
}

void read(Fields& in, Happens& claim) {
  in.required("happens", claim.fact, "the kind of fact");
  read_filter(in, claim.filter);
  read_span(in, claim.span);
  in.optional("times", claim.times, "how often: 1, 1.., 2..4");
}

void read(Fields& in, Never& claim) {
  in.required("never", claim.fact, "the kind of fact");
  read_filter(in, claim.filter);
  read_span(in, claim.span);
}

void read(Fields& in, EndsWith& claim) {
  in.required("ends_with", claim.object, "the object");
  in.optional("exists", claim.exists, "false: it is not there");
  in.optional("where", claim.where, "its fields: values or comparisons (\">= 400\")");
  if (!claim.where.is(Tree::Kind::null) && !claim.where.is(Tree::Kind::map)) {
    in.refuse("where", "expected a map of fields, found " + described(claim.where));
  }
}

std::string_view word_of(const Claim& claim) {
  return std::visit([]<class Kind>(const Kind&) { return Kind::kKey; }, claim);
}

std::string text_of(const Times& times) {
  const std::string least = std::to_string(times.least);
  if (!times.most) return least + "..";
  return *times.most == times.least ? least : least + ".." + std::to_string(*times.most);
}

void Spelling<Times>::read(const Tree& node, Times& value, const Spot& spot) {
  constexpr std::string_view kWanted = "a count such as 1, 1.. or 2..4";
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> most;
  if (node.is(Tree::Kind::integer)) {
    least = most = node.as_integer();
  } else if (node.is(Tree::Kind::text)) {
    const std::string_view text = node.as_text();
    const auto ends = ends_of(text).value_or(std::pair{text, text});
    least = ends.first.empty() && !ends.second.empty() ? 0 : whole_number<std::int64_t>(ends.first);
    most = whole_number<std::int64_t>(ends.second);
    if (!most && !ends.second.empty()) least.reset();
  }
  if (!least || *least < 0) return spot.want(node, kWanted);
  if (most && *most < *least) return spot.refuse(node, "counts down: " + described(node));
  value = {*least, most};
}

Shape Spelling<Times>::shape() {
  Shape shape = text_shape("a count: 1, 1.. or 2..4");
  Tree types = Tree::list();
  types.append(Tree::text("integer"));
  types.append(Tree::text("string"));
  shape.schema.set("type", std::move(types));
  return shape;
}

void Spelling<SeedRange>::read(const Tree& node, SeedRange& value, const Spot& spot) {
  std::optional<std::uint64_t> first;
  std::optional<std::uint64_t> last;
  if (node.is(Tree::Kind::integer) && node.as_integer() >= 0) {
    first = last = static_cast<std::uint64_t>(node.as_integer());
  } else if (node.is(Tree::Kind::text)) {
    const auto ends = ends_of(node.as_text());
    first = ends ? whole_number<std::uint64_t>(ends->first) : std::nullopt;
    last = ends ? whole_number<std::uint64_t>(ends->second) : std::nullopt;
  }
  if (!first || !last) return spot.want(node, "a range of seeds such as 1..1000");
  if (*last < *first) return spot.refuse(node, "counts down: " + described(node));
  value = {*first, *last};
}

Tree Spelling<SeedRange>::write(const SeedRange& value) {
  return Tree::text(std::to_string(value.first) + ".." + std::to_string(value.last));
}

Shape Spelling<SeedRange>::shape() {
  Shape shape = Spelling<Times>::shape();
  shape.words = "a range of seeds: 1..1000";
  return shape;
}

void Spelling<Between>::read(const Tree& node, Between& value, const Spot& spot) {
  if (node.is(Tree::Kind::text)) {
    DurationRange range{};
    Spelling<DurationRange>::read(node, range, spot);
    value = {range.low, range.high};
    return;
  }
  if (!node.is(Tree::Kind::list) || node.items().size() != 2) {
    return spot.want(node, "two times such as [33s, 42s]");
  }
  Between read;
  Spelling<Duration>::read(node.items()[0], read.first, spot.item(0));
  Spelling<Duration>::read(node.items()[1], read.last, spot.item(1));
  if (read.last < read.first) return spot.refuse(node, "ends before it begins");
  value = read;
}

Tree Spelling<Between>::write(const Between& value) {
  Tree list = Tree::list();
  list.append(Spelling<Duration>::write(value.first));
  list.append(Spelling<Duration>::write(value.last));
  return list;
}

Shape Spelling<Between>::shape() {
  Shape shape = list_shape(Spelling<Duration>::shape());
  shape.words = "two times: [33s, 42s] or 33s..42s";
  return shape;
}

Comparison comparison_of(const Tree& node) {
  if (!node.is(Tree::Kind::text)) return {Comparator::equal, node};
  const std::string_view text = node.as_text();
  for (const auto& [sign, comparator] : kComparators) {
    if (text.substr(0, sign.size()) != sign) continue;
    std::string_view rest = text.substr(sign.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (const auto number = whole_number<std::int64_t>(rest)) {
      return {comparator, Tree::integer(*number)};
    }
    return {comparator, Tree::text(std::string{rest})};
  }
  return {Comparator::equal, node};
}

bool compares(const Comparison& comparison, const Tree& value) {
  const Tree& operand = comparison.operand;
  if (value.is(Tree::Kind::integer) && operand.is(Tree::Kind::integer)) {
    const auto a = value.as_integer();
    const auto b = operand.as_integer();
    return fits(comparison.comparator, a < b ? -1 : a > b ? 1 : 0);
  }
  const int order = characters_of(value).compare(characters_of(operand));
  return fits(comparison.comparator, order);
}

}  // namespace leasesim
