#include "leasesim/scenario/flow_text.hpp"

#include <algorithm>
#include <string_view>

namespace leasesim {
namespace {

bool needs_quotes(std::string_view text) {
  constexpr std::string_view kSpecial = "[]{},:#&*!|>'\"%@`=<";
  return text.empty() || text.front() == ' ' || text.back() == ' ' ||
         text.find_first_of(kSpecial) != std::string_view::npos;
}

}  // namespace

std::string flow_text(const Node& node) {
  if (node.is(Node::Kind::text) && !needs_quotes(node.as_text())) return node.as_text();
  std::string text;
  if (node.is(Node::Kind::list)) {
    for (const Node& item : node.items()) {
      text += (text.empty() ? "[" : ", ") + flow_text(item);
    }
    return text.empty() ? "[]" : text + "]";
  }
  if (node.is(Node::Kind::map)) {
    for (const Node::Entry& entry : node.entries()) {
      text += (text.empty() ? "{ " : ", ") + entry.key + ": " + flow_text(entry.value);
    }
    return text.empty() ? "{}" : text + " }";
  }
  return json_line(node);
}

}  // namespace leasesim
