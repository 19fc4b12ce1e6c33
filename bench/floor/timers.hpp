// W3, timers: many processes that sleep 10 s, give or take 4 %, for ever.
#pragma once

#include <cstdint>

#include "draws.hpp"
#include "floor/bare_loop.hpp"

namespace leasesim::bench {

inline constexpr std::uint64_t kTimersSeed = 42;
inline std::uint64_t timers_first(Draws& draws) { return draws.below(10 * kSecond); }
inline std::uint64_t timers_period(Draws& draws) {
  return draws.between(9'600 * kMillisecond, 10'400 * kMillisecond);
}

class BareTimers {
 public:
  explicit BareTimers(std::uint64_t processes) {
    for (std::uint64_t i = 0; i < processes; ++i) {
      const std::uint64_t first = timers_first(draws_);
      loop_.start(beat_for_ever(*this), first);
    }
  }

  [[gnu::noinline]] void run_for(std::uint64_t length) {
    end_ += length;
    loop_.run_until(end_);
  }

  std::uint64_t beats() const { return beats_; }
  std::uint64_t events() const { return loop_.events(); }

 private:
  static BareProcess beat_for_ever(BareTimers& timers) {
    for (;;) {
      const std::uint64_t period = timers_period(timers.draws_);
      co_await timers.loop_.sleep(period);
      ++timers.beats_;
    }
  }

  BareLoop<Digest::off> loop_;
  Draws draws_{kTimersSeed};
  std::uint64_t end_ = 0;
  std::uint64_t beats_ = 0;
};

}  // namespace leasesim::bench
