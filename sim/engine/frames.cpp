#include "leasesim/engine/frames.hpp"

#include <cstdint>
#include <cstdlib>
#include <new>

#include "leasesim/result.hpp"

namespace leasesim {
namespace {

// A frame finds its slab, and the slab its pool, by clearing the low bits of its address.
constexpr std::size_t kSlabBytes = std::size_t{64} << 10;
constexpr std::size_t kHeaderBytes = 64;

std::size_t rounded_up(std::size_t bytes, std::size_t grain) {
  return (bytes + grain - 1) / grain * grain;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kPooling = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kPooling = false;  // each frame its own allocation, so that misuse is seen
#else
constexpr bool kPooling = true;
#endif
#else
constexpr bool kPooling = true;
#endif

}  // namespace

struct FramePool::Slab {
  FramePool* pool;
};

struct FramePool::FreeFrame {
  FreeFrame* next;
};

FramePool::~FramePool() {
  for (void* slab : slabs_) std::free(slab);
}

FramePool::Slab& FramePool::slab_of(void* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(frame);
  return *reinterpret_cast<Slab*>(address & ~(kSlabBytes - 1));
}

FramePool::Slab& FramePool::new_slab(std::size_t bytes) {
  void* memory = std::aligned_alloc(kSlabBytes, rounded_up(bytes, kSlabBytes));
  if (memory == nullptr) throw std::bad_alloc{};
  return *new (memory) Slab{this};
}

void* FramePool::carve(std::size_t bytes) {
  if (static_cast<std::size_t>(end_ - next_) < bytes) {
    Slab& slab = new_slab(kSlabBytes);
    slabs_.push_back(&slab);
    next_ = reinterpret_cast<std::byte*>(&slab) + kHeaderBytes;
    end_ = reinterpret_cast<std::byte*>(&slab) + kSlabBytes;
  }
  void* frame = next_;
  next_ += bytes;
  return frame;
}

void* FramePool::get(std::size_t bytes) {
  ++live_;
  if (!kPooling || bytes > kLargest) {
    return reinterpret_cast<std::byte*>(&new_slab(kHeaderBytes + bytes)) + kHeaderBytes;
  }
  const std::size_t grains = (bytes + kGrain - 1) / kGrain;
  if (FreeFrame* frame = free_[grains]; frame != nullptr) {
    free_[grains] = frame->next;
    return frame;
  }
  return carve(grains * kGrain);
}

void FramePool::put(void* frame, std::size_t bytes) noexcept {
  Slab& slab = slab_of(frame);
  FramePool& pool = *slab.pool;
  --pool.live_;
  if (!kPooling || bytes > kLargest) {
    std::free(&slab);
    return;
  }
  const std::size_t grains = (bytes + kGrain - 1) / kGrain;
  pool.free_[grains] = new (frame) FreeFrame{pool.free_[grains]};
}

}  // namespace leasesim
