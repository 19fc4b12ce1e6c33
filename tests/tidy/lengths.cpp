// Lengths: a file fits a sitting, a function a screen, a line a column of a side-by-side view.
#include <algorithm>
#include <array>
#include <iterator>

#include "tidy/checks.hpp"

namespace leasesim::tidy {
namespace {

constexpr std::size_t kFileLines = 500;
constexpr std::size_t kFunctionLines = 60;
constexpr std::size_t kColumns = 100;

std::size_t columns(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count_if(
      line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// What stands before an opening brace, since the last statement or brace.
bool heads_a_function(std::string_view head) {
  constexpr std::array<std::string_view, 6> kOthers{"namespace", "class", "struct",
                                                    "union",     "enum",  "extern"};
  head = trimmed(head);
  if (head.starts_with("template")) {
    const std::size_t after = head.find("> ");
    const std::size_t line = head.find(">\n");
    head = trimmed(head.substr(std::min({after, line, head.size() - 1}) + 1));
  }
  const bool other = std::ranges::any_of(kOthers, [&](std::string_view word) {
    return head.starts_with(word) &&
           (head.size() == word.size() || !is_word_char(head[word.size()]));
  });
  const std::size_t paren = head.find('(');
  if (other || paren == std::string_view::npos) return false;
  // `= f(…) {` is an initialiser; an operator's name may hold a '='.
  const std::string_view before = head.substr(0, paren);
  return before.find('=') == std::string_view::npos ||
         before.find("operator") != std::string_view::npos;
}

// Functions are found by their opening brace, at the level of namespaces and types. clang-format
// sets a space before a body's brace and none before an initialiser's, which tells them apart.
Complaints long_functions(const SourceFile& file) {
  const std::string_view code = file.code;
  Complaints complaints;
  std::size_t head = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == ';' || code[i] == '}') head = i + 1;
    if (code[i] == '(') i = std::min(closing(code, i), code.size() - 1);
    if (code[i] != '{') continue;
    if (i > 0 && is_word_char(code[i - 1])) {
      i = std::min(closing(code, i), code.size() - 1);
      continue;
    }
    if (heads_a_function(code.substr(head, i - head))) {
      const std::size_t end = std::min(closing(code, i), code.size() - 1);
      const std::size_t first = code.find_first_not_of(" \n\t", head);
      const std::size_t lines = line_at(code, end) - line_at(code, first) + 1;
      if (lines > kFunctionLines) {
        complaints.push_back({file.path, line_at(code, first),
                              "a function of " + std::to_string(lines) + " lines; at most " +
                                  std::to_string(kFunctionLines)});
      }
      i = end;
    }
    head = i + 1;
  }
  return complaints;
}

bool has_long_lines_by_nature(std::string_view path) {
  return path == "LICENSE" || path.ends_with(".md") || path.ends_with(".json") ||
         path.ends_with(".ndjson") || path.ends_with(".txt") || path.ends_with(".yaml") ||
         path.ends_with(".xml");
}

}  // namespace

Complaints check_lengths(const SourceFile& file) {
  const bool is_list = file.path.ends_with("CMakeLists.txt");
  if (has_long_lines_by_nature(file.path) && !is_list) return {};

  Complaints complaints;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(file.text)) {
    ++number;
    if (columns(line) <= kColumns) continue;
    complaints.push_back({file.path, number,
                          "a line of " + std::to_string(columns(line)) + " columns; at most " +
                              std::to_string(kColumns)});
  }
  if (number > kFileLines) {
    complaints.push_back(
        {file.path, number,
         "a file of " + std::to_string(number) + " lines; at most " + std::to_string(kFileLines)});
  }
  if (file.is_cpp()) std::ranges::copy(long_functions(file), std::back_inserter(complaints));
  return complaints;
}

}  // namespace leasesim::tidy
