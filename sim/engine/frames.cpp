#include "leasesim/engine/frames.hpp"

#include <cstdint>
#include <cstdlib>
#include <new>

#include "leasesim/result.hpp"

namespace leasesim {
namespace {

// A frame finds its slab, and the slab its pool, by clearing the low bits of its address.
constexpr std::size_t kSlabBytes = std::size_t{64} << 10;
constexpr std::size_t kLine = 64;
constexpr std::size_t kHeaderBytes = kLine;

// A frame that is not in a slab has its pool's address in front of it.
constexpr std::size_t kFrontBytes = 16;

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

FramePool::Slab& FramePool::new_slab() {
  void* memory = std::aligned_alloc(kSlabBytes, kSlabBytes);
  if (memory == nullptr) throw std::bad_alloc{};
  slabs_.push_back(memory);
  return *new (memory) Slab{this};
}

bool FramePool::pooled(std::size_t bytes) { return kPooling && bytes <= kLargest; }

// Frames of whole lines of cache begin on one.
void* FramePool::carve(std::size_t bytes) {
  if (bytes % kLine == 0) {
    next_ += -reinterpret_cast<std::uintptr_t>(next_) % kLine;
  }
  if (static_cast<std::size_t>(end_ - next_) < bytes) {
    Slab& slab = new_slab();
    next_ = reinterpret_cast<std::byte*>(&slab) + kHeaderBytes;
    end_ = reinterpret_cast<std::byte*>(&slab) + kSlabBytes;
  }
  void* frame = next_;
  next_ += bytes;
  return frame;
}

void* FramePool::get(std::size_t bytes) {
  ++live_;
  if (!pooled(bytes)) {
    void* memory = ::operator new(kFrontBytes + bytes);
    new (memory) Slab{this};
    return static_cast<std::byte*>(memory) + kFrontBytes;
  }
  const std::size_t grains = (bytes + kGrain - 1) / kGrain;
  if (FreeFrame* frame = free_[grains]; frame != nullptr) {
    free_[grains] = frame->next;
    return frame;
  }
  return carve(grains * kGrain);
}

void FramePool::put(void* frame, std::size_t bytes) noexcept {
  if (!pooled(bytes)) {
    void* memory = static_cast<std::byte*>(frame) - kFrontBytes;
    --static_cast<Slab*>(memory)->pool->live_;
    return ::operator delete(memory);
  }
  FramePool& pool = *slab_of(frame).pool;
  --pool.live_;
  const std::size_t grains = (bytes + kGrain - 1) / kGrain;
  pool.free_[grains] = new (frame) FreeFrame{pool.free_[grains]};
}

}  // namespace leasesim
