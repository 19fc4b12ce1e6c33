// As much of Markdown as finding and following links takes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tidy/source.hpp"

namespace leasesim::tidy {

inline constexpr std::size_t kNowhere = std::string_view::npos;

struct Link {
  std::string target;  // as written, with its anchor
  std::size_t line;
};

// Links to files of the tree: not to the web, not inside code.
std::vector<Link> links_of(const SourceFile& page);

// The path, from the root of the tree, to which `target` leads when it stands in `page`.
std::string resolved(std::string_view page, std::string_view target);

// "limits" of "docs/x.md#limits"; empty without one.
std::string_view anchor_of(std::string_view target);

// Whether a heading of the page has this anchor, spelled as GitHub spells them.
bool has_heading(const SourceFile& page, std::string_view anchor);

}  // namespace leasesim::tidy
