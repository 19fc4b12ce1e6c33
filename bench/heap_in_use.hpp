// Bytes that the allocator has handed out, its own headers included (glibc).
#pragma once

#include <malloc.h>

#include <cstddef>

namespace leasesim::bench {

inline std::size_t heap_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace leasesim::bench
