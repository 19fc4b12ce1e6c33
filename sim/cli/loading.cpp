#include "cli/loading.hpp"

#include <algorithm>

#include "leasesim/check/invariant.hpp"
#include "leasesim/trace/fact.hpp"
#include "leasesim/world/run.hpp"

namespace leasesim {

Vocabulary vocabulary_of(const ActorCatalog& actors) {
  Vocabulary out;
  for (const ActorKind& kind : actors.kinds()) out.actors.push_back(kind.name);
  for (std::size_t i = 0; i < kFactKinds; ++i) out.facts.emplace_back(word_of_fact(i));
  for (const InvariantDoc& invariant : invariants()) out.invariants.emplace_back(invariant.name);
  return out;
}

Result<Scenario, std::string> load_scenario(const NamedText& source, const Arguments& arguments,
                                            const ActorCatalog& actors) {
  auto document = parse_document(source.text, source.path == "-" ? "stdin" : source.path);
  if (!document) return Err{text_of(document.error())};
  for (const std::string& assignment : arguments.sets) {
    if (auto set = set_value(*document, assignment); !set) return Err{text_of(set.error())};
  }
  LoadOptions options;
  if (!source.shipped) options.reader = reader_beside(source.path);
  options.vocabulary = vocabulary_of(actors);
  auto scenario = load_document(*document, options);
  if (!scenario) return Err{text_of(scenario.error())};
  if (auto checked = check_scenario(*scenario, actors); !checked) {
    return Err{text_of(checked.error())};
  }
  return std::move(*scenario);
}

Result<Scenario, std::string> load_scenario(const std::string& path, const Arguments& arguments,
                                            const ActorCatalog& actors) {
  auto source = read_source(path);
  if (!source) return Err{source.error()};
  return load_scenario(*source, arguments, actors);
}

Found find_paths(const Arguments& arguments, Console& console) {
  Found found;
  for (const std::string& word : arguments.words) {
    auto paths = paths_named(word);
    if (!paths) {
      console.complain(paths.error());
      found.complete = false;
      continue;
    }
    found.paths.insert(found.paths.end(), paths->begin(), paths->end());
  }
  return found;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view kHarmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
  if (!text.empty() && text.find_first_not_of(kHarmless) == std::string_view::npos) {
    return std::string{text};
  }
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string command_for(const std::string& path, const Arguments& arguments) {
  std::string out = "leasesim run " + shell_word(path);
  for (const std::string& given : arguments.given) {
    const std::size_t space = given.find(' ');
    out += " " + given.substr(0, space) + " " + shell_word(given.substr(space + 1));
  }
  return out;
}

}  // namespace leasesim
