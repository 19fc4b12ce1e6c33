// W1, PHOLD: logical processes that send each other events; each event makes one more, to a random
// process, at least 0.1 s and on average 1.1 s later.
#pragma once

#include <cstdint>
#include <vector>

#include "draws.hpp"
#include "engine/event_queue.hpp"

namespace leasesim::bench {

struct PholdSize {
  std::uint64_t processes;
  std::uint64_t events_each;
};

inline constexpr std::uint64_t kPholdSeed = 42;
inline std::uint64_t phold_delay(Draws& draws) { return kSecond / 10 + draws.exponential(kSecond); }

/// What every logical process keeps, on a cache line of its own.
struct alignas(64) PholdProcess {
  std::uint64_t received = 0;
  std::uint64_t last = 0;
};

class BarePhold {
 public:
  explicit BarePhold(PholdSize size) : processes_(size.processes) {
    for (std::uint64_t to = 0; to < size.processes; ++to) {
      for (std::uint64_t i = 0; i < size.events_each; ++i) send(0, to);
    }
  }

  [[gnu::noinline]] void run(std::uint64_t events) {
    for (std::uint64_t i = 0; i < events; ++i) {
      const QueuedEvent event = queue_.pop();
      if (const QueuedEvent* coming = queue_.ahead(2)) {
        __builtin_prefetch(&processes_[coming->payload]);
      }
      PholdProcess& process = processes_[event.payload];
      ++process.received;
      process.last = event.time;
      checksum_ = checksum_ * 31 + event.payload;
      const std::uint64_t to = draws_.below(processes_.size());
      send(event.time, to);
    }
  }

  std::uint64_t checksum() const { return checksum_; }

 private:
  void send(std::uint64_t now, std::uint64_t to) {
    const std::uint64_t delay = phold_delay(draws_);
    queue_.push({now + delay, ++ticket_, to});
  }

  EventQueue queue_;
  Draws draws_{kPholdSeed};
  std::vector<PholdProcess> processes_;
  std::uint64_t ticket_ = 0;
  std::uint64_t checksum_ = 0;
};

}  // namespace leasesim::bench
