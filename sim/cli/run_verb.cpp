// `leasesim run`: scenarios in, stories, verdicts and reports out.
#include <ostream>

#include "cli/interrupt.hpp"
#include "cli/loading.hpp"
#include "cli/many_seeds.hpp"
#include "cli/one_run.hpp"
#include "cli/verbs.hpp"
#include "leasesim/report/json.hpp"
#include "leasesim/report/junit.hpp"
#include "leasesim/report/story.hpp"
#include "leasesim/report/text.hpp"
#include "leasesim/trace/format.hpp"
#include "leasesim/world/run.hpp"

namespace leasesim {
namespace {

// One command: some scenarios, one after the other.
class Round {
 public:
  Round(const Arguments& arguments, const Office& office)
      : arguments_(arguments), office_(office), console_(office.console) {}

  ExitCode go() {
    const Found found = find_paths(arguments_, console_);
    if (!found.complete) code_ = ExitCode::could_not_run;
    several_ = found.paths.size() > 1;
    if (auto refusal = refusal_of_options(found.paths); !refusal.empty()) {
      console_.complain(refusal);
      return ExitCode::could_not_run;
    }
    for (const std::string& path : found.paths) {
      if (interrupted()) break;
      take(path);
    }
    finish();
    if (interrupted()) count(ExitCode::interrupted);
    return code_;
  }

 private:
  void count(ExitCode code) { code_ = worse(code_, code); }
  std::ostream& out() { return console_.out(); }
  bool text() const { return arguments_.format == Format::text; }

  std::string refusal_of_options(const std::vector<std::string>& paths) const {
    const bool facts = arguments_.format == Format::ndjson || !arguments_.trace.empty();
    if (!facts) return {};
    const std::string what = arguments_.format == Format::ndjson ? "-o ndjson" : "--trace";
    if (paths.size() > 1) return what + " writes the facts of one run, not of several files";
    if (arguments_.seeds) return what + " writes the facts of one run: give --seed, not --seeds";
    return {};
  }

  void take(const std::string& path) {
    auto scenario = load_scenario(path, arguments_, office_.actors);
    if (!scenario) return refuse({path, scenario.error()});
    const bool facts = arguments_.format == Format::ndjson || !arguments_.trace.empty();
    std::optional<SeedRange> seeds = arguments_.seeds;
    if (!seeds && !arguments_.seed && !facts) seeds = scenario->seeds;
    try {
      if (seeds) return run_seeds(path, *scenario, *seeds);
      run_one(path, *scenario, Seed{arguments_.seed.value_or(scenario->seed)});
    } catch (RunFailed& failed) {
      // A bug of ours in one file leaves the others their verdicts.
      failed.again = command_with_seed(path, failed.seed);
      count(report_bug(console_, failed, failed.again));
      list({path, bug_text(failed)});
    }
  }

  void refuse(const RefusedReport& report) {
    console_.complain(report.why);
    count(ExitCode::could_not_run);
    list(report);
  }
  void list(const RefusedReport& report) {
    if (text() && several_ && !arguments_.quiet) write_row(out(), report, console_.page());
    reports_.emplace_back(report);
  }

  // ---- one seed ----

  void run_one(const std::string& path, const Scenario& scenario, Seed seed) {
    std::unique_ptr<OutputFile> file;
    if (!arguments_.trace.empty()) {
      auto created = OutputFile::create(arguments_.trace, OutputFile::Existing::is_replaced);
      if (!created) return refuse({path, created.error()});
      file = std::move(*created);
    }
    RunReport report{scenario, path, seed, {}, {}, command_with_seed(path, seed)};
    run_into(report, file ? &file->stream() : nullptr);
    if (file) {
      if (auto closed = file->close(); !closed) refuse({path, closed.error()});
    }
    count(code_of(report.verdict.outcome));
    if (text()) tell(report);
    reports_.emplace_back(std::move(report));
  }

