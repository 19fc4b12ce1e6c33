// How stories spell times, and facts as evidence.
#pragma once

#include <string>

#include "leasesim/check/verdict.hpp"
#include "leasesim/trace/fact.hpp"

namespace leasesim {

/// "20.0 s", "34.803 s", "-3.0 s": thousandths, cut off; below one of them, millionths.
std::string seconds(Duration duration);
inline std::string seconds(SimTime at) { return seconds(at.time_since_epoch()); }

/// A fact that needs its run's names no longer.
Evidence evidence_of(const Fact& fact);

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& names);

}  // namespace leasesim
