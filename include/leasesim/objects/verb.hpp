// The words of a request to the API server and of its outcome.
#pragma once

#include <cstdint>
#include <string_view>

namespace leasesim {

/// The part of an object that a request is about.
enum class Subresource : std::uint8_t { none, status, eviction };
/// "", "status", "eviction"
std::string_view word_of(Subresource part);

enum class Verb : std::uint8_t { get, list, watch, create, update, patch, remove };

/// "get", "list", …; `remove` is spelt "delete", as RBAC and audit logs spell it.
std::string_view word_of(Verb verb);
constexpr bool writes(Verb verb) {
  return verb == Verb::create || verb == Verb::update || verb == Verb::patch ||
         verb == Verb::remove;
}

/// How a request ended. `ok` aside, the kinds of failure that a client can tell apart.
enum class ApiError : std::uint8_t {
  ok,
  bad_request,        ///< 400
  unauthorized,       ///< 401
  forbidden,          ///< 403
  not_found,          ///< 404
  already_exists,     ///< 409 AlreadyExists
  conflict,           ///< 409 Conflict
  gone,               ///< 410 Gone or Expired
  invalid,            ///< 422
  too_many_requests,  ///< 429
  server_error,       ///< 500
  unavailable,        ///< 503
  server_timeout,     ///< 504: the server gave up; a write may be in
  timed_out,          ///< the client gave up waiting; a write may be in
  unreachable,        ///< no connection; nothing was sent
  disconnected,       ///< the connection broke while waiting; a write may be in
  cancelled,          ///< the caller gave up; a write may be in
};

/// kebab-case: "not-found", "timed-out".
std::string_view word_of(ApiError error);

/// Whether a write that failed so may nevertheless have been applied.
constexpr bool may_have_happened(ApiError error) {
  return error == ApiError::server_error || error == ApiError::server_timeout ||
         error == ApiError::timed_out || error == ApiError::disconnected ||
         error == ApiError::cancelled;
}

}  // namespace leasesim
