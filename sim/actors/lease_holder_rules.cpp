#include "actors/lease_holder_rules.hpp"

#include "actors/names_of_actors.hpp"

namespace leasesim {
namespace {

constexpr Duration kDay = 24h;

Duration time_of_day(WallTime wall) {
  const Duration into_day = wall.time_since_epoch() % kDay;
  return into_day < Duration{} ? into_day + kDay : into_day;
}

Duration age_of(const LeaseHolderConfig& config, const SeenRecord& seen, const Readings& now) {
  if (config.rule == ExpiryRule::own_stopwatch) return now.stopwatch - seen.since.stopwatch;
  if (config.rule == ExpiryRule::own_calendar) return now.calendar - seen.since.calendar;
  if (!seen.spec.renewed) return Duration{};
  const WallTime renewed = wall_time(*seen.spec.renewed);
  if (config.rule != ExpiryRule::time_of_day) return now.calendar - renewed;
  return time_of_day(now.calendar) - time_of_day(renewed);
}

std::optional<Duration> limit_of(const LeaseHolderConfig& config, const LeaseSpec& record) {
  if (config.judged_by == JudgedBy::own) {
    return config.duration > Duration{} ? std::optional{config.duration} : std::nullopt;
  }
  if (!record.duration) return std::nullopt;
  return std::chrono::seconds{*record.duration};
}

// Those who count for themselves take equality for expired; those who compare stamps do not.
bool has_passed(ExpiryRule rule, bool stamped, Duration age, Duration limit) {
  switch (rule) {
    case ExpiryRule::own_stopwatch:
    case ExpiryRule::own_calendar:
      return age >= limit;
    case ExpiryRule::wall_clock:
    case ExpiryRule::time_of_day:
      return !stamped || age > limit;
    case ExpiryRule::wall_clock_window:
      return !stamped || age > limit || age < Duration{};
    case ExpiryRule::never:
      return false;
  }
  fail_ensure("each rule judges");
}

}  // namespace

Expiry judge(const LeaseHolderConfig& config, const SeenRecord& seen, const Readings& now) {
  const std::optional<Duration> limit = limit_of(config, seen.spec);
  Expiry judgement{false, age_of(config, seen, now), limit.value_or(Duration{})};
  if (seen.spec.holder.view().empty() && config.empty_holder_is_free) {
    judgement.free = true;
  } else if (!limit) {
    judgement.free = !config.no_duration_is_forever;
  } else {
    judgement.free = has_passed(config.rule, seen.spec.renewed.has_value(), judgement.age, *limit);
  }
  return judgement;
}

LeaseSpec takeover_of(const LeaseHolderConfig& config, const LeaseSpec& old, Text me,
                      MicroTime stamp) {
  LeaseSpec spec = renewal_of(config, old, stamp);
  spec.holder = me;
  spec.acquired = stamp;
  const std::int32_t so_far = old.transitions.value_or(0);
  spec.transitions = config.counting == Counting::never ? so_far : one_more(so_far);
  return spec;
}

LeaseSpec renewal_of(const LeaseHolderConfig& config, const LeaseSpec& old, MicroTime stamp) {
  LeaseSpec spec = old;
  spec.renewed = stamp;
  spec.duration.reset();
  if (config.duration > Duration{}) spec.duration = whole_seconds(config.duration);
  if (config.counting == Counting::not_copied) spec.transitions = 0;
  if (config.counting == Counting::always) spec.transitions = one_more(old.transitions.value_or(0));
  return spec;
}

std::optional<WallTime> end_of(const LeaseSpec& record) {
  if (!record.renewed || !record.duration) return std::nullopt;
  return wall_time(*record.renewed) + std::chrono::seconds{*record.duration};
}

}  // namespace leasesim
