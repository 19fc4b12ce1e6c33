// Timers that count on a host's stopwatch and go off inside one process.
//
// A timer that falls due while its process is stopped is held and goes off at the resume, in the old
// order. A change of the clock's rate re-arms it.
#pragma once

#include <coroutine>

#include "leasesim/engine/engine.hpp"

namespace leasesim {

class Process;

/// One plain timer; lives in the pool of its run's cluster or as long as the engine.
struct Timer : Wakeup {
  Timer() : Wakeup(&went_off) {}

  Process* owner = nullptr;
  MonoTime deadline{};
  std::coroutine_handle<> sleeper;
  Timer* previous = nullptr;  // among the armed timers of the owner
  Timer* next = nullptr;
  bool held = false;  // fell due while the owner was stopped

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
