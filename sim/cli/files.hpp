// Files in and out, with errors as sentences.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.hpp"
#include "leasesim/result.hpp"
#include "leasesim/scenario/load.hpp"

namespace leasesim {

/// A file's bytes, at most `most` and one more (so that a longer file can be told). "-" is the
/// standard input.
Result<std::string, std::string> read_file(const std::string& path, std::size_t most);

/// What a command line names: a file, or a scenario that the program carries.
struct NamedText {
  std::string path;  ///< as named; for a shipped one its name
  std::string text;
  bool shipped = false;
};

/// The sources that one word names: a file, a folder's scenarios (*.yaml, *.yml, *.json, sorted), a
/// shipped scenario, or "-". The words of one folder come in the order of their names.
Result<std::vector<std::string>, std::string> paths_named(const std::string& word);
/// Reads one of those paths.
Result<NamedText, std::string> read_source(const std::string& path);

/// Reads files that a scenario names, from the folder of the scenario.
FileReader reader_beside(const std::string& path);

/// A file being written.
class OutputFile {
 public:
  /// Whether there may be such a file already.
  enum class Existing : bool { is_refused, is_replaced };
  static Result<std::unique_ptr<OutputFile>, std::string> create(const std::string& path,
                                                                 Existing existing);

  OutputFile(std::string path, int descriptor);

  std::ostream& stream() { return stream_; }
  /// Ends it; the error says why not all of it could be written.
  Result<Done, std::string> close();

 private:
  std::string path_;
  FileBuffer buffer_;
  std::ostream stream_;
};

}  // namespace leasesim
