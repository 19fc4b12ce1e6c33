// Those who take part, found by name and listed in the order in which they appeared.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "leasesim/names.hpp"

namespace leasesim {

/// T is built from (Text name, std::size_t index) when its name is first heard. Addresses stay.
template <class T>
class Roll {
 public:
  T& of(Text name) {
    const auto address = reinterpret_cast<std::uintptr_t>(name.entry());
    Recent& recent = recent_[address / alignof(TextEntry) % recent_.size()];
    if (recent.member == nullptr || recent.name != name.entry()) {
      recent = {name.entry(), &look_up(name)};
    }
    return *recent.member;
  }

  std::deque<T>& all() { return members_; }
  const std::deque<T>& all() const { return members_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    T* member = nullptr;
    Text name;
  };

  // Open addressing by the hash of the content; nobody ever leaves.
  T& look_up(Text name) {
    if (2 * (members_.size() + 1) > slots_.size()) grow();
    Slot& slot = slot_of(slots_, name);
    if (slot.member == nullptr) {
      members_.emplace_back(name, members_.size());
      slot = {name.hash(), &members_.back(), name};
    }
    return *slot.member;
  }

  static Slot& slot_of(std::vector<Slot>& slots, Text name) {
    const std::size_t mask = slots.size() - 1;
    for (std::size_t at = name.hash() & mask;; at = (at + 1) & mask) {
      Slot& slot = slots[at];
      if (slot.member == nullptr || (slot.hash == name.hash() && slot.name == name)) return slot;
    }
  }

  void grow() {
    std::vector<Slot> larger(slots_.empty() ? 16 : 2 * slots_.size());
    for (const Slot& slot : slots_) {
      if (slot.member != nullptr) slot_of(larger, slot.name) = slot;
    }
    slots_ = std::move(larger);
  }

  // Found by handle, without a look at the content; which of them are kept changes only the cost.
  struct Recent {
    const TextEntry* name = nullptr;
    T* member = nullptr;
  };

  std::deque<T> members_;
  std::vector<Slot> slots_;
  std::array<Recent, 16> recent_;
};

}  // namespace leasesim
