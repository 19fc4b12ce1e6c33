// The lease manager that the medik8s operators share: one lock for each node (or other object),
// asked for in one call, judged by the asker's calendar against the holder's stamps.
//
// upstream: medik8s/common:pkg/lease/manager.go
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "leasesim/api/client.hpp"
#include "leasesim/cluster/process.hpp"

namespace leasesim {

/// What is locked: its lease is named after it and owned by it.
struct LockedObject {
  std::string api_version;
  std::string kind;
  std::string name;
  Uid uid;
};
LockedObject locked_node(std::string_view name);

/// Somebody else has the lease; "unknown" if it names no holder.
struct AlreadyHeld {
  Text holder;
  friend bool operator==(const AlreadyHeld&, const AlreadyHeld&) = default;
};

/// Why a lease was not granted or not given back. API failures are passed on as they came.
using LeaseError = std::variant<AlreadyHeld, Failure>;
/// Upstream's own words.
std::string text_of(const LeaseError& error);
inline bool already_held(const LeaseError& error) {
  return std::holds_alternative<AlreadyHeld>(error);
}

inline constexpr std::string_view kLeaseNamespace = "medik8s-leases";
/// What LEASE_NAMESPACE says if it is present, be it empty; else the default.
std::string lease_namespace(const std::optional<std::string>& environment);

/// A value: one holder's way to the locks of one namespace.
class LeaseManager {
 public:
  LeaseManager(Process& self, Api api, Text holder, std::string_view space);

  FramePool& frames() const { return self_->frames(); }

  /// RequestLease: the lease as it stands once it is ours for `duration` (cut to whole seconds). A
  /// longer lease of ours is never shortened. One read and at most one write, no second try.
  Task<Result<Lease, LeaseError>> request(LockedObject object, Duration duration);
  /// InvalidateLease: deletes our lease, whatever has become of it since it was read.
  Task<Result<Done, LeaseError>> invalidate(LockedObject object);
  /// GetLease: whoever holds it.
  Task<ApiResult<Lease>> get(LockedObject object);

  /// The name of an object's lease; a failure if the object doesn't say what it is.
  ApiResult<ObjectName> lease_of(const LockedObject& object) const;

 private:
  Task<Result<Lease, LeaseError>> create(ObjectName name, LockedObject object, Duration duration);

  Process* self_;
  Api api_;
  Text me_;
  Text space_;
};

/// NewManager: sees to it that the namespace exists. The error is upstream's text; of two who
/// create it at once, the slower one fails.
Task<Result<LeaseManager, std::string>> new_lease_manager(Process& self, Api api, Text holder,
                                                          std::string space);

}  // namespace leasesim
