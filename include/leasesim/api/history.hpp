// The changes of one kind, for a while: what a watch that was interrupted may still catch up on.
//
// upstream: kubernetes/apiserver:pkg/storage/cacher/watch_cache.go
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "leasesim/objects/shared_object.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// What one write made of one object.
struct Change {
  enum class Type : std::uint8_t { added, modified, deleted };
  Type type = Type::added;
  SimTime at{};
  SharedObject object;    ///< after the write; of a deletion the last content, with its version
  SharedObject previous;  ///< what was there before; unset: nothing

  Kind kind() const { return kind_of(*object); }
  ObjectName name() const { return meta_of(*object).name; }
  Version version() const { return meta_of(*object).version; }
  /// The version that was there before; 0: none.
  Version replaced() const { return previous.is_set() ? meta_of(*previous).version : 0; }
};
/// "ADDED", "MODIFIED", "DELETED": as a watch says it.
std::string_view word_of(Change::Type type);

/// A ring whose slots are used again, so that recording allocates nothing once it has grown.
class History {
 public:
  static constexpr Duration kAge = 5min;
  static constexpr std::size_t kRoom = 102'400;

  /// A slot at the end, for the caller to fill. Forgets what is too old by then, and the oldest if
  /// there is no room.
  Change& add(SimTime now);
  /// Nothing is known of what happened up to this version.
  void clear(Version version);

  std::size_t size() const { return size_; }
  /// Counted from the oldest.
  const Change& operator[](std::size_t index) const { return slots_[place(index)]; }
  /// All changes after this version are kept.
  Version known_since() const;
  /// How many of the changes are not after this version.
  std::size_t count_until(Version version) const;

 private:
  std::size_t place(std::size_t index) const { return (first_ + index) & (slots_.size() - 1); }
  void grow();

  std::vector<Change> slots_;  // a power of two of them, or none
  std::size_t first_ = 0;
  std::size_t size_ = 0;
  Version cleared_ = 1;
  bool forgot_some_ = false;  // since it was cleared
};

/// Some of the last changes of a kind, oldest first. Holds until the next write.
class Changes {
 public:
  Changes(const History& history, std::size_t first) : history_(&history), first_(first) {}

  class Iterator {
   public:
    using value_type = Change;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const History& history, std::size_t index) : history_(&history), index_(index) {}
    const Change& operator*() const { return (*history_)[index_]; }
    const Change* operator->() const { return &(*history_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    Iterator operator++(int) { return {*history_, index_++}; }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const History* history_ = nullptr;
    std::size_t index_ = 0;
  };

  Iterator begin() const { return {*history_, first_}; }
  Iterator end() const { return {*history_, history_->size()}; }
  std::size_t size() const { return history_->size() - first_; }
  bool empty() const { return size() == 0; }

 private:
  const History* history_;
  std::size_t first_;
};

}  // namespace leasesim
