// Timers that count on a host's stopwatch and go off inside one process.
//
// A timer that falls due while its process is stopped is held and goes off at the resume, in the
// old order. A change of the clock's rate re-arms it.
#pragma once

#include <coroutine>

#include "leasesim/engine/engine.hpp"

namespace leasesim {

class Process;

/// What a sleeping coroutine waits for. `touches` is its frame.
struct Alarm : Wakeup {
  explicit Alarm(Fire on_ring) : Wakeup(on_ring) {}

  /// Instead of a ticket: it fell due while its process was stopped, and waits for the resume.
  static constexpr Ticket kHeld = ~Ticket{0};

  std::coroutine_handle<> sleeper() const { return std::coroutine_handle<>::from_address(touches); }
  bool held() const { return ticket == kHeld; }

  MonoTime rings_at{};
};

/// An alarm of a process whose own is taken already: it has several coroutines. Pooled.
struct Timer : Alarm {
  Timer() : Alarm(&went_off) {}

  Process* owner = nullptr;
  Timer* previous = nullptr;  // among the timers of the owner
  Timer* next = nullptr;

 private:
  static void went_off(Wakeup& self);
};

/// A deadline that is nearly always called off or put off; calls a function instead of a coroutine.
struct Deadline : Timeout {
  using Passed = void (*)(Deadline&);
  Deadline() : Timeout(&went_off) {}

  Passed passed = nullptr;
  void* context = nullptr;
  Process* owner = nullptr;
  MonoTime deadline{};
  Deadline* previous = nullptr;
  Deadline* next = nullptr;
  bool held = false;

 private:
  static void went_off(Timeout& self);
};

}  // namespace leasesim
