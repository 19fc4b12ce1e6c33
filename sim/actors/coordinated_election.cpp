// The control plane's side of coordinated election.
#include "leasesim/actors/coordinated_election.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "actors/crew.hpp"
#include "actors/election.hpp"
#include "actors/names_of_actors.hpp"
#include "actors/work_queue.hpp"
#include "leasesim/api/informer.hpp"
#include "leasesim/objects/expiry.hpp"
#include "leasesim/objects/semantic_version.hpp"

namespace leasesim {
namespace {

constexpr std::string_view kOldestEmulation = "OldestEmulationVersion";
constexpr std::int32_t kFirstDuration = 5;  // seconds, of a lease that is given to a candidate
constexpr Duration kWindow = 5s;            // in which a candidate that is asked has to answer
constexpr Duration kRequeue = 5s;
constexpr Duration kValid = 30min;  // since a candidate's last sign of life
constexpr Duration kCollectedEvery = 30min;
constexpr std::size_t kPings = 32;

bool before(const std::optional<MicroTime>& time, Duration more, WallTime now) {
  return !time || wall_time(*time) + more < now;
}

class CoordinatedElection {
 public:
  CoordinatedElection(Process& self, Api api)
      : self_(self),
        api_(api),
        leases_(self, api),
        candidates_(self, api),
        queue_(self, 1, [this](ObjectName lease) { return reconcile(lease); }) {}

  FramePool& frames() const { return self_.frames(); }

  Task<> run();

 private:
  Task<> reconcile(ObjectName lease);
  Task<bool> step(ObjectName lease);
  bool is_needed(ObjectName lease, const std::vector<LeaseCandidate>& candidates);
  Task<bool> ask(ObjectName lease, const std::vector<LeaseCandidate>& candidates);
  Task<> ping(ObjectName lease, LeaseCandidate candidate);
  Task<> give(ObjectName lease, const LeaseCandidate& winner, Text strategy);
  std::vector<LeaseCandidate> valid_candidates(ObjectName lease) const;
  ObjectName lease_of(const LeaseCandidate& candidate) const {
    return object_name(self_.names(), namespace_of(candidate.meta.name),
                       candidate.spec.lease.view());
  }
  Task<> collect_for_ever();

