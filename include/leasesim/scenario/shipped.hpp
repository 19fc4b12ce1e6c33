// The scenario files of scenarios/, carried in the binary. The build generates the definition.
#pragma once

#include <span>
#include <string_view>

namespace leasesim {

struct ShippedScenario {
  std::string_view name;  // the file's name without ".yaml"
  std::string_view text;  // the file, byte for byte
};

// Sorted by name.
std::span<const ShippedScenario> shipped_scenarios();

}  // namespace leasesim
