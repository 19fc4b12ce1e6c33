// A process: all that an actor may know and do. True time does not occur in what actors use.
//
// Its volatile memory is the frames of its coroutines. A crash destroys them, a restart calls the
// actor again; only the API server remembers.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "leasesim/cluster/host.hpp"
#include "leasesim/cluster/signal.hpp"
#include "leasesim/cluster/timer.hpp"
#include "leasesim/engine/pool.hpp"
#include "leasesim/engine/task.hpp"

namespace leasesim {

/// When an ended process is started again, as a kubelet restarts a container.
/// upstream: kubernetes/kubernetes:pkg/kubelet/kubelet.go (10 s, doubled up to 5 min)
struct RestartRule {
  enum class When : std::uint8_t { never, on_failure, always };
  When when = When::never;
  Duration backoff = 10s;
  Duration backoff_max = 300s;
  Duration reset_after = 600s;  ///< a life as long as this starts the back-off over
};

/// What a process runs; called again for each life.
struct Program {
  Text actor;
  std::function<Task<>(Process&)> main;  ///< none: a server, which only exists
  RestartRule restart;
};

/// A sleeping process wakes up on one line of cache, and on one more of its host.
class alignas(64) Process : private Alarm {
 public:
  Process(Host& host, ProcessName name, const Program& program);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // ---- for actors ----

  ProcessName name() const { return particulars_->name; }
  Names& names() const { return run().names; }
  FramePool& frames() const { return run().engine.frames(); }
  MonoTime mono_now() const { return host().mono_now(); }
  WallTime wall_now() const { return host().wall_now(); }
  std::int32_t incarnation() const { return incarnation_; }

  /// Named draws: keyed by this process, this life and the purpose.
  Choices choices(Purpose purpose) const;

  class Sleep;
  /// Waits on this host's stopwatch.
  Sleep sleep(Duration duration);
  Sleep sleep_until(MonoTime deadline);

  template <class T>
  class Within;
  /// The task's value if it ends in time; none if the time passed first: the task is cancelled.
  template <class T>
  Within<T> within(Duration limit, Task<T> task);

  template <class T>
  class Unless;
  /// The task's value if it ends before the signal is raised; none if it was cancelled by it.
  template <class T>
  Unless<T> unless(Signal& signal, Task<T> task);

  class Wait;
  /// Waits until the signal is raised.
  Wait until(Signal& signal);

  /// Raised when the process is asked to end (SIGTERM).
  Signal& stop();

  /// Says how the process will end when its actor returns; 0 and no reason otherwise.
  void exit_with(std::int32_t code, std::string_view reason);

  template <class Body>
  void note(const Body& body) const {
    run().note(name(), body);
  }
  Text text(std::string_view characters) const { return names().intern(characters); }

  // ---- for the world ----

  Host& host() const { return *static_cast<Host*>(touches_then); }
  Run& run() const { return host().run(); }
  bool alive() const { return alive_; }
  bool paused() const { return pauses_ > 0; }
  /// Alive, but nothing of it runs.
  bool stopped() const { return stopped_; }
  bool runs() const { return alive_ && !stopped(); }

  /// Begins a life; on a sleeping machine, as soon as it wakes.
  void start();
  /// Ends everything at once. Never called from inside the process: a crash is an event of its own.
  void crash();
  void pause();
  void unpause();
  void ask_to_stop();
  /// For what stands beside the actor: `over(context)` is called whenever a life has ended.
  void when_life_ends(void (*over)(void*), void* context);

  /// Lets a coroutine of this process go on, then looks whether the actor has ended.
  void go_on(std::coroutine_handle<> coroutine) {
    coroutine.resume();
    if (main_.exists() && main_.done()) ended();
  }
  /// Keeps what fell due while stopped; it goes at the resume.
  void hold(Wakeup& wakeup);
  void hold(Alarm& alarm);
  void hold(Deadline& timer);

  /// An alarm for a coroutine of this process, its own if that is free; to be armed, then released.
  Alarm& claim_alarm(MonoTime deadline) {
    if (alarm_taken_) return claim_another(deadline);
    alarm_taken_ = true;
    rings_at = deadline;
    return *this;
  }
  void arm(Alarm& alarm, std::coroutine_handle<> sleeper) {
    alarm.touches = sleeper.address();
    run().engine.arm(alarm, due(alarm.rings_at));
  }
  void release(Alarm& alarm) {
    if (&alarm != this) return release_another(alarm);
    run().engine.disarm(alarm);
    touches = nullptr;
    alarm_taken_ = false;
  }
  /// An alarm's time has come.
  void go_off(Alarm& alarm) {
    if (stopped()) return hold(alarm);
    go_on(alarm.sleeper());
  }
  void arm(Deadline& timer, MonoTime deadline);
  void disarm(Deadline& timer);

 private:
  friend class Host;
  struct Rare;

  static void own_alarm_went_off(Wakeup& self);
  Alarm& claim_another(MonoTime deadline);
  void release_another(Alarm& alarm);
  void drop(Timer& timer);

  Rare& rare();
  Rare* rare_if_any() const { return particulars_->rare.get(); }
  /// The first true instant at which the stopwatch is at or past the deadline.
  SimTime due(MonoTime deadline) const {
    return std::max(host().clock().sim_at(deadline), run().engine.now());
  }
  void rearm_timers();
  /// Its host fell asleep or woke up, or it was paused or let go.
  void stop_or_go();
  void release_held();
  void end_life();
  void ended();
  void restart_later(bool failed);
  void start_after(Duration wait);

  // What no wakeup needs. What it does need fits into one line of cache, for which its host is
  // nowhere but in `touches_then`.
  struct Particulars {
    ProcessName name;
    const Program& program;
    Process* next_on_host;
    std::unique_ptr<Rare> rare;  // what the simplest processes never need

    static void* operator new(std::size_t bytes, FramePool& pool) { return pool.get(bytes); }
    static void operator delete(void* memory, std::size_t bytes) { FramePool::put(memory, bytes); }
  };

  Task<> main_;
  bool alive_ = false;
  std::uint8_t pauses_ = 0;  // that have begun and not ended: they may overlap
  bool stopped_ = false;     // paused, or its host asleep
  bool alarm_taken_ = false;
  std::int32_t incarnation_ = -1;
  std::unique_ptr<Particulars> particulars_;
};

static_assert(sizeof(Process) == 64);

/// A task that runs beside its parent and ends with this object. Not movable.
class Child {
 public:
  Child(Process& self, Task<> task) : self_(self), task_(std::move(task)) { task_.start({}); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() = default;

  bool done() const { return task_.done(); }
  /// Cancels it now rather than at the end of the scope.
  void cancel() { task_.destroy(); }
  Process& process() const { return self_; }

 private:
  Process& self_;
  Task<> task_;
};

}  // namespace leasesim

#include "leasesim/cluster/process_waits.hpp"
