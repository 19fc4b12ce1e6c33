#include "tidy/source.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace leasesim::tidy {
namespace {

void blank(std::string& code, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < std::min(to, code.size()); ++i) {
    if (code[i] != '\n') code[i] = ' ';
  }
}

std::size_t end_of_quoted(std::string_view text, std::size_t open) {
  std::size_t i = open + 1;
  while (i < text.size() && text[i] != text[open] && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
  return std::min(i, text.size());
}

// The position of the quote that ends the raw string whose opening quote is at `open`.
std::size_t end_of_raw(std::string_view text, std::size_t open) {
  const std::size_t paren = text.find('(', open);
  if (paren == std::string_view::npos) return text.size();
  std::string end = ")";
  end += text.substr(open + 1, paren - open - 1);
  end += '"';
  const std::size_t at = text.find(end, paren);
  return at == std::string_view::npos ? text.size() : at + end.size() - 1;
}

bool separates_digits(std::string_view text, std::size_t at) {
  return at > 0 && at + 1 < text.size() &&
         std::isxdigit(static_cast<unsigned char>(text[at - 1])) &&
         std::isxdigit(static_cast<unsigned char>(text[at + 1]));
}

// A directive with its continued lines; false where the '#' does not open one.
bool opens_directive(std::string_view text, std::size_t at) {
  const std::size_t line = text.rfind('\n', at);
  const std::size_t start = line == std::string_view::npos ? 0 : line + 1;
  return trimmed(text.substr(start, at - start)).empty();
}

std::size_t end_of_directive(std::string_view text, std::size_t at) {
  std::size_t end = text.find('\n', at);
  while (end != std::string_view::npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
  return std::min(end, text.size());
}

std::string code_of(std::string_view text) {
  std::string code(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::size_t end = i;
    if (c == '#' && opens_directive(text, i)) {
      end = end_of_directive(text, i);
      blank(code, i, end);
    } else if (c == '/' && text.substr(i, 2) == "//") {
      end = std::min(text.find('\n', i), text.size());
      blank(code, i, end);
    } else if (c == '/' && text.substr(i, 2) == "/*") {
      end = std::min(text.find("*/", i), text.size() - 1) + 1;
      blank(code, i, end + 1);
    } else if (c == '"') {
      end = i > 0 && text[i - 1] == 'R' ? end_of_raw(text, i) : end_of_quoted(text, i);
      blank(code, i + 1, end);
    } else if (c == '\'' && !separates_digits(text, i)) {
      end = end_of_quoted(text, i);
      blank(code, i + 1, end);
    }
    i = end;
  }
  return code;
}

bool is_text(const std::filesystem::path& path) {
  static constexpr std::array<std::string_view, 13> kKinds{
      ".cpp", ".hpp",    ".txt", ".md", ".yaml", ".json", ".cmake",
      ".in",  ".ndjson", ".S",   ".sh", "",      ".xml"};
  return std::ranges::find(kKinds, path.extension().string()) != kKinds.end();
}

bool belongs(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name == ".ci" || (name != "build" && !name.starts_with('.'));
}

}  // namespace

SourceFile source(std::string path, std::string text) {
  SourceFile file{.path = std::move(path), .text = std::move(text), .code = {}};
  if (file.is_cpp()) file.code = code_of(file.text);
  return file;
}

Tree read_tree(const std::string& root) {
  namespace fs = std::filesystem;
  Tree tree;
  for (auto at = fs::recursive_directory_iterator(root); at != fs::end(at); ++at) {
    if (!belongs(at->path())) {
      if (at->is_directory()) at.disable_recursion_pending();
    } else if (at->is_regular_file() && is_text(at->path())) {
      std::ifstream in(at->path(), std::ios::binary);
      tree.push_back(source(fs::relative(at->path(), root).generic_string(),
                            std::string{std::istreambuf_iterator<char>(in), {}}));
    }
  }
  std::ranges::sort(tree, {}, &SourceFile::path);
  return tree;
}

std::string to_text(const Complaints& complaints) {
  std::string text;
  for (const Complaint& complaint : complaints) {
    text += complaint.path + ":" + std::to_string(complaint.line) + ": " + complaint.what + "\n";
  }
  return text;
}

std::size_t line_at(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\r";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_word_char(text[at - 1]) || !is_word_char(word.front());
    const bool ends = end == text.size() || !is_word_char(text[end]) || !is_word_char(word.back());
    if (begins && ends) return at;
  }
  return std::string_view::npos;
}

std::size_t closing(std::string_view code, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < code.size(); ++i) {
    if (std::string_view("([{").find(code[i]) != std::string_view::npos) ++depth;
    if (std::string_view(")]}").find(code[i]) != std::string_view::npos && --depth == 0) return i;
  }
  return std::string_view::npos;
}

}  // namespace leasesim::tidy
