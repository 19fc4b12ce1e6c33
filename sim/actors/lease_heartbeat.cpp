#include "actors/lease_heartbeat.hpp"

#include <algorithm>

#include "actors/names_of_actors.hpp"

namespace leasesim {
namespace {

constexpr Purpose kJitter{"heartbeat-jitter"};
constexpr std::int64_t kJitterPercent = 4;
constexpr int kTries = 5;  // of one renewal, one straight after the other
constexpr Duration kFirstPause = 200ms;
constexpr Duration kLongestPause = 7s;

}  // namespace

LeaseHeartbeat::LeaseHeartbeat(Process& self, Api api, HeartbeatSettings settings)
    : self_(self), api_(api), settings_(std::move(settings)), jitter_(self.choices(kJitter)) {}

Task<> LeaseHeartbeat::rest() {
  const Duration more = jitter(jitter_, settings_.every * kJitterPercent / 100);
  co_await self_.sleep(settings_.every + more);
}

Task<> LeaseHeartbeat::sync() {
  if (latest_) {
    const bool renewed = co_await renew();
    if (renewed) co_return;
  }
  const Ensured ensured = co_await ensure_however_long();
  if (ensured == Ensured::found) co_await renew();
}

// A conflict means that somebody else wrote: the lease is read again, and only that. If it is gone
// and could not be created, the next try writes a new one, for a PUT of a Lease may create it.
Task<bool> LeaseHeartbeat::renew() {
  for (int attempt = 0; attempt < kTries; ++attempt) {
    Lease next = latest_ ? beat_of(*latest_) : first_beat();
    if (lacks_owner(next)) {
      const bool complete = co_await give_owner(next);
      if (!complete && settings_.renewals_need_owner) continue;
    }
    auto written = co_await api_.update(next);
    if (written) {
      latest_ = *written;
      self_.note(LeaseRenewed{settings_.lease, written->meta.version});
      co_return true;
    }
    if (written.error().is(ApiError::conflict)) co_await ensure_however_long();
  }
  co_return false;
}

// Until there is a lease, or nothing to be done before the next beat.
Task<LeaseHeartbeat::Ensured> LeaseHeartbeat::ensure_however_long() {
  latest_.reset();
  for (Duration pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    const Ensured ensured = co_await ensure();
    if (ensured != Ensured::failed) co_return ensured;
    co_await self_.sleep(pause);
  }
}

Task<LeaseHeartbeat::Ensured> LeaseHeartbeat::ensure() {
  auto found = co_await api_.get<Lease>(settings_.lease);
  if (found) {
    latest_ = *found;
    co_return Ensured::found;
  }
  if (!found.error().is(ApiError::not_found)) co_return Ensured::failed;
  Lease wanted = first_beat();
  if (lacks_owner(wanted)) {
    const bool complete = co_await give_owner(wanted);
    if (!complete) co_return Ensured::not_now;
  }
  auto created = co_await api_.create(wanted);
  if (!created) co_return Ensured::failed;
  latest_ = *created;
  co_return Ensured::created;
}

Lease LeaseHeartbeat::first_beat() const {
  Lease first;
  first.meta.name = settings_.lease;
  first.spec.holder = settings_.holder;
  first.spec.duration = whole_seconds(settings_.duration);
  return beat_of(first);
}

// Neither acquireTime nor leaseTransitions: it is a heartbeat, not a lock.
Lease LeaseHeartbeat::beat_of(Lease lease) const {
  if (settings_.rewrites_duration) lease.spec.duration = whole_seconds(settings_.duration);
  lease.spec.renewed = micro_time(self_.wall_now());
  if (settings_.dress) settings_.dress(lease);
  return lease;
}

bool LeaseHeartbeat::lacks_owner(const Lease& lease) const {
  return settings_.owner.is_set() && (!lease.meta.extra || lease.meta.extra->owners.empty());
}

// False if the owner cannot be read.
Task<bool> LeaseHeartbeat::give_owner(Lease& lease) {
  auto node = co_await api_.get<Node>(settings_.owner);
  if (!node) co_return false;
  MetaExtra extra = lease.meta.extra ? *lease.meta.extra : MetaExtra{};
  extra.owners.push_back({self_.text(Node::kApiVersion),
                          self_.text(Node::kKind),
                          settings_.owner.text(),
                          node->meta.uid,
                          {},
                          {}});
  lease.meta.extra = std::make_shared<const MetaExtra>(std::move(extra));
  co_return true;
}

}  // namespace leasesim
