// `leasesim judge`: the verdict on a saved run.
#include <ostream>

#include "cli/loading.hpp"
#include "cli/verbs.hpp"
#include "leasesim/check/judge.hpp"
#include "leasesim/report/json.hpp"
#include "leasesim/report/junit.hpp"
#include "leasesim/report/story.hpp"
#include "leasesim/report/text.hpp"
#include "leasesim/trace/format.hpp"

namespace leasesim {
namespace {

constexpr std::size_t kTraceBytesMax = std::size_t{2} * 1024 * 1024 * 1024;

struct SavedRun {
  Scenario scenario;
  Trace trace;
};

Result<SavedRun, std::string> read_saved(const std::string& path, const ActorCatalog& actors) {
  auto text = read_file(path, kTraceBytesMax);
  if (!text) return Err{text.error()};
  if (text->size() > kTraceBytesMax) return Err{path + " is larger than 2 GiB"};
  auto trace = read_trace(*text);
  if (!trace) {
    return Err{path + ":" + std::to_string(trace.error().line) + ": " + trace.error().message};
  }
  LoadOptions options;
  options.vocabulary = vocabulary_of(actors);
  auto scenario = load_text(trace->head.scenario, path + " (its scenario)", options);
  if (!scenario) return Err{text_of(scenario.error())};
  return SavedRun{std::move(*scenario), std::move(*trace)};
}

void tell_story(const SavedRun& saved, SimTime end, Console& console) {
  write_title(console.out(), saved.scenario, saved.trace.head.seed, console.page());
  Story story{console.out(), saved.scenario, console.page()};
  for (const Fact& fact : saved.trace.facts) story.take(fact);
  story.finish(end);
  console.out() << '\n';
}

}  // namespace

ExitCode judge_verb(const Arguments& arguments, const Office& office) {
  Console& console = office.console;
  const std::string& path = arguments.words.front();
  auto saved = read_saved(path, office.actors);
  if (!saved) {
    console.complain(saved.error());
    return ExitCode::could_not_run;
  }
  DigestSink digest;
  for (const Fact& fact : saved->trace.facts) digest.take(fact);

  const Report report = RunReport{saved->scenario,        path,
                                  saved->trace.head.seed, judge(saved->scenario, saved->trace),
                                  digest.digest(),        "leasesim judge " + shell_word(path)};
  const auto& run = std::get<RunReport>(report);
  const std::span<const Report> reports{&report, 1};
  if (arguments.format == Format::json) write_json(console.out(), reports);
  if (arguments.format == Format::junit) write_junit(console.out(), reports);
  if (arguments.format == Format::text) {
    if (!arguments.quiet && !arguments.no_story) tell_story(*saved, run.verdict.end, console);
    write_verdict(console.out(), run, console.page(),
                  arguments.quiet ? Detail::unmet : Detail::whole);
  }
  return code_of(run.verdict.outcome);
}

}  // namespace leasesim
