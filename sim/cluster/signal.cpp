#include "leasesim/cluster/signal.hpp"

#include "leasesim/cluster/process.hpp"
#include "leasesim/result.hpp"

namespace leasesim {

void SignalWaiter::went_off(Wakeup& self) {
  auto& waiter = static_cast<SignalWaiter&>(self);
  if (waiter.owner->stopped()) return waiter.owner->hold(self);
  waiter.raised(waiter);
}

Signal::~Signal() {
  for (SignalWaiter* waiter = first_; waiter != nullptr; waiter = waiter->next) {
    waiter->signal = nullptr;
  }
}

void Signal::raise(Engine& engine) {
  if (raised_) return;
  raised_ = true;
  for (SignalWaiter* waiter = first_; waiter != nullptr; waiter = waiter->next) {
    engine.arm(*waiter, engine.now());
  }
}

void Signal::add(SignalWaiter& waiter) {
  waiter.signal = this;
  waiter.previous = last_;
  waiter.next = nullptr;
  (last_ == nullptr ? first_ : last_->next) = &waiter;
  last_ = &waiter;
}

void Signal::remove(SignalWaiter& waiter) {
  (waiter.previous == nullptr ? first_ : waiter.previous->next) = waiter.next;
  (waiter.next == nullptr ? last_ : waiter.next->previous) = waiter.previous;
  waiter.signal = nullptr;
}

void SignalPlace::enter(Process& self, Signal& signal, SignalWaiter::Raised raised, void* context) {
  waiter_ = &self.run().waiters.get();
  waiter_->owner = &self;
  waiter_->raised = raised;
  waiter_->context = context;
  signal.add(*waiter_);
}

void SignalPlace::leave() {
  if (waiter_ == nullptr) return;
  Process& owner = *waiter_->owner;
  owner.run().engine.disarm(*waiter_);
  if (waiter_->signal != nullptr) waiter_->signal->remove(*waiter_);
  owner.run().waiters.put(*waiter_);
  waiter_ = nullptr;
}

}  // namespace leasesim
