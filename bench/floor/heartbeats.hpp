// W5, heartbeats: each node renews its lease every 10 s and up to 4 % more. The floor of one: four
// events (it is due, the request arrives, the answer arrives, a watcher hears of it) and one record
// of a Lease's size written at an index that no cache foresees.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "draws.hpp"
#include "floor/bare_loop.hpp"

namespace leasesim::bench {

class BareHeartbeats {
 public:
  explicit BareHeartbeats(std::uint64_t nodes) : leases_(nodes) {
    for (std::uint64_t node = 0; node < nodes; ++node) {
      const std::uint64_t first = draws_.below(10 * kSecond);
      loop_.start(beat_for_ever(*this, draws_.below(nodes)), first);
    }
  }

  [[gnu::noinline]] void run_for(std::uint64_t length) {
    end_ += length;
    loop_.run_until(end_);
  }
  std::uint64_t beats() const { return beats_; }

 private:
  static constexpr std::uint64_t kOneWay = kMillisecond;
  struct Lease {
    std::array<std::uint64_t, 9> fields{};  // 72 bytes
  };

  static BareProcess beat_for_ever(BareHeartbeats& all, std::uint64_t lease) {
    for (;;) {
      const std::uint64_t period = all.draws_.between(10'000 * kMillisecond, 10'400 * kMillisecond);
      co_await all.loop_.sleep(period);
      co_await all.loop_.sleep(kOneWay);
      all.leases_[lease].fields.fill(all.loop_.now());
      co_await all.loop_.sleep(kOneWay);
      co_await all.loop_.sleep(kOneWay);
      ++all.beats_;
    }
  }

  BareLoop<Digest::off> loop_;
  Draws draws_{7};
  std::vector<Lease> leases_;
  std::uint64_t end_ = 0;
  std::uint64_t beats_ = 0;
};

}  // namespace leasesim::bench
