// The failures of the API server, with upstream's codes, reasons and texts.
//
// upstream: kubernetes/apimachinery:pkg/api/errors/errors.go
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "leasesim/api/request.hpp"
#include "leasesim/release.hpp"

namespace leasesim {

/// "leases.coordination.k8s.io", "configmaps"
std::string qualified_resource(Kind kind);
/// "Lease.coordination.k8s.io", "ConfigMap"
std::string qualified_kind(Kind kind);

/// 404
Failure not_found_failure(Kind kind, ObjectName name);
/// 409 AlreadyExists
Failure already_exists_failure(Kind kind, ObjectName name);
/// The same, while the object that is there waits for its finalizers.
Failure terminating_failure(Kind kind, ObjectName name);
/// 409 Conflict: the object has another version than the writer insists on.
Failure conflict_failure(Kind kind, ObjectName name);
/// 409 Conflict: an update insists on another uid; an unset `stored` is an object that is not
/// there.
Failure uid_conflict_failure(Kind kind, ObjectName name, Uid wanted, Uid stored);
/// 409 Conflict: a deletion insists on another uid, or version.
Failure delete_conflict_failure(Kind kind, ObjectName name, Uid wanted, Uid stored);
Failure delete_conflict_failure(Kind kind, ObjectName name, Version wanted, Version stored);
/// 422, with the texts of validation.hpp: "spec.x: Invalid value: 0: must be …".
Failure invalid_failure(Kind kind, ObjectName name, std::span<const std::string> field_errors);
Failure invalid_failure(Kind kind, ObjectName name, std::string field_error);
/// 422: an update without a version where one is needed.
Failure version_needed_failure(Kind kind, ObjectName name, Release release);
/// 500 without a reason: a creation with a version. upstream: kubernetes/kubernetes#71435
Failure version_on_create_failure();
/// 403
Failure forbidden_failure(Kind kind, ObjectName name, std::string_view why);
/// 429: a pod's budget allows no disruption now; and 500: it has several budgets.
Failure budget_failure();
Failure many_budgets_failure();
/// 410 Expired: changes after `wanted` are asked for, those after `known_since` are kept.
Failure gone_failure(Version wanted, Version known_since);
/// 400
Failure bad_request_failure(std::string_view message);
/// 400: a body that cannot be read as the kind; `why` is the decoder's text.
Failure undecodable_failure(Kind kind, std::string_view why);
/// 422: a patch whose result cannot be read; `patched` is what came of it, as JSON.
Failure bad_patch_failure(std::string_view patched, std::string_view why);
/// 504: the request took longer than the server allows.
Failure timeout_failure();
/// Any other status, as a fault asks for it; an empty message is the usual one for the code.
Failure failure_of(std::int32_t code, std::string_view message);

}  // namespace leasesim
