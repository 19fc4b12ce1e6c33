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
  const bool created = co_await ensure_however_long();
  if (!created) co_await renew();
}

// A conflict means that somebody else wrote: the lease is read again, and only that.
Task<bool> LeaseHeartbeat::renew() {
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const Lease next = beat_of(*latest_);
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

// Whether it had to be created.
Task<bool> LeaseHeartbeat::ensure_however_long() {
  latest_.reset();
  for (Duration pause = kFirstPause;; pause = std::min(2 * pause, kLongestPause)) {
    const bool created = co_await ensure();
    if (latest_) co_return created;
    co_await self_.sleep(pause);
  }
}

Task<bool> LeaseHeartbeat::ensure() {
  auto found = co_await api_.get<Lease>(settings_.lease);
  if (found) {
    latest_ = *found;
    co_return false;
  }
  if (!found.error().is(ApiError::not_found)) co_return false;
  Lease first;
  first.meta.name = settings_.lease;
  first.spec.holder = settings_.holder;
  const Lease wanted = beat_of(first);
  auto created = co_await api_.create(wanted);
  if (!created) co_return false;
  latest_ = *created;
  co_return true;
}

// Neither acquireTime nor leaseTransitions: it is a heartbeat, not a lock.
Lease LeaseHeartbeat::beat_of(Lease lease) const {
  lease.spec.duration = whole_seconds(settings_.duration);
  lease.spec.renewed = micro_time(self_.wall_now());
  if (settings_.dress) settings_.dress(lease);
  return lease;
}

}  // namespace leasesim
