#include "scenario/source.hpp"

#include <algorithm>

namespace leasesim {
namespace {

// Beyond this a line is no longer counted character by character: its bytes must do.
constexpr std::size_t kCountedMax = 4096;

std::size_t characters_in(std::string_view bytes) {
  if (bytes.size() > kCountedMax) return bytes.size();
  return static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

Source::Source(std::string_view text) : text_(text) {
  starts_.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') starts_.push_back(i + 1);
  }
}

Place Source::place_of(std::size_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<std::size_t>(after - starts_.begin()) - 1;
  return place_in_line(line, offset - starts_[line]);
}

Place Source::place_in_line(std::size_t line, std::size_t byte) const {
  const std::string_view before = this->line(line).substr(0, byte);
  return {static_cast<int>(line) + 1, static_cast<int>(characters_in(before)) + 1};
}

std::size_t Source::offset_of(std::size_t line, std::size_t byte) const {
  return line < starts_.size() ? std::min(starts_[line] + byte, text_.size()) : text_.size();
}

std::string_view Source::line(std::size_t line) const {
  if (line >= starts_.size()) return {};
  const std::size_t start = starts_[line];
  const std::size_t end = line + 1 < starts_.size() ? starts_[line + 1] - 1 : text_.size();
  return text_.substr(start, end - start);
}

}  // namespace leasesim
