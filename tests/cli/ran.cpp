#include "cli/ran.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace leasesim {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "leasesim-test-XXXXXX").string();
  path_ = mkdtemp(pattern.data());
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Ran Folder::run(const std::string& command) const {
  write(".command",
        "cd '" + path_ + "'\nleasesim='" LEASESIM_BINARY_DIR "/leasesim'\n" + command + "\n");
  const std::string whole = "env -i PATH=/usr/bin:/bin COLUMNS=90 sh '" + path_ + "/.command' >'" +
                            path_ + "/.out' 2>'" + path_ + "/.err' </dev/null";
  const int status = std::system(whole.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(".out"), read(".err")};
}

void Folder::write(const std::string& name, const std::string& text) const {
  fs::create_directories(fs::path{path_ + "/" + name}.parent_path());
  std::ofstream{path_ + "/" + name, std::ios::binary} << text;
}

std::string Folder::read(const std::string& name) const {
  std::ifstream file{path_ + "/" + name, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

Ran leasesim_with(const std::string& arguments) { return Folder{}.run("$leasesim " + arguments); }

}  // namespace leasesim
