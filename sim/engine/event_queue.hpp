// The pending wakeups of a run in exact (time, ticket) order: a sorted run of the nearest ones, and
// behind it a base-64 wheel of the rest. Few events live in the run alone; many cost the same each.
//
// 1. The run holds every event up to the horizon, sorted; the wheel holds all later ones.
// 2. The wheel's level of an event is the highest base-64 digit in which its time differs from the
//    base, its bucket is that digit. So levels, and buckets in a level, follow each other in time.
// 3. When the run is used up, the earliest bucket is cut up by its next digits until a short one
//    remains; that one is sorted into the run, and the horizon moves to its end.
// 4. When the run grows too long, its later half goes to the wheel and the horizon moves back. When
//    the wheel is nearly empty, all of it goes to the run, and the horizon to the end of time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "leasesim/result.hpp"

namespace leasesim {

/// A wakeup. `payload` is the engine's business; where it is an address, the memory there has been
/// prefetched when the event is popped. No two have the same time and ticket.
struct QueuedEvent {
  std::uint64_t time;
  std::uint64_t ticket;
  std::uint64_t payload;
};

/// One 128-bit comparison, because two branches on random times would be mispredicted.
[[gnu::always_inline]] inline bool earlier(const QueuedEvent& a, const QueuedEvent& b) {
  using Key = unsigned __int128;
  return ((Key{a.time} << 64) | a.ticket) < ((Key{b.time} << 64) | b.ticket);
}

/// A monotone priority queue; a resource. Nothing may be pushed before the time last popped.
class EventQueue {
 public:
  EventQueue() : run_(kRunCapacity) { buckets_.fill(Bucket{}); }
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  [[gnu::always_inline]] void push(QueuedEvent event) {
    ensure(event.time >= now_, "an event is pushed no earlier than the last one popped");
    if (event.time > horizon_) {
      place(event);
    } else if (tail_ - head_ >= kRunMax) [[unlikely]] {
      push_on_full_run(event);
    } else {
      insert(event);
    }
  }

  bool empty() const { return size() == 0; }
  std::size_t size() const { return tail_ - head_ + far_; }

  /// The earliest event, which stays. Valid until the next push or pop.
  [[gnu::always_inline]] const QueuedEvent& top() {
    if (head_ == tail_) [[unlikely]]
      refill();
    return run_[head_];
  }

  [[gnu::always_inline]] QueuedEvent pop() {
    if (head_ == tail_) [[unlikely]]
      refill();
    const QueuedEvent& first = run_[head_++];
    now_ = first.time;
    return {first.time, first.ticket, first.payload};
  }

  /// The event that `k` pops from now will probably return, to prefetch for, or null.
  const QueuedEvent* ahead(std::size_t k) const {
    return k < tail_ - head_ ? &run_[head_ + k] : nullptr;
  }

  /// Takes care that `ahead` sees `k` events or so, if the wheel has them at hand.
  [[gnu::always_inline]] void look_ahead(std::size_t k) {
    if (tail_ - head_ < k && far_ > kFewFar) [[unlikely]]
      lengthen_run();
  }

  /// Empties the queue, handing every event to `visit`, earliest first; `visit` may not push.
  template <class Visit>
  void drain(Visit visit) {
    while (!empty()) visit(pop());
  }

 private:
  // Measured with bench/queue_bench: a longer run costs more per insertion, a shorter one more
  // refills. Between 24 and 64 events the run alone and the wheel cost about the same.
  static constexpr std::size_t kRunMax = 48;
  static constexpr std::size_t kRunStart = kRunMax;
  static constexpr std::size_t kRunCapacity = 4 * kRunMax;
  static constexpr std::size_t kShortBucket = 12;
  static constexpr std::size_t kRefilledRun = 12;
  static constexpr std::size_t kFewFar = 16;

  static constexpr unsigned kDigitBits = 6;
  static constexpr unsigned kDigits = 1U << kDigitBits;
  static constexpr unsigned kLevels = 11;
  static constexpr std::size_t kChunkEvents = 21;
  static constexpr std::size_t kChunksAtOnce = 64;
  static constexpr std::uint64_t kEndOfTime = std::numeric_limits<std::uint64_t>::max();

  // 512 bytes from a pool, so that memory follows the number of events and not that of buckets.
  struct alignas(64) Chunk {
    Chunk* next;
    std::array<QueuedEvent, kChunkEvents> events;
  };

  // A ring of chunks, all full but the newest, whose next is the oldest. An empty bucket looks like
  // one whose chunk is full: one test serves both.
  struct Bucket {
    Chunk* newest = nullptr;
    std::size_t used = kChunkEvents;
  };

