// Objects of one type that are made once, handed out again and again, and freed with their pool.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

namespace leasesim {

/// The memory stays a T for the life of the pool, as dead queue entries of a Wakeup need.
template <class T>
class Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  T& get() {
    if (free_.empty()) return all_.emplace_back();
    T& reused = *free_.back();
    free_.pop_back();
    return reused;
  }
  void put(T& object) { free_.push_back(&object); }
  std::size_t made() const { return all_.size(); }

 private:
  std::deque<T> all_;
  std::vector<T*> free_;
};

}  // namespace leasesim
