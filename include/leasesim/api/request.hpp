// What goes to an API server and what comes back, as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leasesim/boxed.hpp"
#include "leasesim/objects/selector.hpp"
#include "leasesim/objects/shared_object.hpp"
#include "leasesim/objects/verb.hpp"
#include "leasesim/result.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// Why a request failed, as a client sees it: a Status from the server, or the client's own verdict
/// (timed out, unreachable, …: `code` is 0 then).
struct Failure {
  ApiError error = ApiError::ok;
  std::int32_t code = 0;                ///< HTTP status code
  std::string reason;                   ///< Status.reason: "NotFound", "Conflict", …
  std::string message;                  ///< Status.message, exact
  std::optional<Duration> retry_after;  ///< the server asks for another try after this

  bool is(ApiError wanted) const { return error == wanted; }
  friend bool operator==(const Failure&, const Failure&) = default;
};

template <class T>
using ApiResult = Result<T, Failure>;

/// What a deletion insists on, and how long a Pod is given. Unset parts insist on nothing.
/// upstream: kubernetes/apimachinery:pkg/apis/meta/v1/types.go
struct DeleteOptions {
  Uid uid{};
  Version version = 0;
  std::optional<std::int64_t> grace{};  ///< gracePeriodSeconds; unset: as the object has it
};

struct ObjectList {
  std::vector<SharedObject> items;  ///< sorted by namespace and name
  Version version = 0;              ///< the store's revision at the read
};

struct Request {
  Verb verb = Verb::get;
  Kind kind = Kind::lease;
  Subresource part = Subresource::none;
  ObjectName name;           ///< for list and watch: unset lists all namespaces
  Text space;                ///< for list and watch: only this namespace
  Boxed<Selector> selector;  ///< for list and watch: only these; none: all
  SharedObject body;         ///< for create and update
  Text patch;                ///< for patch: a JSON merge patch
  DeleteOptions options;     ///< for delete and eviction
  Version since = 0;         ///< for watch: changes after this version
  ObjectName under;          ///< the lease that entitles the writer; only for the record
};

/// The content of a success: an object, a list, or neither.
struct Content {
  SharedObject object;
  Boxed<ObjectList> list;
};
using Answer = ApiResult<Content>;

}  // namespace leasesim
