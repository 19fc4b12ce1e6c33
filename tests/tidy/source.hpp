// The source tree as the tidy checks see it: files with their text, and the text's code alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leasesim::tidy {

// A value. `code` has the length and lines of `text`, with comments, the insides of literals
// and preprocessor lines turned to spaces, so that a position in one is a position in the other.
struct SourceFile {
  std::string path;  // from the root of the tree, with '/'
  std::string text;
  std::string code;  // empty for what is not C++

  bool is_cpp() const { return path.ends_with(".cpp") || path.ends_with(".hpp"); }
  bool under(std::string_view folder) const { return path.starts_with(folder); }
};

using Tree = std::vector<SourceFile>;

struct Complaint {
  std::string path;
  std::size_t line;
  std::string what;

  friend bool operator==(const Complaint&, const Complaint&) = default;
};
using Complaints = std::vector<Complaint>;

SourceFile source(std::string path, std::string text);

// Every text file of the project below `root`: not build/, not what begins with a dot, except .ci.
Tree read_tree(const std::string& root);

// "path:line: what", one a line.
std::string to_text(const Complaints& complaints);

// Lines are counted from one.
std::size_t line_at(std::string_view text, std::size_t position);
std::vector<std::string_view> lines_of(std::string_view text);

bool is_word_char(char c);
std::string_view trimmed(std::string_view text);

// Position of `word` at or after `from` that is not part of a longer word; npos if there is none.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0);

// Position of the bracket that closes the one at `open`; npos if it stays open.
std::size_t closing(std::string_view code, std::size_t open);

}  // namespace leasesim::tidy
