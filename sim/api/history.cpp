// The ring behind a kind's changes.
#include "leasesim/api/history.hpp"

#include <algorithm>

#include "leasesim/result.hpp"

namespace leasesim {

std::string_view word_of(Change::Type type) {
  switch (type) {
    case Change::Type::added:
      return "ADDED";
    case Change::Type::modified:
      return "MODIFIED";
    case Change::Type::deleted:
      return "DELETED";
  }
  return {};
}

Change& History::add(SimTime now) {
  while (size_ > 0 && ((*this)[0].at + kAge < now || size_ == kRoom)) {
    first_ = place(1);
    --size_;
    forgot_some_ = true;
  }
  if (size_ == slots_.size()) grow();
  Change& slot = slots_[place(size_)];
  slot.at = now;
  ++size_;
  return slot;
}

void History::clear(Version version) {
  size_ = 0;
  cleared_ = version;
  forgot_some_ = false;
}

// Upstream's count: what lies between the last change it forgot and the first it kept is other
// kinds' business, yet it calls a version in between too old.
Version History::known_since() const {
  if (size_ == 0 || !forgot_some_) return cleared_;
  return (*this)[0].version() - 1;
}

std::size_t History::count_until(Version version) const {
  std::size_t low = 0;
  std::size_t high = size_;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if ((*this)[middle].version() <= version) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

void History::grow() {
  std::vector<Change> larger(std::max<std::size_t>(16, slots_.size() * 2));
  for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move(slots_[place(i)]);
  slots_ = std::move(larger);
  first_ = 0;
  ensure(size_ < slots_.size(), "a ring that has grown has room");
}

}  // namespace leasesim
