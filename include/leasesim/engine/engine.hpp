// Virtual time: a queue of wakeups in one order, (time, ticket), and the loop that lets them go.
#pragma once

#include <cstdint>
#include <memory>

#include "leasesim/engine/frames.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// Handed out one by one as wakeups are armed; settles the order of equal times.
using Ticket = std::uint64_t;

/// Something that the engine will call once, at the instant for which it is armed.
///
/// A resource: its address is in the queue. Disarming leaves a dead entry behind, so the memory
/// must stay a Wakeup of the same type until the engine ends; `Pool` keeps it so.
struct Wakeup {
  using Fire = void (*)(Wakeup&);

  explicit Wakeup(Fire on_fire) : fire(on_fire) {}
  Wakeup(const Wakeup&) = delete;
  Wakeup& operator=(const Wakeup&) = delete;

  bool armed() const { return ticket != 0; }

  Fire fire;
  Ticket ticket = 0;  ///< of the live entry in the queue; 0: not armed
  /// What going off will read first, a coroutine's frame mostly, and what it will read then:
  /// fetched ahead of time.
  void* touches = nullptr;
  void* touches_then = nullptr;
};

/// A wakeup that is nearly always put off before it fires: request time-outs, deadlines.
///
/// Putting it off costs no queue entry: the old entry, when its time comes, carries it on to the
/// new one. The order of firing is exactly that of plain wakeups.
struct Timeout : Wakeup {
  using Expire = void (*)(Timeout&);

  explicit Timeout(Expire on_expiry) : Wakeup(&carry), expire(on_expiry) {}

  bool pending() const { return due != kNever; }

  Expire expire;
  class Engine* engine = nullptr;
  SimTime due = kNever;         ///< when it will fire; kNever: switched off
  Ticket order = 0;             ///< its place among equal times
  SimTime carried_to = kNever;  ///< the instant of the entry in the queue

 private:
  static void carry(Wakeup& self);
};

/// How a run of the loop ended.
enum class RunEnd {
  reached,          ///< the given instant, or nothing left to do
  endless_instant,  ///< more wakeups at one instant than a sound model makes
};

class Engine {
 public:
  Engine();
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  SimTime now() const { return now_; }

  /// Lets `wakeup` go at `at` (not before now), instead of any earlier arming.
  void arm(Wakeup& wakeup, SimTime at);
  void disarm(Wakeup& wakeup) { wakeup.ticket = 0; }

  void arm(Timeout& timeout, SimTime at);
  void disarm(Timeout& timeout) { timeout.due = kNever; }

  /// Lets everything go that is due up to and including `end`, then stands at `end`.
  RunEnd run_until(SimTime end);

  /// True while there is a wakeup left that is due at or before `end`.
  bool anything_before(SimTime end);

  std::uint64_t wakeups() const { return wakeups_; }
  FramePool& frames() { return frames_; }

  static constexpr std::uint64_t kWakeupsPerInstantMax = 10'000'000;

 private:
  friend struct Timeout;
  struct Queue;

  FramePool frames_;
  std::unique_ptr<Queue> queue_;
  SimTime now_{};
  Ticket next_ticket_ = 1;
  Ticket firing_ = 0;  // of the wakeup that is going off
  std::uint64_t wakeups_ = 0;
};

}  // namespace leasesim
