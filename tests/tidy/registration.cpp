// Nothing lies about unregistered: a source that is not built, a header that nobody includes, a
// scenario that is not shipped, a document that no index names.
#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "tidy/checks.hpp"
#include "tidy/markdown.hpp"

namespace leasesim::tidy {
namespace {

const SourceFile* find_file(const Tree& tree, std::string_view path) {
  const auto found = std::ranges::find(tree, path, &SourceFile::path);
  return found == tree.end() ? nullptr : &*found;
}

std::string_view top_folder(std::string_view path) { return path.substr(0, path.find('/')); }

std::string_view below_top(std::string_view path) { return path.substr(path.find('/') + 1); }

// Whether the folder's list of files names this one, as a word of its own.
bool is_listed(const Tree& tree, const SourceFile& file) {
  const SourceFile* list = find_file(tree, std::string(top_folder(file.path)) + "/CMakeLists.txt");
  if (list == nullptr) return false;
  const std::string name(below_top(file.path));
  for (std::size_t at = list->text.find(name); at != std::string::npos;
       at = list->text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || std::string_view(" \n(").find(list->text[at - 1]) != kNowhere;
    const bool ends =
        end == list->text.size() || std::string_view(" \n)").find(list->text[end]) != kNowhere;
    if (begins && ends) return true;
  }
  return false;
}

bool is_included(const Tree& tree, const SourceFile& header) {
  std::string name(below_top(header.path));
  const std::string in_quotes = "#include \"" + name + "\"";
  return std::ranges::any_of(tree, [&](const SourceFile& file) {
    return file.is_cpp() && file.path != header.path &&
           file.text.find(in_quotes) != std::string::npos;
  });
}

bool is_linked(const Tree& tree, const SourceFile& target) {
  return std::ranges::any_of(tree, [&](const SourceFile& file) {
    if (!file.path.ends_with(".md") || file.path == target.path) return false;
    return std::ranges::any_of(links_of(file), [&](const Link& link) {
      return resolved(file.path, link.target) == target.path;
    });
  });
}

// A golden is registered when a test's text names it, or one of its folders below golden/.
bool is_read_by_a_test(const Tree& tree, const SourceFile& golden) {
  return std::ranges::any_of(tree, [&](const SourceFile& file) {
    if (!file.is_cpp() || !file.under("tests/")) return false;
    std::string_view name = below_top(golden.path);
    for (; name.find('/') != kNowhere; name = name.substr(0, name.rfind('/'))) {
      if (file.text.find(name) != std::string::npos) return true;
    }
    return false;
  });
}

std::string fault_of(const Tree& tree, const SourceFile& file) {
  const std::string_view path = file.path;
  const bool built = file.under("sim/") || file.under("tests/") || file.under("bench/");
  if (path.ends_with(".cpp") && built && !is_listed(tree, file)) {
    return "is in no list of sources: " + std::string(top_folder(path)) + "/CMakeLists.txt";
  }
  if (path.ends_with(".hpp") && !is_included(tree, file)) return "is included by no file";
  if (file.under("scenarios/") && path.ends_with(".yaml")) {
    if (!is_listed(tree, file)) return "is not shipped: scenarios/CMakeLists.txt";
    if (!is_linked(tree, file)) return "is in no index: scenarios/README.md";
  }
  if (file.under("docs/") && path != "docs/README.md" && !is_linked(tree, file)) {
    return "no document links to it";
  }
  if (file.under("tests/golden/") && !is_read_by_a_test(tree, file)) return "no test reads it";
  return {};
}

}  // namespace

Complaints check_registration(const Tree& tree) {
  Complaints complaints;
  for (const SourceFile& file : tree) {
    std::string fault = fault_of(tree, file);
    if (!fault.empty()) complaints.push_back({file.path, 1, std::move(fault)});
  }
  return complaints;
}

Complaints check_links(const Tree& tree) {
  Complaints complaints;
  for (const SourceFile& file : tree) {
    if (!file.path.ends_with(".md")) continue;
    for (const Link& link : links_of(file)) {
      const std::string target = resolved(file.path, link.target);
      const std::string folder = target.ends_with('/') || target.empty() ? target : target + "/";
      const bool found = std::ranges::any_of(tree, [&](const SourceFile& other) {
        return other.path == target || other.path.starts_with(folder);
      });
      const std::string_view anchor = anchor_of(link.target);
      const SourceFile* page = find_file(tree, target);
      if (!found) {
        complaints.push_back({file.path, link.line, "a link to nothing: " + link.target});
      } else if (!anchor.empty() && page != nullptr && !has_heading(*page, anchor)) {
        complaints.push_back({file.path, link.line, "a link to no heading: " + link.target});
      }
    }
  }
  return complaints;
}

}  // namespace leasesim::tidy
