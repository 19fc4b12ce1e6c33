// The numbered steps are those of upstream's tryAcquireOrRenew.
#include "leasesim/actors/leader_elector.hpp"

#include <algorithm>

#include "actors/election.hpp"
#include "actors/names_of_actors.hpp"

namespace leasesim {
namespace {

constexpr Purpose kRetryJitter{"retry-jitter"};
// The wait between two tries to acquire grows by up to 1.2 times itself.
constexpr std::int64_t kJitterTenths = 12;

enum class Ending : std::uint8_t { lost, stopped };

// One elector: from its first try until it is out of office. Built anew to compete again.
class Election {
 public:
  Election(Process& self, Api api, const ElectionConfig& config, const Duties& duties,
           Text identity, Choices& jitter)
      : self_(self),
        config_(config),
        duties_(duties),
        api_(api.with_timeout(request_timeout(config))),
        lease_(object_name_of(self.names(), config.lease)),
        me_(identity),
        jitter_(jitter) {}

  FramePool& frames() const { return self_.frames(); }

  Task<Ending> run();

 private:
  static Duration request_timeout(const ElectionConfig& config) {
    return config.request_timeout.value_or(std::max<Duration>(1s, config.renew_deadline / 2));
  }

  Task<> acquire();
  Task<> renew_until_lost();
  Task<> renewal_session();
  Task<bool> attempt();
  Task<bool> attempt_coordinated();
  Task<bool> create(LeaseSpec wanted);
  Task<bool> update(LeaseSpec wanted);
  Task<> lead_until_over();
  Task<> drain(LedWork& work, Signal& drained);
  Task<> renew_until(Signal& drained);
  Task<> release();
  Task<bool> release_once();

  // What this candidate believes.
  bool holding() const { return record_.holder == me_; }
  bool unexpired(MonoTime now) const { return seen_at_ + duration_of_record() > now; }
  Duration duration_of_record() const {
    if (config_.client_go < 27) return config_.lease_duration;
    return std::chrono::seconds{record_.duration.value_or(0)};
  }

  LeaseSpec claim() const;
  LeaseSpec released() const;
  Lease with(const LeaseSpec& spec) const;
  void believe(const LeaseSpec& record);
  void look_at(const Lease& found);
  void note_judgement(MonoTime now) const;
  void report_holder_change();
  void lost_because(std::string_view why);

  Process& self_;
  const ElectionConfig& config_;
  const Duties& duties_;
  Api api_;
  ObjectName lease_;
  Text me_;
  Choices& jitter_;

