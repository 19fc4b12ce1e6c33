// The lease that a component renews to say that it is there: kubelets and API servers do.
//
// upstream: kubernetes/component-helpers:apimachinery/lease/controller.go
#pragma once

#include <functional>
#include <optional>

#include "leasesim/api/client.hpp"
#include "leasesim/cluster/process.hpp"

namespace leasesim {

struct HeartbeatSettings {
  ObjectName lease{};
  Text holder{};        ///< of a lease that is created; one that is there keeps its own
  Duration duration{};  ///< leaseDurationSeconds
  Duration every{};     ///< between two beats, and up to 4 % more
  std::function<void(Lease&)> dress{};  ///< what each write asserts beside the spec; may be none
  ObjectName owner{};                   ///< the Node that the lease shall belong to; may be none
  bool renewals_need_owner = true;      ///< as creations do: without it nothing is written
  bool rewrites_duration = true;        ///< at each renewal
};

class LeaseHeartbeat {
 public:
  LeaseHeartbeat(Process& self, Api api, HeartbeatSettings settings);

  FramePool& frames() const { return self_.frames(); }

  /// One beat: renews the lease, however long it takes to find or make one.
  Task<> sync();
  /// Until the next beat is due.
  Task<> rest();

 private:
  enum class Ensured : std::uint8_t { found, created, not_now, failed };
  Task<bool> renew();
  Task<Ensured> ensure();
  Task<Ensured> ensure_however_long();
  Lease first_beat() const;
  Lease beat_of(Lease lease) const;
  bool lacks_owner(const Lease& lease) const;
  Task<bool> give_owner(Lease& lease);

  Process& self_;
  Api api_;
  HeartbeatSettings settings_;
  Choices jitter_;
  std::optional<Lease> latest_;  // as last read or written, so that a renewal needs no read
};

}  // namespace leasesim
