// The client-side rate limiter of client-go: `qps` tokens a second, `burst` of them saved up.
#pragma once

#include <algorithm>
#include <cstdint>

#include "leasesim/time/instants.hpp"

namespace leasesim {

/// Shared by all loops of one client. upstream: kubernetes/client-go:util/flowcontrol/throttle.go
class TokenBucket {
 public:
  TokenBucket() = default;
  /// `every`: the time that one token takes to grow, 1 s / qps; zero: no limit.
  TokenBucket(Duration every, std::int64_t burst) : every_(every), saved_(every * (burst - 1)) {}

  /// Takes a token and says how long its owner must wait for it.
  Duration take(MonoTime now) {
    if (every_ == Duration{}) return Duration{};
    const MonoTime full = std::max(full_at_, now);
    full_at_ = full + every_;
    return std::max(full - now - saved_, Duration{});
  }
  /// Gives back a token that was waited for in vain.
  void give_back() { full_at_ -= every_; }

 private:
  Duration every_{};
  Duration saved_{};
  MonoTime full_at_ = MonoTime::min() + 1h;  // when the bucket will be full again
};

}  // namespace leasesim
