// What each verb does. The table in verbs.cpp says how they are called.
#pragma once

#include "cli/arguments.hpp"

namespace leasesim {

ExitCode run_verb(const Arguments& arguments, const Office& office);
ExitCode judge_verb(const Arguments& arguments, const Office& office);
ExitCode validate_verb(const Arguments& arguments, const Office& office);
ExitCode init_verb(const Arguments& arguments, const Office& office);
ExitCode scenarios_verb(const Arguments& arguments, const Office& office);
ExitCode explain_verb(const Arguments& arguments, const Office& office);
ExitCode version_verb(const Arguments& arguments, const Office& office);
ExitCode help_verb(const Arguments& arguments, const Office& office);

/// The help of one verb: examples first.
void write_help(std::ostream& out, const VerbDoc& verb, const Page& page);
/// The ten lines that a bare `leasesim` prints.
void write_overview(std::ostream& out, const Page& page);

}  // namespace leasesim
