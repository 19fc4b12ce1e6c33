#include "check/effects.hpp"

#include <algorithm>

#include "check/words.hpp"

namespace leasesim {
namespace {
constexpr std::size_t kEvidenceKept = 20;
}

OneActor::OfLease& OneActor::state_of(ObjectName name) {
  const LeaseState& lease = stage_.lease(name);
  OfLease& state = leases_.of(lease.index);
  state.lease = &lease;
  return state;
}

OneActor::Actor& OneActor::actor_of(OfLease& state, const ProcessState& process) {
  const auto known = std::ranges::find(state.actors, &process, &Actor::process);
  if (known != state.actors.end()) return *known;
  state.actors.push_back({.process = &process, .first = {}, .last = {}});
  return state.actors.back();
}

void OneActor::begin_term(ObjectName name, const ProcessState& process) {
  OfLease& state = state_of(name);
  Actor& actor = actor_of(state, process);
  if (actor.term != 0 && actor.term == state.newest_term) return;
  actor.term = ++state.newest_term;
  actor.first.reset();
}

void OneActor::on(const Fact& fact, const ObjectWritten& body) {
  if (!body.under.is_set() || !fact.by.is_set()) return;
  const ProcessState& process = stage_.process(fact.by);
  OfLease& state = state_of(body.under);
  Actor& actor = actor_of(state, process);
  if (actor.term == 0) actor.term = ++state.newest_term;
  if (actor.term < state.acted_term) return stale(state, actor, fact);

  if (!actor.first) {
    if (state.newest_actor != nullptr && state.newest_actor != &process) state.two_acted = true;
    close(state);
    actor.first = fact.at;
    state.acted_term = actor.term;
    state.newest_actor = &process;
    state.first_of_newest = evidence_of(fact);
  }
  actor.last = fact.at;
  if (state.window) actor.effects += 1;
}

// An effect of an older term than one of which effects have landed already.
void OneActor::stale(OfLease& state, Actor& actor, const Fact& fact) {
  Actor& newest = actor_of(state, *state.newest_actor);
  if (!state.window) {
    Window window;
    window.from = *newest.first;
    window.subject = state.lease->str();
    window.evidence.push_back(*state.first_of_newest);
    for (Actor& one : state.actors) one.effects = 0;
    newest.effects = 1;
    state.window = std::move(window);
  }
  actor.last = fact.at;
  actor.effects += 1;
  state.window->to = fact.at;
  if (state.window->evidence.size() < kEvidenceKept) {
    state.window->evidence.push_back(evidence_of(fact));
  }
}

void OneActor::close(OfLease& state) {
  if (!state.window) return;
  Window window = std::move(*state.window);
  state.window.reset();
  window.length = *window.to - window.from;
  window.both_acted = window.length;
  Teller teller;
  std::vector<std::string> older;
  for (const Actor& actor : state.actors) {
    if (actor.effects == 0 && actor.process != state.newest_actor) continue;
    const Candidate* candidate = state.lease->candidate(actor.process);
    window.who.push_back({.process = actor.process->str(),
                          .identity = candidate == nullptr ? "" : candidate->identity.str(),
                          .since = actor.first.value_or(window.from),
                          .effects = actor.effects});
    if (actor.process == state.newest_actor) continue;
    older.push_back(actor.process->str());
    const ProcessState& process = *actor.process;
    const bool led = std::ranges::any_of(
        state.lease->believers, [&](const Believer& one) { return one.process == &process; });
    if (process.pause && process.pause->overlaps(window.from - 1min, *window.to)) {
      teller.blame(Cause::process_pause);
    }
    if (process.host != nullptr && process.host->sleep &&
        process.host->sleep->overlaps(window.from - 1min, *window.to)) {
      teller.blame(Cause::machine_suspend);
    }
    if (!led && candidate != nullptr && candidate->release_ended) teller.blame(Cause::release);
  }
  teller.say(state.newest_actor->str() + " had acted under the lease since " +
             seconds(window.from) + " when effects of " + listed(older) +
             " still landed, the last one at " + seconds(*window.to) +
             ": a lease tells nobody's writes apart.");
  teller.sign(window);
  docket_.add(std::move(window));
}

void OneActor::conclude(SimTime) {
  for (std::size_t at = 0; at < leases_.size(); ++at) {
    OfLease& state = leases_.of(at);
    if (state.lease == nullptr) continue;
    close(state);
    if (state.two_acted) docket_.at_risk(state.lease->str(), "two acted under it");
  }
}

}  // namespace leasesim
