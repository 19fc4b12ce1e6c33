#include "actors/led_work.hpp"

namespace leasesim {

LedWork::LedWork(Process& self, Api api, ObjectName lease, Duties duties, std::int64_t token)
    : self_(self), api_(api), lease_(lease), duties_(std::move(duties)), token_(token) {
  watcher_.emplace(self, watch_for_stop());
  if (!duties_.work) return;
  working_ = true;
  self.note(WorkBegan{lease, self.text(duties_.mode)});
  work_.emplace(self, run_work());
}

LedWork::~LedWork() = default;

Task<> LedWork::watch_for_stop() {
  co_await self_.until(self_.stop());
  over_.raise(self_.run().engine);
}

Task<> LedWork::run_work() {
  if (!duties_.dies_after) {
    co_await duties_.work(self_, api_, lease_, token_);
    co_return;
  }
  co_await self_.within(*duties_.dies_after, duties_.work(self_, api_, lease_, token_));
  end_work();
  if (duties_.elector_ends_too) over_.raise(self_.run().engine);
}

void LedWork::end_work() {
  if (!working_) return;
  working_ = false;
  self_.note(WorkEnded{lease_});
}

void LedWork::should_end() {
  if (!ends_at_) ends_at_ = self_.mono_now() + duties_.stops_after;
}

Task<> LedWork::ended() {
  if (!working_) co_return;
  if (duties_.never_stops) co_await forever();
  if (self_.mono_now() < *ends_at_) co_await self_.sleep_until(*ends_at_);
  work_->cancel();
  end_work();
}

}  // namespace leasesim
