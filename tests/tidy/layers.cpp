// The layers: which folder may include which, and which libraries it may use.
#include <algorithm>
#include <array>
#include <span>

#include "tidy/checks.hpp"

namespace leasesim::tidy {
namespace {

// Every folder may include itself and level 0; "*" is everything of a lower level.
struct Layer {
  std::string_view folder;
  int level;
  std::array<std::string_view, 6> may_include{};
};

// The one table. "" is the root of include/leasesim: result.hpp, boxed.hpp, names.hpp and
// release.hpp.
constexpr std::array kLayers{
    Layer{"", 0},
    Layer{"time", 0},
    Layer{"random", 0},
    Layer{"objects", 1},
    Layer{"engine", 1},
    Layer{"scenario", 2, {"objects"}},
    Layer{"trace", 2, {"objects"}},
    Layer{"cluster", 3, {"engine", "trace"}},
    Layer{"api", 4, {"engine", "trace", "cluster", "objects"}},
    Layer{"actors", 5, {"engine", "objects", "trace", "cluster", "api", "scenario/fields"}},
    Layer{"world", 6, {"*"}},
    Layer{"incident", 6, {"trace", "objects"}},
    Layer{"check", 7, {"scenario", "trace"}},
    Layer{"explore", 8, {"world", "check"}},
    Layer{"report", 8, {"scenario", "trace", "check"}},
    Layer{"serve", 9, {"*"}},
    Layer{"cli", 9, {"*", "serve"}},
};
constexpr int kKernelTop = 6;  // levels 0 to this one know nothing of the machine they run on

// A library's headers and the only places that may use them: folders, or files' beginnings.
struct Library {
  std::string_view header;
  std::array<std::string_view, 6> users{};
};
constexpr std::array kLibraries{
    Library{"boost/asio", {"serve", "explore"}},
    Library{"boost/beast", {"serve"}},
    Library{"boost/program_options", {"cli"}},
    Library{"yaml-cpp/", {"scenario", "serve"}},
    Library{"nlohmann/", {"scenario", "trace/format", "objects", "incident", "report", "serve"}},
    Library{"sha2.h", {"actors"}},
    Library{"xxhash.h", {"trace", "random"}},
};
constexpr std::array<std::string_view, 2> kLibrariesForAll{"boost/", "fmt/"};

constexpr std::array<std::string_view, 24> kNotInTheKernel{
    "thread",     "mutex",      "shared_mutex", "condition_variable",
    "future",     "stop_token", "semaphore",    "barrier",
    "latch",      "atomic",     "random",       "fstream",
    "filesystem", "cstdio",     "iostream",     "ctime",
    "cmath",      "locale",     "csignal",      "unistd.h",
    "time.h",     "stdio.h",    "math.h",       "codecvt"};

const Layer* layer_of(std::string_view folder) {
  const auto* found = std::ranges::find(kLayers, folder, &Layer::folder);
  return found == kLayers.end() ? nullptr : found;
}

// "api/store.hpp" of "include/leasesim/api/store.hpp" or "sim/api/store.hpp"; else empty.
std::string_view in_the_library(std::string_view path) {
  for (const std::string_view root : {"include/leasesim/", "sim/"}) {
    if (path.starts_with(root)) return path.substr(root.size());
  }
  return {};
}

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

// `place` is a path inside the library; `name` a folder or the beginning of a file's path.
bool is_in(std::string_view place, std::string_view name) {
  if (name.empty()) return false;
  if (name.find('/') != std::string_view::npos) return place.starts_with(name);
  return folder_of(place) == name;
}

bool may_include(const Layer& layer, std::string_view target) {
  const Layer* other = layer_of(folder_of(target));
  if (other == nullptr) return false;
  if (other->level == 0 || other->folder == layer.folder) return true;
  return std::ranges::any_of(layer.may_include, [&](std::string_view name) {
    return name == "*" ? other->level < layer.level : is_in(target, name);
  });
}

std::string refusal_of_ours(std::string_view place, std::string_view target) {
  if (place == "leasesim.hpp") return {};  // the front page
  const Layer* layer = layer_of(folder_of(place));
  if (layer == nullptr) return "is in a folder that the layer table does not know";
  if (target.starts_with("leasesim/")) target.remove_prefix(9);
  if (may_include(*layer, target)) return {};
  return std::string(folder_of(place)) + "/ may not include " + std::string(target);
}

std::string refusal_of_library(std::string_view place, std::string_view header) {
  for (const Library& library : kLibraries) {
    if (!header.starts_with(library.header)) continue;
    const bool allowed = std::ranges::any_of(
        library.users, [&](std::string_view user) { return is_in(place, user); });
    return allowed ? "" : std::string(folder_of(place)) + "/ may not use " + std::string(header);
  }
  const auto* for_all = std::ranges::find_if(
      kLibrariesForAll, [&](std::string_view name) { return header.starts_with(name); });
  if (for_all != kLibrariesForAll.end()) return {};

  const Layer* layer = layer_of(folder_of(place));
  if (layer == nullptr || layer->level > kKernelTop) return {};
  if (header.find('/') != std::string_view::npos) {
    return "the kernel may not use the system's or a foreign header " + std::string(header);
  }
  if (std::ranges::find(kNotInTheKernel, header) == kNotInTheKernel.end()) return {};
  return "the kernel may not use <" + std::string(header) + ">";
}

struct Include {
  std::string_view target;
  bool quoted;
};

// What an `#include` line names; an empty target on any other line.
Include include_on(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("#include")) return {{}, false};
  const std::size_t open = line.find_first_of("\"<");
  if (open == std::string_view::npos) return {{}, false};
  const std::size_t close = line.find_first_of("\">", open + 1);
  return {line.substr(open + 1, close - open - 1), line[open] == '"'};
}

}  // namespace

Complaints check_layers(const SourceFile& file) {
  const std::string_view place = in_the_library(file.path);
  if (!file.is_cpp() || place.empty()) return {};

  Complaints complaints;
  std::size_t number = 0;
  for (const std::string_view line : lines_of(file.text)) {
    ++number;
    const Include include = include_on(line);
    if (include.target.empty()) continue;
    std::string refusal = include.quoted ? refusal_of_ours(place, include.target)
                                         : refusal_of_library(place, include.target);
    if (include.quoted && include.target.find('/') == std::string_view::npos) {
      refusal = "a header is named with its folder: " + std::string(include.target);
    } else if (include.quoted && file.under("include/") &&
               !include.target.starts_with("leasesim/")) {
      refusal = "a public header may not include the private " + std::string(include.target);
    }
    if (!refusal.empty()) complaints.push_back({file.path, number, refusal});
  }
  return complaints;
}

}  // namespace leasesim::tidy