  LeaseSpec record_;               // as last believed…
  MonoTime seen_at_{};             // …since then, on our own stopwatch
  std::optional<LeaseSpec> read_;  // as last read; only a change of this restarts the wait
  Lease cached_;                   // carries the version and uid that the next write insists on
  Text reported_;
};

// ---- the loops ----

Task<Ending> Election::run() {
  const bool acquired = co_await self_.unless(self_.stop(), acquire());
  if (!acquired) co_return Ending::stopped;
  co_await lead_until_over();
  co_return self_.stop().raised() ? Ending::stopped : Ending::lost;
}

// Upstream's JitterUntil: the wait begins when the attempt has ended. It has no limit; only the end
// of the process ends it.
Task<> Election::acquire() {
  for (;;) {
    const bool acquired = co_await attempt();
    report_holder_change();
    if (acquired) co_return;
    const Duration period = config_.retry_period;
    const Duration more = jitter(jitter_, period * kJitterTenths / 10);
    co_await self_.sleep(period + more);
  }
}

Task<> Election::renew_until_lost() {
  for (;;) {
    self_.note(RenewalBegan{lease_, config_.renew_deadline});
    const bool renewed = co_await self_.within(config_.renew_deadline, renewal_session());
    report_holder_change();
    if (!renewed) co_return;
    co_await self_.sleep(config_.retry_period);
  }
}

// Attempts on a fixed beat until one succeeds; a beat missed during an attempt follows at once. The
// renew deadline ends it otherwise.
Task<> Election::renewal_session() {
  const Duration period = config_.retry_period;
  MonoTime beat = self_.mono_now() + period;
  for (;;) {
    const bool renewed = co_await attempt();
    if (renewed) co_return;
    const MonoTime now = self_.mono_now();
    if (now < beat) co_await self_.sleep_until(beat);
    beat += period * std::max<std::int64_t>(1, (self_.mono_now() - beat) / period + 1);
  }
}

// ---- one attempt ----

Task<bool> Election::attempt() {
  if (config_.coordinated) {
    const bool renewed = co_await attempt_coordinated();
    co_return renewed;
  }
  const MonoTime now = self_.mono_now();
  LeaseSpec wanted = claim();

  // 1. A holder trusts the version it last saw (since v0.30); a conflict will correct it.
  if (config_.client_go >= 30 && holding() && unexpired(now)) {
    wanted.acquired = record_.acquired;
    wanted.transitions = record_.transitions;
    const bool renewed = co_await update(wanted);
    if (renewed) co_return true;
  }

  // 2. Read the record, or be the first to write it.
  auto found = co_await api_.get<Lease>(lease_);
  if (!found) {
    if (!found.error().is(ApiError::not_found)) co_return false;
    // After a fast path that failed, the claim already carries the old term's counter and start:
    // a leader whose lease was deleted goes on counting, as upstream's does.
    const bool created = co_await create(wanted);
    co_return created;
  }
  look_at(*found);

  // 3. Somebody else's unexpired lease is left alone.
  if (!found->spec.holder.view().empty() && unexpired(now) && !holding()) co_return false;

  // 4. Ours to renew, or ours to take: of several who try, the API server lets one win.
  if (holding()) {
    wanted.acquired = found->spec.acquired;
    wanted.transitions = found->spec.transitions;
  } else {
    note_judgement(now);
    wanted.transitions = one_more(found->spec.transitions.value_or(0));
  }
  const bool written = co_await update(wanted);
  co_return written;
}

// Who is not chosen never writes; who is to make way lets its lease run out.
Task<bool> Election::attempt_coordinated() {
  const MonoTime now = self_.mono_now();
  auto found = co_await api_.get<Lease>(lease_);
  if (!found) co_return false;
  look_at(*found);
  if (seen_at_ + duration_of_record() < now) co_return false;
  if (!holding() || !found->spec.preferred_holder.view().empty()) co_return false;
  LeaseSpec wanted = claim();
  wanted.acquired = found->spec.acquired;
  wanted.transitions = found->spec.transitions;
  wanted.strategy = found->spec.strategy;
  const bool written = co_await update(wanted);
  co_return written;
}

Task<bool> Election::create(LeaseSpec wanted) {
  Lease first;
  first.meta.name = lease_;
  first.spec = wanted;
  auto created = co_await api_.create(first);
  if (!created) co_return false;
  cached_ = *created;
  believe(wanted);
  co_return true;
}

Task<bool> Election::update(LeaseSpec wanted) {
  const bool renewal = holding();
  const Lease next = with(wanted);
  auto written = co_await api_.update(next);
  if (!written) co_return false;
  cached_ = *written;
  believe(wanted);
  if (renewal) self_.note(LeaseRenewed{lease_, cached_.meta.version});
  co_return true;
}

// ---- in office ----

Task<> Election::lead_until_over() {
  self_.note(LeadershipGained{lease_, me_, record_.transitions.value_or(0)});
  LedWork work(self_, api_, lease_, duties_, record_.transitions.value_or(0));

  co_await self_.unless(work.over(), renew_until_lost());
  const bool stopped = work.over().raised();

  // A manager of controller-runtime's stops its runnables first, and renews meanwhile; after the
  // time-out it goes on without waiting, and its end is theirs.
  if (stopped && config_.graceful_timeout) {
    work.should_end();
    Signal drained;
    Child draining(self_, drain(work, drained));
    co_await self_.within(*config_.graceful_timeout, renew_until(drained));
    lost_because("stopped");
    if (config_.release_on_cancel) co_await release();
    co_return;
  }

  // Asked to stop, the leading context ends before the release; after a loss, it ends after it, and
  // the work goes on meanwhile.
  if (stopped) work.should_end();
  if (stopped) lost_because("stopped");
  if (config_.release_on_cancel) co_await release();
  if (!stopped) lost_because("renew deadline");
  work.should_end();
  co_await work.ended();
}

Task<> Election::drain(LedWork& work, Signal& drained) {
  co_await work.ended();
  drained.raise(self_.run().engine);
}

Task<> Election::renew_until(Signal& drained) {
  co_await self_.unless(drained, renew_until_lost());
}

void Election::lost_because(std::string_view why) {
  self_.note(LeadershipLost{lease_, me_, self_.text(why)});
}

// ---- the release ----

Task<> Election::release() {
  const bool to_give_back = holding();
  bool released = false;
  if (config_.client_go < 31) {
    released = co_await release_once();
  } else {
    const auto in_time = co_await self_.within(config_.renew_deadline, release_once());
    released = in_time.value_or(false);
  }
  if (to_give_back) self_.note(LeaseReleased{lease_, released});
}

// Whether we are still the holder is asked of what we remember, not of what we just read: from
// v0.34 on an old leader that slept through its succession empties its successor's lease.
Task<bool> Election::release_once() {
  for (;;) {
    if (config_.client_go >= 34) {
      auto found = co_await api_.get<Lease>(lease_);
      if (!found) co_return false;
      cached_ = *found;
    }
    if (!holding()) co_return false;
    const LeaseSpec emptied = released();
    auto written = co_await api_.update(with(emptied));
    if (written) {
      cached_ = *written;
      believe(emptied);
      co_return true;
    }
    if (config_.client_go < 37 || !written.error().is(ApiError::conflict)) co_return false;
  }
}

// ---- the record ----

// Our claim as of now; a renewal keeps what the record says of the term.
LeaseSpec Election::claim() const {
  const MicroTime now = micro_time(self_.wall_now());
  LeaseSpec spec;
  spec.holder = me_;
  spec.duration = whole_seconds(config_.lease_duration);
  spec.acquired = now;
  spec.renewed = now;
  spec.transitions = 0;
  return spec;
}

// An empty record: anybody may take it at once. Up to v0.19 it had no duration, and the API server
// refused it.
LeaseSpec Election::released() const {
  const MicroTime now = micro_time(self_.wall_now());
  LeaseSpec spec;
  spec.holder = self_.text("");
  spec.duration = config_.client_go < 20 ? 0 : 1;
  spec.acquired = now;
  spec.renewed = now;
  spec.transitions = config_.client_go >= 34 ? cached_.spec.transitions : record_.transitions;
  return spec;
}

Lease Election::with(const LeaseSpec& spec) const {
  Lease next = cached_;
  next.spec = spec;
  return next;
}

void Election::believe(const LeaseSpec& record) {
  record_ = record;
  seen_at_ = self_.mono_now();
}

void Election::look_at(const Lease& found) {
  cached_ = found;
  if (read_ && same_election_record(*read_, found.spec)) return;
  read_ = found.spec;
  believe(found.spec);
  self_.note(LeaseObserved{lease_, found.meta.version, found.spec.holder, seen_at_});
}

void Election::note_judgement(MonoTime now) const {
  if (record_.holder.view().empty()) return;
  self_.note(LeaseJudgedExpired{lease_, cached_.meta.version, record_.holder,
                                ExpiryRule::own_stopwatch, now - seen_at_, duration_of_record()});
}

void Election::report_holder_change() {
  const bool nobody = record_.holder.view().empty() && reported_.view().empty();
  if (nobody || record_.holder == reported_) return;
  reported_ = record_.holder;
  self_.note(LeaderObserved{lease_, reported_});
}

Task<> nap(Process& self, Duration duration) { co_await self.sleep(duration); }

}  // namespace

Task<> leader_elector(Process& self, Api api, ElectionConfig config) {
  const Duties duties = duties_of(config);
  co_await elect(self, api, std::move(config), duties);
}

Task<> elect(Process& self, Api api, ElectionConfig config, Duties duties) {
  const Text identity = identity_or_drawn(self, config.identity);
  self.note(ElectorStarted{object_name_of(self.names(), config.lease), identity,
                           self.text(config.preset), ExpiryRule::own_stopwatch,
                           config.lease_duration, config.renew_deadline, config.retry_period});
  Choices jitter = self.choices(kRetryJitter);
  std::optional<Child> standing;
  if (config.coordinated) {
    const ObjectName lease = object_name_of(self.names(), config.lease);
    standing.emplace(self, lease_candidate(self, api, lease, identity, *config.coordinated));
  }
  for (;;) {
    Election election(self, api, config, duties, identity, jitter);
    const Ending ending = co_await election.run();
    if (ending == Ending::stopped) co_return;
    switch (config.on_lost) {
      case OnLost::exit:
        self.exit_with(1, "leaderelection lost");
        co_return;
      case OnLost::rejoin:
        co_await self.unless(self.stop(), nap(self, config.rejoin_after));
        break;
      case OnLost::carry_on:
        co_await self.until(self.stop());
        co_return;
    }
  }
}

}  // namespace leasesim
