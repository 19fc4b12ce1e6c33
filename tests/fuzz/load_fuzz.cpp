// libFuzzer's target: whatever the bytes, the loader reads or refuses them, and what it has read it
// can write and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "leasesim/scenario/load.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(bytes), size};
  const auto scenario = leasesim::load_text(text, "fuzz");
  if (!scenario) {
    if (scenario.error().findings.empty()) std::abort();
    return 0;
  }
  const auto again = leasesim::load_text(leasesim::normal_form(*scenario), "normal");
  if (!again || !(*again == *scenario)) std::abort();
  return 0;
}
