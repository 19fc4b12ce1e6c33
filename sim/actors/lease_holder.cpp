// One attempt reads, judges and writes; what differs between clients is asked of the config where
// they differ.
#include "leasesim/actors/lease_holder.hpp"

#include <algorithm>

#include "actors/lease_holder_rules.hpp"
#include "actors/led_work.hpp"
#include "actors/names_of_actors.hpp"

namespace leasesim {
namespace {

constexpr Purpose kRetryJitter{"retry-jitter"};
// A blind writer reads again after a conflict; so often that only a bug is given up on.
constexpr int kBlindWritesMax = 10;
// A lease without a duration lasts for longer than any run.
constexpr Duration kForever = 24h * 36'500;

enum class Attempt : std::uint8_t {
  ours,
  foreign,   // somebody else's, and not free
  conflict,  // somebody else was faster
  failed,
};

enum class Loss : std::uint8_t { deadline, taken, expired };

std::string_view word_of(Loss loss) {
  switch (loss) {
    case Loss::deadline:
      return "renew deadline";
    case Loss::taken:
      return "taken";
    case Loss::expired:
      return "expired";
  }
  fail_ensure("each loss has a word");
}

enum class Ending : std::uint8_t { lost, stopped, gave_up };

// One candidate: from its first try until it has led and lost. Built anew to compete again.
class Holder {
 public:
  Holder(Process& self, Api api, const LeaseHolderConfig& config, Text identity, Choices& jitter)
      : self_(self),
        config_(config),
        api_(api),
        lease_(object_name_of(self.names(), config.lease)),
        me_(identity),
        jitter_(jitter) {}

  FramePool& frames() const { return self_.frames(); }

  Task<Ending> run();

 private:
  Task<bool> acquire();
  Task<> lead();
  Task<Loss> until_lost();
  Task<std::optional<Loss>> one_renewal();
  Task<std::optional<Loss>> renewal();
  Task<std::optional<Loss>> tries();
  Task<bool> give_back();

  Task<Attempt> attempt();
  Task<Attempt> create(MicroTime stamp);
  Task<ApiResult<Lease>> put(Lease next);
  Attempt outcome(const ApiResult<Lease>& written, const LeaseSpec& wanted, bool renewal);

  Readings now() const { return {self_.mono_now(), self_.wall_now()}; }
  bool counts_from_change() const {
    return config_.rule == ExpiryRule::own_stopwatch || config_.rule == ExpiryRule::own_calendar;
  }
  void look_at(const Lease& found);
  void believe(const LeaseSpec& record);
  void count_on(const LeaseSpec& record);
  Duration left_on_own_clock() const;
  bool out_of_patience() const;
  Duration pause_before_retry(Duration wait);

  Process& self_;
  const LeaseHolderConfig& config_;
  Api api_;
  ObjectName lease_;
  Text me_;
  Choices& jitter_;  // of the whole life, so that no draw comes twice