  // Field by field: a 16-byte load of what 8-byte stores have just written stalls.
  [[gnu::always_inline]] static void copy(QueuedEvent& to, const QueuedEvent& from) {
    to.time = from.time;
    to.ticket = from.ticket;
    to.payload = from.payload;
  }

  // Shifts whichever side of the run is shorter; the middle event stops the loop.
  [[gnu::always_inline]] void insert(const QueuedEvent& event) {
    if (head_ == 0 || tail_ == run_.size()) [[unlikely]]
      make_room();
    QueuedEvent* const run = run_.data();
    if (head_ == tail_) {
      copy(run[tail_++], event);
      return;
    }
    if (earlier(event, run[(head_ + tail_) / 2])) {
      std::size_t at = --head_;
      for (; earlier(run[at + 1], event); ++at) copy(run[at], run[at + 1]);
      copy(run[at], event);
    } else {
      std::size_t at = tail_++;
      for (; earlier(event, run[at - 1]); --at) copy(run[at], run[at - 1]);
      copy(run[at], event);
    }
  }

  // The run has reached an end of its array: moves it to the middle third of one big enough.
  [[gnu::noinline]] void make_room() {
    const std::size_t length = tail_ - head_;
    const std::size_t start = std::max(kRunStart, length);
    std::vector<QueuedEvent> roomy(std::max(kRunCapacity, 3 * length + 1));
    std::copy_n(run_.begin() + static_cast<std::ptrdiff_t>(head_), length,
                roomy.begin() + static_cast<std::ptrdiff_t>(start));
    run_.swap(roomy);
    head_ = start;
    tail_ = start + length;
  }

  [[gnu::noinline]] void push_on_full_run(const QueuedEvent& event) {
    spill();
    if (event.time > horizon_) {
      place(event);
    } else {
      insert(event);
    }
  }

  // Moves the later half to the wheel. Events of the first one's instant stay: the horizon cannot
  // cut an instant, and pushes into the running instant append.
  void spill() {
    const std::uint64_t first = run_[head_].time;
    std::size_t cut = (head_ + tail_) / 2;
    const std::uint64_t middle = run_[cut].time;
    if (middle > first) {
      while (run_[cut - 1].time == middle) --cut;
    } else {
      while (cut < tail_ && run_[cut].time == first) ++cut;
    }
    const std::uint64_t horizon = middle > first ? middle - 1 : first;
    if (horizon < base_) rebase();
    horizon_ = horizon;
    for (std::size_t i = cut; i < tail_; ++i) place(run_[i]);
    tail_ = cut;
  }

  // After a look at a far event, pushes may come before the base that look has moved.
  void rebase() {
    std::vector<QueuedEvent> all;
    all.reserve(far_);
    while (levels_ != 0) {
      take(first_bucket(), [&](const QueuedEvent& event) { all.push_back(event); });
    }
    base_ = now_;
    for (const QueuedEvent& event : all) place(event);
  }

  [[gnu::always_inline]] void place(const QueuedEvent& event) {
    const auto highest = static_cast<unsigned>(std::bit_width((event.time ^ base_) | 1)) - 1;
    const unsigned level = highest / kDigitBits;
    const unsigned digit = (event.time >> (level * kDigitBits)) % kDigits;
    Bucket& bucket = buckets_[level * kDigits + digit];
    if (bucket.used == kChunkEvents) [[unlikely]] {
      grow(bucket);
      digits_[level] |= std::uint64_t{1} << digit;
      levels_ |= 1U << level;
    }
    copy(bucket.newest->events[bucket.used++], event);
    ++far_;
  }

  void grow(Bucket& bucket) {
    if (free_ == nullptr) allocate();
    Chunk* const chunk = free_;
    free_ = chunk->next;
    if (bucket.newest == nullptr) {
      chunk->next = chunk;
    } else {
      chunk->next = bucket.newest->next;
      bucket.newest->next = chunk;
    }
    bucket = {chunk, 0};
  }

  [[gnu::noinline]] void allocate() {
    chunks_.push_back(std::make_unique_for_overwrite<Chunk[]>(kChunksAtOnce));
    for (std::size_t i = kChunksAtOnce; i-- > 0;) release(&chunks_.back()[i]);
  }

  void release(Chunk* chunk) {
    chunk->next = free_;
    free_ = chunk;
  }

  unsigned first_bucket() const {
    const auto level = static_cast<unsigned>(std::countr_zero(levels_));
    return level * kDigits + static_cast<unsigned>(std::countr_zero(digits_[level]));
  }

