#include "leasesim/check/seeds.hpp"

#include <algorithm>

#include "leasesim/result.hpp"

namespace leasesim {
namespace {

using Fate = ExpectationReport::Outcome;

// The lowest seeds stay, whatever the order in which they come.
void keep_lowest(std::map<std::uint64_t, std::string>& kept, std::uint64_t seed,
                 const std::string& found) {
  kept.emplace(seed, found);
  if (kept.size() > kSeedsKept) kept.erase(std::prev(kept.end()));
}

}  // namespace

Duration Spread::mean() const {
  if (count == 0) return Duration::zero();
  const auto whole = static_cast<__int128>(seconds_) * Duration{1s}.count() + nanoseconds_;
  return Duration{static_cast<std::int64_t>(whole / static_cast<__int128>(count))};
}

void Spread::add(Duration value) {
  least = count == 0 ? value : std::min(least, value);
  greatest = count == 0 ? value : std::max(greatest, value);
  count += 1;
  seconds_ += value / 1s;
  nanoseconds_ += (value % 1s).count();
  seconds_ += nanoseconds_ / Duration{1s}.count();
  nanoseconds_ %= Duration{1s}.count();
}

void Spread::merge(const Spread& other) {
  if (other.count == 0) return;
  least = count == 0 ? other.least : std::min(least, other.least);
  greatest = count == 0 ? other.greatest : std::max(greatest, other.greatest);
  count += other.count;
  seconds_ += other.seconds_;
  nanoseconds_ += other.nanoseconds_;
  seconds_ += nanoseconds_ / Duration{1s}.count();
  nanoseconds_ %= Duration{1s}.count();
}

void SeedsVerdict::add(Seed seed, const Verdict& verdict) {
  if (seeds_ == 0) expectations_.resize(verdict.expectations.size());
  ensure(expectations_.size() == verdict.expectations.size(),
         "verdicts that are summed up are on one scenario");
  seeds_ += 1;
  by_outcome_[static_cast<std::size_t>(verdict.outcome)] += 1;
  const bool idle =
      !verdict.faults.empty() && std::ranges::all_of(verdict.faults, [](const FaultEffect& effect) {
        return effect.touched == 0;
      });
  if (idle) idle_ += 1;
  for (const ExpectationReport& report : verdict.expectations) {
    SeedsExpectation& sum = expectations_[report.index];
    sum.index = report.index;
    sum.place = report.place;
    sum.text = report.text;
    switch (report.outcome) {
      case Fate::met:
        sum.met += 1;
        if (report.measured) sum.measured.add(*report.measured);
        break;
      case Fate::unmet:
        sum.unmet += 1;
        keep_lowest(sum.unmet_seeds, seed.value, report.found);
        break;
      case Fate::inconclusive:
        sum.inconclusive += 1;
        keep_lowest(sum.inconclusive_seeds, seed.value, report.found);
        break;
      case Fate::not_asked:
        break;
    }
  }
  Duration longest{};
  for (const LeaseMetrics& lease : verdict.metrics.leases) {
    longest = std::max(longest, lease.dual_leader_longest);
  }
  dual_leader_.add(longest);
  for (const Takeover& takeover : verdict.metrics.takeovers) {
    if (takeover.since_commit && takeover.from != takeover.to) {
      takeovers_.add(*takeover.since_commit);
    }
  }
}

void SeedsVerdict::merge(const SeedsVerdict& other) {
  if (other.seeds_ == 0) return;
  if (seeds_ == 0) {
    *this = other;
    return;
  }
  ensure(expectations_.size() == other.expectations_.size(),
         "verdicts that are summed up are on one scenario");
  seeds_ += other.seeds_;
  idle_ += other.idle_;
  for (std::size_t at = 0; at < by_outcome_.size(); ++at) by_outcome_[at] += other.by_outcome_[at];
  for (std::size_t at = 0; at < expectations_.size(); ++at) {
    SeedsExpectation& mine = expectations_[at];
    const SeedsExpectation& theirs = other.expectations_[at];
    mine.met += theirs.met;
    mine.unmet += theirs.unmet;
    mine.inconclusive += theirs.inconclusive;
    for (const auto& [seed, found] : theirs.unmet_seeds) keep_lowest(mine.unmet_seeds, seed, found);
    for (const auto& [seed, found] : theirs.inconclusive_seeds) {
      keep_lowest(mine.inconclusive_seeds, seed, found);
    }
    mine.measured.merge(theirs.measured);
  }
  takeovers_.merge(other.takeovers_);
  dual_leader_.merge(other.dual_leader_);
}

Verdict::Outcome SeedsVerdict::outcome() const {
  const bool missed =
      std::ranges::any_of(expectations_, [](const SeedsExpectation& one) { return one.unmet > 0; });
  if (missed) return Verdict::Outcome::violated;
  const bool untested = std::ranges::any_of(expectations_, [](const SeedsExpectation& one) {
    return one.met == 0 && one.inconclusive > 0;
  });
  if (seeds_ == 0 || untested || idle_ == seeds_) return Verdict::Outcome::inconclusive;
  return Verdict::Outcome::holds;
}

}  // namespace leasesim
