// From bytes to a document: what is refused before any parser sees it, which parser, and --set.

#include <charconv>
#include <optional>

#include "leasesim/scenario/document.hpp"
#include "leasesim/scenario/findings.hpp"
#include "scenario/source.hpp"
#include "scenario/tree_builder.hpp"

namespace leasesim {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// How many bytes the UTF-8 character at `at` has; 0 if the bytes are none.
// Overlong forms, surrogates and what lies beyond U+10FFFF are none.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) >= 0xA0;
    return !overlong && !surrogate && follows(1) && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool beyond = first == 0xF4 && byte(1) >= 0x90;
    return !overlong && !beyond && follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

std::string hexadecimal(char c) {
  static constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'0', 'x', kHex[byte >> 4], kHex[byte & 15]};
}

// True if the bytes are text: valid UTF-8 without control characters but tab and line ends.
bool check_text(std::string_view text, Reading& reading) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    const bool control = (byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7F;
    const std::size_t length = character_length(text, at);
    if (control || length == 0) {
      const std::string what = control ? "control character " : "invalid UTF-8: byte ";
      reading.refuse(Source{text}.place_of(at), "",
                     what + hexadecimal(c) + "; this is no YAML or JSON text");
      return false;
    }
    at += length;
  }
  return true;
}

bool is_json(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

// The comment that a file opens with, less its marks; a line for editors is no part of it.
std::string opening_comment(std::string_view text) {
  std::string story;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() && story.empty()) continue;
    if (line.substr(0, 1) != "#") break;
    line.remove_prefix(1);
    if (line.substr(0, 1) == " ") line.remove_prefix(1);
    if (line.substr(0, 21) == "yaml-language-server:") continue;
    story += std::string{line} + '\n';
  }
  while (!story.empty() && story.back() == '\n') story.pop_back();
  return story;
}

void forget_places(Tree& node) {
  node.put_at({});
  if (node.is(Tree::Kind::list)) {
    for (Tree& item : node.items()) forget_places(item);
  } else if (node.is(Tree::Kind::map)) {
    for (Tree::Entry& entry : node.entries()) {
      entry.key_place = {};
      forget_places(entry.value);
    }
  }
}

// One step of a path: a key, and the indices that follow it.
struct Step {
  std::string key;
  std::vector<std::size_t> indices;
};

std::optional<Step> parse_step(std::string_view text) {
  Step step;
  const auto bracket = std::min(text.find('['), text.size());
  step.key = text.substr(0, bracket);
  text.remove_prefix(bracket);
  while (!text.empty()) {
    const auto close = text.find(']');
    if (text.front() != '[' || close == std::string_view::npos) return std::nullopt;
    std::size_t index = 0;
    const char* end = text.data() + close;
    const auto read = std::from_chars(text.data() + 1, end, index);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    step.indices.push_back(index);
    text.remove_prefix(close + 1);
  }
  if (step.key.empty()) return std::nullopt;
  return step;
}

// The node that a step leads to, made if it is missing; none if it cannot be.
Tree* follow(Tree& from, const Step& step) {
  if (from.is(Tree::Kind::null)) from = Tree::map();
  if (!from.is(Tree::Kind::map)) return nullptr;
  Tree* node = from.find(step.key);
  if (node == nullptr) node = &from.set(step.key, Tree{});
  for (const std::size_t index : step.indices) {
    if (node->is(Tree::Kind::null)) *node = Tree::list();
    if (!node->is(Tree::Kind::list) || index > node->items().size()) return nullptr;
    if (index == node->items().size()) node->append(Tree{});
    node = &node->items()[index];
  }
  return node;
}

Result<Done, LoadError> refused(std::string_view path, std::string message) {
  Reading reading{"--set"};
  reading.refuse({}, std::string{path}, std::move(message));
  return Err{reading.take_error()};
}

}  // namespace

Result<Document, LoadError> parse_document(std::string_view text, std::string file) {
  Reading reading{file};
  if (text.size() > kFileBytesMax) {
    reading.refuse({1, 1}, "", "larger than 4 MiB; this is no scenario");
    return Err{reading.take_error()};
  }
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  if (!check_text(text, reading)) return Err{reading.take_error()};
  Document document{std::move(file), {}, {}};
  if (is_json(text)) {
    document.root = parse_json(text, reading);
  } else {
    document.root = parse_yaml(text, reading);
    document.story = opening_comment(text);
  }
  if (!reading.clean()) return Err{reading.take_error()};
  return document;
}

Result<Done, LoadError> set_value(Document& document, std::string_view assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    return refused("", "expected path=value, as in network.latency=2ms, found \"" +
                           std::string{assignment} + '"');
  }
  const std::string_view path = assignment.substr(0, equals);
  const std::string value_text{assignment.substr(equals + 1)};
  Reading reading{"--set"};
  if (!check_text(value_text, reading)) return Err{reading.take_error()};
  Tree value = parse_yaml(value_text, reading);
  if (!reading.clean()) return Err{reading.take_error()};
  forget_places(value);

  // The path is walked in a copy, so that a path that leads nowhere changes nothing.
  Tree root = document.root;
  Tree* node = &root;
  for (std::string_view rest = path;;) {
    const auto dot = rest.find('.');
    const auto step = parse_step(rest.substr(0, dot));
    if (!step) return refused(path, "expected a path such as network.latency or faults[0].for");
    node = follow(*node, *step);
    if (node == nullptr) return refused(path, "leads through what is no map and no list item");
    if (dot == std::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  *node = std::move(value);
  document.root = std::move(root);
  return Done{};
}

}  // namespace leasesim
