// Upstream's wording of what a request failed with.
#include "leasesim/api/status.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace leasesim {
namespace {

std::string quoted_name(ObjectName name) { return " \"" + std::string{short_name(name)} + '"'; }

std::string resource_and_name(Kind kind, ObjectName name) {
  return qualified_resource(kind) + quoted_name(name);
}

std::string cannot_be_fulfilled(const std::string& what, std::string_view why) {
  return "Operation cannot be fulfilled on " + what + ": " + std::string{why};
}

Failure conflict(std::string message) {
  return {ApiError::conflict, 409, "Conflict", std::move(message), {}};
}

// Where etcd keeps the object.
std::string storage_key(Kind kind, ObjectName name) {
  const KindWords& words = words_of(kind);
  std::string key = "/registry/" + std::string{words.resource} + '/';
  if (words.namespaced) key += std::string{namespace_of(name)} + '/';
  return key + std::string{short_name(name)};
}

struct Usual {
  std::int32_t code;
  ApiError error;
  std::string_view reason;
  std::string_view message;
};
constexpr std::array kUsual{
    Usual{400, ApiError::bad_request, "BadRequest",
          "the server rejected our request for an unknown reason"},
    Usual{401, ApiError::unauthorized, "Unauthorized", "Unauthorized"},
    Usual{403, ApiError::forbidden, "Forbidden", "Forbidden"},
    Usual{404, ApiError::not_found, "NotFound", "the server could not find the requested resource"},
    Usual{409, ApiError::conflict, "Conflict", "the server reported a conflict"},
    Usual{410, ApiError::gone, "Expired", "The provided resource version is too old."},
    Usual{422, ApiError::invalid, "Invalid",
          "the server rejected our request due to an error in our request"},
    Usual{429, ApiError::too_many_requests, "TooManyRequests",
          "Too many requests, please try again later."},
    Usual{500, ApiError::server_error, "InternalError",
          "Internal error occurred: the server failed"},
    Usual{503, ApiError::unavailable, "ServiceUnavailable", "apiserver is shutting down"},
    Usual{504, ApiError::server_timeout, "Timeout",
          "Timeout: request did not complete within the allotted timeout"},
};

}  // namespace

std::string qualified_resource(Kind kind) {
  const KindWords& words = words_of(kind);
  std::string text{words.resource};
  if (!words.group.empty()) text += '.' + std::string{words.group};
  return text;
}

std::string qualified_kind(Kind kind) {
  const KindWords& words = words_of(kind);
  std::string text{words.kind};
  if (!words.group.empty()) text += '.' + std::string{words.group};
  return text;
}

Failure not_found_failure(Kind kind, ObjectName name) {
  return {ApiError::not_found, 404, "NotFound", resource_and_name(kind, name) + " not found", {}};
}

Failure already_exists_failure(Kind kind, ObjectName name) {
  return {ApiError::already_exists,
          409,
          "AlreadyExists",
          resource_and_name(kind, name) + " already exists",
          {}};
}

Failure terminating_failure(Kind kind, ObjectName name) {
  Failure failure = already_exists_failure(kind, name);
  failure.message.insert(0, "object is being deleted: ");
  return failure;
}

Failure conflict_failure(Kind kind, ObjectName name) {
  return conflict(cannot_be_fulfilled(
      resource_and_name(kind, name),
      "the object has been modified; please apply your changes to the latest version and try "
      "again"));
}

Failure uid_conflict_failure(Kind kind, ObjectName name, Uid wanted, Uid stored) {
  const std::string why = "StorageError: invalid object, Code: 4, Key: " + storage_key(kind, name) +
                          ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in "
                          "precondition: " +
                          uid_text(wanted) + ", UID in object meta: " + uid_text(stored);
  return conflict(cannot_be_fulfilled(resource_and_name(kind, name), why));
}

Failure delete_conflict_failure(Kind kind, ObjectName name, Uid wanted, Uid stored) {
  const std::string why = "the UID in the precondition (" + uid_text(wanted) +
                          ") does not match the UID in record (" + uid_text(stored) +
                          "). The object might have been deleted and then recreated";
  return conflict(cannot_be_fulfilled(qualified_kind(kind) + quoted_name(name), why));
}

