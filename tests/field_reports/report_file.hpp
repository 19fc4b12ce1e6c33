// A report's scenario file: loaded, changed perhaps, run, and looked at fact by fact.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "leasesim/check/seeds.hpp"
#include "leasesim/random/choices.hpp"
#include "leasesim/scenario/scenario.hpp"
#include "leasesim/trace/trace.hpp"

namespace leasesim {

/// All files of this folder, in the order of their names.
std::vector<std::string> report_files();

/// The file's text. Throws if it cannot be read.
std::string report_text(std::string_view name);
/// Loaded and checked; `name` is without its ending. Throws, with the findings, if it cannot be.
Scenario load_report(std::string_view name);

/// The verdict of one seed, and what the file's own seeds amount to: all of them, or the first
/// twenty where sanitizers make each run slow.
Verdict verdict_on(const Scenario& scenario, std::uint64_t seed);
std::vector<std::uint64_t> seeds_of(const Scenario& scenario);

Trace play(const Scenario& scenario, std::uint64_t seed, ChoiceBook* book = nullptr);

/// The same scenario, with one process that starts just then.
Scenario with_start(Scenario scenario, std::string_view process, Duration start);

/// One fact of a known kind, and when it was noted.
template <class F>
struct Seen {
  Duration at{};
  F fact;
};

/// The facts of one kind, by one process.
template <class F>
std::vector<Seen<F>> seen(const Trace& trace, std::string_view by) {
  std::vector<Seen<F>> found;
  for (const Fact& fact : trace.facts) {
    const F* body = std::get_if<F>(&fact.body);
    if (body == nullptr || fact.by.view() != by) continue;
    found.push_back({fact.at.time_since_epoch(), *body});
  }
  return found;
}

/// When it happened for the first time from `since` on; throws if it never did.
template <class F>
Duration first_at(const Trace& trace, std::string_view by, Duration since = {}) {
  for (const Seen<F>& each : seen<F>(trace, by)) {
    if (each.at >= since) return each.at;
  }
  fail_ensure("the fact that a test measures is noted");
}

}  // namespace leasesim
