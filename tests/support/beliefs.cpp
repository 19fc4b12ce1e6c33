#include "support/beliefs.hpp"

#include <algorithm>
#include <map>

namespace leasesim {
namespace {

// What a fact does to its process's belief.
enum class Turn { none, begins, ends };

Turn turn_of(const FactBody& body) {
  if (std::holds_alternative<LeadershipGained>(body)) return Turn::begins;
  const bool over = std::holds_alternative<LeadershipLost>(body) ||
                    std::holds_alternative<ProcessCrashed>(body) ||
                    std::holds_alternative<ProcessExited>(body);
  return over ? Turn::ends : Turn::none;
}

}  // namespace

std::vector<Belief> beliefs(const SmallWorld& world, Duration end) {
  std::vector<Belief> all;
  std::map<std::string, Duration> since;
  for (const Fact& fact : world.record()) {
    const Turn turn = turn_of(fact.body);
    if (turn == Turn::none) continue;
    const std::string who = fact.by.str();
    if (turn == Turn::begins) {
      since[who] = fact.at.time_since_epoch();
    } else if (const auto begun = since.extract(who)) {
      all.push_back({who, begun.mapped(), fact.at.time_since_epoch()});
    }
  }
  for (const auto& [who, from] : since) all.push_back({who, from, end});
  return all;
}

Duration widest_overlap(const std::vector<Belief>& all) {
  Duration widest{};
  for (const Belief& one : all) {
    for (const Belief& other : all) {
      if (one.who >= other.who) continue;
      widest = std::max(widest, std::min(one.to, other.to) - std::max(one.from, other.from));
    }
  }
  return widest;
}

std::vector<Renewal> renewals(const SmallWorld& world, std::string_view by) {
  struct Sent {
    Renewal renewal;
    bool wrote = false;
  };
  std::vector<Renewal> done;
  std::map<std::int64_t, Sent> under_way;
  Duration written{-1};
  for (const Fact& fact : world.record()) {
    if (fact.by.view() != by) continue;
    const Duration at = fact.at.time_since_epoch();
    if (const auto* sent = std::get_if<RequestSent>(&fact.body)) {
      under_way[sent->request].renewal.sent = at;
    } else if (std::holds_alternative<LeaseWritten>(fact.body)) {
      written = at;
    } else if (const auto* served = std::get_if<RequestServed>(&fact.body)) {
      Sent& request = under_way[served->request];
      request.wrote = written == at && writes(served->verb) && served->outcome == ApiError::ok;
      request.renewal.committed = at;
    } else if (const auto* answer = std::get_if<AnswerReceived>(&fact.body)) {
      const auto request = under_way.extract(answer->request);
      if (!request || !request.mapped().wrote || answer->outcome != ApiError::ok) continue;
      done.push_back(request.mapped().renewal);
      done.back().answered = at;
    }
  }
  return done;
}

Duration first_commit(const SmallWorld& world, std::string_view by) {
  return world.first<LeaseWritten>(by);
}

}  // namespace leasesim
