#include "cli/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>

#include "cli/interrupt.hpp"
#include "leasesim/scenario/document.hpp"
#include "leasesim/scenario/shipped.hpp"
#include "leasesim/scenario/suggestion.hpp"

namespace leasesim {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::strerror(error); }  // NOLINT(concurrency-mt-unsafe)

Result<std::string, std::string> read_descriptor(int descriptor, const std::string& path,
                                                 std::size_t most) {
  std::string text;
  std::array<char, 65536> chunk;
  while (text.size() <= most) {
    const auto got = ::read(descriptor, chunk.data(), chunk.size());
    if (got == 0) break;
    if (got < 0 && errno == EINTR && !interrupted()) continue;
    if (got < 0) return Err{"cannot read " + path + ": " + reason(errno)};
    text.append(chunk.data(), static_cast<std::size_t>(got));
  }
  return text;
}

const ShippedScenario* find_shipped(std::string_view name) {
  if (name.ends_with(".yaml")) name.remove_suffix(5);
  const auto all = shipped_scenarios();
  const auto found = std::ranges::find(all, name, &ShippedScenario::name);
  return found == all.end() ? nullptr : &*found;
}

bool is_scenario_file(const fs::path& path) {
  const fs::path end = path.extension();
  return end == ".yaml" || end == ".yml" || end == ".json";
}

std::string no_such(const std::string& word) {
  std::vector<std::string_view> names;
  for (const ShippedScenario& shipped : shipped_scenarios()) names.push_back(shipped.name);
  std::string_view stem = word;
  stem.remove_prefix(stem.rfind('/') + 1);
  if (stem.ends_with(".yaml")) stem.remove_suffix(5);
  const std::string near = nearest_word(stem, names);
  std::vector<std::string_view> akin;  // the first words of a long name are what people remember
  std::ranges::copy_if(names, std::back_inserter(akin), [&](std::string_view name) {
    return name == near || (near.empty() && !stem.empty() && name.starts_with(stem));
  });
  const bool path = word.find('/') != std::string::npos || word.ends_with(".yaml");
  std::string out = "there is no file " + word;
  if (!path) out = "there is neither a file nor a shipped scenario " + word;
  if (!akin.empty()) return out + "; did you mean the shipped " + one_of(akin, 4) + "?";
  return out + "; `leasesim scenarios` lists the shipped ones";
}

}  // namespace

Result<std::string, std::string> read_file(const std::string& path, std::size_t most) {
  if (path == "-") return read_descriptor(STDIN_FILENO, "the standard input", most);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Err{"cannot open " + path + ": " + reason(errno)};
  auto text = read_descriptor(descriptor, path, most);
  ::close(descriptor);
  return text;
}

Result<std::vector<std::string>, std::string> paths_named(const std::string& word) {
  if (word == "-") return std::vector{word};
  std::error_code error;
  const fs::file_status status = fs::status(word, error);
  if (!fs::exists(status)) {
    if (error && error.value() != ENOENT) {
      return Err{"cannot look at " + word + ": " + reason(error.value())};
    }
    if (const ShippedScenario* shipped = find_shipped(word)) {
      return std::vector{std::string{shipped->name}};
    }
    return Err{no_such(word)};
  }
  if (!fs::is_directory(status)) return std::vector{word};

  std::vector<std::string> paths;
  for (auto entry = fs::directory_iterator{word, error}; !error && entry != fs::end(entry);
       entry.increment(error)) {
    if (is_scenario_file(entry->path())) paths.push_back(entry->path().string());
  }
  if (error) return Err{"cannot list " + word + ": " + reason(error.value())};
  if (paths.empty()) return Err{"the folder " + word + " holds no *.yaml, *.yml or *.json file"};
  std::ranges::sort(paths);
  return paths;
}

Result<NamedText, std::string> read_source(const std::string& path) {
  std::error_code error;
  if (path != "-" && !fs::exists(path, error)) {
    if (const ShippedScenario* shipped = find_shipped(path)) {
      return NamedText{path, std::string{shipped->text}, true};
    }
  }
  auto text = read_file(path, kFileBytesMax);
  if (!text) return Err{text.error()};
  return NamedText{path, std::move(*text), false};
}

FileReader reader_beside(const std::string& path) {
  const fs::path folder = path == "-" ? fs::path{} : fs::path{path}.parent_path();
  return [folder](std::string_view name) -> Result<std::string, std::string> {
    return read_file((folder / name).string(), kFileBytesMax);
  };
}

Result<std::unique_ptr<OutputFile>, std::string> OutputFile::create(const std::string& path,
                                                                    Existing existing) {
  const int flags =
      O_WRONLY | O_CREAT | O_CLOEXEC | (existing == Existing::is_refused ? O_EXCL : O_TRUNC);
  const int descriptor = ::open(path.c_str(), flags, 0666);  // NOLINT(*-vararg)
  if (descriptor < 0 && errno == EEXIST) return Err{path + " is there already; left as it is"};
  if (descriptor < 0) return Err{"cannot write " + path + ": " + reason(errno)};
  return std::make_unique<OutputFile>(path, descriptor);
}

OutputFile::OutputFile(std::string path, int descriptor)
    : path_(std::move(path)), buffer_(descriptor, FileBuffer::Ends::is_closed), stream_(&buffer_) {}

Result<Done, std::string> OutputFile::close() {
  buffer_.close();
  if (buffer_.error() == 0) return Done{};
  return Err{"cannot write " + path_ + ": " + reason(buffer_.error())};
}

}  // namespace leasesim
