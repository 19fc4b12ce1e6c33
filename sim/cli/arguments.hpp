// The verbs and their options: one table, from which parsing, help and complaints are made.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.hpp"
#include "cli/exit_code.hpp"
#include "leasesim/actors/catalog.hpp"
#include "leasesim/result.hpp"
#include "leasesim/scenario/expectation.hpp"

namespace leasesim {

enum class Format : std::uint8_t { text, json, ndjson, junit };

/// What a command line says, checked.
struct Arguments {
  std::vector<std::string> words;  ///< what follows the verb and is no option
  std::optional<std::uint64_t> seed;
  std::optional<SeedRange> seeds;
  unsigned jobs = 0;               ///< 0: as many as the machine has
  std::vector<std::string> sets;   ///< "path=value"; --until is one of them
  std::vector<std::string> given;  ///< the options that change what is run, to be repeated
  Format format = Format::text;
  std::string trace;
  Colour colour = Colour::automatic;
  bool quiet = false;
  bool no_story = false;
  bool strict = false;
  bool help = false;
};

/// What a verb has to do with.
struct Office {
  Console& console;
  const ActorCatalog& actors;
};

struct Example {
  std::string_view command;
  std::string_view says;
};

struct OptionDoc {
  std::string_view name;      ///< long, without dashes
  char letter;                ///< '\0': none
  std::string_view argument;  ///< empty: a switch
  std::string_view meaning;
};
std::span<const OptionDoc> all_options();

/// One verb of the command line.
struct VerbDoc {
  std::string_view name;
  std::string_view words;  ///< "FILE…"; empty: none
  std::size_t words_least;
  std::size_t words_most;
  std::string_view meaning;  ///< one line
  std::string_view details;  ///< a paragraph or more; may be empty
  std::vector<std::string_view> options;
  std::vector<std::string_view> formats;  ///< of -o
  std::vector<Example> examples;
  ExitCode (*handle)(const Arguments&, const Office&);
};
const std::vector<VerbDoc>& all_verbs();
const VerbDoc* find_verb(std::string_view name);

/// What is wrong with a command line, and what may help.
struct UsageError {
  std::string message;
  std::string hint;
};

/// Reads what follows the verb.
Result<Arguments, UsageError> parse_arguments(const VerbDoc& verb,
                                              const std::vector<std::string>& words);
UsageError unknown_verb(std::string_view word);

/// "7" or "1..1000".
Result<SeedRange, std::string> parse_seeds(std::string_view text);

}  // namespace leasesim
