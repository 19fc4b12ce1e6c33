// Expiry as control-plane programs judge it: by the stored time and one's own calendar.
#pragma once

#include "leasesim/objects/lease.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// Never renewed, without a duration, or run out by this calendar.
/// upstream: kubernetes/kubernetes:pkg/controlplane/controller/apiserverleasegc/gc_controller.go,
/// pkg/controlplane/controller/leaderelection/leaderelection_controller.go
inline bool expired_by_calendar(const LeaseSpec& spec, WallTime now) {
  if (!spec.renewed || !spec.duration) return true;
  return wall_time(*spec.renewed) + std::chrono::seconds{*spec.duration} < now;
}

}  // namespace leasesim
