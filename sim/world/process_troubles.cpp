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
  SuspendTrouble(World& world, Host& host, CalendarOnWake calendar)
      : sleeps_(world.laid().sleeps[&host]),
        host_(host),
        after_(calendar == CalendarOnWake::jumps ? AfterSleep::right : AfterSleep::behind) {}
  void begin() override {
    ++sleeps_;
    if (host_.asleep()) return;
    touch();
    host_.suspend();
  }
  void end() override {
    if (--sleeps_ == 0 && host_.asleep()) host_.resume(after_);
  }

 private:
  int& sleeps_;
  Host& host_;
  AfterSleep after_;
};

// Every reading of a clock from its change on is touched.
class DriftTrouble final : public Trouble {
 public:
  DriftTrouble(World& world, Host& host, PartsPerMillion rate)
      : drift_(world.laid().drift[&host]), host_(host), rate_(rate), own_(host.clock().rate()) {}
  void begin() override {
    touch();
    drift_.put(this, rate_);
    set_rate();
  }
  void end() override {
    drift_.take_away(this);
    set_rate();
  }

 private:
  void set_rate() {
    const PartsPerMillion rate = drift_.none() ? own_ : drift_.top();
    host_.set_clock("rate", [rate](HostClock& clock, SimTime now) { clock.set_rate(now, rate); });
  }

  Layers<PartsPerMillion>& drift_;
  Host& host_;
  PartsPerMillion rate_;
  PartsPerMillion own_;  // the crystal's, without faults
};

class FreezeTrouble final : public Trouble {
 public:
  FreezeTrouble(World& world, Host& host) : freezes_(world.laid().freezes[&host]), host_(host) {}
  void begin() override {
    touch();
    ++freezes_;
    host_.set_clock("freeze", [](HostClock& clock, SimTime now) { clock.freeze_wall(now); });
  }
  void end() override {
    if (--freezes_ > 0) return;
    host_.set_clock("unfreeze", [](HostClock& clock, SimTime now) { clock.unfreeze_wall(now); });
  }

 private:
  int& freezes_;
  Host& host_;
};

// A change of the calendar, and perhaps one back.
template <class Change>
class CalendarTrouble final : public Trouble {
 public:
  CalendarTrouble(Host& host, const char* cause, Duration by, Change change)
      : host_(host), cause_(cause), by_(by), change_(change) {}
  void begin() override {
    touch();
    move(by_);
  }
  void end() override { move(-by_); }

 private:
  void move(Duration by) {
    host_.set_clock(cause_, [&](HostClock& clock, SimTime now) { change_(clock, now, by); });
  }

  Host& host_;
  const char* cause_;
  Duration by_;
  Change change_;
};

template <class Change>
TroublePtr calendar_trouble(Host& host, const char* cause, Duration by, Change change) {
  return std::make_unique<CalendarTrouble<Change>>(host, cause, by, change);
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
  return std::make_unique<SuspendTrouble>(plan.world, plan.world.host(fault.host.name),
                                          fault.calendar);
}

TroublePtr make_trouble(const StepWall& fault, const Plan& plan) {
  return calendar_trouble(
      plan.world.host(fault.host.name), "step", fault.by.by,
      [](HostClock& clock, SimTime now, Duration by) { clock.step_wall(now, by); });
}

TroublePtr make_trouble(const SlewWall& fault, const Plan& plan) {
  const Duration over = fault.over;
  return calendar_trouble(
      plan.world.host(fault.host.name), "slew", fault.by.by,
      [over](HostClock& clock, SimTime now, Duration by) { clock.slew_wall(now, by, over); });
}

TroublePtr make_trouble(const Drift& fault, const Plan& plan) {
  return std::make_unique<DriftTrouble>(plan.world, plan.world.host(fault.host.name), fault.rate);
}

TroublePtr make_trouble(const FreezeWall& fault, const Plan& plan) {
  return std::make_unique<FreezeTrouble>(plan.world, plan.world.host(fault.host.name));
}

}  // namespace leasesim
