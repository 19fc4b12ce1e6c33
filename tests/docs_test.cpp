// What the documents show is what the program does.
//
// Of every ```console block of README.md and docs/, each line "$ leasesim …" or "$ ./dev run …" is
// run, and what the block shows below it must occur in the output, line by line and in this order.
// A line "…" stands for any number of lines, and "…" within a line for any characters. A command
// goes on in the next line after a "\", and ends with code 0, or with the one that its comment
// names: "# exit code 1". The commands of a page are run one after the other in one folder, which
// has the source tree's scenarios/ and docs/.
//
// A block below "<!-- quotes PATH -->" occurs in that file of the source tree, to the letter.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/ran.hpp"

namespace leasesim {
namespace {

namespace fs = std::filesystem;

using Lines = std::vector<std::string>;

constexpr std::string_view kAnything = "…";

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string content_of(const fs::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of(" \t") + 1);
  text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

// ---- pages and their blocks ----

struct Block {
  std::string language;
  std::string quotes;  // the file that it quotes, if any
  std::size_t line = 0;
  Lines text;
};

std::vector<Block> blocks_of(const fs::path& page) {
  std::vector<Block> blocks;
  bool inside = false;
  std::string quotes;
  std::size_t number = 0;
  for (const std::string& line : lines_of(content_of(page))) {
    ++number;
    constexpr std::string_view kQuotes = "<!-- quotes ";
    if (!inside && line.starts_with(kQuotes)) {
      quotes = line.substr(kQuotes.size(), line.find(" -->") - kQuotes.size());
    } else if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), std::exchange(quotes, {}), number, {}});
    } else if (inside) {
      blocks.back().text.push_back(line);
    }
  }
  return blocks;
}

