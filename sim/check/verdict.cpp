#include "leasesim/check/verdict.hpp"

namespace leasesim {

std::string_view word_of(Cause cause) {
  switch (cause) {
    case Cause::process_pause:
      return "process pause";
    case Cause::machine_suspend:
      return "machine suspend";
    case Cause::partition:
      return "partition";
    case Cause::late_answer:
      return "late answer";
    case Cause::lost_answer:
      return "lost answer";
    case Cause::release:
      return "release";
    case Cause::unsafe_timings:
      return "unsafe timings";
    case Cause::clock_rate:
      return "clock rate";
    case Cause::wall_clock_ahead:
      return "calendar ahead";
    case Cause::future_stamp:
      return "stamp from the future";
    case Cause::frozen_clock:
      return "frozen calendar";
    case Cause::deleted:
      return "lease deleted";
    case Cause::edited:
      return "lease edited by hand";
    case Cause::restored:
      return "store restored";
    case Cause::same_identity:
      return "same identity";
    case Cause::successor_clobbered:
      return "successor's lease emptied";
    case Cause::blind_write:
      return "blind write";
    case Cause::leader_gone:
      return "leader gone";
    case Cause::calendar_set_back:
      return "calendar set back";
    case Cause::refused:
      return "writes refused";
    case Cause::stale_cache:
      return "stale cache";
    case Cause::monitor_restarted:
      return "controller restarted";
    case Cause::still_renewed:
      return "still renewed";
    case Cause::nobody_collects:
      return "nobody collects";
    case Cause::unknown:
      return "unknown";
  }
  return "unknown";
}

std::string_view word_of(InvariantReport::Outcome outcome) {
  switch (outcome) {
    case InvariantReport::Outcome::held:
      return "held";
    case InvariantReport::Outcome::broken:
      return "broken";
    case InvariantReport::Outcome::not_at_risk:
      return "not at risk";
  }
  return "not at risk";
}

std::string_view word_of(ExpectationReport::Outcome outcome) {
  switch (outcome) {
    case ExpectationReport::Outcome::met:
      return "met";
    case ExpectationReport::Outcome::unmet:
      return "unmet";
    case ExpectationReport::Outcome::inconclusive:
      return "inconclusive";
    case ExpectationReport::Outcome::not_asked:
      return "not asked";
  }
  return "inconclusive";
}

std::string_view word_of(Verdict::Outcome outcome) {
  switch (outcome) {
    case Verdict::Outcome::holds:
      return "holds";
    case Verdict::Outcome::violated:
      return "violated";
    case Verdict::Outcome::inconclusive:
      return "inconclusive";
  }
  return "inconclusive";
}

std::uint64_t per_hour(std::uint64_t count, Duration span) {
  if (span <= Duration::zero()) return 0;
  const auto hour = static_cast<unsigned __int128>(Duration{1h}.count());
  const auto length = static_cast<unsigned __int128>(span.count());
  return static_cast<std::uint64_t>((count * hour + length / 2) / length);
}

}  // namespace leasesim
