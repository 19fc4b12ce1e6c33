// Versions as "1.36.0": three numbers, and what comes before a release.
//
// upstream: blang/semver:v4/semver.go
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leasesim {

struct SemanticVersion {
  std::array<std::uint64_t, 3> numbers{};  ///< major, minor, patch
  /// "alpha", "2": of a version before the release; none: the release.
  std::vector<std::string> before;

  friend std::strong_ordering operator<=>(const SemanticVersion& a, const SemanticVersion& b);
  friend bool operator==(const SemanticVersion&, const SemanticVersion&) = default;
};

/// Strict: three numbers without leading zeros; what follows '+' is read and says nothing.
std::optional<SemanticVersion> parse_semantic_version(std::string_view text);

}  // namespace leasesim
