// W3, timers, on leasesim: full processes, each with a name and a host of its own whose clock
// drifts.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "draws.hpp"
#include "floor/timers.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/names.hpp"

namespace leasesim::bench {

class ClusterTimers {
 public:
  explicit ClusterTimers(std::uint64_t processes) {
    for (std::uint64_t i = 0; i < processes; ++i) {
      const std::string number = std::to_string(i);
      const PartsPerMillion drift{static_cast<std::int64_t>(draws_.between(0, 100'000)) - 50'000};
      Host& host = hosts_.emplace_back(run_, HostName{names_.intern("kubelet-" + number)},
                                       HostClock{WallTime{}, Duration{}, drift});
      processes_.emplace_back(host, ProcessName{names_.intern("kubelet-" + number)}, program_)
          .start();
    }
  }

  [[gnu::noinline]] void run_for(std::uint64_t length) {
    run_.engine.run_until(run_.engine.now() + Duration{static_cast<std::int64_t>(length)});
  }

  std::uint64_t events() const { return run_.engine.wakeups(); }
  std::uint64_t beats() const { return beats_; }

 private:
  Task<> beat_for_ever(Process& self) {
    const Duration first(static_cast<std::int64_t>(timers_first(draws_)));
    co_await self.sleep(first);
    for (;;) {
      const Duration period(static_cast<std::int64_t>(timers_period(draws_)));
      co_await self.sleep(period);
      ++beats_;
    }
  }

  Names names_;
  Run run_{names_, Seed{kTimersSeed}};
  Draws draws_{kTimersSeed};
  Program program_{.actor = names_.intern("beat"),
                   .main = [this](Process& self) { return beat_for_ever(self); },
                   .restart = {}};
  std::deque<Host> hosts_;
  std::deque<Process> processes_;
  std::uint64_t beats_ = 0;
};

}  // namespace leasesim::bench
