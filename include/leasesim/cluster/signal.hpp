// Something that happens once and that coroutines of a process may wait for: a context's end.
#pragma once

#include "leasesim/engine/engine.hpp"

namespace leasesim {

class Process;
class Signal;

/// One who waits for a Signal. Called at the instant of the raise, as a wakeup of its own.
struct SignalWaiter : Wakeup {
  using Raised = void (*)(SignalWaiter&);
  SignalWaiter() : Wakeup(&went_off) {}

  Raised raised = nullptr;
  void* context = nullptr;
  Process* owner = nullptr;
  Signal* signal = nullptr;
  SignalWaiter* previous = nullptr;
  SignalWaiter* next = nullptr;

 private:
  static void went_off(Wakeup& self);
};

class Signal {
 public:
  Signal() = default;
  ~Signal();
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

  bool raised() const { return raised_; }
  /// Lets all waiters go, each by a wakeup of its own, in the order in which they came.
  void raise(Engine& engine);
  /// For a next life: nobody may be waiting.
  void lower() { raised_ = false; }

  void add(SignalWaiter& waiter);
  void remove(SignalWaiter& waiter);

 private:
  SignalWaiter* first_ = nullptr;
  SignalWaiter* last_ = nullptr;
  bool raised_ = false;
};

}  // namespace leasesim
