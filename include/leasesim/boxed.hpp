// A value that most owners do without: held apart, copied with its owner.
#pragma once

#include <memory>
#include <utility>

namespace leasesim {

/// A pointer wide. Copies are deep, moves are cheap; empty unless given a value.
template <class T>
class Boxed {
 public:
  Boxed() = default;
  explicit Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Boxed(const Boxed& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(Boxed other) noexcept {
    value_.swap(other.value_);
    return *this;
  }
  ~Boxed() = default;

  explicit operator bool() const { return value_ != nullptr; }
  T& operator*() const { return *value_; }
  T* operator->() const { return value_.get(); }
  /// What is there, else a fresh one.
  T& make() {
    if (!value_) value_ = std::make_unique<T>();
    return *value_;
  }
  void drop() { value_.reset(); }

  friend bool operator==(const Boxed& a, const Boxed& b) { return a && b ? *a == *b : !a == !b; }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace leasesim
