// The one table of verbs and the one of options.
#include "cli/verbs.hpp"

#include <algorithm>
#include <array>

namespace leasesim {
namespace {

constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);

constexpr std::array kOptions{
    OptionDoc{"seed", '\0', "N", "run with this seed instead of the file's"},
    OptionDoc{"seeds", '\0', "A..B", "run with each of these seeds and sum up"},
    OptionDoc{"jobs", 'j', "N", "seeds that run at once; default: one for each processor"},
    OptionDoc{"until", '\0', "TIME", "end the run then, instead of when the file says: 70s, 1h30m"},
    OptionDoc{"set", '\0', "PATH=VALUE",
              "change one value of the file: faults[0].for=30s; may be repeated"},
    OptionDoc{"output", 'o', "FORMAT", "what to print"},
    OptionDoc{"trace", '\0', "FILE", "write every fact there, for `leasesim judge`"},
    OptionDoc{"no-story", '\0', "", "print the verdict without the story of the run"},
    OptionDoc{"quiet", 'q', "", "print only what did not come as expected"},
    OptionDoc{"strict", '\0', "", "what is merely suspicious is an error too"},
    OptionDoc{"color", '\0', "WHEN", "auto, always or never; NO_COLOR is honoured"},
    OptionDoc{"help", 'h', "", "print this help"},
};

constexpr std::string_view kRunDetails =
    "FILE is a scenario (YAML or JSON), a folder of them, the name of a shipped one, or - for the "
    "standard input. One file with one seed is told as a story with a verdict; several files, a "
    "line each.\n"
    "Exit codes: 0 every expectation met, 1 one not met, 2 could not run, 3 inconclusive: nothing "
    "was at risk, or the faults changed nothing, 4 a bug of leasesim's own, 130 interrupted. Of "
    "several files the worst one counts: 4, 2, 1, 3, 0.";

constexpr std::string_view kJudgeDetails =
    "TRACE is what `leasesim run --trace` or `-o ndjson` wrote; - is the standard input. The "
    "verdict is the same as the run's, and so is the exit code. No run is made.";

constexpr std::string_view kValidateDetails =
    "Errors go to the error output, with file, line and column, and end with exit code 2. What is "
    "accepted but suspicious is printed as well: timings without slack, identities that collide, "
    "rules known to be unsafe.";

constexpr std::string_view kExplainDetails =
    "WORD is an actor, a key of its configuration, a fault, an expectation, an invariant, a key of "
    "the scenario file with dots between (network.latency), or a kind of fact. Without a word: all "
    "there are.";

constexpr std::string_view kInitDetails =
    "FILE is NAME.yaml unless given; - is the standard output. A file that is there already is "
    "left "
    "as it is.";

VerbDoc run_doc() {
  return {
      "run",
      "FILE…",
      1,
      kAnyNumber,
      "run scenarios and judge them",
      kRunDetails,
      {"seed", "seeds", "jobs", "until", "set", "output", "trace", "no-story", "quiet", "color"},
      {"text", "json", "ndjson", "junit"},
      {{"leasesim run dual-leader-by-process-pause", "a shipped scenario, as a story"},
       {"leasesim run my.yaml --seeds 1..1000", "a thousand seeds, summed up"},
       {"leasesim run my.yaml --set faults[0].for=30s", "with one value changed"},
       {"leasesim run scenarios/ -o junit > report.xml", "a folder, for a CI server"}},
      run_verb};
}

VerbDoc judge_doc() {
  return {"judge",
          "TRACE",
          1,
          1,
          "judge a saved run again, without running it",
          kJudgeDetails,
          {"output", "no-story", "quiet", "color"},
          {"text", "json", "junit"},
          {{"leasesim run my.yaml -q --trace my.ndjson", "save a run"},
           {"leasesim judge my.ndjson", "judge it again"}},
          judge_verb};
}

VerbDoc validate_doc() {
  return {"validate",
          "FILE…",
          1,
          kAnyNumber,
          "check scenarios without running them",
          kValidateDetails,
          {"set", "strict", "quiet", "color"},
          {},
          {{"leasesim validate my.yaml", "errors, and what is suspicious"},
           {"leasesim validate scenarios/ --strict", "a folder; suspicions are errors"}},
          validate_verb};
}

VerbDoc init_doc() {
  return {"init",
          "NAME [FILE]",
          1,
          2,
          "write a shipped scenario to a file, to begin with",
          kInitDetails,
          {"color"},
          {},
          {{"leasesim init crash-takeover", "writes crash-takeover.yaml"},
           {"leasesim init crash-takeover my.yaml", "writes my.yaml"}},
          init_verb};
}

VerbDoc scenarios_doc() {
  return {"scenarios",
          "",
          0,
          0,
          "list the shipped scenarios",
          "",
          {"output", "color"},
          {"text", "json"},
          {{"leasesim scenarios", "names with a line each"}},
          scenarios_verb};
}

VerbDoc explain_doc() {
  return {"explain",
          "[WORD]",
          0,
          1,
          "say what a word of scenario files means",
          kExplainDetails,
          {"color"},
          {},
          {{"leasesim explain leader-elector", "an actor and the keys of its configuration"},
           {"leasesim explain one-leader-at-a-time", "an invariant"},
           {"leasesim explain network.latency", "a key of the scenario file"}},
          explain_verb};
}

VerbDoc version_doc() {
  return {"version",
          "",
          0,
          0,
          "print the version",
          "",
          {"output", "color"},
          {"text", "json"},
          {{"leasesim version -o json", "for programs"}},
          version_verb};
}

VerbDoc help_doc() {
  return {"help",
          "[VERB]",
          0,
          1,
          "print the help of a verb",
          "",
          {"color"},
          {},
          {{"leasesim help run", "the help of run"}},
          help_verb};
}

}  // namespace

std::span<const OptionDoc> all_options() { return kOptions; }

const std::vector<VerbDoc>& all_verbs() {
  static const std::vector<VerbDoc> kVerbs{run_doc(),     judge_doc(),     validate_doc(),
                                           init_doc(),    scenarios_doc(), explain_doc(),
                                           version_doc(), help_doc()};
  return kVerbs;
}

const VerbDoc* find_verb(std::string_view name) {
  const auto& verbs = all_verbs();
  const auto found = std::ranges::find(verbs, name, &VerbDoc::name);
  return found == verbs.end() ? nullptr : &*found;
}

}  // namespace leasesim
