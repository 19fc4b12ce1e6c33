// From a text to a Scenario, and back.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "leasesim/scenario/document.hpp"
#include "leasesim/scenario/scenario.hpp"

namespace leasesim {

/// Gives the text of a file that a scenario names (`from: leases.yaml`), or says why it cannot.
using FileReader = std::function<Result<std::string, std::string>(std::string_view name)>;

/// The words that only the rest of the program knows. An empty list is not checked against.
struct Vocabulary {
  std::vector<std::string> actors;
  std::vector<std::string> facts;
  std::vector<std::string> invariants;
};

struct LoadOptions {
  FileReader reader;  ///< none: files cannot be named
  Vocabulary vocabulary;
};

/// Reads a scenario; all findings of its shape and its names are gathered.
Result<Scenario, LoadError> load_text(std::string_view text, std::string file,
                                      const LoadOptions& options = {});
/// The same for a document that is parsed already, and changed since perhaps.
Result<Scenario, LoadError> load_document(const Document& document,
                                          const LoadOptions& options = {});

/// The scenario as JSON on one line, every default written out: loads to an equal Scenario.
std::string normal_form(const Scenario& scenario);

/// What `leasesim explain` shows, and the schema is made of.
std::vector<FieldDoc> describe_scenario();
std::vector<KindDoc> describe_faults();
std::vector<KindDoc> describe_expectations();

/// The JSON Schema (draft-07) of scenario files, as docs/reference/scenario.schema.json has it.
std::string scenario_schema();

}  // namespace leasesim
