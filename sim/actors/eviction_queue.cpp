#include "actors/eviction_queue.hpp"

#include <algorithm>

namespace leasesim {

bool EvictionLimiter::try_take(MonoTime now) {
  if (every_ == Duration{} || now < next_) return false;
  next_ = now + every_;
  return true;
}

void EvictionLimiter::swap(Duration every, MonoTime now) {
  if (rate_it_tells() == every) return;
  const bool drained = !try_take(now);
  every_ = every;
  next_ = drained ? now + every : now;
}

bool EvictionQueue::add(ObjectName node, MonoTime now) {
  if (!known_.insert(node).second) return false;
  insert({node, now});
  return true;
}

bool EvictionQueue::remove(ObjectName node) {
  std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.node == node; });
  return known_.erase(node) > 0;
}

ObjectName EvictionQueue::take(MonoTime now) {
  if (waiting_.empty() || !limiter_.try_take(now) || now < waiting_.front().due) return {};
  return waiting_.front().node;
}

void EvictionQueue::succeeded(ObjectName node) {
  std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.node == node; });
}

void EvictionQueue::failed(ObjectName node, Duration wait, MonoTime now) {
  const auto gone =
      std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.node == node; });
  if (gone > 0) insert({node, now + wait + 1ns});
}

void EvictionQueue::insert(const Waiting& waiting) {
  const auto place = std::ranges::upper_bound(waiting_, waiting.due, {}, &Waiting::due);
  waiting_.insert(place, waiting);
}

}  // namespace leasesim
