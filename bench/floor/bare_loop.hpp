// The floor: our queue, coroutines, and nothing else. No names, clocks, cancellation or checks, so
// that what leasesim adds to it can be seen.
#pragma once

#include <coroutine>
#include <cstdint>
#include <exception>
#include <vector>

#include "engine/event_queue.hpp"

namespace leasesim::bench {

/// A coroutine that begins suspended; its loop resumes and in the end destroys it.
struct BareProcess {
  struct promise_type {
    BareProcess get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<> frame;
};

/// Something called by the loop; its address is in the queue until it has been.
struct BareCallback {
  void (*call)(BareCallback&);
};

enum class Digest { off, on };

template <Digest kDigest>
class BareLoop {
 public:
  BareLoop() = default;
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;
  ~BareLoop() {
    for (const std::coroutine_handle<> frame : frames_) frame.destroy();
  }

  std::uint64_t now() const { return now_; }
  std::uint64_t events() const { return events_; }
  std::uint64_t digest() const { return digest_; }

  void start(BareProcess process, std::uint64_t at) {
    frames_.push_back(process.frame);
    resume_at(at, process.frame);
  }
  void resume_at(std::uint64_t at, std::coroutine_handle<> frame) {
    queue_.push({at, ++ticket_, reinterpret_cast<std::uintptr_t>(frame.address())});
  }
  void call_at(std::uint64_t at, BareCallback& callback) {
    queue_.push({at, ++ticket_, reinterpret_cast<std::uintptr_t>(&callback) | kIsCallback});
  }

  struct Sleep {
    BareLoop& loop;
    std::uint64_t until;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> frame) const { loop.resume_at(until, frame); }
    void await_resume() const noexcept {}
  };
  Sleep sleep(std::uint64_t length) { return {*this, now_ + length}; }

  void run_until(std::uint64_t end) {
    while (!queue_.empty() && queue_.top().time <= end) {
      const QueuedEvent event = queue_.pop();
      prefetch_coming();
      now_ = event.time;
      ++events_;
      if constexpr (kDigest == Digest::on) fold(event);
      if ((event.payload & kIsCallback) != 0) {
        auto* const callback = reinterpret_cast<BareCallback*>(event.payload & ~kIsCallback);
        callback->call(*callback);
      } else {
        std::coroutine_handle<>::from_address(reinterpret_cast<void*>(event.payload)).resume();
      }
    }
  }

 private:
  static constexpr std::uint64_t kIsCallback = 1;

  // The queue has prefetched the first line of a frame; the second is wanted as well.
  void prefetch_coming() const {
    if (const QueuedEvent* coming = queue_.ahead(2)) {
      const auto* const bytes = reinterpret_cast<const char*>(coming->payload & ~kIsCallback);
      __builtin_prefetch(bytes + 64);
    }
  }

  void fold(const QueuedEvent& event) {
    digest_ = mixed(digest_ ^ event.time, event.ticket ^ 0x9e3779b97f4a7c15U);
    digest_ = mixed(digest_ ^ (event.payload & kIsCallback), events_ ^ 0xc2b2ae3d27d4eb4fU);
  }
  static std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  EventQueue queue_;
  std::vector<std::coroutine_handle<>> frames_;
  std::uint64_t now_ = 0;
  std::uint64_t ticket_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t digest_ = 1;
};

}  // namespace leasesim::bench
