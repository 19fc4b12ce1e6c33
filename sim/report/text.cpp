#include "leasesim/report/text.hpp"

#include <algorithm>
#include <ostream>

#include "leasesim/time/duration_text.hpp"
#include "report/sentences.hpp"

namespace leasesim {
namespace {

using Claimed = ExpectationReport::Outcome;

constexpr std::size_t kWindowsShown = 3;

struct Mark {
  std::string_view sign;
  Ink ink;
};

Mark mark_of(Claimed outcome) {
  switch (outcome) {
    case Claimed::met:
      return {"✓ met", Ink::good};
    case Claimed::unmet:
      return {"✗ UNMET", Ink::bad};
    case Claimed::inconclusive:
      return {"? unclear", Ink::doubtful};
    case Claimed::not_asked:
      return {"- not asked", Ink::faint};
  }
  return {};
}

Mark mark_of(Verdict::Outcome outcome) {
  switch (outcome) {
    case Verdict::Outcome::holds:
      return {"✓ HOLDS", Ink::good};
    case Verdict::Outcome::violated:
      return {"✗ VIOLATED", Ink::bad};
    case Verdict::Outcome::inconclusive:
      return {"? INCONCLUSIVE", Ink::doubtful};
  }
  return {};
}
constexpr std::size_t kMarkColumns = 14;

// Text that hangs from a column.
void write_hanging(std::ostream& out, std::size_t indent, std::string_view text, const Page& page,
                   Ink ink = Ink::plain) {
  const std::size_t room = page.width > indent + 30 ? page.width - indent : 30;
  for (const std::string& line : wrapped(text, room)) {
    out << std::string(indent, ' ') << page.style.paint(ink, line) << '\n';
  }
}

// A mark, and text beside it.
void write_marked(std::ostream& out, Mark mark, std::string_view text, const Page& page,
                  std::size_t indent = 2) {
  const std::size_t column = indent + kMarkColumns;
  const std::size_t room = page.width > column + 30 ? page.width - column : 30;
  std::string head = padded(mark.sign, kMarkColumns);
  for (const std::string& line : wrapped(text, room)) {
    out << std::string(indent, ' ') << page.style.paint(mark.ink, head) << line << '\n';
    head = std::string(kMarkColumns, ' ');
  }
}

void write_heading(std::ostream& out, std::string_view text, const Page& page) {
  out << '\n' << page.style.paint(Ink::strong, text) << '\n';
}

std::string first_sentence(const std::string& story) {
  std::string sentence = story.substr(0, story.find("\n\n"));
  std::ranges::replace(sentence, '\n', ' ');
  const std::size_t stop = sentence.find(". ");
  return stop == std::string::npos ? sentence : sentence.substr(0, stop + 1);
}

// ---- windows ----

std::string span_text(const Window& window) {
  if (window.to && *window.to == window.from) return "at " + clock_text(window.from);
  if (!window.to) return "from " + clock_text(window.from) + " on, until the run ended";
  return "from " + clock_text(window.from) + " to " + clock_text(*window.to);
}

std::string party_text(const Party& party) {
  std::string out = party.process;
  const bool renamed = !party.identity.starts_with(party.process) && !party.identity.empty();
  if (renamed) out += " as " + party.identity;
  out += " since " + clock_text(party.since);
  if (party.effects > 0) out += ", " + counted(party.effects, "effect") + " in it";
  return out;
}

void write_window(std::ostream& out, const Window& window, const Page& page) {
  std::string line = span_text(window);
  if (window.length > Duration::zero()) {
    line += " = " + page.style.paint(Ink::strong, length_text(window.length));
  }
  out << "  " << window.subject << ' ' << line << '\n';
  if (!window.who.empty()) {
    std::string parties;
    for (const Party& party : window.who)
      parties += (parties.empty() ? "" : "; ") + party_text(party);
    write_hanging(out, 4, parties, page);
  }
  std::string parts;
  if (window.both_ran) parts = "both ran for " + length_text(*window.both_ran) + " of it";
  if (window.both_acted) {
    parts += (parts.empty() ? "both acted within " : "; both acted within ") +
             length_text(*window.both_acted);
  }
  if (!parts.empty()) write_hanging(out, 4, parts, page);
  std::vector<std::string> causes;
  for (const Cause cause : window.causes) causes.emplace_back(word_of(cause));
  if (!causes.empty()) write_hanging(out, 4, "cause: " + listed_names(causes), page, Ink::subject);
  if (!window.why.empty()) write_hanging(out, 4, window.why, page);
}

void write_windows(std::ostream& out, const InvariantReport& report, const Page& page) {
  std::string heading =
      report.name + " is broken, " +
      (report.windows_total == 1 ? "once" : counted(report.windows_total, "time"));
  if (report.limit) heading += " (limit " + duration_text(*report.limit) + ")";
  if (report.windows_total > 1 && report.longest > Duration::zero()) {
    heading +=
        ", longest " + length_text(report.longest) + ", together " + length_text(report.total);
  }
  write_heading(out, heading, page);
  const std::size_t shown = std::min(report.windows.size(), kWindowsShown);
  for (std::size_t i = 0; i < shown; ++i) write_window(out, report.windows[i], page);
  if (report.windows_total > shown) {
    out << "  … and " << report.windows_total - shown << " more; -o json has them\n";
  }
}

// What the file asks about is shown with its windows; of the rest, notes tell. A file that asks
// about no invariant is taken to mean the one that matters most.
std::vector<std::string_view> invariants_asked(const Scenario& scenario) {
  std::vector<std::string_view> names;
  for (const Expectation& expectation : scenario.expect) {
    if (const auto* holds = std::get_if<Holds>(&expectation.claim)) {
      names.push_back(holds->invariant.name);
    } else if (const auto* breaks = std::get_if<Breaks>(&expectation.claim)) {
      names.push_back(breaks->invariant.name);
    }
  }
  if (names.empty()) names.emplace_back("one-leader-at-a-time");
  return names;
}

// ---- numbers ----

void write_lease(std::ostream& out, const LeaseMetrics& lease, const Page& page) {
  std::string text = lease.lease + ": " + counted(lease.writes, "write") + ", " +
                     counted(lease.takeovers, "takeover");
  if (lease.transitions >= 0) text += ", transitions " + std::to_string(lease.transitions);
  text += "; two leaders " + length_text(lease.dual_leader_total);
  if (lease.dual_leader_windows > 1) text += ", longest " + length_text(lease.dual_leader_longest);
  text += "; no leader " + length_text(lease.leaderless_total);
  if (lease.leaderless_longest != lease.leaderless_total) {
    text += ", longest " + length_text(lease.leaderless_longest);
  }
  write_hanging(out, 2, text, page);
}

void write_nodes(std::ostream& out, const Metrics& metrics, const Page& page) {
  const NodeMetrics& nodes = metrics.nodes;
  if (nodes.nodes == 0) return;
  std::string text = counted(nodes.nodes, "node") + ": called Unknown " +
                     counted(nodes.marked, "time") + ", while running " +
                     counted(nodes.flaps, "time") + " (" +
                     std::to_string(per_hour(nodes.flaps, metrics.judged)) + " an hour); " +
                     counted(nodes.evictions, "pod") + " evicted";
  if (nodes.marked > 0) {
    text += "; from the last sign of life to Unknown " + length_text(nodes.longest_to_unknown);
    if (nodes.evictions > 0) text += ", to a deletion " + length_text(nodes.longest_to_eviction);
    text += " at most";
  }
  write_hanging(out, 2, text, page);
}

void write_numbers(std::ostream& out, const Metrics& metrics, const Page& page) {
  write_heading(out, "numbers", page);
  for (const LeaseMetrics& lease : metrics.leases) write_lease(out, lease, page);
  write_nodes(out, metrics, page);
  std::string requests;
  for (const ClientMetrics& client : metrics.clients) {
    requests += (requests.empty() ? "" : ", ") + client.process + " " +
                std::to_string(per_hour(client.total(), metrics.judged));
  }
  if (!requests.empty()) write_hanging(out, 2, "requests an hour: " + requests, page);
}

void write_notes(std::ostream& out, const Verdict& verdict, const Page& page) {
  for (const std::string& note : verdict.notes) {
    write_marked(out, {"! note", Ink::doubtful}, note, page);
  }
}

void write_expectation(std::ostream& out, const ExpectationReport& report, const Page& page) {
  write_marked(out, mark_of(report.outcome), report.text, page);
  const std::size_t column = 2 + kMarkColumns;
  if (!report.found.empty()) write_hanging(out, column, report.found, page, Ink::faint);
  if (!report.nearest.empty()) {
    write_hanging(out, column, "nearest: " + report.nearest, page, Ink::faint);
  }
}

void write_foot(std::ostream& out, const RunReport& report, const Page& page) {
  out << '\n'
      << page.style.paint(Ink::faint, "seed " + std::to_string(report.seed.value) + ", " +
                                          counted(report.verdict.metrics.facts, "fact") +
                                          ", digest " + text_of(report.digest))
      << '\n'
      << page.style.paint(Ink::faint, "again: ") << report.reproduce << '\n';
}

void write_outcome(std::ostream& out, Mark mark, std::string_view text, const Page& page) {
  out << page.style.paint(mark.ink, mark.sign) << "  " << text << '\n';
}

// ---- seeds ----

std::string spread_text(const Spread& spread) {
  if (spread.least == spread.greatest) return length_text(spread.least) + " each time";
  return length_text(spread.least) + " to " + length_text(spread.greatest) + ", mean " +
         length_text(spread.mean());
}

void write_kept(std::ostream& out, const std::map<std::uint64_t, std::string>& seeds,
                std::uint64_t total, const SeedsReport& report, const Page& page) {
  for (const auto& [seed, found] : seeds) {
    write_hanging(out, 2 + kMarkColumns, "seed " + std::to_string(seed) + ": " + found, page,
                  Ink::faint);
  }
  if (total > seeds.size()) {
    write_hanging(out, 2 + kMarkColumns, "… and " + counted(total - seeds.size(), "seed") + " more",
                  page, Ink::faint);
  }
  if (seeds.empty()) return;
  write_hanging(out, 2 + kMarkColumns,
                "again: " + report.reproduce_one + std::to_string(seeds.begin()->first), page);
}

void write_claim(std::ostream& out, const SeedsExpectation& claim, const SeedsReport& report,
                 const Page& page) {
  const bool met = claim.unmet == 0 && claim.met > 0;
  const Claimed outcome = claim.unmet > 0 ? Claimed::unmet
                          : met           ? Claimed::met
                                          : Claimed::inconclusive;
  write_marked(out, mark_of(outcome), claim.text, page);
  const std::uint64_t asked = claim.met + claim.unmet + claim.inconclusive;
  std::string tally = "met by " + std::to_string(claim.met) + " of " + counted(asked, "seed");
  if (claim.unmet > 0) tally += ", unmet by " + std::to_string(claim.unmet);
  if (claim.inconclusive > 0) tally += ", unclear for " + std::to_string(claim.inconclusive);
  if (claim.measured.count > 0) tally += "; " + spread_text(claim.measured);
  write_hanging(out, 2 + kMarkColumns, tally, page, Ink::faint);
  write_kept(out, claim.unmet_seeds, claim.unmet, report, page);
  if (claim.met == 0) write_kept(out, claim.inconclusive_seeds, claim.inconclusive, report, page);
}

std::string tally_of(const SeedsReport& report) {
  const SeedsVerdict& verdict = report.verdict;
  const auto count = [&](Verdict::Outcome outcome) { return verdict.count(outcome); };
  std::string text = counted(verdict.seeds(), "seed") + ": ";
  if (count(Verdict::Outcome::holds) == verdict.seeds()) {
    text += verdict.seeds() == 1 ? "it holds" : "all hold";
  } else {
    text += std::to_string(count(Verdict::Outcome::holds)) + " hold, " +
            std::to_string(count(Verdict::Outcome::violated)) + " violated, " +
            std::to_string(count(Verdict::Outcome::inconclusive)) + " inconclusive";
  }
  if (report.interrupted) text += "; interrupted before all seeds were run";
  return text;
}

}  // namespace

void write_title(std::ostream& out, const Scenario& scenario, Seed seed, const Page& page) {
  if (!scenario.story.empty()) {
    for (const std::string& line : wrapped(first_sentence(scenario.story), page.width)) {
      out << page.style.paint(Ink::strong, line) << '\n';
    }
  }
  const std::string facts = scenario.name + ", seed " + std::to_string(seed.value) + ", " +
                            duration_text(scenario.until) + " of simulated time";
  out << page.style.paint(Ink::faint, facts) << "\n\n";
}

void write_verdict(std::ostream& out, const RunReport& report, const Page& page, Detail detail) {
  const Verdict& verdict = report.verdict;
  if (detail == Detail::unmet && verdict.outcome == Verdict::Outcome::holds) return;
  write_outcome(out, mark_of(verdict.outcome),
                detail == Detail::unmet ? report.path + ": " + verdict.because : verdict.because,
                page);
  for (const ExpectationReport& expectation : verdict.expectations) {
    if (detail == Detail::unmet && expectation.outcome == Claimed::met) continue;
    write_expectation(out, expectation, page);
  }
  write_notes(out, verdict, page);
  const auto asked = invariants_asked(report.scenario);
  for (const InvariantReport& invariant : verdict.invariants) {
    const bool shown = std::ranges::find(asked, invariant.name) != asked.end();
    if (shown && invariant.windows_total > 0) write_windows(out, invariant, page);
  }
  if (detail == Detail::whole) write_numbers(out, verdict.metrics, page);
  write_foot(out, report, page);
}

void write_row(std::ostream& out, const RunReport& report, const Page& page) {
  write_marked(out, mark_of(report.verdict.outcome), report.path + ": " + report.verdict.because,
               page, 0);
}

void write_row(std::ostream& out, const SeedsReport& report, const Page& page) {
  write_marked(out, mark_of(report.verdict.outcome()), report.path + ": " + tally_of(report), page,
               0);
}

void write_row(std::ostream& out, const RefusedReport& report, const Page& page) {
  write_marked(out, {"! REFUSED", Ink::bad}, report.path, page, 0);
}

void write_seeds(std::ostream& out, const SeedsReport& report, const Page& page, Detail detail) {
  const SeedsVerdict& verdict = report.verdict;
  const Verdict::Outcome outcome = verdict.outcome();
  if (detail == Detail::unmet && outcome == Verdict::Outcome::holds) return;
  write_outcome(out, mark_of(outcome), report.path + ", " + tally_of(report), page);
  for (const SeedsExpectation& claim : verdict.expectations()) {
    if (detail == Detail::unmet && claim.unmet == 0 && claim.met > 0) continue;
    write_claim(out, claim, report, page);
  }
  if (verdict.takeovers().count > 0 || verdict.dual_leader().greatest > Duration::zero()) {
    write_heading(out, "numbers", page);
    if (verdict.takeovers().count > 0) {
      write_hanging(out, 2,
                    "takeovers: " + std::to_string(verdict.takeovers().count) + ", after " +
                        spread_text(verdict.takeovers()),
                    page);
    }
    write_hanging(out, 2, "longest time with two leaders: " + spread_text(verdict.dual_leader()),
                  page);
  }
  out << '\n' << page.style.paint(Ink::faint, "again: ") << report.reproduce << '\n';
}

}  // namespace leasesim
