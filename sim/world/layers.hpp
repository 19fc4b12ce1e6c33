// What overlapping faults make of one thing: the last that began counts, until it ends.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace leasesim {

/// Values laid over what is there without them, each by somebody who takes it away again.
template <class T>
class Layers {
 public:
  void put(const void* by, T value) { laid_.emplace_back(by, std::move(value)); }
  void take_away(const void* by) {
    std::erase_if(laid_, [by](const Layer& layer) { return layer.first == by; });
  }
  bool none() const { return laid_.empty(); }
  /// The last one laid that is still there; there is one.
  const T& top() const { return laid_.back().second; }

 private:
  using Layer = std::pair<const void*, T>;
  std::vector<Layer> laid_;
};

}  // namespace leasesim
