#include "leasesim/cli/cli.hpp"

#include <exception>
#include <new>
#include <ostream>

#include "cli/interrupt.hpp"
#include "cli/loading.hpp"
#include "cli/one_run.hpp"
#include "cli/verbs.hpp"

namespace leasesim {
namespace {

ExitCode complain(Console& console, const UsageError& error) {
  console.complain(error.message);
  console.err() << error.hint << '\n';
  return ExitCode::could_not_run;
}

std::string whole_command(const std::vector<std::string>& words) {
  std::string out = "leasesim";
  for (const std::string& word : words) out += " " + shell_word(word);
  return out;
}

ExitCode guarded(const VerbDoc& verb, const Arguments& arguments, const Office& office,
                 const std::vector<std::string>& words) {
  try {
    return verb.handle(arguments, office);
  } catch (const std::bad_alloc&) {
    office.console.complain("there is not enough memory");
    return ExitCode::could_not_run;
  } catch (const std::exception& error) {
    return report_bug(office.console, error, whole_command(words));
  }
}

ExitCode obey(const std::vector<std::string>& words, const ActorCatalog& actors, Console& console) {
  if (words.empty()) {
    write_overview(console.out(), console.page());
    return ExitCode::met;
  }
  std::string name = words.front();
  if (name == "-h" || name == "--help") name = "help";
  if (name == "--version") name = "version";
  const VerbDoc* verb = find_verb(name);
  if (verb == nullptr) return complain(console, unknown_verb(name));

  const auto arguments = parse_arguments(*verb, {words.begin() + 1, words.end()});
  if (!arguments) return complain(console, arguments.error());
  console.colour(arguments->colour);
  if (arguments->help) {
    write_help(console.out(), *verb, console.page());
    return ExitCode::met;
  }
  return guarded(*verb, *arguments, {console, actors}, words);
}

}  // namespace

int cli::main(int argc, char** argv, const ActorCatalog& actors) {
  listen_for_interrupts();
  Console console;
  ExitCode code = obey({argv + std::min(argc, 1), argv + argc}, actors, console);
  if (!console.finish()) code = worse(code, ExitCode::could_not_run);
  return static_cast<int>(code);
}

}  // namespace leasesim
