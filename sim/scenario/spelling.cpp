#include "leasesim/scenario/spelling.hpp"

#include <algorithm>

#include "leasesim/time/micro_time.hpp"

namespace leasesim {
namespace {

// A scalar's characters, quoted or not: what the parsers of time/ and random/ are given.
std::optional<std::string> scalar_text(const Tree& node) {
  if (node.is(Tree::Kind::text) || node.is(Tree::Kind::number)) return node.as_text();
  if (node.is(Tree::Kind::integer)) return std::to_string(node.as_integer());
  return std::nullopt;
}

// Reads by a parser of texts whose errors are sentences.
template <class T, class Parse>
void read_parsed(const Tree& node, T& value, const Spot& spot, std::string_view wanted,
                 Parse parse) {
  const auto text = scalar_text(node);
  if (!text) return spot.want(node, wanted);
  auto parsed = parse(*text);
  if (!parsed) return spot.refuse(node, parsed.error());
  value = *parsed;
}

Shape typed_shape(std::string words, std::string_view type) {
  Tree schema = Tree::map();
  schema.set("type", Tree::text(std::string{type}));
  return {std::move(words), std::move(schema)};
}

// The texts that parse_duration takes, without their order; "0" may also stand as a number.
constexpr std::string_view kDurationPattern = "([0-9.]+(h|ms|m|s|us|ns))+|0";

}  // namespace

void Spot::refuse(const Tree& node, std::string message, std::string suggestion) const {
  reading.refuse(node.place(), path, std::move(message), std::move(suggestion));
}

void Spot::want(const Tree& node, std::string_view wanted, std::string suggestion) const {
  refuse(node, "expected " + std::string{wanted} + ", found " + described(node),
         std::move(suggestion));
}

Spot Spot::item(std::size_t index) const {
  return {reading, path + '[' + std::to_string(index) + ']'};
}

Spot Spot::key(std::string_view key) const {
  return {reading, path.empty() ? std::string{key} : path + '.' + std::string{key}};
}

Shape text_shape(std::string words, std::string_view pattern) {
  Shape shape = typed_shape(std::move(words), "string");
  if (!pattern.empty()) {
    shape.schema.set("pattern", Tree::text("^(" + std::string{pattern} + ")$"));
  }
  return shape;
}

Shape word_shape(const std::vector<std::string_view>& words) {
  Shape shape;
  shape.schema = Tree::map();
  Tree& all = shape.schema.set("enum", Tree::list());
  for (const std::string_view word : words) {
    if (!shape.words.empty()) shape.words += " | ";
    shape.words += word;
    all.append(Tree::text(std::string{word}));
  }
  return shape;
}

Shape list_shape(Shape item) {
  Tree list = Tree::map();
  list.set("type", Tree::text("array"));
  list.set("items", item.schema);
  if (item.is_map) return {"a list, each " + item.words, std::move(list), std::move(item.fields)};
  Tree either = Tree::map();
  Tree& options = either.set("anyOf", Tree::list());
  options.append(std::move(item.schema));
  options.append(std::move(list));
  return {item.words + ", or a list", std::move(either)};
}

std::optional<std::string_view> read_text(const Tree& node, std::string_view wanted,
                                          const Spot& spot) {
  if (node.is(Tree::Kind::text)) return node.as_text();
  const bool needs_quotes =
      node.is(Tree::Kind::boolean) || node.is(Tree::Kind::integer) || node.is(Tree::Kind::number);
  std::string message = "expected " + std::string{wanted} + ", found " + described(node);
  if (needs_quotes) message += ", which is a text only in quotes";
  spot.refuse(node, std::move(message));
  return std::nullopt;
}

std::optional<std::size_t> read_word(const Tree& node, const std::vector<std::string_view>& words,
                                     const Spot& spot) {
  const auto text = scalar_text(node);
  if (text) {
    const auto found = std::find(words.begin(), words.end(), *text);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  }
  spot.want(node, one_of(words), text ? nearest_word(*text, words) : std::string{});
  return std::nullopt;
}

void Spelling<bool>::read(const Tree& node, bool& value, const Spot& spot) {
  if (!node.is(Tree::Kind::boolean)) return spot.want(node, "true or false");
  value = node.as_boolean();
}
Tree Spelling<bool>::write(const bool& value) { return Tree::boolean(value); }
Shape Spelling<bool>::shape() { return typed_shape("true | false", "boolean"); }

void Spelling<std::string>::read(const Tree& node, std::string& value, const Spot& spot) {
  if (const auto text = read_text(node, "a text", spot)) value = *text;
}
Tree Spelling<std::string>::write(const std::string& value) { return Tree::text(value); }
Shape Spelling<std::string>::shape() { return text_shape("a text"); }

void Spelling<std::int64_t>::read(const Tree& node, std::int64_t& value, const Spot& spot) {
  if (!node.is(Tree::Kind::integer)) return spot.want(node, "a whole number");
  value = node.as_integer();
}
Tree Spelling<std::int64_t>::write(const std::int64_t& value) { return Tree::integer(value); }
Shape Spelling<std::int64_t>::shape() { return typed_shape("a whole number", "integer"); }

void Spelling<Tree>::read(const Tree& node, Tree& value, const Spot&) { value = node; }
Tree Spelling<Tree>::write(const Tree& value) { return value; }
Shape Spelling<Tree>::shape() { return {"a map", Tree::map(), {}, true}; }

void Spelling<Text>::read(const Tree& node, Text& value, const Spot& spot) {
  if (const auto text = read_text(node, "a text", spot)) {
    value = spot.reading.names().intern(*text);
  }
}
Tree Spelling<Text>::write(const Text& value) {
  return value.is_set() ? Tree::text(value.str()) : Tree{};
}
Shape Spelling<Text>::shape() { return text_shape("a text"); }

void Spelling<Duration>::read(const Tree& node, Duration& value, const Spot& spot) {
  read_parsed(node, value, spot, "a duration such as 15s or 250ms", parse_duration);
}
Tree Spelling<Duration>::write(const Duration& value) { return Tree::text(duration_text(value)); }
Shape Spelling<Duration>::shape() { return text_shape("a duration: 15s", kDurationPattern); }

void Spelling<Shift>::read(const Tree& node, Shift& value, const Spot& spot) {
  read_parsed(node, value.by, spot, "a duration such as -5s or 250ms", parse_signed_duration);
}
Tree Spelling<Shift>::write(const Shift& value) { return Tree::text(duration_text(value.by)); }
Shape Spelling<Shift>::shape() {
  const std::string pattern = "[-+]?(" + std::string{kDurationPattern} + ")";
  return text_shape("a duration with a sign: -5s", pattern);
}

void Spelling<DurationRange>::read(const Tree& node, DurationRange& value, const Spot& spot) {
  read_parsed(node, value, spot, "a duration or a range such as 1ms..5ms", parse_duration_range);
}
Tree Spelling<DurationRange>::write(const DurationRange& value) {
  return Tree::text(range_text(value));
}
Shape Spelling<DurationRange>::shape() {
  const std::string one = "(" + std::string{kDurationPattern} + ")";
  return text_shape("a duration or a range: 1ms..5ms", one + "(\\.\\." + one + ")?");
}

void Spelling<Ratio>::read(const Tree& node, Ratio& value, const Spot& spot) {
  read_parsed(node, value, spot, "a ratio such as 1/20", parse_chance);
}
Tree Spelling<Ratio>::write(const Ratio& value) { return Tree::text(ratio_text(value)); }
Shape Spelling<Ratio>::shape() { return text_shape("a ratio: 1/20", "[0-9]+(/[0-9]+)?"); }

void Spelling<PartsPerMillion>::read(const Tree& node, PartsPerMillion& value, const Spot& spot) {
  read_parsed(node, value, spot, "a rate such as +200ppm", parse_rate);
}
Tree Spelling<PartsPerMillion>::write(const PartsPerMillion& value) {
  return Tree::text(rate_text(value));
}
Shape Spelling<PartsPerMillion>::shape() {
  return text_shape("a rate: +200ppm", "[-+]?[0-9.]+pp[mb]");
}

void Spelling<WallTime>::read(const Tree& node, WallTime& value, const Spot& spot) {
  const auto text = read_text(node, "a time such as 2026-01-01T00:00:00Z", spot);
  if (!text) return;
  if (const auto micro = parse_micro_time(*text)) {
    value = wall_time(*micro);
  } else if (const auto whole = parse_kube_time(*text)) {
    value = wall_time(*whole);
  } else {
    spot.want(node, "a time such as 2026-01-01T00:00:00Z or 2026-01-01T00:00:00.000001Z");
  }
}
Tree Spelling<WallTime>::write(const WallTime& value) {
  return Tree::text(micro_time_text(micro_time(value)));
}
Shape Spelling<WallTime>::shape() { return text_shape("a time: 2026-01-01T00:00:00Z"); }

}  // namespace leasesim
