#include "leasesim/cluster/timer.hpp"

#include "leasesim/cluster/process.hpp"

namespace leasesim {

void Timer::went_off(Wakeup& self) {
  auto& timer = static_cast<Timer&>(self);
  timer.owner->go_off(timer);
}

void Deadline::went_off(Timeout& self) {
  auto& timer = static_cast<Deadline&>(self);
  if (timer.owner->stopped()) return timer.owner->hold(timer);
  timer.passed(timer);
}

}  // namespace leasesim
