// Who believed when to hold a lease, worked out from facts alone and without the judge: what the
// oracle tests measure windows with.
#pragma once

#include <string>
#include <vector>

#include "support/small_world.hpp"

namespace leasesim {

/// From LeadershipGained to LeadershipLost, a crash, an exit, or the end of the run.
struct Belief {
  std::string who;
  Duration from{};
  Duration to{};
};

std::vector<Belief> beliefs(const SmallWorld& world, Duration end);

/// The longest time for which two processes believed at once; zero if none did.
Duration widest_overlap(const std::vector<Belief>& all);

/// A renewal that the leader knows to have succeeded, in true time.
struct Renewal {
  Duration sent{};                                            ///< a
  Duration committed{};                                       ///< w
  Duration answered{};                                        ///< y
  Duration way_there() const { return committed - sent; }     ///< q
  Duration way_back() const { return answered - committed; }  ///< s
};

/// All writes of the lease by this process whose answers it got, oldest first.
std::vector<Renewal> renewals(const SmallWorld& world, std::string_view by);

/// When this process first wrote the lease; -1 ns if never.
Duration first_commit(const SmallWorld& world, std::string_view by);

}  // namespace leasesim
