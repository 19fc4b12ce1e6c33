// Words that may not occur: names that hide a missing noun, calls that break determinism, notes
// to ourselves, and words for which the glossary has another.
#include <algorithm>
#include <array>
#include <iterator>

#include "tidy/checks.hpp"

namespace leasesim::tidy {
namespace {

struct Ban {
  std::string_view word;
  std::string_view why;
};

constexpr std::array<std::string_view, 10> kNouns{"utils",   "util",   "common", "core", "base",
                                                  "helpers", "helper", "misc",   "lib",  "stuff"};

// Nowhere in C++: they make a run depend on more than its scenario and seed.
constexpr std::array kEverywhere{
    Ban{"rand(", "draws are named choices"},
    Ban{"srand(", "draws are named choices"},
    Ban{"random_device", "draws are named choices"},
    Ban{"mt19937", "draws are named choices"},
    Ban{"thread_local", "there are no globals"},
    Ban{"this_thread", "nothing waits for the machine's clock"},
};

// In levels 0 to 6.
constexpr std::array kKernel{
    Ban{"system_clock::now", "time is virtual"},
    Ban{"steady_clock::now", "time is virtual"},
    Ban{"high_resolution_clock", "time is virtual"},
    Ban{"std::thread", "a world has one thread"},
    Ban{"std::jthread", "a world has one thread"},
    Ban{"std::async", "a world has one thread"},
    Ban{"std::hash", "its value is the library's secret"},
    Ban{"float", "numbers that decide are integers"},
    Ban{"double", "numbers that decide are integers"},
    Ban{"getenv", "the environment is the command line's business"},
    Ban{"setlocale", "output is the same in every locale"},
};
constexpr std::array<std::string_view, 12> kKernelFolders{
    "time/",    "random/", "objects/", "engine/", "scenario/", "trace/",
    "cluster/", "api/",    "actors/",  "world/",  "incident/", "names.hpp"};

constexpr std::array kNoCatch{
    Ban{"catch (", "failures of the simulated world are values"},
};
constexpr std::array<std::string_view, 4> kNoCatchFolders{"actors/", "api/", "engine/", "cluster/"};

// The engine passes on what a Bug throws; those above it have nothing to throw.
constexpr std::array kNoThrow{
    Ban{"throw", "failures of the simulated world are values"},
};
constexpr std::array<std::string_view, 3> kNoThrowFolders{"actors/", "api/", "cluster/"};

constexpr std::array kActors{
    Ban{"SimTime", "an actor knows only its own host's clocks"},
};
constexpr std::array<std::string_view, 1> kActorFolders{"actors/"};

constexpr std::array kHotPath{
    Ban{"std::function", "no allocation for each event"},
    Ban{"shared_ptr", "no allocation for each event"},
};
constexpr std::array<std::string_view, 1> kHotFolders{"engine/"};

// In any text but the licence and the files that list these words.
constexpr std::array kText{
    Ban{"TODO", "what is not done is said in the changelog or not begun"},
    Ban{"FIXME", "what is not done is said in the changelog or not begun"},
    Ban{"XXX", "what is not done is said in the changelog or not begun"},
    Ban{"HACK", "what is not done is said in the changelog or not begun"},
    Ban{"/work/", "a path of one machine"},
    Ban{"/home/", "a path of one machine"},
    Ban{"issues show", "the tracker is not part of the project"},
    Ban{"this session", "how a text came to be is not its subject"},
    Ban{"subagent", "how a text came to be is not its subject"},
};

// The same; the glossary too names them, to refuse them.
constexpr std::array kSynonyms{
    Ban{"failover", "the glossary's word is takeover"},
    Ban{"whitelist", "say what is allowed"},
    Ban{"blacklist", "say what is refused"},
};

void find_all(const SourceFile& file, std::string_view text, const Ban& ban,
              Complaints& complaints) {
  for (std::size_t at = find_word(text, ban.word); at != std::string_view::npos;
       at = find_word(text, ban.word, at + 1)) {
    complaints.push_back({file.path, line_at(text, at),
                          "\"" + std::string(ban.word) + "\": " + std::string(ban.why)});
  }
}

template <std::size_t Bans, std::size_t Folders>
void find_in_folders(const SourceFile& file, const std::array<Ban, Bans>& bans,
                     const std::array<std::string_view, Folders>& folders, Complaints& complaints) {
  const bool concerned = std::ranges::any_of(folders, [&](std::string_view folder) {
    return file.under("sim/" + std::string(folder)) ||
           file.under("include/leasesim/" + std::string(folder));
  });
  if (!concerned) return;
  for (const Ban& ban : bans) find_all(file, file.code, ban, complaints);
}

void check_name(const SourceFile& file, Complaints& complaints) {
  std::string_view rest = file.path;
  while (!rest.empty()) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, slash);
    const std::string_view stem = part.substr(0, part.find('.'));
    if (std::ranges::find(kNouns, stem) != kNouns.end()) {
      complaints.push_back({file.path, 1, "\"" + std::string(stem) + "\" hides a missing noun"});
    }
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
}

}  // namespace

Complaints check_words(const SourceFile& file) {
  Complaints complaints;
  check_name(file, complaints);
  const bool lists_them = file.path == "LICENSE" || file.under("tests/tidy/words");
  if (!lists_them) {
    for (const Ban& ban : kText) find_all(file, file.text, ban, complaints);
  }
  if (!lists_them && file.path != "docs/glossary.md") {
    for (const Ban& ban : kSynonyms) find_all(file, file.text, ban, complaints);
  }
  if (!file.is_cpp()) return complaints;
  for (const Ban& ban : kEverywhere) find_all(file, file.code, ban, complaints);
  find_in_folders(file, kKernel, kKernelFolders, complaints);
  find_in_folders(file, kNoCatch, kNoCatchFolders, complaints);
  find_in_folders(file, kNoThrow, kNoThrowFolders, complaints);
  find_in_folders(file, kActors, kActorFolders, complaints);
  find_in_folders(file, kHotPath, kHotFolders, complaints);
  return complaints;
}

Complaints check_layout(const SourceFile& file) {
  Complaints complaints;
  if (file.path == "LICENSE" || file.text.empty()) return complaints;
  if (file.text.back() != '\n') complaints.push_back({file.path, 1, "no newline at the end"});
  std::size_t number = 0;
  for (const std::string_view line : lines_of(file.text)) {
    ++number;
    const bool golden = file.under("tests/golden/");
    if (!golden && line.find_last_not_of(" \t") + 1 != line.size()) {
      complaints.push_back({file.path, number, "spaces at the end of a line"});
    }
    if (line.find('\r') != std::string_view::npos) {
      complaints.push_back({file.path, number, "a carriage return"});
    }
  }
  if (!file.path.ends_with(".hpp")) return complaints;
  if (!file.text.starts_with("// ")) {
    complaints.push_back({file.path, 1, "a header opens with a sentence that says what it is"});
  }
  if (file.text.find("\n#pragma once\n") == std::string::npos) {
    complaints.push_back({file.path, 1, "a header without #pragma once"});
  }
  return complaints;
}

}  // namespace leasesim::tidy
