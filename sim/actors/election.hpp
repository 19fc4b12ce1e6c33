// A leader elector with any work: what programs with an elector of client-go's are built on.
#pragma once

#include "actors/led_work.hpp"
#include "leasesim/actors/leader_elector.hpp"

namespace leasesim {

/// Competes for the lease, works while it leads, and ends as `config` says. The work that the
/// config itself names is not looked at.
Task<> elect(Process& self, Api api, ElectionConfig config, Duties duties);

}  // namespace leasesim
