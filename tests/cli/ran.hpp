// Runs the built program as a person would, in an empty folder of its own.
#pragma once

#include <string>

namespace leasesim {

struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

/// A folder that is gone when this is.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// `command` is a shell's, in which $leasesim is the program; the terminal is 90 columns wide.
  Ran run(const std::string& command) const;
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// `leasesim ARGUMENTS` in an empty folder.
Ran leasesim_with(const std::string& arguments);

}  // namespace leasesim
