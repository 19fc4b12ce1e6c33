// Verdicts for people: what was asked, what was found, and why.
#pragma once

#include <iosfwd>

#include "leasesim/report/page.hpp"
#include "leasesim/report/run_report.hpp"

namespace leasesim {

/// The title of a run: the first sentence of its story, its name, seed and length.
void write_title(std::ostream& out, const Scenario& scenario, Seed seed, const Page& page);

/// How much of a verdict is written.
enum class Detail : std::uint8_t { whole, unmet };

/// Expectations, windows with their why, numbers, digest, and the command that runs it again.
/// `unmet` leaves out all but what did not come as expected; of a run that met all, nothing is
/// left.
void write_verdict(std::ostream& out, const RunReport& report, const Page& page, Detail detail);

/// One line: the outcome, the name, and why.
void write_row(std::ostream& out, const RunReport& report, const Page& page);
void write_row(std::ostream& out, const SeedsReport& report, const Page& page);
void write_row(std::ostream& out, const RefusedReport& report, const Page& page);

/// Many seeds: how often each expectation was met, which seeds did not meet it, and the numbers.
void write_seeds(std::ostream& out, const SeedsReport& report, const Page& page, Detail detail);

}  // namespace leasesim
