// What befalls processes, machines and their clocks.
#include "world/troubles.hpp"
#include "world/world.hpp"

namespace leasesim {
namespace {

class PauseTrouble final : public Trouble {
 public:
  explicit PauseTrouble(Process& process) : process_(process) {}
  void begin() override {
    if (process_.alive()) touch();
    process_.pause();
  }
  void end() override { process_.unpause(); }

 private:
  Process& process_;
};

// With an end, the process is started again then.
class CrashTrouble final : public Trouble {
 public:
  explicit CrashTrouble(Process& process) : process_(process) {}
  void begin() override {
    if (process_.alive()) touch();
    process_.crash();
  }
  void end() override {
    if (!process_.alive()) process_.start();
  }

 private:
  Process& process_;
};

class RestartTrouble final : public Trouble {
 public:
  explicit RestartTrouble(Process& process) : process_(process) {}
  void begin() override {
    touch();
    process_.crash();
    process_.start();
  }

 private:
  Process& process_;
};

class StopTrouble final : public Trouble {
 public:
  explicit StopTrouble(Process& process) : process_(process) {}
  void begin() override {
    if (process_.alive()) touch();
    process_.ask_to_stop();
  }

 private:
  Process& process_;
};

class SuspendTrouble final : public Trouble {
 public:
  SuspendTrouble(Host& host, CalendarOnWake calendar)
      : host_(host),
        after_(calendar == CalendarOnWake::jumps ? AfterSleep::right : AfterSleep::behind) {}
  void begin() override {
    if (host_.asleep()) return;
    touch();
    host_.suspend();
  }
  void end() override {
    if (host_.asleep()) host_.resume(after_);
  }

 private:
  Host& host_;
  AfterSleep after_;
};

// A change of a clock, and perhaps one back. Every reading of the clock from then on is touched.
template <class Begin, class End>
class ClockTrouble final : public Trouble {
 public:
  ClockTrouble(Host& host, const char* cause, Begin begin, End end)
      : host_(host), cause_(cause), begin_(begin), end_(end) {}
  void begin() override {
    touch();
    host_.set_clock(cause_, begin_);
  }
  void end() override { host_.set_clock(cause_, end_); }

 private:
  Host& host_;
  const char* cause_;
  Begin begin_;
  End end_;
};

template <class Begin, class End>
TroublePtr clock_trouble(Host& host, const char* cause, Begin begin, End end) {
  return std::make_unique<ClockTrouble<Begin, End>>(host, cause, begin, end);
}

}  // namespace

TroublePtr make_trouble(const Pause& fault, const Plan& plan) {
  return std::make_unique<PauseTrouble>(plan.world.process(fault.process.name));
}

TroublePtr make_trouble(const Crash& fault, const Plan& plan) {
  return std::make_unique<CrashTrouble>(plan.world.process(fault.process.name));
}

TroublePtr make_trouble(const Restart& fault, const Plan& plan) {
  return std::make_unique<RestartTrouble>(plan.world.process(fault.process.name));
}

TroublePtr make_trouble(const Stop& fault, const Plan& plan) {
  return std::make_unique<StopTrouble>(plan.world.process(fault.process.name));
}

TroublePtr make_trouble(const Suspend& fault, const Plan& plan) {
  return std::make_unique<SuspendTrouble>(plan.world.host(fault.host.name), fault.calendar);
}

TroublePtr make_trouble(const StepWall& fault, const Plan& plan) {
  const Duration by = fault.by.by;
  return clock_trouble(
      plan.world.host(fault.host.name), "step",
      [by](HostClock& clock, SimTime now) { clock.step_wall(now, by); },
      [by](HostClock& clock, SimTime now) { clock.step_wall(now, -by); });
}

TroublePtr make_trouble(const SlewWall& fault, const Plan& plan) {
  const Duration by = fault.by.by;
  const Duration over = fault.over;
  return clock_trouble(
      plan.world.host(fault.host.name), "slew",
      [by, over](HostClock& clock, SimTime now) { clock.slew_wall(now, by, over); },
      [by, over](HostClock& clock, SimTime now) { clock.slew_wall(now, -by, over); });
}

TroublePtr make_trouble(const Drift& fault, const Plan& plan) {
  Host& host = plan.world.host(fault.host.name);
  const PartsPerMillion rate = fault.rate;
  const PartsPerMillion before = host.clock().rate();
  return clock_trouble(
      host, "rate", [rate](HostClock& clock, SimTime now) { clock.set_rate(now, rate); },
      [before](HostClock& clock, SimTime now) { clock.set_rate(now, before); });
}

TroublePtr make_trouble(const FreezeWall& fault, const Plan& plan) {
  return clock_trouble(
      plan.world.host(fault.host.name), "freeze",
      [](HostClock& clock, SimTime now) { clock.freeze_wall(now); },
      [](HostClock& clock, SimTime now) { clock.unfreeze_wall(now); });
}

}  // namespace leasesim
