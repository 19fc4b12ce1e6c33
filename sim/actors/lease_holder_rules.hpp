// What a lease holder makes of a record: pure functions of its config, the record and its clocks.
#pragma once

#include <optional>

#include "leasesim/actors/lease_holder.hpp"

namespace leasesim {

/// One look at both clocks of a host.
struct Readings {
  MonoTime stopwatch{};
  WallTime calendar{};
};

/// A record, and when the client saw it change to this.
struct SeenRecord {
  LeaseSpec spec;
  Readings since;
};

/// Another's record, held against the client's rule.
struct Expiry {
  bool free = false;
  Duration age{};    ///< by the rule's clock
  Duration limit{};  ///< zero: the record has no duration to hold it against
};

Expiry judge(const LeaseHolderConfig& config, const SeenRecord& seen, const Readings& now);

/// The first record, and the one that replaces another's.
LeaseSpec takeover_of(const LeaseHolderConfig& config, const LeaseSpec& old, Text me,
                      MicroTime stamp);
LeaseSpec renewal_of(const LeaseHolderConfig& config, const LeaseSpec& old, MicroTime stamp);

/// When a record expires on the calendar that it was written by; none if it has no such time.
std::optional<WallTime> end_of(const LeaseSpec& record);

}  // namespace leasesim
