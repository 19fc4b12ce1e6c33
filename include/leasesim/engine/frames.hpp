// Memory for coroutine frames: size-class free lists on aligned slabs, so that starting a call
// costs no more than two pointer moves. A pool belongs to one engine and goes with it.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <vector>

namespace leasesim {

class FramePool {
 public:
  FramePool() = default;
  ~FramePool();
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  void* get(std::size_t bytes);
  /// Gives a frame back to the pool that it came from.
  static void put(void* frame, std::size_t bytes) noexcept;
  /// Frames handed out and not given back.
  std::size_t live() const { return live_; }

 private:
  struct Slab;
  struct FreeFrame;
  static constexpr std::size_t kGrain = 16;
  static constexpr std::size_t kLargest = 2048;

  static Slab& slab_of(void* frame);
  Slab& new_slab();
  static bool pooled(std::size_t bytes);
  void* carve(std::size_t bytes);

  std::array<FreeFrame*, kLargest / kGrain + 1> free_{};
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  std::vector<void*> slabs_;
  std::size_t live_ = 0;
};

/// Whatever a coroutine is given that knows where its frame is to live.
template <class T>
concept LendsFrames = requires(T& lender) {
  { lender.frames() } -> std::same_as<FramePool&>;
};

namespace detail {
template <class First, class... Rest>
FramePool& frames_among(First& first, Rest&... rest) {
  if constexpr (LendsFrames<First>) {
    return first.frames();
  } else {
    static_assert(sizeof...(Rest) > 0,
                  "a Task needs an argument with frames(): an Engine, a Process or an Api");
    return frames_among(rest...);
  }
}
}  // namespace detail

/// Base of promises: the frame comes from the pool of the first argument that lends one.
struct PooledFrame {
  template <class... Args>
  static void* operator new(std::size_t bytes, Args&... args) {
    return detail::frames_among(args...).get(bytes);
  }
  static void operator delete(void* frame, std::size_t bytes) noexcept {
    FramePool::put(frame, bytes);
  }
};

}  // namespace leasesim