  // Fills in the verdict; the story and the facts are written while the run goes on.
  void run_into(RunReport& report, std::ostream* trace_file) {
    const Scenario& scenario = report.scenario;
    std::vector<FactSink*> sinks;
    std::optional<Story> story;
    std::vector<std::unique_ptr<TraceWriter>> writers;
    if (tells_story()) {
      write_title(out(), scenario, report.seed, console_.page());
      sinks.push_back(&story.emplace(out(), scenario, console_.page()));
    }
    const auto add_writer = [&](std::ostream& stream) {
      writers.push_back(std::make_unique<TraceWriter>(stream, head_of(scenario, report.seed)));
      sinks.push_back(writers.back().get());
    };
    if (trace_file != nullptr) add_writer(*trace_file);
    if (arguments_.format == Format::ndjson) add_writer(out());

    JudgedRun run = judged_run(scenario, office_.actors, report.seed, sinks);
    for (const auto& writer : writers) writer->finish(run.end);
    if (story) story->finish(run.end);
    report.verdict = std::move(run.verdict);
    report.digest = run.digest;
  }

  bool tells_story() const {
    return text() && !several_ && !arguments_.quiet && !arguments_.no_story;
  }

  std::string command_with_seed(const std::string& path, Seed seed) const {
    return command_for(path, arguments_) + " --seed " + std::to_string(seed.value);
  }

  void tell(const RunReport& report) {
    if (several_ && !arguments_.quiet) return write_row(out(), report, console_.page());
    if (tells_story()) out() << '\n';
    write_verdict(out(), report, console_.page(), arguments_.quiet ? Detail::unmet : Detail::whole);
  }

  // ---- many seeds ----

  void run_seeds(const std::string& path, const Scenario& scenario, SeedRange seeds) {
    const std::uint64_t total = seeds.last - seeds.first + 1;
    ManySeeds done =
        judge_seeds(scenario, office_.actors, seeds, arguments_.jobs, [&](std::uint64_t count) {
          console_.progress(path + ": " + std::to_string(count) + " of " + std::to_string(total) +
                            " seeds");
        });
    console_.end_progress();
    // Once more, for where the run stood; this throws.
    if (done.failed) {
      judged_run(scenario, office_.actors, *done.failed, {});
      ensure(false, "a run fails each time or never");
    }
    const std::string command = command_for(path, arguments_);
    SeedsReport report{
        scenario,
        path,
        seeds,
        std::move(done.verdict),
        done.interrupted,
        command + " --seeds " + std::to_string(seeds.first) + ".." + std::to_string(seeds.last),
        command + " --seed "};
    count(code_of(report.verdict.outcome()));
    if (text()) {
      if (several_ && !arguments_.quiet) {
        write_row(out(), report, console_.page());
      } else {
        write_seeds(out(), report, console_.page(),
                    arguments_.quiet ? Detail::unmet : Detail::whole);
      }
    }
    reports_.emplace_back(std::move(report));
  }

  // ---- the end ----

  void finish() {
    if (arguments_.format == Format::json) write_json(out(), reports_);
    if (arguments_.format == Format::junit) write_junit(out(), reports_);
    if (!text() || !several_ || arguments_.quiet) return;
    for (const Report& report : reports_) {
      std::visit([&](const auto& one) { tell_unmet(one); }, report);
    }
  }
  void tell_unmet(const RunReport& report) {
    if (report.verdict.outcome == Verdict::Outcome::holds) return;
    out() << '\n';
    write_verdict(out(), report, console_.page(), Detail::unmet);
  }
  void tell_unmet(const SeedsReport& report) {
    if (report.verdict.outcome() == Verdict::Outcome::holds) return;
    out() << '\n';
    write_seeds(out(), report, console_.page(), Detail::unmet);
  }
  void tell_unmet(const RefusedReport&) {}

  const Arguments& arguments_;
  const Office& office_;
  Console& console_;
  bool several_ = false;
  std::vector<Report> reports_;
  ExitCode code_ = ExitCode::met;
};

}  // namespace

ExitCode run_verb(const Arguments& arguments, const Office& office) {
  return Round{arguments, office}.go();
}

}  // namespace leasesim
