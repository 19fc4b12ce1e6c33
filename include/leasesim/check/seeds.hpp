// What many seeds of one scenario amount to together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leasesim/check/verdict.hpp"
#include "leasesim/random/streams.hpp"

namespace leasesim {

/// The least, the mean and the greatest of some durations, exactly.
struct Spread {
  std::uint64_t count = 0;
  Duration least{};
  Duration greatest{};
  /// Cut off to whole nanoseconds; 0 of nothing.
  Duration mean() const;

  void add(Duration value);
  void merge(const Spread& other);
  friend bool operator==(const Spread&, const Spread&) = default;

 private:
  // In two parts, because the sum of many hours does not fit into 64 bits of nanoseconds.
  std::int64_t seconds_ = 0;
  std::int64_t nanoseconds_ = 0;
};

/// One expectation over all seeds that it was asked of.
struct SeedsExpectation {
  std::size_t index = 0;
  Place place;
  std::string text;
  std::uint64_t met = 0;
  std::uint64_t unmet = 0;
  std::uint64_t inconclusive = 0;
  /// The lowest seeds that did not meet it, with what was found; at most kSeedsKept.
  std::map<std::uint64_t, std::string> unmet_seeds;
  std::map<std::uint64_t, std::string> inconclusive_seeds;
  Spread measured;  ///< of the seeds that met it
  friend bool operator==(const SeedsExpectation&, const SeedsExpectation&) = default;
};
inline constexpr std::size_t kSeedsKept = 10;

/// Sums up verdicts on one scenario. Merging is associative, and no order matters; each seed must
/// be added once.
class SeedsVerdict {
 public:
  void add(Seed seed, const Verdict& verdict);
  void merge(const SeedsVerdict& other);

  /// violated: some seed missed an expectation. inconclusive: none did, but an expectation was met
  /// by no seed, or no seed's faults changed anything. A few seeds that put nothing at risk do not
  /// spoil the rest.
  Verdict::Outcome outcome() const;
  std::uint64_t seeds() const { return seeds_; }
  std::uint64_t count(Verdict::Outcome outcome) const {
    return by_outcome_[static_cast<std::size_t>(outcome)];
  }
  const std::vector<SeedsExpectation>& expectations() const { return expectations_; }
  /// Over all changes from one holder to another.
  const Spread& takeovers() const { return takeovers_; }
  /// Over all windows with two leaders: each seed's longest, 0 where it had none.
  const Spread& dual_leader() const { return dual_leader_; }

  friend bool operator==(const SeedsVerdict&, const SeedsVerdict&) = default;

 private:
  std::uint64_t seeds_ = 0;
  std::uint64_t idle_ = 0;  // seeds whose faults changed nothing
  std::array<std::uint64_t, 3> by_outcome_{};
  std::vector<SeedsExpectation> expectations_;
  Spread takeovers_;
  Spread dual_leader_;
};

}  // namespace leasesim
