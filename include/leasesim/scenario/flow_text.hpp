// A value as a person would write it on one line of a file.
#pragma once

#include <string>

#include "leasesim/scenario/document.hpp"

namespace leasesim {

/// `33s`, `[33s, 42s]`, `{ spec: { leaseTransitions: ">= 400" } }`: quotes only where a reader
/// needs them.
std::string flow_text(const Tree& node);

}  // namespace leasesim
