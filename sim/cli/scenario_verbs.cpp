// `leasesim validate`, `init` and `scenarios`: scenario files without a run.
#include <algorithm>
#include <ostream>

#include "cli/loading.hpp"
#include "cli/verbs.hpp"
#include "leasesim/scenario/document.hpp"
#include "leasesim/scenario/shipped.hpp"
#include "leasesim/scenario/suggestion.hpp"
#include "leasesim/world/run.hpp"

namespace leasesim {
namespace {

// The story's first line is its title.
std::string title_of(const ShippedScenario& shipped) {
  const auto document = parse_document(shipped.text, std::string{shipped.name});
  if (!document) return {};
  return document->story.substr(0, document->story.find('\n'));
}

const ShippedScenario* find_shipped(std::string_view name) {
  if (name.ends_with(".yaml")) name.remove_suffix(5);
  const auto all = shipped_scenarios();
  const auto found = std::ranges::find(all, name, &ShippedScenario::name);
  return found == all.end() ? nullptr : &*found;
}

ExitCode validate_one(const std::string& path, const Arguments& arguments, const Office& office) {
  Console& console = office.console;
  const auto scenario = load_scenario(path, arguments, office.actors);
  if (!scenario) {
    console.complain(scenario.error());
    return ExitCode::could_not_run;
  }
  const std::vector<Finding> doubts = suspicions(*scenario, office.actors);
  if (!arguments.quiet) {
    const Style& style = console.page().style;
    console.out() << (doubts.empty() ? style.paint(Ink::good, "✓ valid")
                                     : style.paint(Ink::doubtful, "! valid, but suspicious"))
                  << "  " << path << '\n';
  }
  if (arguments.strict && !doubts.empty()) {
    for (const Finding& doubt : doubts) console.complain(text_of(doubt));
    return ExitCode::could_not_run;
  }
  for (const Finding& doubt : doubts) console.out() << "  " << text_of(doubt) << '\n';
  return ExitCode::met;
}

}  // namespace

ExitCode validate_verb(const Arguments& arguments, const Office& office) {
  const Found found = find_paths(arguments, office.console);
  ExitCode code = found.complete ? ExitCode::met : ExitCode::could_not_run;
  for (const std::string& path : found.paths) {
    code = worse(code, validate_one(path, arguments, office));
  }
  return code;
}

ExitCode init_verb(const Arguments& arguments, const Office& office) {
  Console& console = office.console;
  const std::string& name = arguments.words.front();
  const ShippedScenario* shipped = find_shipped(name);
  if (shipped == nullptr) {
    std::vector<std::string_view> names;
    for (const ShippedScenario& one : shipped_scenarios()) names.push_back(one.name);
    const std::string near = nearest_word(name, names);
    console.complain("there is no shipped scenario \"" + name + "\"" +
                     (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
    console.err() << "`leasesim scenarios` lists them\n";
    return ExitCode::could_not_run;
  }
  const std::string path =
      arguments.words.size() > 1 ? arguments.words[1] : std::string{shipped->name} + ".yaml";
  if (path == "-") {
    console.out() << shipped->text;
    return ExitCode::met;
  }
  auto file = OutputFile::create(path, OutputFile::Existing::is_refused);
  if (!file) {
    console.complain(file.error());
    return ExitCode::could_not_run;
  }
  (*file)->stream() << shipped->text;
  if (auto closed = (*file)->close(); !closed) {
    console.complain(closed.error());
    return ExitCode::could_not_run;
  }
  console.out() << "wrote " << path << "; next: leasesim run " << shell_word(path) << '\n';
  return ExitCode::met;
}

ExitCode scenarios_verb(const Arguments& arguments, const Office& office) {
  Console& console = office.console;
  const auto all = shipped_scenarios();
  if (arguments.format == Format::json) {
    Tree items = Tree::list();
    for (const ShippedScenario& shipped : all) {
      Tree item = Tree::map();
      item.set("name", Tree::text(std::string{shipped.name}));
      item.set("title", Tree::text(title_of(shipped)));
      items.append(std::move(item));
    }
    Tree list = Tree::map();
    list.set("leasesim", Tree::text(std::string{kFormat}));
    list.set("kind", Tree::text("ScenarioList"));
    list.set("items", std::move(items));
    console.out() << json_text(list);
    return ExitCode::met;
  }
  std::size_t columns = 4;
  for (const ShippedScenario& shipped : all) columns = std::max(columns, shipped.name.size());
  console.out() << console.page().style.paint(Ink::strong, padded("NAME", columns) + "  STORY")
                << '\n';
  for (const ShippedScenario& shipped : all) {
    const std::size_t room = std::max<std::size_t>(console.page().width - columns - 2, 20);
    console.out() << padded(shipped.name, columns) << "  " << shortened(title_of(shipped), room)
                  << '\n';
  }
  return ExitCode::met;
}

}  // namespace leasesim