  Process& self_;
  Api api_;
  Informer<Lease> leases_;
  Informer<LeaseCandidate> candidates_;
  WorkQueue<ObjectName> queue_;
};

Task<> CoordinatedElection::run() {
  leases_.on_change([this](const Lease* was, const Lease* now) {
    queue_.add((now != nullptr ? now : was)->meta.name);
  });
  // A candidate that was asked and has not answered yet is no news.
  candidates_.on_change([this](const LeaseCandidate* was, const LeaseCandidate* now) {
    const LeaseCandidate& candidate = now != nullptr ? *now : *was;
    const LeaseCandidateSpec& spec = candidate.spec;
    const bool waits =
        now != nullptr && spec.pinged && (!spec.renewed || *spec.renewed < *spec.pinged);
    if (!waits) queue_.add(lease_of(candidate));
  });
  Child reading_leases(self_, leases_.run());
  Child reading_candidates(self_, candidates_.run());
  co_await self_.until(leases_.synced());
  co_await self_.until(candidates_.synced());
  Child collecting(self_, collect_for_ever());
  co_await queue_.run();
}

Task<> CoordinatedElection::reconcile(ObjectName lease) {
  const bool again = co_await step(lease);
  if (again) queue_.add_after(lease, kRequeue);
}

// One look at a lease and its candidates; nothing is remembered from one to the next. Whether to
// look again soon.
Task<bool> CoordinatedElection::step(ObjectName lease) {
  const std::vector<LeaseCandidate> candidates = valid_candidates(lease);
  if (candidates.empty()) co_return false;
  if (!is_needed(lease, candidates)) co_return true;

  const bool waiting = co_await ask(lease, candidates);
  if (waiting) co_return true;

  std::vector<LeaseCandidate> acked;
  const WallTime now = self_.wall_now();
  std::ranges::copy_if(candidates, std::back_inserter(acked), [&](const LeaseCandidate& each) {
    return each.spec.renewed && wall_time(*each.spec.renewed) + kWindow > now;
  });
  if (acked.empty()) {
    self_.note(Remark{self_.text("no available candidates for " + lease.str())});
    co_return false;
  }
  const auto strategy = best_strategy(acked);
  if (!strategy) {
    self_.note(Remark{self_.text("candidates for " + lease.str() + " disagree on the strategy")});
    co_return false;
  }
  if (strategy->view() != kOldestEmulation) co_return false;  // somebody else's to choose by
  const LeaseCandidate* winner = best_candidate(acked);
  if (winner == nullptr) co_return false;
  co_await give(lease, *winner, *strategy);
  co_return true;
}

std::vector<LeaseCandidate> CoordinatedElection::valid_candidates(ObjectName lease) const {
  std::vector<LeaseCandidate> valid;
  for (const LeaseCandidate& candidate : candidates_) {
    const bool stands = lease_of(candidate) == lease;
    if (stands && !before(candidate.spec.renewed, kValid, self_.wall_now())) {
      valid.push_back(candidate);
    }
  }
  return valid;
}

bool CoordinatedElection::is_needed(ObjectName name,
                                    const std::vector<LeaseCandidate>& candidates) {
  const Lease* lease = leases_.find(name);
  if (lease == nullptr || expired_by_calendar(lease->spec, self_.wall_now())) return true;
  if (lease->spec.holder.view().empty()) return true;
  const bool some_are_old = std::ranges::any_of(candidates, [&](const LeaseCandidate& each) {
    return before(each.spec.renewed, kValid / 2, self_.wall_now());
  });
  if (some_are_old) return true;
  const auto strategy = best_strategy(candidates);
  if (!strategy || strategy->view() != kOldestEmulation) return false;
  const LeaseCandidate* best = best_candidate(candidates);
  return best != nullptr && short_name(best->meta.name) != lease->spec.holder.view();
}

// Asks those whose last answer is too old. Whether some have still to answer.
Task<bool> CoordinatedElection::ask(ObjectName lease,
                                    const std::vector<LeaseCandidate>& candidates) {
  const WallTime now = self_.wall_now();
  bool waiting = false;
  Crew pings(self_, kPings);
  for (const LeaseCandidate& candidate : candidates) {
    const auto& [lease_name, pinged, renewed, binary, emulation, strategy] = candidate.spec;
    const bool asked_lately = pinged && wall_time(*pinged) + kWindow > now;
    if (asked_lately && renewed < pinged) {
      waiting = true;
      continue;
    }
    if (renewed && wall_time(*renewed) + kWindow > now) continue;
    if (!pinged || (wall_time(*pinged) + kWindow < now && renewed >= pinged)) {
      waiting = true;
      co_await pings.start(ping(lease, candidate));
    }
  }
  co_await pings.all_done();
  co_return waiting;
}

Task<> CoordinatedElection::ping(ObjectName lease, LeaseCandidate candidate) {
  candidate.spec.pinged = micro_time(self_.wall_now());
  self_.note(CandidatePinged{lease, self_.text(short_name(candidate.meta.name))});
  // One that was written meanwhile is asked in the next step.
  [[maybe_unused]] const auto written = co_await api_.update(candidate);
}

Task<> CoordinatedElection::give(ObjectName name, const LeaseCandidate& winner, Text strategy) {
  const Text holder = self_.text(short_name(winner.meta.name));
  const WallTime now = self_.wall_now();
  Lease first;
  first.meta.name = name;
  first.spec.holder = holder;
  first.spec.strategy = strategy;
  first.spec.duration = kFirstDuration;
  first.spec.renewed = micro_time(now);
  auto created = co_await api_.create(first);
  if (created) self_.note(LeaderChosen{name, holder, false});
  if (created || !created.error().is(ApiError::already_exists)) co_return;

  auto found = co_await api_.get<Lease>(name);
  if (!found) co_return;
  Lease next = *found;
  next.spec.strategy = strategy;
  const bool free = next.spec.holder.view().empty();
  const bool is_other = next.spec.holder != holder;
  const bool taken = free || (expired_by_calendar(next.spec, now) && is_other);
  if (taken) {
    next.spec.preferred_holder = {};
    next.spec.holder = holder;
    next.spec.renewed = micro_time(now);
    next.spec.duration = kFirstDuration;
    next.spec.acquired.reset();
  } else if (is_other) {
    next.spec.preferred_holder = holder;
  }
  if (next.spec == found->spec) co_return;
  auto written = co_await api_.update(next);
  if (written && (taken || is_other)) self_.note(LeaderChosen{name, holder, !taken});
}

// What has not been renewed for long is looked at once more, and deleted.
Task<> CoordinatedElection::collect_for_ever() {
  for (;;) {
    std::vector<ObjectName> old;
    for (const LeaseCandidate& candidate : candidates_) {
      if (before(candidate.spec.renewed, kValid, self_.wall_now()))
        old.push_back(candidate.meta.name);
    }
    for (const ObjectName name : old) {
      auto found = co_await api_.get<LeaseCandidate>(name);
      if (!found || !before(found->spec.renewed, kValid, self_.wall_now())) continue;
      [[maybe_unused]] const auto removed = co_await api_.remove<LeaseCandidate>(name);
    }
    co_await self_.sleep(kCollectedEvery);
  }
}

Task<> choose_leaders(Process& self, Api api) {
  CoordinatedElection controller(self, api.with_timeout({}));
  co_await controller.run();
}

}  // namespace

const LeaseCandidate* best_candidate(std::span<const LeaseCandidate> candidates) {
  const auto versions = [](const LeaseCandidate& candidate) {
    return std::pair{parse_semantic_version(candidate.spec.emulation_version.view()),
                     parse_semantic_version(candidate.spec.binary_version.view())};
  };
  const LeaseCandidate* best = nullptr;
  for (const LeaseCandidate& candidate : candidates) {
    const auto [emulation, binary] = versions(candidate);
    if (!emulation || !binary) continue;
    if (best == nullptr) {
      best = &candidate;
      continue;
    }
    const auto [best_emulation, best_binary] = versions(*best);
    auto order = *emulation <=> *best_emulation;
    if (order == 0) order = *binary <=> *best_binary;
    if (order == 0) order = candidate.meta.created <=> best->meta.created;
    if (order < 0) best = &candidate;
  }
  return best;
}

std::optional<Text> best_strategy(std::span<const LeaseCandidate> candidates) {
  std::optional<SemanticVersion> highest;
  std::optional<Text> strategy;
  bool disagree = false;
  for (const LeaseCandidate& candidate : candidates) {
    const auto binary = parse_semantic_version(candidate.spec.binary_version.view());
    if (!binary) continue;
    if (!highest || *highest < *binary) {
      highest = binary;
      strategy = candidate.spec.strategy;
      disagree = false;
    } else if (*highest == *binary && candidate.spec.strategy != *strategy) {
      disagree = true;
    }
  }
  if (disagree) return std::nullopt;
  return strategy;
}

Task<> coordinated_election(Process& self, Api api) {
  ElectionConfig config;
  config.lease = "kube-system/leader-election-controller";
  config.release_on_cancel = true;
  config.on_lost = OnLost::rejoin;
  config.rejoin_after = config.retry_period;
  Duties duties;
  duties.mode = "coordinated-election";
  duties.work = [](Process& process, Api client, ObjectName, std::int64_t) {
    return choose_leaders(process, client);
  };
  co_await elect(self, api, config, duties);
}

}  // namespace leasesim
