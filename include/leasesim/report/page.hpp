// How text meets a terminal: colours, widths, and lines that break between words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "leasesim/time/instants.hpp"

namespace leasesim {

/// What a colour stands for. Each also shows without colour, by a word or a mark.
enum class Ink : std::uint8_t { plain, strong, faint, good, bad, doubtful, subject, fault };

/// Colours with the eight that every terminal has, or none.
class Style {
 public:
  static Style plain() { return Style{false}; }
  static Style coloured() { return Style{true}; }

  std::string paint(Ink ink, std::string_view text) const;
  bool has_colour() const { return coloured_; }

 private:
  explicit Style(bool coloured) : coloured_(coloured) {}
  bool coloured_;
};

/// How a text report is set.
struct Page {
  Style style = Style::plain();
  std::size_t width = 100;  ///< columns; longer sentences go on in the next line
};

/// Columns that a UTF-8 text takes: one a character.
std::size_t columns_of(std::string_view text);
/// Filled up with spaces to `columns`; longer texts stay as they are.
std::string padded(std::string_view text, std::size_t columns);
/// Cut to `columns`, the last one an ellipsis, if it is longer.
std::string shortened(std::string_view text, std::size_t columns);
/// Lines of at most `columns`, broken at spaces; a longer word has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// "34.320": seconds of the run with milliseconds.
std::string clock_text(SimTime at);
/// "20.683 s", "0.004 s": a length as reports print it, in seconds with milliseconds.
std::string length_text(Duration length);
/// "1 time", "12 times".
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace leasesim
