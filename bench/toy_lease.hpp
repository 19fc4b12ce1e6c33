// W4, the toy protocol: three candidates for one lease, 15 s long, renewed every 2 s, tried for
// every 2 s to 4.4 s by the others; a leader falls silent for 20 s every 10 minutes or so. A server
// that only compares and swaps; messages take 1 ms to 10 ms each way.
//
// Much less than client-go and the API server do; every engine here plays it by the same draws.
#pragma once

#include <cstdint>

#include "draws.hpp"

namespace leasesim::bench {

inline constexpr int kCandidates = 3;
inline constexpr int kNobody = -1;
inline constexpr std::uint64_t kToySeed = 42;
inline constexpr std::uint64_t kToyLeaseLength = 15 * kSecond;
inline constexpr std::uint64_t kToyRenewEvery = 2 * kSecond;
inline constexpr std::uint64_t kToyTimeout = 5 * kSecond;
inline constexpr std::uint64_t kToySilence = 20 * kSecond;

inline std::uint64_t toy_start(int candidate) {
  return static_cast<std::uint64_t>(candidate) * 100 * kMillisecond;
}
inline std::uint64_t toy_latency(Draws& draws) {
  return draws.between(kMillisecond, 10 * kMillisecond);
}
inline std::uint64_t toy_retry(Draws& draws) {
  return draws.between(2'000 * kMillisecond, 4'400 * kMillisecond);
}
inline std::uint64_t toy_term(Draws& draws) { return draws.exponential(600 * kSecond); }

struct ToyLease {
  int holder = kNobody;
  std::uint64_t version = 1;
  std::uint64_t transitions = 0;
  std::uint64_t acquired = 0;
  std::uint64_t renewed = 0;
};

/// A lease's only server.
struct ToyServer {
  ToyLease lease;
  std::uint64_t history = 1;  ///< a checksum of who took the lease when

  bool update(std::uint64_t version, int holder, std::uint64_t now) {
    if (version != lease.version) return false;
    if (lease.holder != holder) {
      ++lease.transitions;
      lease.acquired = now;
      history = (history ^ now ^ static_cast<std::uint64_t>(holder)) * 0x100000001b3U;
    }
    lease.holder = holder;
    lease.renewed = now;
    ++lease.version;
    return true;
  }
};

/// What a candidate knows of the lease.
struct ToyObserved {
  std::uint64_t version = 0;
  std::uint64_t since = 0;

  void see(const ToyLease& lease, std::uint64_t now) {
    if (lease.version == version) return;
    version = lease.version;
    since = now;
  }
  bool may_take(const ToyLease& lease, int candidate, std::uint64_t now) const {
    return lease.holder == kNobody || lease.holder == candidate || since + kToyLeaseLength < now;
  }
};

}  // namespace leasesim::bench
