#include "leasesim/cluster/process.hpp"

#include <algorithm>

#include "leasesim/result.hpp"

namespace leasesim {
namespace {

// What fell due while its process was stopped.
struct HeldWakeup {
  Wakeup* plain;
  Timeout* put_off;
};

template <class T>
void link(T*& first, T& timer) {
  timer.previous = nullptr;
  timer.next = first;
  if (first != nullptr) first->previous = &timer;
  first = &timer;
}

template <class T>
void unlink(T*& first, T& timer) {
  (timer.previous == nullptr ? first : timer.previous->next) = timer.next;
  if (timer.next != nullptr) timer.next->previous = timer.previous;
  timer.owner = nullptr;
}

}  // namespace

struct Process::Rare {
  std::vector<HeldWakeup> held;
  Signal stop;
  std::int32_t exit_code = 0;
  Text exit_reason;
  Timer* timers = nullptr;
  Deadline* deadlines = nullptr;
  Duration backoff{};
  MonoTime began{};
  Timer restart;
  void (*over)(void*) = nullptr;
  void* over_context = nullptr;
};

Process::Process(Host& host, ProcessName name, const Program& program)
    : Alarm(&own_alarm_went_off),
      particulars_(new(host.run().particulars)
                       Particulars{name, program, host.processes_, nullptr}) {
  touches_then = &host;
  host.processes_ = this;
}

Process::~Process() { main_.destroy(); }

Process::Rare& Process::rare() {
  if (!particulars_->rare) particulars_->rare = std::make_unique<Rare>();
  return *particulars_->rare;
}

Choices Process::choices(Purpose purpose) const {
  return {run().seed, name().text(), static_cast<std::uint64_t>(incarnation_), purpose, run().book};
}

Signal& Process::stop() { return rare().stop; }

void Process::exit_with(std::int32_t code, std::string_view reason) {
  rare().exit_code = code;
  rare().exit_reason = text(reason);
}

// ---- lives ----

void Process::start() {
  ensure(!alive_, "a process lives one life at a time");
  if (host().asleep()) return start_after(Duration{});
  alive_ = true;
  pauses_ = 0;
  stop_or_go();
  ++incarnation_;
  const Program& program = particulars_->program;
  if (program.restart.when != RestartRule::When::never) rare();
  if (Rare* state = rare_if_any()) {
    state->stop.lower();
    state->exit_code = 0;
    state->exit_reason = Text{};
    state->began = mono_now();
    if (state->restart.owner != nullptr) drop(state->restart);
  }
  note(ProcessStarted{host().name(), program.actor, incarnation_});
  if (!program.main) return;
  main_ = program.main(*this);
  if (main_.start({})) ended();
}

void Process::crash() {
  if (!alive_) return;
  note(ProcessCrashed{});
  end_life();
  restart_later(true);
}

void Process::end_life() {
  alive_ = false;
  pauses_ = 0;
  stop_or_go();
  main_.destroy();
  ensure(!alarm_taken_, "a dead process waits for nothing");
  Rare* const state = rare_if_any();
  if (state == nullptr) return;
  state->held.clear();
  const bool waits = state->timers != nullptr || state->deadlines != nullptr;
  ensure(!waits, "a dead process waits for nothing");
  if (state->over != nullptr) state->over(state->over_context);
}

void Process::when_life_ends(void (*over)(void*), void* context) {
  rare().over = over;
  rare().over_context = context;
}

void Process::ended() {
  Rare* const state = rare_if_any();
  const std::int32_t code = state != nullptr ? state->exit_code : 0;
  note(ProcessExited{code, state != nullptr ? state->exit_reason : Text{}});
  end_life();
  const bool asked = state != nullptr && state->stop.raised();
  if (!asked) restart_later(code != 0);
}

void Process::restart_later(bool failed) {
  const RestartRule& policy = particulars_->program.restart;
  if (policy.when == RestartRule::When::never) return;
  if (policy.when == RestartRule::When::on_failure && !failed) return;
  Rare& state = rare();
  // The first restart is immediate, as a kubelet's is.
  const bool lived_long = mono_now() - state.began >= policy.reset_after;
  const Duration wait = lived_long ? Duration{} : state.backoff;
  state.backoff = std::clamp(wait * 2, policy.backoff, policy.backoff_max);
  start_after(wait);
}

// A wakeup of its own: never inside the life before.
void Process::start_after(Duration wait) {
  Timer& timer = rare().restart;
  if (timer.owner != nullptr && timer.held()) return;  // due already: only the machine must wake
  if (timer.owner != nullptr) drop(timer);
  timer.fire = [](Wakeup& wakeup) {
    auto& restart = static_cast<Timer&>(wakeup);
    if (restart.owner->stopped()) return restart.owner->hold(restart);
    restart.owner->start();
  };
  timer.owner = this;
  timer.touches = this;
  timer.rings_at = mono_now() + wait;
  link(rare().timers, timer);
  run().engine.arm(timer, due(timer.rings_at));
}

// ---- stopping and going on ----

void Process::pause() {
  if (!alive_ || ++pauses_ > 1) return;
  stop_or_go();
  note(ProcessPaused{});
}

void Process::unpause() {
  if (!paused() || --pauses_ > 0) return;
  stop_or_go();
  note(ProcessResumed{});
  release_held();
}

void Process::ask_to_stop() {
  if (!alive_) return;
  note(ProcessAskedToStop{});
  stop().raise(run().engine);
}

void Process::hold(Wakeup& wakeup) { rare().held.push_back({&wakeup, nullptr}); }

void Process::hold(Alarm& alarm) {
  alarm.ticket = kHeld;
  rare().held.push_back({&alarm, nullptr});
}

void Process::hold(Deadline& timer) {
  timer.held = true;
  rare().held.push_back({nullptr, &timer});
}

void Process::stop_or_go() { stopped_ = paused() || host().asleep(); }

void Process::release_held() {
  Rare* const state = rare_if_any();
  if (state == nullptr || stopped()) return;
  const SimTime now = run().engine.now();
  for (const HeldWakeup& held : std::exchange(state->held, {})) {
    if (held.plain != nullptr) run().engine.arm(*held.plain, now);
    if (held.put_off != nullptr) run().engine.arm(*held.put_off, now);
  }
}

// ---- timers ----

Alarm& Process::claim_another(MonoTime when) {
  Timer& timer = run().timers.get();
  timer.owner = this;
  timer.rings_at = when;
  link(rare().timers, timer);
  return timer;
}

void Process::release_another(Alarm& alarm) {
  auto& timer = static_cast<Timer&>(alarm);
  drop(timer);
  run().timers.put(timer);
}

void Process::drop(Timer& timer) {
  run().engine.disarm(timer);
  timer.touches = nullptr;
  unlink(rare().timers, timer);
}

void Process::own_alarm_went_off(Wakeup& self) {
  auto& process = static_cast<Process&>(self);
  process.go_off(process);
}

void Process::arm(Deadline& timer, MonoTime deadline) {
  timer.owner = this;
  timer.deadline = deadline;
  timer.held = false;
  link(rare().deadlines, timer);
  run().engine.arm(timer, due(deadline));
}

void Process::disarm(Deadline& timer) {
  run().engine.disarm(timer);
  unlink(rare().deadlines, timer);
}

// What went off already and is held keeps waiting for the resume.
void Process::rearm_timers() {
  Engine& engine = run().engine;
  const bool asleep = alarm_taken_ && touches != nullptr && !held();
  if (asleep) engine.arm(static_cast<Wakeup&>(*this), due(rings_at));
  Rare* const state = rare_if_any();
  if (state == nullptr) return;
  for (Timer* timer = state->timers; timer != nullptr; timer = timer->next) {
    if (timer->touches != nullptr && !timer->held()) engine.arm(*timer, due(timer->rings_at));
  }
  for (Deadline* timer = state->deadlines; timer != nullptr; timer = timer->next) {
    if (!timer->held) engine.arm(*timer, due(timer->deadline));
  }
}

}  // namespace leasesim
