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
  Tree version = Tree::map();
  version.set("leasesim", Tree::text(std::string{kFormat}));
  version.set("kind", Tree::text("Version"));
  version.set("version", Tree::text(std::string{kVersion}));
  version.set("scenarioFormat", Tree::text(std::string{kFormat}));
  version.set("traceFormat", Tree::text(std::string{kTraceVersion}));
  version.set("kubernetes", Tree::text(std::string{spelt(kDefaultRelease)}));
  version.set("compiler", Tree::text(
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
