// What an actor can co_await of its process. Included by process.hpp.
#pragma once

#include <coroutine>
#include <optional>
#include <utility>

namespace leasesim {

class Process::Sleep {
 public:
  Sleep(Process& self, MonoTime deadline) : self_(self), alarm_(&self.claim_alarm(deadline)) {}
  Sleep(const Sleep&) = delete;
  Sleep& operator=(const Sleep&) = delete;
  ~Sleep() {
    if (alarm_ != nullptr) self_.release(*alarm_);
  }

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> sleeper) { self_.arm(*alarm_, sleeper); }
  void await_resume() { self_.release(*std::exchange(alarm_, nullptr)); }

 private:
  Process& self_;
  Alarm* alarm_;
};

inline Process::Sleep Process::sleep_until(MonoTime deadline) { return Sleep{*this, deadline}; }
inline Process::Sleep Process::sleep(Duration duration) {
  return Sleep{*this, mono_now() + duration};
}

/// What a cancellable wait gives: the value, or none. For Task<>: whether it ended.
template <class T>
struct Outcome {
  using Type = std::optional<T>;
};
template <>
struct Outcome<void> {
  using Type = bool;
};

template <class T>
typename Outcome<T>::Type outcome_of(Task<T>& task) {
  if constexpr (std::is_void_v<T>) {
    return task.exists() && task.done();
  } else {
    if (!task.exists() || !task.done()) return std::nullopt;
    return task.take();
  }
}

template <class T>
class [[nodiscard]] Process::Within {
 public:
  Within(Process& self, Duration limit, Task<T> task)
      : self_(self), limit_(limit), task_(std::move(task)) {}
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;
  ~Within() { finish(); }

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> parent) {
    const MonoTime deadline = self_.mono_now() + limit_;
    if (task_.start(parent)) return false;
    timer_ = &self_.run().deadlines.get();
    timer_->owner = &self_;
    timer_->context = this;
    timer_->passed = &time_is_up;
    parent_ = parent;
    self_.arm(*timer_, deadline);
    return true;
  }
  typename Outcome<T>::Type await_resume() {
    finish();
    return outcome_of(task_);
  }

 private:
  static void time_is_up(Deadline& timer) {
    auto& within = *static_cast<Within*>(timer.context);
    within.task_.destroy();
    within.self_.go_on(within.parent_);
  }
  void finish() {
    if (timer_ == nullptr) return;
    self_.disarm(*timer_);
    self_.run().deadlines.put(*std::exchange(timer_, nullptr));
  }

  Process& self_;
  Duration limit_;
  Task<T> task_;
  std::coroutine_handle<> parent_;
  Deadline* timer_ = nullptr;
};

template <class T>
Process::Within<T> Process::within(Duration limit, Task<T> task) {
  return Within<T>{*this, limit, std::move(task)};
}

/// A place in a Signal's queue that is given back when its owner goes.
class SignalPlace {
 public:
  SignalPlace() = default;
  SignalPlace(const SignalPlace&) = delete;
  SignalPlace& operator=(const SignalPlace&) = delete;
  ~SignalPlace() { leave(); }

  void enter(Process& self, Signal& signal, SignalWaiter::Raised raised, void* context);
  void leave();

 private:
  SignalWaiter* waiter_ = nullptr;
};

template <class T>
class [[nodiscard]] Process::Unless {
 public:
  Unless(Process& self, Signal& signal, Task<T> task)
      : self_(self), signal_(signal), task_(std::move(task)) {}
  Unless(const Unless&) = delete;
  Unless& operator=(const Unless&) = delete;
  ~Unless() = default;

  bool await_ready() {
    if (signal_.raised()) task_.destroy();
    return signal_.raised();
  }
  bool await_suspend(std::coroutine_handle<> parent) {
    if (task_.start(parent)) return false;
    parent_ = parent;
    place_.enter(self_, signal_, &raised, this);
    return true;
  }
  typename Outcome<T>::Type await_resume() {
    place_.leave();
    return outcome_of(task_);
  }

 private:
  static void raised(SignalWaiter& waiter) {
    auto& unless = *static_cast<Unless*>(waiter.context);
    unless.task_.destroy();
    unless.self_.go_on(unless.parent_);
  }

  Process& self_;
  Signal& signal_;
  Task<T> task_;
  std::coroutine_handle<> parent_;
  SignalPlace place_;
};

template <class T>
Process::Unless<T> Process::unless(Signal& signal, Task<T> task) {
  return Unless<T>{*this, signal, std::move(task)};
}

class Process::Wait {
 public:
  Wait(Process& self, Signal& signal) : self_(self), signal_(signal) {}
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;
  ~Wait() = default;

  bool await_ready() const { return signal_.raised(); }
  void await_suspend(std::coroutine_handle<> waiting) {
    waiting_ = waiting;
    place_.enter(self_, signal_, &raised, this);
  }
  void await_resume() { place_.leave(); }

 private:
  static void raised(SignalWaiter& waiter) {
    auto& wait = *static_cast<Wait*>(waiter.context);
    wait.self_.go_on(wait.waiting_);
  }

  Process& self_;
  Signal& signal_;
  std::coroutine_handle<> waiting_;
  SignalPlace place_;
};

inline Process::Wait Process::until(Signal& signal) { return Wait{*this, signal}; }

/// Never goes on by itself; ends with its frame.
struct Forever {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  void await_resume() const noexcept {}
};
inline Forever forever() { return {}; }

}  // namespace leasesim