  // Empties a bucket, oldest event first: what was pushed in order stays in order.
  template <class Visit>
  [[gnu::always_inline]] void take(unsigned index, Visit visit) {
    const Bucket bucket = buckets_[index];
    buckets_[index] = Bucket{};
    const unsigned level = index / kDigits;
    digits_[level] &= ~(std::uint64_t{1} << (index % kDigits));
    if (digits_[level] == 0) levels_ &= ~(1U << level);

    Chunk* chunk = bucket.newest->next;
    for (bool last = false; !last;) {
      last = chunk == bucket.newest;
      Chunk* const next = chunk->next;
      prefetch(*next);
      const std::size_t used = last ? bucket.used : kChunkEvents;
      far_ -= used;
      for (std::size_t i = 0; i < used; ++i) visit(chunk->events[i]);
      release(chunk);
      chunk = next;
    }
  }

  static void prefetch(const Chunk& chunk) {
    const auto* const bytes = reinterpret_cast<const char*>(&chunk);
    for (std::size_t line = 0; line < sizeof(Chunk); line += 64) __builtin_prefetch(bytes + line);
  }

  bool short_bucket(unsigned index) const {
    const Bucket& bucket = buckets_[index];
    return bucket.used <= kShortBucket && bucket.newest->next == bucket.newest;
  }

  [[gnu::noinline]] void refill() {
    ensure(far_ != 0, "an event is taken only from a queue that has one");
    head_ = tail_ = kRunStart;
    if (far_ <= kFewFar) {
      while (levels_ != 0) take_into_run(first_bucket());
      horizon_ = kEndOfTime;
      return;
    }
    unsigned index = take_next_bucket();
    const unsigned level = index / kDigits;
    while (tail_ - head_ < kRefilledRun && digits_[level] != 0) {
      const unsigned next = first_bucket();
      if (!short_bucket(next)) break;
      take_into_run(next);
      index = next;
    }
    horizon_ = bucket_end(index);
  }

  [[gnu::noinline]] void lengthen_run() {
    if (tail_ + kShortBucket > run_.size()) make_room();
    horizon_ = bucket_end(take_next_bucket());
  }

  // Cuts up the earliest bucket until a short one remains, which goes to the end of the run.
  [[gnu::always_inline]] unsigned take_next_bucket() {
    unsigned index = first_bucket();
    while (index >= kDigits && !short_bucket(index)) {
      base_ = bucket_start(index);
      take(index, [&](const QueuedEvent& event) { place(event); });
      index = first_bucket();
    }
    base_ = bucket_start(index);
    take_into_run(index);
    return index;
  }

  std::uint64_t bucket_start(unsigned index) const {
    const unsigned shift = index / kDigits * kDigitBits;
    const std::uint64_t above = base_ >> shift >> kDigitBits << kDigitBits;
    return (above | (index % kDigits)) << shift;
  }

  std::uint64_t bucket_end(unsigned index) const {
    return bucket_start(index) + (std::uint64_t{1} << (index / kDigits * kDigitBits)) - 1;
  }

  // Appends a bucket that follows the run and sorts it in; a long one is a single instant.
  [[gnu::always_inline]] void take_into_run(unsigned index) {
    if (!short_bucket(index)) [[unlikely]] {
      take_instant_into_run(index);
      return;
    }
    const std::size_t first = tail_;
    take(index, [&](const QueuedEvent& event) {
      // Together these misses cost little more than one, which each pop would pay by itself.
      __builtin_prefetch(reinterpret_cast<const void*>(event.payload));
      std::size_t at = tail_++;
      for (; at > first && earlier(event, run_[at - 1]); --at) copy(run_[at], run_[at - 1]);
      copy(run_[at], event);
    });
  }

  [[gnu::noinline]] void take_instant_into_run(unsigned index) {
    const std::size_t first = tail_;
    take(index, [&](const QueuedEvent& event) {
      if (tail_ == run_.size()) run_.resize(2 * run_.size());
      copy(run_[tail_++], event);
    });
    const auto begin = run_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = run_.begin() + static_cast<std::ptrdiff_t>(tail_);
    if (!std::is_sorted(begin, end, earlier)) std::sort(begin, end, earlier);
  }

  std::vector<QueuedEvent> run_;
  std::size_t head_ = kRunStart;
  std::size_t tail_ = kRunStart;
  std::uint64_t now_ = 0;
  std::uint64_t horizon_ = kEndOfTime;

  std::uint64_t base_ = 0;
  std::size_t far_ = 0;
  unsigned levels_ = 0;
  std::array<std::uint64_t, kLevels> digits_{};
  std::array<Bucket, std::size_t{kLevels} * kDigits> buckets_;
  Chunk* free_ = nullptr;
  std::vector<std::unique_ptr<Chunk[]>> chunks_;
};

}  // namespace leasesim
