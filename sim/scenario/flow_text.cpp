#include "leasesim/scenario/flow_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace leasesim {
namespace {

// Plain, it would be read as another value, or be refused for its ambiguity.
bool is_taken(std::string_view text) {
  constexpr std::array<std::string_view, 10> kTaken{"y",   "n",    "yes",   "no",   "on",
                                                    "off", "true", "false", "null", "~"};
  const bool number = text.find_first_not_of("0123456789+-.e") == std::string_view::npos;
  return number || std::ranges::find(kTaken, text) != kTaken.end();
}

bool needs_quotes(std::string_view text) {
  constexpr std::string_view kSpecial = "[]{},:#&*!|>'\"%@`=<";
  return text.empty() || text.front() == ' ' || text.back() == ' ' || is_taken(text) ||
         text.find_first_of(kSpecial) != std::string_view::npos;
}

}  // namespace

std::string flow_text(const Tree& node) {
  if (node.is(Tree::Kind::text) && !needs_quotes(node.as_text())) return node.as_text();
  std::string text;
  if (node.is(Tree::Kind::list)) {
    for (const Tree& item : node.items()) {
      text += (text.empty() ? "[" : ", ") + flow_text(item);
    }
    return text.empty() ? "[]" : text + "]";
  }
  if (node.is(Tree::Kind::map)) {
    for (const Tree::Entry& entry : node.entries()) {
      text += (text.empty() ? "{ " : ", ") + entry.key + ": " + flow_text(entry.value);
    }
    return text.empty() ? "{}" : text + " }";
  }
  return json_line(node);
}

}  // namespace leasesim
