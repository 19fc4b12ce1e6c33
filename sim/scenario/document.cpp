#include "leasesim/scenario/document.hpp"

#include <algorithm>

namespace leasesim {
namespace {

void append_quoted(std::string& out, std::string_view characters) {
  static constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (const char c : characters) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

// Writes a node as JSON; `indent` < 0 keeps everything on one line.
class JsonWriter {
 public:
  explicit JsonWriter(bool indented) : indented_(indented) {}

  void write(const Tree& node) {
    switch (node.kind()) {
      case Tree::Kind::null:
        out_ += "null";
        return;
      case Tree::Kind::boolean:
        out_ += node.as_boolean() ? "true" : "false";
        return;
      case Tree::Kind::integer:
        out_ += std::to_string(node.as_integer());
        return;
      case Tree::Kind::number:
        out_ += node.as_text();
        return;
      case Tree::Kind::text:
        append_quoted(out_, node.as_text());
        return;
      case Tree::Kind::list:
        write_list(node);
        return;
      case Tree::Kind::map:
        write_map(node);
        return;
    }
  }
  std::string take() { return std::move(out_); }

 private:
  void write_list(const Tree& node) {
    open('[');
    bool first = true;
    for (const Tree& item : node.items()) {
      next(first);
      write(item);
    }
    close(']', first);
  }
  void write_map(const Tree& node) {
    open('{');
    bool first = true;
    for (const Tree::Entry& entry : node.entries()) {
      next(first);
      append_quoted(out_, entry.key);
      out_ += indented_ ? ": " : ":";
      write(entry.value);
    }
    close('}', first);
  }
  void open(char bracket) {
    out_ += bracket;
    ++level_;
  }
  void next(bool& first) {
    if (!first) out_ += ',';
    first = false;
    new_line();
  }
  void close(char bracket, bool empty) {
    --level_;
    if (!empty) new_line();
    out_ += bracket;
  }
  void new_line() {
    if (!indented_) return;
    out_ += '\n';
    out_.append(2 * level_, ' ');
  }

  std::string out_;
  std::size_t level_ = 0;
  bool indented_;
};

}  // namespace

std::string text_of(const Finding& finding) {
  std::string out = finding.file;
  if (finding.place.line > 0) {
    out += ':' + std::to_string(finding.place.line) + ':' + std::to_string(finding.place.column);
  }
  if (!finding.path.empty()) out += ": " + finding.path;
  out += ": " + finding.message;
  if (!finding.suggestion.empty()) out += "; did you mean \"" + finding.suggestion + "\"?";
  return out;
}

std::string text_of(const LoadError& error) {
  std::string out;
  for (const Finding& finding : error.findings) out += text_of(finding) + '\n';
  if (error.left_out > 0) out += "and " + std::to_string(error.left_out) + " more\n";
  return out;
}

Tree::Tree() = default;
Tree::~Tree() = default;
Tree::Tree(const Tree&) = default;
Tree::Tree(Tree&&) noexcept = default;
Tree& Tree::operator=(const Tree&) = default;
Tree& Tree::operator=(Tree&&) noexcept = default;
Tree::Tree(Value value, Place place) : value_(std::move(value)), place_(place) {}

Tree Tree::boolean(bool value, Place place) { return {Value{value}, place}; }
Tree Tree::integer(std::int64_t value, Place place) { return {Value{value}, place}; }
Tree Tree::number(std::string digits, Place place) {
  return {Value{Number{std::move(digits)}}, place};
}
Tree Tree::text(std::string characters, Place place) {
  return {Value{std::move(characters)}, place};
}
Tree Tree::list(Place place) { return {Value{std::vector<Tree>{}}, place}; }
Tree Tree::map(Place place) { return {Value{std::vector<Entry>{}}, place}; }

bool Tree::as_boolean() const {
  ensure(is(Kind::boolean), "only a boolean node is read as one");
  return std::get<bool>(value_);
}

std::int64_t Tree::as_integer() const {
  ensure(is(Kind::integer), "only an integer node is read as one");
  return std::get<std::int64_t>(value_);
}

const std::string& Tree::as_text() const {
  if (is(Kind::number)) return std::get<Number>(value_).digits;
  ensure(is(Kind::text), "only a text node or a number is read as text");
  return std::get<std::string>(value_);
}

const std::vector<Tree>& Tree::items() const {
  ensure(is(Kind::list), "only a list has items");
  return std::get<std::vector<Tree>>(value_);
}

std::vector<Tree>& Tree::items() {
  ensure(is(Kind::list), "only a list has items");
  return std::get<std::vector<Tree>>(value_);
}

const std::vector<Tree::Entry>& Tree::entries() const {
  ensure(is(Kind::map), "only a map has entries");
  return std::get<std::vector<Entry>>(value_);
}

std::vector<Tree::Entry>& Tree::entries() {
  ensure(is(Kind::map), "only a map has entries");
  return std::get<std::vector<Entry>>(value_);
}

const Tree* Tree::find(std::string_view key) const {
  if (!is(Kind::map)) return nullptr;
  for (const Entry& entry : entries()) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Tree* Tree::find(std::string_view key) {
  return const_cast<Tree*>(static_cast<const Tree*>(this)->find(key));
}

Tree& Tree::set(std::string_view key, Tree value, Place key_place) {
  if (Tree* found = find(key); found != nullptr) return *found = std::move(value);
  entries().push_back(Entry{std::string{key}, key_place, std::move(value)});
  return entries().back().value;
}

Tree& Tree::append(Tree item) {
  items().push_back(std::move(item));
  return items().back();
}

bool operator==(const Tree& a, const Tree& b) { return a.value_ == b.value_; }

std::string described(const Tree& node) {
  constexpr std::size_t kShown = 60;
  switch (node.kind()) {
    case Tree::Kind::null:
      return "nothing";
    case Tree::Kind::list:
      return "a list";
    case Tree::Kind::map:
      return "a map";
    case Tree::Kind::boolean:
    case Tree::Kind::integer:
    case Tree::Kind::number:
    case Tree::Kind::text:
      break;
  }
  std::string shown = json_line(node);
  if (shown.size() <= kShown) return shown;
  // Cut between characters, never within one.
  std::size_t end = kShown;
  while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80) --end;
  return shown.substr(0, end) + "…\"";
}

std::string json_line(const Tree& node) {
  JsonWriter writer{false};
  writer.write(node);
  return writer.take();
}

std::string json_text(const Tree& node) {
  JsonWriter writer{true};
  writer.write(node);
  return writer.take() + '\n';
}

}  // namespace leasesim
