#include "tidy/markdown.hpp"

#include <algorithm>
#include <cctype>

namespace leasesim::tidy {
namespace {

bool leads_outside(std::string_view target) {
  return target.find("://") != kNowhere || target.starts_with("mailto:");
}

// The line with `code` between backticks turned to spaces.
std::string without_code(std::string_view line) {
  std::string text(line);
  bool code = false;
  for (char& c : text) {
    if (c == '`') code = !code;
    if (code) c = ' ';
  }
  return text;
}

std::string anchor_for(std::string_view heading) {
  std::string anchor;
  for (const char c : trimmed(heading)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') anchor += '-';
    if (std::isalnum(byte) || c == '-' || c == '_' || byte >= 0x80) {
      anchor += static_cast<char>(std::tolower(byte));
    }
  }
  return anchor;
}

}  // namespace

std::vector<Link> links_of(const SourceFile& page) {
  std::vector<Link> links;
  bool fenced = false;
  std::size_t number = 0;
  for (const std::string_view raw : lines_of(page.text)) {
    ++number;
    if (trimmed(raw).starts_with("```")) fenced = !fenced;
    if (fenced) continue;
    const std::string line = without_code(raw);
    for (std::size_t at = line.find("]("); at != kNowhere; at = line.find("](", at + 1)) {
      const std::size_t close = line.find(')', at);
      if (close == kNowhere) break;
      std::string target = line.substr(at + 2, close - at - 2);
      target = target.substr(0, target.find(' '));
      if (!leads_outside(target)) links.push_back({std::move(target), number});
    }
  }
  return links;
}

std::string resolved(std::string_view page, std::string_view target) {
  target = target.substr(0, target.find('#'));
  if (target.empty()) return std::string(page);
  std::string path(page.substr(0, page.rfind('/') == kNowhere ? 0 : page.rfind('/') + 1));
  while (!target.empty()) {
    const std::size_t slash = target.find('/');
    const std::string_view part = target.substr(0, slash);
    if (part == "..") {
      if (!path.empty()) path.pop_back();
      path.resize(path.rfind('/') == kNowhere ? 0 : path.rfind('/') + 1);
    } else if (part != "." && !part.empty()) {
      path += part;
      if (slash != kNowhere) path += '/';
    }
    target = slash == kNowhere ? std::string_view{} : target.substr(slash + 1);
  }
  return path;
}

std::string_view anchor_of(std::string_view target) {
  const std::size_t hash = target.find('#');
  return hash == kNowhere ? std::string_view{} : target.substr(hash + 1);
}

bool has_heading(const SourceFile& page, std::string_view anchor) {
  return std::ranges::any_of(lines_of(page.text), [&](std::string_view line) {
    if (!line.starts_with('#')) return false;
    const std::size_t text = line.find_first_not_of('#');
    return text != kNowhere && anchor_for(line.substr(text)) == anchor;
  });
}

}  // namespace leasesim::tidy
