// The invariants that every run is judged by: one list, filled by hand.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace leasesim {

/// What `leasesim explain` says about an invariant.
struct InvariantDoc {
  std::string_view name;     ///< "one-leader-at-a-time"
  std::string_view meaning;  ///< one line
  std::string_view risk;     ///< what puts it at risk; a run without that is inconclusive
  std::string_view limit;    ///< what `limit` means and its default; empty: it takes none
  std::string_view window;   ///< what a window's two ends are
};

/// All of them, in the order in which reports list them.
std::span<const InvariantDoc> invariants();

/// Nothing if there is no such invariant.
const InvariantDoc* find_invariant(std::string_view name);

}  // namespace leasesim
