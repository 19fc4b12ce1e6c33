// Texts compared with a file of tests/golden; LEASESIM_REWRITE=1 writes the file instead.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace leasesim {

/// `name` is below tests: "golden/report/story.txt".
inline void expect_golden(const std::string& text, const std::string& name) {
  const std::filesystem::path path = std::string{LEASESIM_SOURCE_DIR "/tests/"} + name;
  if (std::getenv("LEASESIM_REWRITE") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream{path, std::ios::binary} << text;
    return;
  }
  std::ifstream file{path, std::ios::binary};
  const std::string wanted{std::istreambuf_iterator<char>{file}, {}};
  EXPECT_EQ(text, wanted) << "the file is " << path << "; LEASESIM_REWRITE=1 writes it anew";
}

}  // namespace leasesim
