// The one list of invariants, with how each is built.
#pragma once

#include <memory>
#include <span>

#include "check/dispatch.hpp"
#include "check/docket.hpp"

namespace leasesim {

struct CatalogEntry {
  InvariantDoc doc;
  /// Builds the machine and lets it hear facts.
  std::unique_ptr<Machine> (*build)(Docket&, Stage&, Dispatch&);
};

std::span<const CatalogEntry> invariant_catalog();

}  // namespace leasesim
