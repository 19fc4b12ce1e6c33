// Help, made from the table of verbs.
#include <algorithm>
#include <ostream>

#include "cli/verbs.hpp"

namespace leasesim {
namespace {

void write_heading(std::ostream& out, std::string_view text, const Page& page) {
  out << '\n' << page.style.paint(Ink::strong, text) << '\n';
}

void write_beside(std::ostream& out, std::string_view left, std::string_view right,
                  std::size_t columns, const Page& page) {
  const std::size_t column = columns + 4;
  std::string head = padded(left, columns);
  for (const std::string& line : wrapped(right, page.width - column)) {
    out << "  " << head << "  " << line << '\n';
    head = std::string(columns, ' ');
  }
}

std::string spelt(const OptionDoc& option, const VerbDoc& verb) {
  std::string out =
      option.letter == '\0' ? std::string{"    "} : std::string{"-"} + option.letter + ", ";
  out += "--" + std::string{option.name};
  if (option.name == "output") {
    std::string formats;
    for (const std::string_view format : verb.formats) {
      formats += (formats.empty() ? "" : "|") + std::string{format};
    }
    return out + " " + formats;
  }
  return option.argument.empty() ? out : out + " " + std::string{option.argument};
}

void write_examples(std::ostream& out, const VerbDoc& verb, const Page& page) {
  std::size_t columns = 0;
  for (const Example& example : verb.examples) {
    columns = std::max(columns, columns_of(example.command));
  }
  write_heading(out, "Examples", page);
  for (const Example& example : verb.examples) {
    write_beside(out, example.command, example.says, columns, page);
  }
}

void write_options(std::ostream& out, const VerbDoc& verb, const Page& page) {
  std::vector<std::pair<std::string, std::string_view>> rows;
  std::size_t columns = 0;
  for (const OptionDoc& option : all_options()) {
    const bool taken = std::ranges::find(verb.options, option.name) != verb.options.end();
    if (!taken && option.name != "help") continue;
    rows.emplace_back(spelt(option, verb), option.meaning);
    columns = std::max(columns, columns_of(rows.back().first));
  }
  write_heading(out, "Options", page);
  for (const auto& [left, right] : rows) write_beside(out, left, right, columns, page);
}

}  // namespace

void write_help(std::ostream& out, const VerbDoc& verb, const Page& page) {
  out << "leasesim " << verb.name;
  if (!verb.words.empty()) out << ' ' << verb.words;
  out << ": " << verb.meaning << '\n';
  write_examples(out, verb, page);
  write_options(out, verb, page);
  std::string_view details = verb.details;
  while (!details.empty()) {
    const std::size_t end = std::min(details.find('\n'), details.size());
    out << '\n';
    for (const std::string& line : wrapped(details.substr(0, end), page.width)) out << line << '\n';
    details.remove_prefix(std::min(end + 1, details.size()));
  }
}

void write_overview(std::ostream& out, const Page& page) {
  out << "leasesim simulates coordination by Kubernetes Leases and judges what happens.\n";
  std::size_t columns = 0;
  for (const VerbDoc& verb : all_verbs()) {
    columns = std::max(columns, columns_of(verb.name) + 1 + columns_of(verb.words));
  }
  for (const VerbDoc& verb : all_verbs()) {
    const std::string left = std::string{verb.name} + " " + std::string{verb.words};
    write_beside(out, left, verb.meaning, columns, page);
  }
  out << "Begin with `leasesim run dual-leader-by-process-pause`.\n";
}

ExitCode help_verb(const Arguments& arguments, const Office& office) {
  Console& console = office.console;
  if (arguments.words.empty()) {
    write_overview(console.out(), console.page());
    return ExitCode::met;
  }
  const VerbDoc* verb = find_verb(arguments.words.front());
  if (verb == nullptr) {
    const UsageError error = unknown_verb(arguments.words.front());
    console.complain(error.message);
    console.err() << error.hint << '\n';
    return ExitCode::could_not_run;
  }
  write_help(console.out(), *verb, console.page());
  return ExitCode::met;
}

}  // namespace leasesim
