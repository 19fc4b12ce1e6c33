// Verdicts for programs: one JSON document, versioned; it grows by new fields only.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <variant>

#include "leasesim/report/run_report.hpp"

namespace leasesim {

/// What became of one scenario that a command named.
using Report = std::variant<RunReport, SeedsReport, RefusedReport>;

/// One report as a document of kind RunResult, SeedsResult or Refused; several as a List of them.
/// Instants and lengths are whole nanoseconds of simulated time, in keys that end in `_ns`.
void write_json(std::ostream& out, std::span<const Report> reports);

}  // namespace leasesim