std::vector<fs::path> pages() {
  const fs::path root{LEASESIM_SOURCE_DIR};
  std::vector<fs::path> found{root / "README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

// ---- commands and what is shown of their output ----

struct Command {
  std::string text;
  int code = 0;
  std::size_t line = 0;
  Lines shown;
};

constexpr std::string_view kProgram = "$ leasesim ";
constexpr std::string_view kFrontDoor = "$ ./dev run";

// What `./dev run` hands to the program once it is built.
std::string through_the_front_door(const std::string& arguments) {
  const bool names_a_file = !arguments.empty() && !arguments.starts_with("--");
  const std::string file = names_a_file ? "" : " scenarios/dual-leader-by-process-pause.yaml";
  return "leasesim run" + file + (arguments.empty() ? "" : " " + arguments);
}

Command command_of(std::string line, std::size_t number) {
  Command command;
  command.line = number;
  constexpr std::string_view kComment = "  # exit code ";
  if (const std::size_t at = line.find(kComment); at != std::string::npos) {
    command.code = std::stoi(line.substr(at + kComment.size()));
    line.erase(at);
  }
  if (line.starts_with(kProgram)) {
    command.text = line.substr(2);
  } else if (line.starts_with(kFrontDoor)) {
    command.text = through_the_front_door(trimmed(line.substr(kFrontDoor.size())));
  }
  return command;
}

// Other commands (git, cmake, ./dev test) are not ours to run here: their text is empty.
std::vector<Command> commands_of(const Block& block) {
  std::vector<Command> commands;
  std::size_t number = block.line;
  std::string typed;
  for (const std::string& line : block.text) {
    ++number;
    if (typed.empty() && !line.starts_with("$ ")) {
      if (!commands.empty()) commands.back().shown.push_back(line);
      continue;
    }
    typed += line;
    if (line.ends_with('\\')) {
      typed += '\n';
    } else {
      commands.push_back(command_of(std::exchange(typed, {}), number));
    }
  }
  return commands;
}

// ---- comparing ----

// "…" within the pattern stands for any characters.
bool fits(std::string_view pattern, std::string_view line) {
  const std::size_t gap = pattern.find(kAnything);
  if (gap == std::string_view::npos) return pattern == line;
  if (!line.starts_with(pattern.substr(0, gap))) return false;
  const std::string_view rest = pattern.substr(gap + kAnything.size());
  for (std::size_t at = gap; at <= line.size(); ++at) {
    if (fits(rest, line.substr(at))) return true;
  }
  return false;
}

// The first shown line that the output does not have where it should; empty if all is well.
std::string first_missing(const Lines& shown, const Lines& output) {
  std::size_t at = 0;
  bool skipping = true;  // what comes before the first shown line need not be shown
  for (const std::string& line : shown) {
    if (trimmed(line) == kAnything) {
      skipping = true;
      continue;
    }
    while (skipping && at < output.size() && !fits(line, output[at])) ++at;
    if (at == output.size() || !fits(line, output[at])) return line.empty() ? "(empty)" : line;
    skipping = false;
    ++at;
  }
  return {};
}

// Runs the commands of a page, in order; how many there were.
std::size_t run_page(const fs::path& page) {
  const Folder folder;
  const fs::path root{LEASESIM_SOURCE_DIR};
  for (const char* name : {"scenarios", "docs"}) {
    fs::create_directory_symlink(root / name, fs::path{folder.path()} / name);
  }
  std::size_t count = 0;
  for (const Block& block : blocks_of(page)) {
    if (block.language != "console") continue;
    for (const Command& command : commands_of(block)) {
      if (command.text.empty()) continue;
      ++count;
      SCOPED_TRACE(page.string() + ":" + std::to_string(command.line) + ": " + command.text);
      const Ran ran = folder.run("leasesim() { \"$leasesim\" \"$@\"; }\n" + command.text);
      EXPECT_EQ(ran.code, command.code) << ran.err;
      const std::string missing = first_missing(command.shown, lines_of(ran.out + ran.err));
      if (!missing.empty()) {
        ADD_FAILURE() << "does not print, where it should:\n" << missing << "\nbut:\n" << ran.out;
      }
    }
  }
  return count;
}

// ---- the claims ----

TEST(Docs, ShowOutputAsItIs) {
  std::size_t count = 0;
  for (const fs::path& page : pages()) count += run_page(page);

  EXPECT_GE(count, 20U) << "the documents show hardly any command";
}

TEST(Docs, QuoteFilesAsTheyAre) {
  std::size_t count = 0;
  for (const fs::path& page : pages()) {
    for (const Block& block : blocks_of(page)) {
      if (block.quotes.empty()) continue;
      ++count;
      std::string quoted;
      for (const std::string& line : block.text) quoted += line + "\n";
      const std::string file = content_of(fs::path{LEASESIM_SOURCE_DIR} / block.quotes);
      EXPECT_NE(file.find(quoted), std::string::npos)
          << page.string() << ":" << block.line << " differs from " << block.quotes;
    }
  }

  EXPECT_GE(count, 3U) << "the tutorial quotes its files";
}

TEST(Docs, OpenWithTwoCommandsThatBuildRunAndTest) {
  const fs::path page = fs::path{LEASESIM_SOURCE_DIR} / "README.md";
  std::vector<std::string> typed;
  for (const Block& block : blocks_of(page)) {
    for (const std::string& line : block.text) {
      if (line.starts_with("$ ./dev")) typed.push_back(line);
    }
  }

  ASSERT_GE(typed.size(), 2U);
  EXPECT_EQ(typed.front(), "$ ./dev run");
  EXPECT_NE(std::ranges::find(typed, "$ ./dev test"), typed.end());
}

// ---- the comparison itself ----

TEST(ShownOutput, MayLeaveOutLinesAndCharactersWhereItSaysSo) {
  const Lines output{"story", "", "a leads as a_17 now", "b waits", "the end"};

  EXPECT_EQ(first_missing({"a leads as a_… now", "b waits"}, output), "");
  EXPECT_EQ(first_missing({"story", "…", "b waits", "…"}, output), "");
  EXPECT_EQ(first_missing({}, output), "");
}

TEST(ShownOutput, IsMissedWhenItHasChanged) {
  const Lines output{"one", "two", "three"};

  EXPECT_EQ(first_missing({"one", "three"}, output), "three") << "a line is left out in silence";
  EXPECT_EQ(first_missing({"two", "…", "one"}, output), "one") << "the order has changed";
  EXPECT_EQ(first_missing({"tw"}, output), "tw") << "a part of a line is not the line";
  EXPECT_EQ(first_missing({"three", "four"}, output), "four") << "the output ends earlier";
}

}  // namespace
}  // namespace leasesim
