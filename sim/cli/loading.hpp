// From a word of the command line to a Scenario that can be run.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/files.hpp"
#include "leasesim/scenario/load.hpp"

namespace leasesim {

/// The names that only the whole program knows.
Vocabulary vocabulary_of(const ActorCatalog& actors);

/// Reads a scenario, changes it as --set says, and checks it. The error is ready to be printed, a
/// finding a line.
Result<Scenario, std::string> load_scenario(const NamedText& source, const Arguments& arguments,
                                            const ActorCatalog& actors);
Result<Scenario, std::string> load_scenario(const std::string& path, const Arguments& arguments,
                                            const ActorCatalog& actors);

/// All that the words of a command line name. What cannot be found is complained of.
struct Found {
  std::vector<std::string> paths;
  bool complete = true;
};
Found find_paths(const Arguments& arguments, Console& console);

/// As a shell takes it for one word.
std::string shell_word(std::string_view text);
/// The command that runs `path` again with the same changes; without a seed.
std::string command_for(const std::string& path, const Arguments& arguments);

}  // namespace leasesim
