#include "leasesim/engine/engine.hpp"

#include "engine/event_queue.hpp"
#include "leasesim/result.hpp"

namespace leasesim {
namespace {

std::uint64_t ticks(SimTime at) {
  return static_cast<std::uint64_t>(at.time_since_epoch().count());
}

SimTime instant(std::uint64_t ticks) { return SimTime{Duration{static_cast<std::int64_t>(ticks)}}; }

std::uint64_t address(Wakeup& wakeup) { return reinterpret_cast<std::uintptr_t>(&wakeup); }

// With many wakeups pending, each finds its memory cold. The queue fetches a wakeup when it comes
// into the run, what that will touch is fetched some turns before it goes off.
constexpr std::size_t kManyPending = 4096;
constexpr std::size_t kTurnsInRun = 24;
constexpr std::size_t kTurnsAhead = 10;

void fetch_for(const QueuedEvent& soon) {
  const auto* wakeup = reinterpret_cast<const Wakeup*>(soon.payload);
  __builtin_prefetch(wakeup->touches);
  __builtin_prefetch(wakeup->touches_then);
}

}  // namespace

struct Engine::Queue {
  EventQueue events;
  std::size_t fetched = 0;  // for so many of the next events

  void fetch_ahead() {
    if (fetched > 0) --fetched;
    if (events.size() < kManyPending) return;
    events.look_ahead(kTurnsInRun);
    while (fetched < kTurnsAhead) {
      const QueuedEvent* soon = events.ahead(fetched);
      if (soon == nullptr) return;
      fetch_for(*soon);
      ++fetched;
    }
  }
};

Engine::Engine() : queue_(std::make_unique<Queue>()) {}
Engine::~Engine() = default;

void Engine::arm(Wakeup& wakeup, SimTime at) {
  ensure(at >= now_, "nothing is armed for the past");
  if (at == kNever) return disarm(wakeup);
  wakeup.ticket = next_ticket_++;
  queue_->events.push({ticks(at), wakeup.ticket, address(wakeup)});
}

void Engine::arm(Timeout& timeout, SimTime at) {
  ensure(at >= now_, "nothing is armed for the past");
  timeout.engine = this;
  timeout.due = at;
  timeout.order = next_ticket_++;
  if (at == kNever) return;
  if (timeout.ticket != 0 && timeout.carried_to <= at) return;
  timeout.ticket = timeout.order;
  timeout.carried_to = at;
  queue_->events.push({ticks(at), timeout.ticket, address(timeout)});
}

// The entry's time has come: it either is the time-out's own, or takes it on to where it belongs.
void Timeout::carry(Wakeup& self) {
  auto& timeout = static_cast<Timeout&>(self);
  Engine& engine = *timeout.engine;
  if (!timeout.pending()) return;
  const bool own = timeout.due == engine.now_ && timeout.order == engine.firing_;
  if (own) {
    timeout.due = kNever;
    timeout.expire(timeout);
    return;
  }
  timeout.ticket = timeout.order;
  timeout.carried_to = timeout.due;
  engine.queue_->events.push({ticks(timeout.due), timeout.order, address(timeout)});
}

RunEnd Engine::run_until(SimTime end) {
  EventQueue& events = queue_->events;
  const std::uint64_t last = ticks(end);
  std::uint64_t at_this_instant = 0;
  while (!events.empty() && events.top().time <= last) {
    const QueuedEvent event = events.pop();
    queue_->fetch_ahead();
    auto& wakeup = *reinterpret_cast<Wakeup*>(event.payload);
    if (wakeup.ticket != event.ticket) continue;
    if (instant(event.time) != now_) {
      now_ = instant(event.time);
      at_this_instant = 0;
    } else if (++at_this_instant > kWakeupsPerInstantMax) {
      return RunEnd::endless_instant;
    }
    ++wakeups_;
    firing_ = wakeup.ticket;
    wakeup.ticket = 0;
    wakeup.fire(wakeup);
  }
  now_ = end;
  return RunEnd::reached;
}

bool Engine::anything_before(SimTime end) {
  EventQueue& events = queue_->events;
  while (!events.empty() && events.top().time <= ticks(end)) {
    const QueuedEvent& next = events.top();
    if (reinterpret_cast<Wakeup*>(next.payload)->ticket == next.ticket) return true;
    events.pop();
  }
  return false;
}

}  // namespace leasesim
