// A value or the reason why there is none, and the check for what only a bug of ours can break.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "leasesim/boxed.hpp"

namespace leasesim {

/// Thrown by `ensure`: leasesim itself is wrong. Caught only where the program talks to a person.
class Bug : public std::logic_error {
 public:
  explicit Bug(const std::string& what) : std::logic_error(what) {}
};

[[noreturn]] inline void fail_ensure(const char* what_must_hold) { throw Bug(what_must_hold); }

/// States what must hold here whatever the input; on in every build.
inline void ensure(bool condition, const char* what_must_hold) {
  if (!condition) [[unlikely]]
    fail_ensure(what_must_hold);
}

/// Wraps an error on its way into a Result: `return Err{LoadError{…}}`.
template <class E>
struct Err {
  E error;
};
template <class E>
Err(E) -> Err<E>;

/// What a call returns that may fail for reasons outside our code. Reading the wrong side is a Bug.
template <class T, class E>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  using error_type = E;

  Result(const T& value) : value_(value) {}                             // NOLINT(*-explicit-*)
  Result(T&& value) : value_(std::move(value)) {}                       // NOLINT(*-explicit-*)
  Result(Err<E> failed) : error_(Boxed<E>(std::move(failed.error))) {}  // NOLINT(*-explicit-*)

  bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return has_value(); }

  const T& value() const& {
    ensure(has_value(), "a Result that failed has no value");
    return *value_;
  }
  T& value() & {
    ensure(has_value(), "a Result that failed has no value");
    return *value_;
  }
  T&& value() && { return std::move(value()); }

  const E& error() const& {
    ensure(!has_value(), "a Result that succeeded has no error");
    return *error_;
  }
  E& error() & {
    ensure(!has_value(), "a Result that succeeded has no error");
    return *error_;
  }
  E&& error() && { return std::move(error()); }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(value()); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  friend bool operator==(const Result&, const Result&) = default;

 private:
  // One of the two. Failures are rarer, and often larger.
  std::optional<T> value_;
  Boxed<E> error_;
};

/// Success without a value.
struct Done {
  friend bool operator==(Done, Done) = default;
};

}  // namespace leasesim
