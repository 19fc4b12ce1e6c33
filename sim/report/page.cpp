#include "leasesim/report/page.hpp"

#include <algorithm>

#include "leasesim/time/duration_text.hpp"

namespace leasesim {
namespace {

std::string_view code_of(Ink ink) {
  switch (ink) {
    case Ink::plain:
      return "";
    case Ink::strong:
      return "\x1b[1m";
    case Ink::faint:
      return "\x1b[2m";
    case Ink::good:
      return "\x1b[32m";
    case Ink::bad:
      return "\x1b[1;31m";
    case Ink::doubtful:
      return "\x1b[33m";
    case Ink::subject:
      return "\x1b[36m";
    case Ink::fault:
      return "\x1b[35m";
  }
  return "";
}

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

}  // namespace

std::string Style::paint(Ink ink, std::string_view text) const {
  if (!coloured_ || ink == Ink::plain || text.empty()) return std::string{text};
  std::string out{code_of(ink)};
  out += text;
  out += "\x1b[0m";
  return out;
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

std::string padded(std::string_view text, std::size_t columns) {
  std::string out{text};
  const std::size_t taken = columns_of(text);
  if (taken < columns) out.append(columns - taken, ' ');
  return out;
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string{text};
  std::size_t kept = 0;
  std::size_t end = 0;
  while (end < text.size() && (kept + 1 < columns || !begins_character(text[end]))) {
    if (begins_character(text[end])) ++kept;
    ++end;
  }
  return std::string{text.substr(0, end)} + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > columns) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty() || lines.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string clock_text(SimTime at) { return seconds_text(at.time_since_epoch(), 3, 0); }

std::string length_text(Duration length) { return seconds_text(length, 3, 0) + " s"; }

std::string counted(std::uint64_t count, std::string_view noun) {
  std::string out = std::to_string(count) + " " + std::string{noun};
  if (count != 1) out += noun.ends_with("sh") || noun.ends_with("s") ? "es" : "s";
  return out;
}

}  // namespace leasesim
