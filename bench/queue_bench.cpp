// W2, hold: the queue alone, at a constant population, pops one event and pushes its successor an
// exponential time later.
#include <memory>
#include <queue>
#include <vector>

#include "draws.hpp"
#include "engine/event_queue.hpp"
#include "rounds.hpp"

namespace leasesim::bench {
namespace {

struct Later {
  [[gnu::always_inline]] bool operator()(const QueuedEvent& a, const QueuedEvent& b) const {
    return earlier(b, a);
  }
};

// What one would take without thinking, with the same events, comparison and flags.
class StandardQueue {
 public:
  void push(QueuedEvent event) { queue_.push(event); }
  QueuedEvent pop() {
    const QueuedEvent first = queue_.top();
    queue_.pop();
    return first;
  }

 private:
  std::priority_queue<QueuedEvent, std::vector<QueuedEvent>, Later> queue_;
};

template <class Queue>
class Hold {
 public:
  explicit Hold(std::uint64_t pending) {
    for (std::uint64_t i = 0; i < pending; ++i) {
      queue_.push({draws_.exponential(kSecond), ++ticket_, i});
    }
    hold(2 * pending);  // until the times are spread as they will stay
  }

  [[gnu::noinline]] void hold(std::uint64_t turns) {
    for (std::uint64_t i = 0; i < turns; ++i) {
      const QueuedEvent event = queue_.pop();
      checksum_ = checksum_ * 31 + event.time + event.payload;
      queue_.push({event.time + draws_.exponential(kSecond), ++ticket_, event.payload});
    }
  }

  std::uint64_t checksum() const { return checksum_; }

 private:
  Queue queue_;
  Draws draws_{7};
  std::uint64_t ticket_ = 0;
  std::uint64_t checksum_ = 0;
};

// Goes on from round to round with the queue that the first round has filled.
template <class Queue>
std::function<void(benchmark::State&)> hold(std::uint64_t pending, std::uint64_t turns) {
  return
      [pending, turns, filled = std::shared_ptr<Hold<Queue>>()](benchmark::State& state) mutable {
        if (!filled) filled = std::make_shared<Hold<Queue>>(pending);
        for (auto _ : state) filled->hold(turns);
        done(state, turns, filled->checksum());
      };
}

void add_hold(Rounds& rounds, const char* name, std::uint64_t pending, double must,
              double excellent) {
  const std::uint64_t turns = rounds.sized(1'000'000, 1'000);
  pending = rounds.sized(pending, pending / 100);
  rounds.add(Row{.workload = name,
                 .ours = {"leasesim", hold<EventQueue>(pending, turns)},
                 .other = {"std::priority_queue", hold<StandardQueue>(pending, turns)},
                 .goal = Goal{Goal::Kind::times_faster, must, excellent}});
}

}  // namespace

void add_queue_rows(Rounds& rounds) {
  add_hold(rounds, "W2 hold, 1,000 pending", 1'000, 1.8, 2.5);
  add_hold(rounds, "W2 hold, 100,000 pending", 100'000, 3.0, 3.8);
  add_hold(rounds, "W2 hold, 1,000,000 pending", 1'000'000, 4.0, 4.8);
}

}  // namespace leasesim::bench
