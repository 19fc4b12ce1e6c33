// Two electors of one lease: a leads, b challenges it. What their choices are left to, or set to so
// that a bound is met as closely as can be.
#pragma once

#include <string>
#include <string_view>

#include "leasesim/actors/leader_elector.hpp"
#include "support/beliefs.hpp"
#include "support/small_world.hpp"

namespace leasesim {

/// How many runs a sweep makes; fewer where sanitizers make each slower.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr int kSlowdown = 4;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr int kSlowdown = 4;
#else
inline constexpr int kSlowdown = 1;
#endif
#else
inline constexpr int kSlowdown = 1;
#endif
constexpr int runs(int wanted) { return std::max(wanted / kSlowdown, 20); }

/// A test's own draws, so that a failure is named by a seed.
struct Luck {
  explicit Luck(int seed)
      : choices(Seed{static_cast<std::uint64_t>(seed)}, names.intern("test"), 0, Purpose{"test"}) {}
  Names names;
  Choices choices;
  Duration between(Duration low, Duration high) { return choices.between(low, high); }
  bool heads() { return choices.chance({1, 2}); }
  std::int64_t whole(std::int64_t low, std::int64_t high) {
    return low +
           static_cast<std::int64_t>(choices.below(static_cast<std::uint64_t>(high - low + 1)));
  }
};

/// Kubernetes' timings in one line: D / Rd / P.
struct Timings {
  Duration lease{15s};
  Duration deadline{10s};
  Duration retry{2s};
};

ElectionConfig elector_of(std::string identity, const Timings& timings = {});

/// `local` seconds of a stopwatch with this gain, in true time, rounded up.
Duration true_time(Duration local, PartsPerMillion gain);

struct DuelSetting {
  ElectionConfig a = elector_of("a");
  ElectionConfig b = elector_of("b");
  Distribution latency = Distribution::constant(10us);
  PartsPerMillion a_drift{};
  PartsPerMillion b_drift{};
  Duration a_offset{};
  Duration b_offset{};
};

class Duel {
 public:
  Duel(Seed seed, const DuelSetting& setting);

  SmallWorld& world() { return world_; }
  const SmallWorld& world() const { return world_; }
  /// b comes in at this instant.
  void challenge(Duration at);
  /// The waits to acquire of `who`, from the n-th on, are stretched by this.
  void set_jitter(std::string_view who, std::uint64_t first, std::uint64_t count, Duration jitter);
  /// After b's first look it polls so that one poll falls due just as this much has passed on its
  /// stopwatch. The number of that poll among its waits, from 1, is the answer.
  std::uint64_t poll_after(Duration lease);
  void run_until(Duration end);

  std::vector<Belief> beliefs() const { return leasesim::beliefs(world_, end_); }
  Duration window() const { return widest_overlap(beliefs()); }
  /// a's last known success.
  Renewal last_renewal() const { return renewals(world_, "a").back(); }
  Duration stop() const { return world_.first<LeadershipLost>("a"); }
  Duration steal() const { return first_commit(world_, "b"); }

 private:
  DuelSetting setting_;
  ChoiceBook book_;
  SmallWorld world_;
  Duration end_{};
};

/// What a's renewals are if nobody disturbs it: the first that commits at or after `since`.
Renewal undisturbed_renewal(const DuelSetting& setting, Duration since);

}  // namespace leasesim
