// A checker of XML that knows what our reports use: tags, attributes, text, references.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace leasesim {

struct Xml {
  std::string error;  ///< empty: well-formed
  std::map<std::string, int, std::less<>> tags;
  int count(std::string_view tag) const {
    const auto found = tags.find(tag);
    return found == tags.end() ? 0 : found->second;
  }
};

class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  Xml read() {
    if (!text_.starts_with("<?xml")) return {"no XML declaration", {}};
    skip_to("?>");
    while (xml_.error.empty() && !text_.empty()) {
      const std::size_t open = text_.find('<');
      check_text(text_.substr(0, open));
      if (open == std::string_view::npos) break;
      text_.remove_prefix(open + 1);
      read_tag();
    }
    if (xml_.error.empty() && !open_.empty()) xml_.error = "<" + open_.back() + "> is not closed";
    return xml_;
  }

 private:
  void skip_to(std::string_view end) { text_.remove_prefix(text_.find(end) + end.size()); }

  void read_tag() {
    std::size_t end = 0;
    for (bool quoted = false; end < text_.size() && (quoted || text_[end] != '>'); ++end) {
      if (text_[end] == '"') quoted = !quoted;
    }
    if (end == text_.size()) return fail("a tag without an end");
    std::string_view tag = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    if (tag.starts_with('/')) return close(tag.substr(1));
    const bool empty = tag.ends_with('/');
    if (empty) tag.remove_suffix(1);
    const std::string name{tag.substr(0, tag.find(' '))};
    ++xml_.tags[name];
    check_attributes(tag.substr(name.size()));
    if (!empty) open_.push_back(name);
  }

  void close(std::string_view name) {
    if (open_.empty() || open_.back() != name) return fail("</" + std::string{name} + ">");
    open_.pop_back();
  }

  void check_attributes(std::string_view attributes) {
    while (attributes.starts_with(' ')) {
      attributes.remove_prefix(1);
      const std::size_t open = attributes.find("=\"");
      if (open == std::string_view::npos) break;
      const std::size_t end = attributes.find('"', open + 2);
      const std::string_view value = attributes.substr(open + 2, end - open - 2);
      if (value.find('\n') != std::string_view::npos) return fail("a line break in an attribute");
      check_text(value);
      attributes.remove_prefix(end + 1);
    }
    if (!attributes.empty()) fail("attributes: " + std::string{attributes});
  }

  void check_text(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if (byte < 0x20 && byte != '\n' && byte != '\t') return fail("a control character");
      if (byte == '<') return fail("a bare <");
      if (byte == 0xFF || byte == 0xED) return fail("no UTF-8");
      if (byte == '&' && !is_reference(text.substr(i))) return fail("a bare &");
    }
  }

  static bool is_reference(std::string_view text) {
    for (const char* known : {"&amp;", "&lt;", "&gt;", "&quot;", "&#10;", "&#9;"}) {
      if (text.starts_with(known)) return true;
    }
    return false;
  }

  void fail(std::string what) {
    if (xml_.error.empty()) xml_.error = std::move(what);
  }

  std::string_view text_;
  std::vector<std::string> open_;
  Xml xml_;
};

inline Xml parse_xml(std::string_view text) { return XmlReader{text}.read(); }

}  // namespace leasesim