  std::optional<SeenRecord> seen_;
  WallTime succeeded_at_{};          // our last success, on our calendar…
  std::optional<WallTime> ends_at_;  // …and when what it wrote expires there
  bool leading_ = false;
  Text reported_;
};

// ---- the loops ----

Task<Ending> Holder::run() {
  const std::optional<bool> acquired = co_await self_.unless(self_.stop(), acquire());
  if (!acquired) co_return Ending::stopped;
  if (!*acquired) co_return Ending::gave_up;
  co_await lead();
  co_return self_.stop().raised() ? Ending::stopped : Ending::lost;
}

// Without a limit, unless the client tries but once; only the end of the process ends it.
Task<bool> Holder::acquire() {
  const Duration longest = std::max(config_.retry, config_.retry_max);
  Duration wait = config_.retry;
  for (;;) {
    const Attempt tried = co_await attempt();
    if (tried == Attempt::ours) co_return true;
    if (config_.tries_once) co_return false;
    const Duration pause = pause_before_retry(wait);
    co_await self_.sleep(pause);
    wait = std::min(wait * 2, longest);
  }
}

Task<> Holder::lead() {
  const std::int64_t token = seen_->spec.transitions.value_or(0);
  leading_ = true;
  self_.note(LeadershipGained{lease_, me_, token});
  LedWork work(self_, api_, lease_, duties_of(config_), token);

  const std::optional<Loss> loss = co_await self_.unless(work.over(), until_lost());
  leading_ = false;
  self_.note(LeadershipLost{lease_, me_, self_.text(loss ? word_of(*loss) : "stopped")});
  work.should_end();

  if (config_.gives_back != GivesBack::nothing) {
    const auto released = co_await self_.within(config_.renew_deadline, give_back());
    self_.note(LeaseReleased{lease_, released.value_or(false)});
  }
  co_await work.ended();
}

Task<Loss> Holder::until_lost() {
  const bool clock_ends_it = config_.stops == Stops::own_clock;
  if (!config_.renews && !clock_ends_it) co_await forever();
  for (;;) {
    const std::optional<Loss> loss = co_await one_renewal();
    if (loss) co_return *loss;
  }
}

// Waits its turn, then tries until it succeeds or the rule for stopping says so.
Task<std::optional<Loss>> Holder::one_renewal() {
  switch (config_.stops) {
    case Stops::deadline: {
      co_await self_.sleep(config_.renew_every);
      self_.note(RenewalBegan{lease_, config_.renew_deadline});
      const auto ended = co_await self_.within(config_.renew_deadline, tries());
      if (!ended) co_return Loss::deadline;
      co_return *ended;
    }
    case Stops::own_clock: {
      const auto ended = co_await self_.within(left_on_own_clock(), renewal());
      if (ended) co_return *ended;
      // Unless the calendar was set back meanwhile.
      if (left_on_own_clock() > Duration{}) co_return std::nullopt;
      co_return Loss::expired;
    }
    case Stops::patience:
    case Stops::never: {
      const std::optional<Loss> loss = co_await renewal();
      co_return loss;
    }
  }
  fail_ensure("each rule for stopping is followed");
}

Task<std::optional<Loss>> Holder::renewal() {
  if (!config_.renews) co_await forever();
  co_await self_.sleep(config_.renew_every);
  const std::optional<Loss> loss = co_await tries();
  co_return loss;
}

// With `stops: never` without a limit; else the deadline, the patience or the calendar is one.
Task<std::optional<Loss>> Holder::tries() {
  for (;;) {
    if (out_of_patience()) co_return Loss::deadline;
    const Attempt tried = co_await attempt();
    if (tried == Attempt::ours) co_return std::nullopt;
    const bool taken = tried == Attempt::foreign || tried == Attempt::conflict;
    if (taken && config_.stops_when_taken) co_return Loss::taken;
    co_await self_.sleep(config_.retry);
  }
}

// ---- one attempt ----

Task<Attempt> Holder::attempt() {
  const MicroTime stamp = micro_time(self_.wall_now());

  // 1. Read the record, or be the first to write it.
  auto found = co_await api_.get<Lease>(lease_);
  if (!found) {
    if (!found.error().is(ApiError::not_found)) co_return Attempt::failed;
    if (!config_.creates) co_return Attempt::foreign;
    const Attempt created = co_await create(stamp);
    co_return created;
  }
  look_at(*found);
  const bool mine = found->spec.holder == me_;

  // 2. Some lead as soon as they read their own name; some stop as soon as they read another's.
  if (mine && !leading_ && config_.start_on_read) {
    count_on(found->spec);
    co_return Attempt::ours;
  }
  if (!mine && leading_ && config_.stops_when_taken) co_return Attempt::foreign;

  // 3. Somebody else's lease is left alone until it is free, by this client's rule.
  if (!mine) {
    const Expiry judgement = judge(config_, *seen_, now());
    if (!judgement.free && !config_.always_outranks) co_return Attempt::foreign;
    if (judgement.free && !found->spec.holder.view().empty()) {
      self_.note(LeaseJudgedExpired{lease_, found->meta.version, found->spec.holder, config_.rule,
                                    judgement.age, judgement.limit});
    }
  }

  // 4. Ours to renew, or ours to take.
  Lease next = *found;
  next.spec = mine ? renewal_of(config_, found->spec, stamp)
                   : takeover_of(config_, found->spec, me_, stamp);
  auto written = co_await put(next);
  co_return outcome(written, next.spec, mine);
}

Task<Attempt> Holder::create(MicroTime stamp) {
  Lease first;
  first.meta.name = lease_;
  first.spec = takeover_of(config_, first.spec, me_, stamp);
  first.spec.transitions = 0;
  auto created = co_await api_.create(first);
  co_return outcome(created, first.spec, false);
}

// A blind writer reads the newest version only to write over it: what it saw there does not matter.
Task<ApiResult<Lease>> Holder::put(Lease next) {
  if (!config_.blind) {
    auto written = co_await api_.update(next);
    co_return written;
  }
  for (int write = 1;; ++write) {
    auto newest = co_await api_.get<Lease>(lease_);
    if (!newest) co_return newest;
    next.meta = newest->meta;
    auto written = co_await api_.update(next);
    const bool again = !written && written.error().is(ApiError::conflict);
    if (!again || write == kBlindWritesMax) co_return written;
  }
}

Attempt Holder::outcome(const ApiResult<Lease>& written, const LeaseSpec& wanted, bool renewal) {
  if (written) {
    believe(written->spec);
    if (renewal) self_.note(LeaseRenewed{lease_, written->meta.version});
    return Attempt::ours;
  }
  if (config_.ignores_failed_write) {
    believe(wanted);
    return Attempt::ours;
  }
  const Failure& failure = written.error();
  const bool faster = failure.is(ApiError::conflict) || failure.is(ApiError::already_exists);
  return faster ? Attempt::conflict : Attempt::failed;
}

// ---- the record ----

void Holder::look_at(const Lease& found) {
  if (!seen_ || seen_->spec != found.spec) {
    seen_ = SeenRecord{found.spec, now()};
    if (counts_from_change()) {
      self_.note(
          LeaseObserved{lease_, found.meta.version, found.spec.holder, seen_->since.stopwatch});
    }
  }
  if (found.spec.holder == reported_) return;
  reported_ = found.spec.holder;
  self_.note(LeaderObserved{lease_, reported_});
}

void Holder::believe(const LeaseSpec& record) {
  seen_ = SeenRecord{record, now()};
  count_on(record);
}

// From here on our own lease lasts as long as this record of it says.
void Holder::count_on(const LeaseSpec& record) {
  succeeded_at_ = self_.wall_now();
  ends_at_ = end_of(record);
}

Duration Holder::left_on_own_clock() const {
  return ends_at_ ? *ends_at_ - self_.wall_now() : kForever;
}

// The clients that count so do it on their calendars.
bool Holder::out_of_patience() const {
  return config_.stops == Stops::patience &&
         self_.wall_now() - succeeded_at_ > config_.renew_deadline;
}

Duration Holder::pause_before_retry(Duration wait) {
  const Ratio share = config_.retry_jitter;
  const Duration stretch = wait / share.denominator * share.numerator;
  return wait + jitter_.between(Duration{}, stretch);
}

// ---- the release ----

Task<bool> Holder::give_back() {
  auto found = co_await api_.get<Lease>(lease_);
  if (!found || found->spec.holder != me_) co_return false;
  if (config_.gives_back == GivesBack::remove) {
    const auto removed = co_await api_.remove<Lease>(lease_);
    co_return removed.has_value();
  }
  Lease emptied = *found;
  emptied.spec.holder = self_.text("");
  emptied.spec.duration = 1;
  emptied.spec.acquired = micro_time(self_.wall_now());
  emptied.spec.renewed = emptied.spec.acquired;
  const auto written = co_await api_.update(emptied);
  co_return written.has_value();
}

}  // namespace

Task<> lease_holder(Process& self, Api api, LeaseHolderConfig config) {
  const Text identity = identity_or_drawn(self, config.identity);
  const std::string_view rules = config.profile.empty() ? spelt(config.rule) : config.profile;
  if (config.renew_every == Duration{}) config.renew_every = config.retry;
  const bool by_clock = config.stops == Stops::own_clock;
  self.note(ElectorStarted{object_name_of(self.names(), config.lease), identity, self.text(rules),
                           config.rule, config.duration,
                           by_clock ? config.duration : config.renew_deadline, config.retry});
  const Api bounded = api.with_timeout(config.request_timeout);
  Choices jitter = self.choices(kRetryJitter);
  for (;;) {
    Holder holder(self, bounded, config, identity, jitter);
    const Ending ending = co_await holder.run();
    if (ending == Ending::stopped) co_return;
    const OnLost next = ending == Ending::gave_up ? OnLost::carry_on : config.on_lost;
    switch (next) {
      case OnLost::exit:
        self.exit_with(1, "lease lost");
        co_return;
      case OnLost::rejoin:
        co_await self.sleep(config.rejoin_after);
        break;
      case OnLost::carry_on:
        co_await self.until(self.stop());
        co_return;
    }
  }
}

}  // namespace leasesim
