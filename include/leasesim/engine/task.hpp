// Task: a coroutine that is awaited by one parent and destroyed with it.
//
// A Task starts when it is awaited. Destroying it destroys its frame and, with the frame,
// everything it was waiting for: that is how crashes and time-outs cancel work. A child that never
// suspends returns to its parent without growing the stack, so a loop may await millions of ready
// tasks under compilers that make no tail calls.
#pragma once

#include <coroutine>
#include <optional>
#include <utility>

#include "leasesim/engine/frames.hpp"
#include "leasesim/result.hpp"

namespace leasesim {

namespace detail {

struct TaskPromise : PooledFrame {
  // Who goes on when this task ends; none for a task that runs beside its parent, and while the
  // parent is still inside its await: it will look for itself whether we ended.
  std::coroutine_handle<> continuation;

  std::suspend_always initial_suspend() noexcept { return {}; }

  struct FinalAwaiter {
    bool await_ready() noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) noexcept {
      TaskPromise& promise = ended.promise();
      if (!promise.continuation) return std::noop_coroutine();
      return promise.continuation;
    }
    void await_resume() noexcept {}
  };
  FinalAwaiter final_suspend() noexcept { return {}; }

  // Only a Bug is ever thrown; it goes straight through to whoever runs the engine.
  void unhandled_exception() { throw; }
};

template <class T>
struct ValuePromise : TaskPromise {
  std::optional<T> value;
  void return_value(T result) { value.emplace(std::move(result)); }
  T take() {
    ensure(value.has_value(), "a task that ended has returned a value");
    return std::move(*value);
  }
};

template <>
struct ValuePromise<void> : TaskPromise {
  void return_void() {}
  void take() {}
};

}  // namespace detail

/// The coroutine type of everything that takes simulated time. Movable, one owner.
template <class T = void>
class [[nodiscard]] Task {
 public:
  struct promise_type : detail::ValuePromise<T> {
    Task get_return_object() {
      return Task{std::coroutine_handle<promise_type>::from_promise(*this)};
    }
  };

  Task() = default;
  Task(Task&& other) noexcept : frame_(std::exchange(other.frame_, {})) {}
  Task& operator=(Task&& other) noexcept {
    if (this != &other) {
      destroy();
      frame_ = std::exchange(other.frame_, {});
    }
    return *this;
  }
  ~Task() { destroy(); }

  bool done() const { return !frame_ || frame_.done(); }
  bool exists() const { return static_cast<bool>(frame_); }

  /// Runs until the first wait; `continuation` (may be none) goes on when the task ends later.
  /// Returns true if the task ended at once.
  bool start(std::coroutine_handle<> continuation) {
    frame_.resume();
    if (frame_.done()) return true;
    frame_.promise().continuation = continuation;
    return false;
  }

  /// The value of a task that ended.
  T take() { return frame_.promise().take(); }

  /// Destroys the frame with all that it waits for.
  void destroy() {
    if (frame_) std::exchange(frame_, {}).destroy();
  }

  struct Awaiter {
    Task& task;
    bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> parent) { return !task.start(parent); }
    T await_resume() { return task.take(); }
  };
  Awaiter operator co_await() & { return Awaiter{*this}; }
  Awaiter operator co_await() && { return Awaiter{*this}; }

 private:
  explicit Task(std::coroutine_handle<promise_type> frame) : frame_(frame) {}
  std::coroutine_handle<promise_type> frame_;
};

}  // namespace leasesim
