#include "check/story.hpp"

#include <algorithm>

#include "check/words.hpp"

namespace leasesim {
namespace {

// Differences below these are latencies, not reasons.
constexpr Duration kLate = 100ms;
constexpr std::int64_t kRateThatMatters = 1'000'000;  // parts per billion: one in a thousand

std::string percent(std::int64_t rate_ppb) {
  const std::int64_t size = rate_ppb < 0 ? -rate_ppb : rate_ppb;
  const std::int64_t tenths = (size + 500'000) / 1'000'000;  // of a percent
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

const HostState* host_of(const ProcessState* process) {
  return process == nullptr ? nullptr : process->host;
}

// How far the calendar is ahead of true time at that moment; slewing is not reckoned with.
Duration offset_of(const ProcessState* process, SimTime at) {
  const HostState* host = host_of(process);
  if (host == nullptr) return {};
  const Duration since = at - host->set_at;
  if (host->frozen_since) return host->offset - since;
  const auto gained = static_cast<__int128>(since.count()) * host->rate_ppb / 1'000'000'000;
  return host->offset + Duration{static_cast<std::int64_t>(gained)};
}

std::string stretch_text(const Stretch& stretch) {
  return "from " + seconds(stretch.from) +
         (stretch.to ? " to " + seconds(*stretch.to) : std::string{" on"});
}

// At the beginning of a sentence.
std::string doer_text(const ProcessState* process) {
  return process == nullptr ? "Somebody outside the cast" : process->str();
}

// ---- how the lease came to the newer one ----

// A renewal with the same stamp succeeds, and changes nothing in the store.
bool renewed_without_a_trace(const Succession& taken) {
  const ProcessState* writer = taken.prior.writer;
  const HostState* host = host_of(writer);
  return host != nullptr && host->frozen_since && writer->success.answered &&
         *writer->success.answered - taken.prior.at > 1s;
}

// Renewals in between that the taker's reads did not show it.
void tell_unseen(Teller& teller, const Succession& taken) {
  if (!taken.observed) return;
  if (taken.prior.at - *taken.observed <= 1s && !renewed_without_a_trace(taken)) return;
  teller.blame(Cause::frozen_clock);
  const std::string taker = doer_text(taken.taker);
  const HostState* host = host_of(taken.prior.writer);
  teller.say(host != nullptr && host->frozen_since
                 ? "The holder's calendar stood still from " + seconds(*host->frozen_since) +
                       " on, so its renewals left the record's whole seconds as they were and " +
                       taker + " could not see them."
                 : "The renewals in between left the record's whole seconds as they were, so " +
                       taker + " did not see them.");
}

void tell_rates(Teller& teller, const Succession& taken) {
  const HostState* fast = host_of(taken.taker);
  const HostState* slow = host_of(taken.prior.writer);
  const std::int64_t lead =
      (fast == nullptr ? 0 : fast->rate_ppb) - (slow == nullptr ? 0 : slow->rate_ppb);
  if (lead < kRateThatMatters) return;
  teller.blame(Cause::clock_rate);
  std::string text =
      doer_text(taken.taker) + "'s stopwatch gains " + percent(lead) + " on the holder's";
  if (taken.observed) {
    text += ": to it " + seconds(taken.judgement->age) + " passed in " +
            seconds(taken.judgement->at - *taken.observed) + " of true time";
  }
  teller.say(text + ".");
}

// The rules that count from when the taker saw the record change.
void tell_waiting(Teller& teller, const Succession& taken) {
  const Judgement& judged = *taken.judgement;
  const bool by_calendar = judged.rule == ExpiryRule::own_calendar;
  std::string text = doer_text(taken.taker);
  if (taken.observed) text += " last saw the record change at " + seconds(*taken.observed) + " and";
  text += " judged it expired at " + seconds(judged.at) + ": " + seconds(judged.age) +
          (by_calendar ? " on its own calendar" : " on its own stopwatch") +
          ", true age of the last renewal " + seconds(judged.at - taken.prior.at);
  teller.say(text + "; it took the lease at " + seconds(taken.at) + ".");
  tell_unseen(teller, taken);
  if (!by_calendar) return tell_rates(teller, taken);
  if (!taken.observed || judged.age <= judged.at - *taken.observed + kLate) return;
  teller.blame(Cause::wall_clock_ahead);
  teller.say("Its calendar was set forward meanwhile, and its wait with it.");
}

void tell_calendar(Teller& teller, const Succession& taken) {
  const Judgement& judged = *taken.judgement;
  const std::string taker = doer_text(taken.taker);
  const Duration true_age = judged.at - taken.prior.at;
  const Duration ahead =
      offset_of(taken.taker, judged.at) - offset_of(taken.prior.writer, judged.at);
  const std::string apart =
      ahead < Duration::zero() ? seconds(-ahead) + " behind" : seconds(ahead) + " ahead of";
  if (judged.age < Duration::zero()) {
    teller.blame(Cause::future_stamp);
    teller.say(taker + "'s calendar stood " + apart + " the holder's, so at " + seconds(judged.at) +
               " the renewTime lay " + seconds(-judged.age) +
               " in its future, which its rule takes for invalid; the renewal was " +
               seconds(true_age) + " old in truth. It took the lease at " + seconds(taken.at) +
               ".");
    return;
  }
  if (judged.age > true_age + kLate) teller.blame(Cause::wall_clock_ahead);
  teller.say(taker + " judged the lease expired at " + seconds(judged.at) + " by its calendar, " +
             apart + " the holder's: " + seconds(judged.age) +
             " since the renewTime, true age of the last renewal " + seconds(true_age) +
             "; it took the lease at " + seconds(taken.at) + ".");
}

void tell_judgement(Teller& teller, const Succession& taken) {
  switch (taken.judgement->rule) {
    case ExpiryRule::own_stopwatch:
    case ExpiryRule::own_calendar:
      return tell_waiting(teller, taken);
    case ExpiryRule::wall_clock:
    case ExpiryRule::wall_clock_window:
    case ExpiryRule::time_of_day:
    case ExpiryRule::never:
      return tell_calendar(teller, taken);
  }
}

void tell_gap(Teller& teller, const Succession& taken) {
  const std::string by = doer_text(taken.gap_by);
  const std::string when = taken.gap ? seconds(*taken.gap) : std::string{"some time"};
  const std::string then = "; " + taken.to.str() + " took it at " + seconds(taken.at) + ".";
  switch (taken.way) {
    case Succession::Way::released:
      if (taken.clobbered) {
        teller.blame(Cause::successor_clobbered);
        teller.say(by + ", which no longer held the lease but had not noticed, emptied " +
                   taken.prior.holder.str() + "'s record at " + when + then);
        return;
      }
      teller.blame(taken.gap_by == nullptr ? Cause::edited : Cause::release);
      teller.say((taken.gap_by == nullptr ? by + " emptied the lease at "
                                          : by + " gave the lease back at ") +
                 when + then);
      return;
    case Succession::Way::recreated:
      teller.blame(Cause::deleted);
      teller.say(by + " deleted the lease at " + when + "; " + doer_text(taken.taker) +
                 " made it anew at " + seconds(taken.at) + ".");
      return;
    case Succession::Way::restored:
      teller.blame(Cause::restored);
      teller.say("The store went back to an older state at " + when + then);
      return;
    default:
      return;
  }
}

// ---- what kept the older one in office ----

std::optional<Stretch> stop_between(const std::optional<Stretch>& last, SimTime from, SimTime to) {
  return last && last->overlaps(from, to) ? last : std::nullopt;
}

struct Reasons {
  Teller& teller;
  const Window& window;
  const Opening& opening;
  const LeaseState& lease;
  Snapshot older;   // as the window closes
  SimTime since{};  // the older one's last sign of life in the store
  SimTime until{};

  bool tell_stops();
  void tell_answers();
  void tell_timings();
  void tell_last_round(const Closing& closing);
  void tell_release(const Closing& closing);
};

bool Reasons::tell_stops() {
  const auto pause = stop_between(older.process.pause, since, until);
  if (pause) {
    teller.blame(Cause::process_pause);
    teller.say(older.name + " was paused " + stretch_text(*pause) + ".");
  }
  if (!older.host) return pause.has_value();
  const auto sleep = stop_between(older.host->sleep, since, until);
  if (sleep) {
    teller.blame(Cause::machine_suspend);
    teller.say("The machine of " + older.name + " slept " + stretch_text(*sleep) +
               ", and its stopwatch stood still meanwhile.");
  }
  return pause || sleep;
}

// As things were when the window opened: what the older one had asked for and not learnt.
void Reasons::tell_answers() {
  const WriteRequest& success = opening.older.process.success;
  if (success.served && success.answered && *success.answered - *success.served >= kLate) {
    teller.blame(Cause::late_answer);
    teller.say(older.name + "'s last renewal was in the store at " + seconds(*success.served) +
               ", but it learnt so only at " + seconds(*success.answered) + ", " +
               seconds(*success.answered - *success.served) + " later, and counts from there.");
  }
  const WriteRequest& last = opening.older.process.write;
  if (last.request == success.request || last.request == 0) return;
  if (last.in_doubt()) {
    teller.blame(Cause::lost_answer);
    teller.say("A write that " + older.name + " sent at " + seconds(last.sent) +
               " was carried out, and it did not learn so.");
  } else if (!last.served || last.answered_as == ApiError::unreachable) {
    teller.blame(Cause::partition);
    teller.say("No answer to what " + older.name + " sent after " +
               (success.request != 0 ? seconds(success.sent) : seconds(last.sent)) +
               " reached it in time.");
  }
}

void Reasons::tell_timings() {
  if (!older.candidate || !older.candidate->timed) return;
  const Candidate& with = *older.candidate;
  const Duration slack = with.lease_duration - with.retry_period - with.renew_deadline;
  if (slack >= Duration::zero() || with.renew_deadline == Duration::zero()) return;
  // Who stops by its own clock counts from its stamp, and states the lease's duration as deadline.
  if (with.renew_deadline == with.lease_duration) return;
  teller.blame(Cause::unsafe_timings);
  teller.say("The timings leave no room: lease duration " + seconds(with.lease_duration) +
             " - retry period " + seconds(with.retry_period) + " - renew deadline " +
             seconds(with.renew_deadline) + " = " + seconds(slack) + ".");
}

void Reasons::tell_last_round(const Closing& closing) {
  const bool older_left = closing.who != nullptr && closing.who->name == older.process.name;
  std::string end;
  switch (closing.way) {
    case Closing::Way::open:
      end = "When the run ended both still believed to lead.";
      break;
    case Closing::Way::crashed:
      end = closing.who->str() + " crashed at ";
      break;
    case Closing::Way::exited:
      end = closing.who->str() + " ended at ";
      break;
    case Closing::Way::stepped_down:
      end = closing.who->str() + " stopped leading at ";
      break;
  }
  if (closing.way != Closing::Way::open) end += seconds(*window.to) + ".";
  if (!older_left || !older.candidate || !older.candidate->round) return teller.say(end);

  const Candidate& with = *older.candidate;
  const auto& pause = older.process.pause;
  const auto& sleep = older.host ? older.host->sleep : std::nullopt;
  std::optional<SimTime> woke;
  if (pause && pause->overlaps(since, until) && pause->to) woke = pause->to;
  if (sleep && sleep->overlaps(since, until) && sleep->to) woke = std::max(woke, sleep->to);
  const std::string good_faith = " with " + seconds(with.round_deadline) + " of good faith";
  if (woke && *with.round >= *woke) {
    teller.say(older.name + " woke at " + seconds(*woke) +
               " between two renewals, began a new round of attempts at " + seconds(*with.round) +
               good_faith + ", and stopped leading at " + seconds(*window.to) + ".");
  } else if (woke) {
    teller.say(older.name + " woke at " + seconds(*woke) +
               " in the middle of the round of attempts that it had begun at " +
               seconds(*with.round) + good_faith + ", and stopped leading at " +
               seconds(*window.to) + ".");
  } else {
    teller.say(older.name + " had begun its last round of renewal attempts at " +
               seconds(*with.round) + good_faith + ", and stopped leading at " +
               seconds(*window.to) + ".");
  }
}

void Reasons::tell_release(const Closing& closing) {
  if (!older.candidate || !older.candidate->release_ended || !older.candidate->round) return;
  if (closing.who == nullptr || closing.who->name != older.process.name) return;
  const SimTime ran_out = *older.candidate->round + older.candidate->round_deadline;
  const Duration spent = *older.candidate->release_ended - ran_out;
  if (spent < kLate || *older.candidate->release_ended < window.from) return;
  teller.blame(Cause::release);
  teller.say("Its deadline had passed at " + seconds(ran_out) + "; it led on for " +
             seconds(spent) + " while it tried to give the lease back.");
}

void tell_parts(Teller& teller, const Window& window) {
  std::string text = (window.who.size() == 2 ? "Both believed for " : "Two or more believed for ") +
                     seconds(window.length);
  if (!window.both_ran || *window.both_ran == Duration::zero()) {
    text += "; at no time did both run";
  } else if (*window.both_ran == window.length) {
    text += ", and both ran all that time";
  } else {
    text += "; both also ran for " + seconds(*window.both_ran) + " of it";
  }
  if (window.both_acted) text += "; effects of both landed within " + seconds(*window.both_acted);
  teller.say(text + ".");
}

}  // namespace

void Teller::say(const std::string& sentence) {
  if (!text_.empty()) text_ += ' ';
  text_ += sentence;
}

void Teller::blame(Cause cause) {
  if (std::ranges::find(causes_, cause) == causes_.end()) causes_.push_back(cause);
}

void Teller::sign(Window& window) const {
  window.why = text_;
  window.causes = causes_;
  if (causes_.empty()) window.causes = {Cause::unknown};
}

Snapshot::Snapshot(const LeaseState& lease, const ProcessState& the_process)
    : name(the_process.str()), process(the_process) {
  if (process.host != nullptr) host = *process.host;
  if (const Candidate* found = lease.candidate(&the_process)) candidate = *found;
}

Opening::Opening(const LeaseState& lease, const ProcessState& the_older,
                 const ProcessState& the_newer)
    : older(lease, the_older), newer(lease, the_newer), succession(lease.succession) {
  one_identity =
      older.candidate && newer.candidate && older.candidate->identity == newer.candidate->identity;
}

void tell_succession(Teller& teller, const Succession& taken) {
  using Way = Succession::Way;
  if (taken.way == Way::edited) {
    teller.blame(Cause::edited);
    teller.say("Somebody outside the cast wrote " + taken.to.str() + " into the lease at " +
               seconds(taken.at) + ".");
  } else if (taken.way != Way::expired) {
    tell_gap(teller, taken);
  } else if (!taken.judgement) {
    teller.say(doer_text(taken.taker) + " took the lease at " + seconds(taken.at) + ", " +
               seconds(taken.at - taken.prior.at) + " after the last renewal.");
  } else {
    tell_judgement(teller, taken);
  }
}

void tell_two_leaders(Window& window, const Opening& opening, const LeaseState& lease,
                      const Closing& closing) {
  Teller teller;
  const ProcessState* older = &opening.older.process;
  for (const Candidate& one : lease.candidates) {
    if (one.process->name == older->name) older = one.process;
  }
  const bool taken = opening.succession && opening.succession->prior.known;
  Reasons reasons{.teller = teller,
                  .window = window,
                  .opening = opening,
                  .lease = lease,
                  .older = Snapshot(lease, *older),
                  .since = taken ? opening.succession->prior.at : window.from,
                  .until = window.to.value_or(window.from + window.length)};
  if (opening.one_identity) {
    teller.blame(Cause::same_identity);
    teller.say(opening.older.name + " and " + opening.newer.name + " compete as one identity, \"" +
               opening.newer.candidate->identity.str() +
               "\", so each takes the other's record for its own.");
  } else {
    const bool stopped = reasons.tell_stops();
    const bool by_expiry = taken && opening.succession->way == Succession::Way::expired;
    if (!stopped && by_expiry) reasons.tell_answers();
    if (opening.succession) tell_succession(teller, *opening.succession);
    if (by_expiry) reasons.tell_timings();
  }
  reasons.tell_last_round(closing);
  reasons.tell_release(closing);
  tell_parts(teller, window);
  teller.sign(window);
}

}  // namespace leasesim
