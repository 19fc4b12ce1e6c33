#include "leasesim/cluster/host.hpp"

#include "leasesim/cluster/process.hpp"
#include "leasesim/result.hpp"

namespace leasesim {

template <class Visit>
void Host::for_each_process(Visit visit) {
  for (Process* process = processes_; process != nullptr;
       process = process->particulars_->next_on_host) {
    visit(*process);
  }
}

void Host::suspend() {
  ensure(!asleep(), "a machine falls asleep once at a time");
  clock_.suspend(run_.engine.now());
  for_each_process([](Process& process) { process.stop_or_go(); });
  run_.note({}, HostSuspended{name_});
  rearm_timers();
}

void Host::resume(AfterSleep calendar) {
  ensure(asleep(), "only a sleeping machine wakes up");
  clock_.resume(run_.engine.now(), calendar == AfterSleep::right);
  run_.note({}, HostResumed{name_});
  clock_changed("resume");
  for_each_process([](Process& process) {
    process.stop_or_go();
    process.release_held();
  });
}

void Host::clock_changed(const char* cause) {
  const SimTime now = run_.engine.now();
  run_.note({}, ClockSet{name_, run_.names.intern(cause), clock_.offset_at(now, run_.true_start),
                         clock_.rate_ppb()});
  rearm_timers();
}

void Host::rearm_timers() {
  for_each_process([](Process& process) { process.rearm_timers(); });
}

}  // namespace leasesim
