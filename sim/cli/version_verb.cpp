// `leasesim version`.
#include <ostream>

#include "cli/verbs.hpp"
#include "leasesim/scenario/document.hpp"
#include "leasesim/scenario/scenario.hpp"
#include "leasesim/trace/format.hpp"

namespace leasesim {

ExitCode version_verb(const Arguments& arguments, const Office& office) {
  constexpr std::string_view kVersion = LEASESIM_VERSION;  // the build's list of files says it
  std::ostream& out = office.console.out();
  if (arguments.format == Format::text) {
    out << "leasesim " << kVersion << '\n';
    return ExitCode::met;
  }
  Node version = Node::map();
  version.set("leasesim", Node::text(std::string{kFormat}));
  version.set("kind", Node::text("Version"));
  version.set("version", Node::text(std::string{kVersion}));
  version.set("scenarioFormat", Node::text(std::string{kFormat}));
  version.set("traceFormat", Node::text(std::string{kTraceVersion}));
  version.set("kubernetes", Node::text(std::string{spelt(kDefaultRelease)}));
  version.set("compiler", Node::text(
#ifdef __clang__
                              "clang " __clang_version__
#else
                              "gcc " __VERSION__
#endif
                              ));
  out << json_text(version);
  return ExitCode::met;
}

}  // namespace leasesim
