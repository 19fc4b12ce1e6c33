// W1, PHOLD, on leasesim's engine: every message is a wakeup, which its receiver sends on.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "draws.hpp"
#include "floor/phold.hpp"
#include "leasesim/engine/engine.hpp"

namespace leasesim::bench {

class EnginePhold {
 public:
  explicit EnginePhold(PholdSize size) : processes_(size.processes) {
    for (std::uint64_t to = 0; to < size.processes; ++to) {
      for (std::uint64_t i = 0; i < size.events_each; ++i) {
        send(messages_.emplace_back(*this), to);
      }
    }
  }

  /// At least `events`: as much simulated time as they are expected to take. How many it were.
  [[gnu::noinline]] std::uint64_t run(std::uint64_t events) {
    const std::uint64_t before = engine_.wakeups();
    const auto mean_delay = static_cast<std::int64_t>(kSecond + kSecond / 10);
    const auto rounds = static_cast<std::int64_t>(events / messages_.size() + 1);
    engine_.run_until(engine_.now() + Duration{rounds * mean_delay});
    return engine_.wakeups() - before;
  }

 private:
  // Aligned so that none lies on two cache lines. It touches its receiver.
  struct alignas(64) Message : Wakeup {
    explicit Message(EnginePhold& phold) : Wakeup(&arrive), world(phold) {}
    EnginePhold& world;
  };

  static void arrive(Wakeup& wakeup) {
    auto& message = static_cast<Message&>(wakeup);
    EnginePhold& self = message.world;
    auto& process = *static_cast<PholdProcess*>(message.touches);
    ++process.received;
    process.last = static_cast<std::uint64_t>(self.engine_.now().time_since_epoch().count());
    const std::uint64_t to = self.draws_.below(self.processes_.size());
    self.send(message, to);
  }

  void send(Message& message, std::uint64_t to) {
    message.touches = &processes_[to];
    const Duration delay{static_cast<std::int64_t>(phold_delay(draws_))};
    engine_.arm(message, engine_.now() + delay);
  }

  Engine engine_;
  Draws draws_{kPholdSeed};
  std::vector<PholdProcess> processes_;
  std::deque<Message> messages_;
};

}  // namespace leasesim::bench
