// A file's text, and where in it a byte stands.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "leasesim/scenario/document.hpp"

namespace leasesim {

/// A text with its lines. Keeps a view: the characters must outlive it. Columns count characters.
class Source {
 public:
  explicit Source(std::string_view text);

  std::string_view text() const { return text_; }
  Place place_of(std::size_t offset) const;
  /// From a line and a byte within it, both counted from 0.
  Place place_in_line(std::size_t line, std::size_t byte) const;
  std::size_t offset_of(std::size_t line, std::size_t byte) const;
  /// The characters of a line counted from 0, without its end; empty beyond the last.
  std::string_view line(std::size_t line) const;

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

}  // namespace leasesim
