#include "leasesim/report/json.hpp"

#include <nlohmann/json.hpp>
#include <ostream>

#include "leasesim/trace/api_facts.hpp"

namespace leasesim {
namespace {

using Json = nlohmann::ordered_json;

std::int64_t ns(SimTime at) { return at.time_since_epoch().count(); }
std::int64_t ns(Duration length) { return length.count(); }

template <class T>
void put(Json& into, const char* key, const std::optional<T>& value) {
  if (value) into[key] = ns(*value);
}
void put(Json& into, const char* key, const std::string& text) {
  if (!text.empty()) into[key] = text;
}

template <class Items, class Spell>
Json list_of(const Items& items, Spell spell) {
  Json out = Json::array();
  for (const auto& item : items) out.push_back(spell(item));
  return out;
}

Json json_of(const ExpectationReport& report) {
  Json out{{"index", report.index},
           {"line", report.place.line},
           {"text", report.text},
           {"outcome", word_of(report.outcome)}};
  put(out, "found", report.found);
  put(out, "nearest", report.nearest);
  put(out, "measured_ns", report.measured);
  return out;
}

Json json_of(const Party& party) {
  return {{"process", party.process},
          {"identity", party.identity},
          {"since_ns", ns(party.since)},
          {"effects", party.effects}};
}

Json json_of(const Evidence& evidence) {
  return {{"at_ns", ns(evidence.at)},
          {"by", evidence.by},
          {"fact", evidence.fact},
          {"text", evidence.text}};
}

Json json_of(const Window& window) {
  Json out{{"subject", window.subject}, {"from_ns", ns(window.from)}};
  put(out, "to_ns", window.to);
  out["length_ns"] = ns(window.length);
  put(out, "both_ran_ns", window.both_ran);
  put(out, "both_acted_ns", window.both_acted);
  out["who"] = list_of(window.who, [](const Party& party) { return json_of(party); });
  out["causes"] = list_of(window.causes, [](Cause cause) { return word_of(cause); });
  out["why"] = window.why;
  out["evidence"] = list_of(window.evidence, [](const Evidence& one) { return json_of(one); });
  return out;
}

Json json_of(const InvariantReport& report) {
  Json out{
      {"name", report.name}, {"subject", report.subject}, {"outcome", word_of(report.outcome)}};
  put(out, "limit_ns", report.limit);
  put(out, "at_risk_because", report.at_risk_because);
  out["windows_total"] = report.windows_total;
  out["longest_ns"] = ns(report.longest);
  out["total_ns"] = ns(report.total);
  out["windows"] = list_of(report.windows, [](const Window& window) { return json_of(window); });
  return out;
}

Json json_of(const FaultEffect& fault) {
  Json out{{"index", fault.index}, {"what", fault.what}, {"touched", fault.touched}};
  put(out, "began_ns", fault.began);
  put(out, "ended_ns", fault.ended);
  return out;
}

Json json_of(const LeaseMetrics& lease) {
  return {{"lease", lease.lease},
          {"writes", lease.writes},
          {"takeovers", lease.takeovers},
          {"transitions", lease.transitions},
          {"dual_leader_total_ns", ns(lease.dual_leader_total)},
          {"dual_leader_longest_ns", ns(lease.dual_leader_longest)},
          {"dual_leader_windows", lease.dual_leader_windows},
          {"leaderless_total_ns", ns(lease.leaderless_total)},
          {"leaderless_longest_ns", ns(lease.leaderless_longest)}};
}

Json json_of(const ClientMetrics& client, Duration judged) {
  Json requests = Json::object();
  for (std::size_t verb = 0; verb < client.requests.size(); ++verb) {
    requests[std::string{word_of(static_cast<Verb>(verb))}] = client.requests[verb];
  }
  return {{"process", client.process},
          {"requests", std::move(requests)},
          {"requests_per_hour", per_hour(client.total(), judged)}};
}

Json json_of(const Takeover& takeover) {
  Json out{{"lease", takeover.lease},
           {"from", takeover.from},
           {"to", takeover.to},
           {"at_ns", ns(takeover.at)}};
  put(out, "since_commit_ns", takeover.since_commit);
  put(out, "leaderless_ns", takeover.leaderless);
  return out;
}

Json json_of(const NodeMetrics& nodes, Duration judged) {
  return {{"nodes", nodes.nodes},
          {"marked", nodes.marked},
          {"flaps", nodes.flaps},
          {"flaps_per_hour", per_hour(nodes.flaps, judged)},
          {"evictions", nodes.evictions},
          {"longest_to_unknown_ns", ns(nodes.longest_to_unknown)},
          {"longest_to_eviction_ns", ns(nodes.longest_to_eviction)}};
}

Json json_of(const Metrics& metrics) {
  Json out{{"judged_ns", ns(metrics.judged)}, {"facts", metrics.facts}};
  out["leases"] = list_of(metrics.leases, [](const LeaseMetrics& lease) { return json_of(lease); });
  out["clients"] = list_of(metrics.clients, [&](const ClientMetrics& client) {
    return json_of(client, metrics.judged);
  });
  if (metrics.nodes.nodes > 0) out["nodes"] = json_of(metrics.nodes, metrics.judged);
  out["takeovers_total"] = metrics.takeovers_total;
  out["takeovers"] =
      list_of(metrics.takeovers, [](const Takeover& takeover) { return json_of(takeover); });
  return out;
}

Json head(const char* kind, const std::string& path) {
  return {{"leasesim", kFormat}, {"kind", kind}, {"scenario", path}};
}

Json json_of(const RunReport& report) {
  const Verdict& verdict = report.verdict;
  Json out = head("RunResult", report.path);
  out["name"] = report.scenario.name;
  out["seed"] = report.seed.value;
  out["outcome"] = word_of(verdict.outcome);
  out["because"] = verdict.because;
  out["end_ns"] = ns(verdict.end);
  out["digest"] = text_of(report.digest);
  out["reproduce"] = report.reproduce;
  out["expectations"] = list_of(
      verdict.expectations, [](const ExpectationReport& expected) { return json_of(expected); });
  out["invariants"] = list_of(verdict.invariants,
                              [](const InvariantReport& invariant) { return json_of(invariant); });
  out["faults"] = list_of(verdict.faults, [](const FaultEffect& fault) { return json_of(fault); });
  out["notes"] = verdict.notes;
  out["metrics"] = json_of(verdict.metrics);
  return out;
}

Json json_of(const Spread& spread) {
  Json out{{"count", spread.count}};
  if (spread.count == 0) return out;
  out["least_ns"] = ns(spread.least);
  out["mean_ns"] = ns(spread.mean());
  out["greatest_ns"] = ns(spread.greatest);
  return out;
}

Json json_of(const std::map<std::uint64_t, std::string>& seeds) {
  Json out = Json::array();
  for (const auto& [seed, found] : seeds) out.push_back({{"seed", seed}, {"found", found}});
  return out;
}

Json json_of(const SeedsExpectation& claim) {
  return {{"index", claim.index},
          {"line", claim.place.line},
          {"text", claim.text},
          {"met", claim.met},
          {"unmet", claim.unmet},
          {"inconclusive", claim.inconclusive},
          {"unmet_seeds", json_of(claim.unmet_seeds)},
          {"inconclusive_seeds", json_of(claim.inconclusive_seeds)},
          {"measured", json_of(claim.measured)}};
}

Json json_of(const SeedsReport& report) {
  const SeedsVerdict& verdict = report.verdict;
  Json out = head("SeedsResult", report.path);
  out["name"] = report.scenario.name;
  out["seeds"] = {{"first", report.seeds.first}, {"last", report.seeds.last}};
  out["interrupted"] = report.interrupted;
  out["outcome"] = word_of(verdict.outcome());
  out["run"] = verdict.seeds();
  for (const auto outcome :
       {Verdict::Outcome::holds, Verdict::Outcome::violated, Verdict::Outcome::inconclusive}) {
    out[std::string{word_of(outcome)}] = verdict.count(outcome);
  }
  out["reproduce"] = report.reproduce;
  out["expectations"] =
      list_of(verdict.expectations(), [](const SeedsExpectation& claim) { return json_of(claim); });
  out["takeovers"] = json_of(verdict.takeovers());
  out["dual_leader"] = json_of(verdict.dual_leader());
  return out;
}

Json json_of(const RefusedReport& report) {
  Json out = head("Refused", report.path);
  out["why"] = report.why;
  return out;
}

Json document_of(std::span<const Report> reports) {
  const auto spell = [](const Report& report) {
    return std::visit([](const auto& one) { return json_of(one); }, report);
  };
  if (reports.size() == 1) return spell(reports.front());
  Json out{{"leasesim", kFormat}, {"kind", "List"}};
  out["items"] = list_of(reports, spell);
  return out;
}

}  // namespace

void write_json(std::ostream& out, std::span<const Report> reports) {
  // Texts of a user's file may be no UTF-8; they must not keep the rest from being written.
  constexpr auto kReplace = Json::error_handler_t::replace;
  out << document_of(reports).dump(2, ' ', false, kReplace) << '\n';
}

}  // namespace leasesim
