#include "support/duel.hpp"

#include <algorithm>

namespace leasesim {

ElectionConfig elector_of(std::string identity, const Timings& timings) {
  ElectionConfig config;
  config.lease = "demo";
  config.identity = std::move(identity);
  config.lease_duration = timings.lease;
  config.renew_deadline = timings.deadline;
  config.retry_period = timings.retry;
  return config;
}

Duration true_time(Duration local, PartsPerMillion gain) {
  const HostClock clock(WallTime{}, {}, gain);
  return clock.sim_at(MonoTime{} + local).time_since_epoch();
}

Duel::Duel(Seed seed, const DuelSetting& setting)
    : setting_(setting), world_(seed, SmallWorld::Setting{.latency = setting.latency}) {
  world_.shared().book = &book_;
  world_.add("a", leader_elector, setting.a,
             {.offset = setting.a_offset, .drift = setting.a_drift});
}

void Duel::challenge(Duration at) {
  world_.add("b", leader_elector, setting_.b,
             {.starts = at, .offset = setting_.b_offset, .drift = setting_.b_drift});
}

void Duel::set_jitter(std::string_view who, std::uint64_t first, std::uint64_t count,
                      Duration jitter) {
  for (std::uint64_t wait = first; wait < first + count; ++wait) {
    book_.set({{std::string{who}, 0, "retry-jitter", wait}, jitter.count()});
  }
}

std::uint64_t Duel::poll_after(Duration lease) {
  const Duration period = setting_.b.retry_period;
  const auto waits = std::max<std::int64_t>(1, lease / period);
  const Duration each = (lease + Duration{waits - 1}) / waits;
  const auto count = static_cast<std::uint64_t>(waits);
  set_jitter("b", 0, count, each - period);
  return count;
}

void Duel::run_until(Duration end) {
  end_ = end;
  world_.run_until(end);
}

Renewal undisturbed_renewal(const DuelSetting& setting, Duration since) {
  Duel alone(Seed{1}, setting);
  alone.run_until(since + 2 * setting.a.renew_deadline + setting.a.retry_period);
  const auto all = renewals(alone.world(), "a");
  const auto found = std::ranges::find_if(
      all, [since](const Renewal& renewal) { return renewal.committed >= since; });
  ensure(found != all.end(), "an undisturbed leader renews");
  return *found;
}

}  // namespace leasesim