Failure delete_conflict_failure(Kind kind, ObjectName name, Version wanted, Version stored) {
  const std::string why = "the ResourceVersion in the precondition (" + std::to_string(wanted) +
                          ") does not match the ResourceVersion in record (" +
                          std::to_string(stored) + "). The object might have been modified";
  return conflict(cannot_be_fulfilled(qualified_kind(kind) + quoted_name(name), why));
}

// Several errors stand in brackets; what is said twice is said once.
Failure invalid_failure(Kind kind, ObjectName name, std::span<const std::string> field_errors) {
  std::vector<std::string_view> told;
  std::string list;
  for (const std::string& error : field_errors) {
    if (std::ranges::find(told, error) != told.end()) continue;
    if (!told.empty()) list += ", ";
    list += error;
    told.push_back(error);
  }
  if (told.size() > 1) list = '[' + list + ']';
  return {ApiError::invalid,
          422,
          "Invalid",
          qualified_kind(kind) + quoted_name(name) + " is invalid: " + list,
          {}};
}

Failure invalid_failure(Kind kind, ObjectName name, std::string field_error) {
  return invalid_failure(kind, name, std::span{&field_error, 1});
}

// Upstream names the resource here, where other invalid objects are named by kind.
Failure version_needed_failure(Kind kind, ObjectName name, Release release) {
  const std::string_view missing = release < Release::v1_34 ? "0x0" : "0";
  return {ApiError::invalid,
          422,
          "Invalid",
          resource_and_name(kind, name) + " is invalid: metadata.resourceVersion: Invalid value: " +
              std::string{missing} + ": must be specified for an update",
          {}};
}

Failure version_on_create_failure() {
  return {ApiError::server_error,
          500,
          "",
          "resourceVersion should not be set on objects to be created",
          {}};
}

Failure forbidden_failure(Kind kind, ObjectName name, std::string_view why) {
  return {ApiError::forbidden,
          403,
          "Forbidden",
          resource_and_name(kind, name) + " is forbidden: " + std::string{why},
          {}};
}

Failure budget_failure() {
  return {ApiError::too_many_requests,
          429,
          "TooManyRequests",
          "Cannot evict pod as it would violate the pod's disruption budget.",
          {}};
}

Failure many_budgets_failure() {
  return {ApiError::server_error,
          500,
          "",
          "This pod has more than one PodDisruptionBudget, which the eviction subresource does not "
          "support.",
          {}};
}

Failure gone_failure(Version wanted, Version known_since) {
  return {ApiError::gone,
          410,
          "Expired",
          "too old resource version: " + std::to_string(wanted) + " (" +
              std::to_string(known_since) + ')',
          {}};
}

Failure bad_request_failure(std::string_view message) {
  return {ApiError::bad_request, 400, "BadRequest", std::string{message}, {}};
}

Failure undecodable_failure(Kind kind, std::string_view why) {
  const KindWords& words = words_of(kind);
  const std::string_view version =
      words.api_version.substr(words.group.empty() ? 0 : words.group.size() + 1);
  const std::string word{words.kind};
  return bad_request_failure(word + " in version \"" + std::string{version} +
                             "\" cannot be handled as a " + word + ": " + std::string{why});
}

// Such a failure names neither kind nor object: the message begins with the space between them.
Failure bad_patch_failure(std::string_view patched, std::string_view why) {
  std::string value;
  for (const char character : patched) {
    if (character == '"' || character == '\\') value += '\\';
    value += character;
  }
  return {ApiError::invalid,
          422,
          "Invalid",
          " \"\" is invalid: patch: Invalid value: \"" + value + "\": " + std::string{why},
          {}};
}

Failure timeout_failure() { return failure_of(504, {}); }

Failure failure_of(std::int32_t code, std::string_view message) {
  const auto* found = std::ranges::find(kUsual, code, &Usual::code);
  Failure failure;
  failure.code = code;
  if (found != kUsual.end()) {
    failure.error = found->error;
    failure.reason = found->reason;
    failure.message = found->message;
  } else {
    failure.error = code < 500 ? ApiError::bad_request : ApiError::server_error;
    failure.message = "the server answered with status " + std::to_string(code);
  }
  if (!message.empty()) failure.message = message;
  if (code == 429) failure.retry_after = 1s;
  return failure;
}

}  // namespace leasesim
