// Actors' configurations as a scenario file would give them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "leasesim/scenario/document.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

/// From a map in a file's words: "lease: demo\nretry: 2s". It must be sound.
template <class Config>
Config config_from(std::string_view text) {
  const auto document = parse_document(text, "test.yaml");
  ensure(document.has_value(), "a test's configuration can be parsed");
  Reading reading{"test.yaml"};
  Config config;
  Spelling<Config>::read(document->root, config, Spot{reading, ""});
  ensure(reading.clean(), "a test's configuration is sound");
  return config;
}

/// What is wrong with it: "path: message", one for each finding.
template <class Config>
std::vector<std::string> refusals_of(std::string_view text) {
  const auto document = parse_document(text, "test.yaml");
  ensure(document.has_value(), "a test's configuration can be parsed");
  Reading reading{"test.yaml"};
  Config config;
  Spelling<Config>::read(document->root, config, Spot{reading, ""});
  std::vector<std::string> found;
  if (reading.clean()) return found;
  for (const auto& finding : reading.take_error().findings) {
    found.push_back(finding.path + ": " + finding.message);
  }
  return found;
}

}  // namespace leasesim
