// An object that many hold and nobody changes.
#pragma once

#include <cstdint>
#include <utility>

#include "leasesim/objects/object.hpp"

namespace leasesim {

/// What the store keeps, requests and answers carry and history remembers: one content, counted.
/// Unset until given one. The count is not for several threads: a run has one.
class SharedObject {
 public:
  SharedObject() = default;
  SharedObject(Object object) : box_(new Box{std::move(object)}) {}  // NOLINT(*-explicit-*)
  template <ApiObject T>
  SharedObject(const T& object) : box_(new Box{object}) {}  // NOLINT(*-explicit-*)
  SharedObject(const SharedObject& other) : box_(other.box_) {
    if (box_ != nullptr) ++box_->holders;
  }
  SharedObject(SharedObject&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
  SharedObject& operator=(SharedObject other) noexcept {
    std::swap(box_, other.box_);
    return *this;
  }
  ~SharedObject() {
    if (box_ != nullptr && --box_->holders == 0) delete box_;
  }

  bool is_set() const { return box_ != nullptr; }
  const Object& operator*() const { return box_->object; }
  const Object* operator->() const { return &box_->object; }

  /// For this holder to change: a copy of its own, unless nobody else holds it.
  Object& edit() {
    if (box_->holders > 1) *this = SharedObject{box_->object};
    return box_->object;
  }

 private:
  struct Box {
    Object object;
    std::int64_t holders = 1;
  };
  Box* box_ = nullptr;
};

}  // namespace leasesim
