// The nodes of one zone that wait for a NoExecute taint, no faster than a rate.
//
// upstream: kubernetes/kubernetes:pkg/controller/nodelifecycle/scheduler/rate_limited_queue.go
#pragma once

#include <deque>
#include <functional>
#include <set>

#include "leasesim/objects/meta.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// A token bucket with room for one token; or one that never gives any.
class EvictionLimiter {
 public:
  /// One token each `every`; zero: never.
  EvictionLimiter(Duration every, MonoTime now) : every_(every), next_(now) {}

  bool try_take(MonoTime now);
  /// Takes on another rate. A bucket that is empty now is empty then, too.
  void swap(Duration every, MonoTime now);

 private:
  // What upstream's limiter says its rate is: the one that never gives any says 1 a second, so that
  // going from "never" to that rate changes nothing.
  Duration rate_it_tells() const { return every_ == Duration{} ? Duration{1s} : every_; }

  Duration every_;
  MonoTime next_;  // when there is a token again
};

class EvictionQueue {
 public:
  EvictionQueue(Duration every, MonoTime now) : limiter_(every, now) {}

  /// Once a node is in the set it is not added again before it is removed.
  bool add(ObjectName node, MonoTime now);
  bool remove(ObjectName node);
  EvictionLimiter& limiter() { return limiter_; }

  bool empty() const { return waiting_.empty(); }
  /// The next node whose turn it is; unset if there is none. A token goes even if it is not yet
  /// due.
  ObjectName take(MonoTime now);
  /// How a node that was taken fared: one that failed comes again, after `wait`.
  void succeeded(ObjectName node);
  void failed(ObjectName node, Duration wait, MonoTime now);

 private:
  struct Waiting {
    ObjectName node;
    MonoTime due;
  };
  void insert(const Waiting& waiting);

  std::deque<Waiting> waiting_;  // by time; the head stays until its fate is known
  std::set<ObjectName> known_;   // waiting or done, and not removed since
  EvictionLimiter limiter_;
};

}  // namespace leasesim
