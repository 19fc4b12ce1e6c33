#include "leasesim/report/junit.hpp"

#include <map>
#include <ostream>
#include <vector>

#include "leasesim/report/page.hpp"

namespace leasesim {
namespace {

enum class Fate : std::uint8_t { passed, failed, error, skipped };

struct Case {
  std::string name;
  Fate fate = Fate::passed;
  std::string message;
  std::string text{};  // beside the message
};

struct Property {
  std::string name;
  std::string value;
};

struct Suite {
  std::string name;
  std::string file;
  std::vector<Property> properties;
  std::vector<Case> cases;

  std::size_t count(Fate fate) const {
    std::size_t count = 0;
    for (const Case& one : cases) count += one.fate == fate ? 1 : 0;
    return count;
  }
};

// "scenarios/dual-leader.yaml" becomes "scenarios.dual-leader".
std::string dotted(std::string_view path) {
  while (path.starts_with("./") || path.starts_with("../") || path.starts_with("/")) {
    path.remove_prefix(path.find('/') + 1);
  }
  for (const std::string_view end : {".yaml", ".yml", ".json"}) {
    if (path.ends_with(end)) path.remove_suffix(end.size());
  }
  std::string out{path};
  for (char& c : out) {
    if (c == '/') c = '.';
  }
  return out;
}

// The first window that shows what an unmet expectation is about, with three facts around its
// start.
std::string first_window(const Verdict& verdict) {
  for (const InvariantReport& invariant : verdict.invariants) {
    if (invariant.windows.empty()) continue;
    const Window& window = invariant.windows.front();
    std::string out = invariant.name + " of " + window.subject + " broke at " +
                      clock_text(window.from) + " for " + length_text(window.length) + "\n" +
                      window.why + "\n";
    for (std::size_t i = 0; i < window.evidence.size() && i < 3; ++i) {
      const Evidence& evidence = window.evidence[i];
      out += "  " + clock_text(evidence.at) + "  " + evidence.by + "  " + evidence.fact;
      out += (evidence.text.empty() ? "" : "  " + evidence.text) + "\n";
    }
    return out;
  }
  return {};
}

Case case_of(const ExpectationReport& expected, const RunReport& report) {
  Case out{expected.text, Fate::passed, expected.found};
  switch (expected.outcome) {
    case ExpectationReport::Outcome::met:
      return out;
    case ExpectationReport::Outcome::inconclusive:
    case ExpectationReport::Outcome::not_asked:
      out.fate = Fate::skipped;
      return out;
    case ExpectationReport::Outcome::unmet:
      break;
  }
  out.fate = Fate::failed;
  if (!expected.nearest.empty()) out.text = "nearest: " + expected.nearest + "\n";
  out.text += first_window(report.verdict) + "again: " + report.reproduce;
  return out;
}

Suite suite_of(const RunReport& report) {
  Suite suite{report.scenario.name, report.path, {}, {}};
  suite.properties = {
      {"seed", std::to_string(report.seed.value)},
      {"digest", text_of(report.digest)},
      {"simulated_ns", std::to_string(report.verdict.end.time_since_epoch().count())}};
  bool failed = false;
  for (const ExpectationReport& expected : report.verdict.expectations) {
    suite.cases.push_back(case_of(expected, report));
    failed = failed || suite.cases.back().fate == Fate::failed;
  }
  // A run that no expectation condemns is nevertheless no success.
  const bool unclear = report.verdict.outcome == Verdict::Outcome::inconclusive;
  if (unclear || (report.verdict.outcome == Verdict::Outcome::violated && !failed)) {
    suite.cases.push_back({"the run as a whole", unclear ? Fate::skipped : Fate::failed,
                           report.verdict.because, "again: " + report.reproduce});
  }
  return suite;
}

Case case_of(const SeedsExpectation& claim, const SeedsReport& report) {
  const std::uint64_t asked = claim.met + claim.unmet + claim.inconclusive;
  Case out{claim.text, Fate::passed,
           "met by " + std::to_string(claim.met) + " of " + counted(asked, "seed")};
  if (claim.unmet == 0 && claim.met > 0) return out;
  out.fate = claim.unmet > 0 ? Fate::failed : Fate::skipped;
  const auto& seeds = claim.unmet > 0 ? claim.unmet_seeds : claim.inconclusive_seeds;
  for (const auto& [seed, found] : seeds) {
    out.text += "seed=" + std::to_string(seed) + ": " + found + "\n";
  }
  if (!seeds.empty()) {
    out.text += "again: " + report.reproduce_one + std::to_string(seeds.begin()->first);
  }
  return out;
}

Suite suite_of(const SeedsReport& report) {
  Suite suite{report.scenario.name, report.path, {}, {}};
  suite.properties = {
      {"seeds", std::to_string(report.seeds.first) + ".." + std::to_string(report.seeds.last)},
      {"run", std::to_string(report.verdict.seeds())}};
  for (const SeedsExpectation& claim : report.verdict.expectations()) {
    suite.cases.push_back(case_of(claim, report));
  }
  const bool unclear = report.verdict.outcome() == Verdict::Outcome::inconclusive;
  if (unclear && suite.count(Fate::skipped) == 0) {
    suite.cases.push_back({"the seeds as a whole", Fate::skipped,
                           "no seed's faults changed anything, or nothing was asked",
                           "again: " + report.reproduce});
  }
  return suite;
}

Suite suite_of(const RefusedReport& report) {
  return {report.path, report.path, {}, {{"can be run", Fate::error, report.why}}};
}

// Readers drop what has the name of an earlier case.
void make_unique(std::vector<Case>& cases) {
  std::map<std::string, int> times;
  for (Case& one : cases) {
    const int before = times[one.name]++;
    if (before > 0) one.name += " #" + std::to_string(before + 1);
  }
}

void write_case(std::ostream& out, const Case& one, const Suite& suite) {
  out << "    <testcase classname=\"" << xml_attribute(dotted(suite.file)) << "\" name=\""
      << xml_attribute(one.name) << "\" file=\"" << xml_attribute(suite.file) << "\" time=\"0\"";
  const std::string both = one.message + (one.text.empty() ? "" : "\n" + one.text);
  switch (one.fate) {
    case Fate::passed:
      if (one.message.empty()) {
        out << "/>\n";
      } else {
        out << ">\n      <system-out>" << xml_text(one.message)
            << "</system-out>\n    </testcase>\n";
      }
      return;
    case Fate::skipped:
      out << ">\n      <skipped message=\"" << xml_attribute(one.message) << "\">" << xml_text(both)
          << "</skipped>\n    </testcase>\n";
      return;
    case Fate::failed:
    case Fate::error: {
      const std::string_view tag = one.fate == Fate::failed ? "failure" : "error";
      out << ">\n      <" << tag << " message=\"" << xml_attribute(one.message) << "\" type=\""
          << (one.fate == Fate::failed ? "unmet" : "refused") << "\">" << xml_text(both) << "</"
          << tag << ">\n    </testcase>\n";
      return;
    }
  }
}

void write_counts(std::ostream& out, std::size_t tests, std::size_t failures, std::size_t errors,
                  std::size_t skipped) {
  out << " tests=\"" << tests << "\" failures=\"" << failures << "\" errors=\"" << errors
      << "\" skipped=\"" << skipped << "\" time=\"0\">\n";
}

void write_suite(std::ostream& out, const Suite& suite) {
  out << "  <testsuite name=\"" << xml_attribute(suite.name) << '"';
  write_counts(out, suite.cases.size(), suite.count(Fate::failed), suite.count(Fate::error),
               suite.count(Fate::skipped));
  if (!suite.properties.empty()) {
    out << "    <properties>\n";
    for (const Property& property : suite.properties) {
      out << "      <property name=\"" << property.name << "\" value=\""
          << xml_attribute(property.value) << "\"/>\n";
    }
    out << "    </properties>\n";
  }
  for (const Case& one : suite.cases) write_case(out, one, suite);
  out << "  </testsuite>\n";
}

// How many bytes a well-formed UTF-8 character at the start of `text` takes; 0 if it is none, or
// one that XML cannot hold.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 || lead == '\n' || lead == '\t' ? 1 : 0;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  }
  if (lead == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
  if (lead == 0xED && byte(1) > 0x9F) return 0;  // a surrogate
  if (lead == 0xF0 && byte(1) < 0x90) return 0;  // overlong
  if (lead == 0xF4 && byte(1) > 0x8F) return 0;  // beyond Unicode
  if (lead == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE) return 0;
  return length;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (text[0] == '&') {
      out += "&amp;";
    } else if (text[0] == '<') {
      out += "&lt;";
    } else if (text[0] == '>') {
      out += "&gt;";
    } else if (text[0] == '"') {
      out += "&quot;";
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string xml_attribute(std::string_view text) {
  std::string out;
  for (const char c : xml_text(text)) {
    if (c == '\n') {
      out += "&#10;";  // a reader would take a plain one for a space
    } else if (c == '\t') {
      out += "&#9;";
    } else {
      out += c;
    }
  }
  return out;
}

void write_junit(std::ostream& out, std::span<const Report> reports) {
  std::vector<Suite> suites;
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  for (const Report& report : reports) {
    suites.push_back(std::visit([](const auto& one) { return suite_of(one); }, report));
    make_unique(suites.back().cases);
    tests += suites.back().cases.size();
    failures += suites.back().count(Fate::failed);
    errors += suites.back().count(Fate::error);
    skipped += suites.back().count(Fate::skipped);
  }
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"leasesim\"";
  write_counts(out, tests, failures, errors, skipped);
  for (const Suite& suite : suites) write_suite(out, suite);
  out << "</testsuites>\n";
}

}  // namespace leasesim
