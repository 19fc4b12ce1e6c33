// Keys that wait to be worked on: each once, and never by two at a time.
//
// upstream: kubernetes/client-go:util/workqueue/queue.go
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <list>
#include <vector>

#include "actors/crew.hpp"

namespace leasesim {

template <class Key>
class WorkQueue {
 public:
  using Handler = std::function<Task<>(Key)>;

  WorkQueue(Process& self, std::size_t workers, Handler handler)
      : self_(self), handler_(std::move(handler)), crew_(self, workers) {}

  FramePool& frames() const { return self_.frames(); }

  /// What is waiting already waits once; what is being worked on is worked on again afterwards.
  void add(Key key) {
    if (holds(waiting_, key) || holds(again_, key)) return;
    if (holds(working_, key)) {
      again_.push_back(key);
      return;
    }
    waiting_.push_back(key);
    added_.raise(self_.run().engine);
  }

  /// Adds a key later; if it is to be added already, at the earlier of the two times.
  void add_after(Key key, Duration delay) {
    later_.remove_if([](const Later& each) { return each.task.done(); });
    const MonoTime due = self_.mono_now() + delay;
    const auto planned = std::ranges::find(later_, key, &Later::key);
    if (planned != later_.end()) {
      if (planned->due <= due) return;
      later_.erase(planned);
    }
    later_.emplace_back(key, due, self_, add_at(key, due));
  }

  /// Works for ever.
  Task<> run() {
    for (;;) {
      while (waiting_.empty()) {
        co_await self_.until(added_);
        added_.lower();
      }
      const Key key = waiting_.front();
      waiting_.pop_front();
      working_.push_back(key);
      co_await crew_.start(work(key));
    }
  }

 private:
  template <class Keys>
  static bool holds(const Keys& keys, const Key& key) {
    return std::ranges::find(keys, key) != keys.end();
  }

  Task<> work(Key key) {
    co_await handler_(key);
    std::erase(working_, key);
    if (std::erase(again_, key) > 0) add(key);
  }

  Task<> add_at(Key key, MonoTime due) {
    co_await self_.sleep_until(due);
    add(key);
  }

  struct Later {
    Later(Key its, MonoTime at, Process& self, Task<> adding)
        : key(its), due(at), task(self, std::move(adding)) {}
    Key key;
    MonoTime due;
    Child task;
  };

  Process& self_;
  Handler handler_;
  Crew crew_;
  std::deque<Key> waiting_;
  std::vector<Key> working_;
  std::vector<Key> again_;
  std::list<Later> later_;
  Signal added_;
};

}  // namespace leasesim
