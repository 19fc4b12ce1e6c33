#include "report/sentences.hpp"

#include <utility>

#include "leasesim/time/duration_text.hpp"

namespace leasesim {
namespace {

using Told = std::optional<Sentence>;

std::string name_of(Kind kind, std::string_view object) {
  if (kind == Kind::lease) return std::string{object};
  std::string out{words_of(kind).kind};
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out + "/" + std::string{object};
}

std::string spaced(std::string_view word) {
  std::string out{word};
  for (char& c : out) {
    if (c == '-') c = ' ';
  }
  return out;
}

std::string age_text(const LeaseJudgedExpired& judged) {
  const bool future = judged.age < Duration::zero();
  const std::string age = length_text(future ? -judged.age : judged.age);
  switch (judged.rule) {
    case ExpiryRule::own_stopwatch:
      return "unchanged for " + age + " by its stopwatch";
    case ExpiryRule::own_calendar:
      return "unchanged for " + age + " by its calendar";
    case ExpiryRule::wall_clock:
    case ExpiryRule::wall_clock_window:
      return future ? "renewed " + age + " in the future, by its calendar"
                    : "renewed " + age + " ago, by its calendar";
    case ExpiryRule::time_of_day:
      return future ? "renewed " + age + " later in the day, by its clock"
                    : "renewed " + age + " earlier in the day, by its clock";
    case ExpiryRule::never:
      return "there is none";
  }
  return age;
}

// "5s ahead, gaining 20000ppm"
std::string deviation_text(const ClockSet& set) {
  std::string out;
  if (set.offset == Duration::zero()) {
    out = "right";
  } else if (set.offset > Duration::zero()) {
    out = duration_text(set.offset) + " ahead";
  } else {
    out = duration_text(-set.offset) + " behind";
  }
  if (set.rate_ppb == 0) return out;
  const std::string rate =
      rate_text(PartsPerMillion{set.rate_ppb < 0 ? -set.rate_ppb : set.rate_ppb});
  return out + (set.rate_ppb > 0 ? ", gaining " : ", losing ") + rate.substr(1);
}

}  // namespace

std::string listed_names(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " and " : ", ";
    out += names[i];
  }
  return out;
}

// One function a kind of fact; those without one are left out.
struct Wording::Words {
  Wording& self;
  const Lanes& lanes;
  std::string who;
  SimTime at;

  Sentence told(std::string text, Ink ink = Ink::plain) const {
    return {Telling::told, who, std::move(text), ink};
  }
  Sentence routine(std::string text, Ink ink = Ink::faint) const {
    return {Telling::routine, who, std::move(text), ink};
  }
  Sentence about(std::string subject, std::string text, Ink ink = Ink::plain) const {
    return {Telling::told, std::move(subject), std::move(text), ink};
  }
  std::string holder_of(Text holder) const {
    return holder.view().empty() ? std::string{"nobody"} : self.known_as(holder.view());
  }
  Sentence struck(Sentence sentence) const {
    sentence.answers_fault = true;
    return sentence;
  }

  // ---- processes and hosts ----

  Told operator()(const ProcessStarted& fact) const {
    const std::string again = fact.incarnation > 0 ? "starts again on " : "starts on ";
    return Sentence{Telling::held, who, again + fact.host.str()};
  }
  Told operator()(const ProcessExited& fact) const {
    const std::string why = fact.reason.view().empty() ? "" : ": " + fact.reason.str();
    return told("exits with code " + std::to_string(fact.code) + why, Ink::strong);
  }
  Told operator()(const ProcessCrashed&) const { return struck(told("crashes", Ink::fault)); }
  Told operator()(const ProcessAskedToStop&) const {
    return struck(told("is asked to stop", Ink::fault));
  }
  Told operator()(const ProcessPaused&) const {
    return struck(told("is paused: it stands still, its clocks run on", Ink::fault));
  }
  Told operator()(const ProcessResumed&) const { return struck(told("runs again", Ink::fault)); }
  Told operator()(const HostSuspended& fact) const {
    return struck(
        about("host " + fact.host.str(), "goes to sleep: its stopwatch stands still", Ink::fault));
  }
  Told operator()(const HostResumed& fact) const {
    return struck(about("host " + fact.host.str(), "wakes up", Ink::fault));
  }
  Told operator()(const ClockSet& fact) const {
    const std::string_view cause = fact.cause.view();
    const bool right = fact.offset == Duration::zero() && fact.rate_ppb == 0;
    if (right && (cause == "start" || cause == "resume")) return {};
    const std::string host = "host " + fact.host.str();
    if (cause == "ntp") {
      return Sentence{Telling::routine, host, "has its calendar corrected", Ink::faint};
    }
    const std::string calendar = "calendar is " + deviation_text(fact);
    if (cause == "start") return about(host, "starts: its " + calendar);
    if (cause == "freeze") return struck(about(host, "its calendar stands still", Ink::fault));
    if (cause == "unfreeze") {
      return struck(
          about(host, "its calendar runs again: it is " + deviation_text(fact), Ink::fault));
    }
    return struck(about(host, "its " + calendar + " (" + std::string{cause} + ")", Ink::fault));
  }
  Told operator()(const FaultBegan& fact) const {
    self.faults_[fact.index] = fact.what.str();
    return Sentence{Telling::held, "fault", fact.what.str(), Ink::fault};
  }
  Told operator()(const FaultEnded& fact) const {
    return Sentence{Telling::held, "fault", "over: " + self.faults_[fact.index], Ink::fault};
  }
  Told operator()(const Remark& fact) const {
    if (who.empty()) return about("by hand", fact.text.str(), Ink::fault);
    return told("says: " + fact.text.str());
  }

  // ---- requests and the store ----

  Told operator()(const RequestSent& fact) const {
    // A crashed client gets no answer, so its requests would be remembered for ever.
    constexpr std::size_t kUnderWayMax = 4096;
    if (self.under_way_.size() >= kUnderWayMax) self.under_way_.erase(self.under_way_.begin());
    self.under_way_[fact.request] = {fact.verb, fact.kind, fact.object.str()};
    return {};
  }
  Told operator()(const AnswerReceived& fact) const {
    const auto found = self.under_way_.find(fact.request);
    if (found == self.under_way_.end()) return {};
    const Request request = std::move(found->second);
    self.under_way_.erase(found);
    const std::string object = name_of(request.kind, request.object);
    if (fact.outcome == ApiError::cancelled) return {};
    if (fact.outcome == ApiError::not_found && request.verb == Verb::get) {
      return routine("finds no " + object);
    }
    if (fact.outcome != ApiError::ok) {
      return routine("fails to " + std::string{word_of(request.verb)} + " " + object + ": " +
                         spaced(word_of(fact.outcome)),
                     Ink::doubtful);
    }
    const bool reads = request.verb == Verb::get || request.verb == Verb::list;
    if (!reads || lanes.leads(who, request.object)) return {};
    Sentence look = routine("looks at " + object);
    look.trifle = true;
    return look;
  }
  Told operator()(const LeaseWritten& fact) const {
    if (!who.empty()) return {};
    const std::string held = " held by " + holder_of(fact.holder);
    if (fact.created) return about("store", fact.lease.str() + " is there," + held);
    return struck(about("by hand", fact.lease.str() + " is rewritten," + held, Ink::fault));
  }
  Told operator()(const LeaseTakenOver& fact) const {
    if (who.empty()) return {};  // LeaseWritten tells it
    const std::string from = holder_of(fact.from);
    if (fact.to.view().empty()) {
      if (self.is_own(who, fact.from.view())) return {};  // LeaseReleased tells it
      return told("empties " + fact.lease.str() + ", which " + from + " held", Ink::bad);
    }
    const bool own = self.is_own(who, fact.to.view());
    const std::string as = own ? std::string{} : " in the name of " + holder_of(fact.to);
    if (fact.from.view().empty())
      return told("takes " + fact.lease.str() + ", which was free" + as);
    return told("takes " + fact.lease.str() + " from " + from + as, Ink::strong);
  }
  Told operator()(const LeaseDeleted& fact) const {
    const std::string text = fact.lease.str() + ", held by " + holder_of(fact.holder);
    if (who.empty()) return struck(about("by hand", "deletes " + text, Ink::fault));
    return told("deletes " + text);
  }
  Told operator()(const ObjectWritten& fact) const {
    if (who.empty() || fact.kind == Kind::event) return {};
    const std::string verb = fact.verb == Verb::remove ? "deletes " : "writes ";
    const std::string under = fact.under.is_set() ? " under " + fact.under.str() : std::string{};
    return routine(verb + name_of(fact.kind, fact.object.view()) + under);
  }
  Told operator()(const StoreRestored& fact) const {
    return struck(about(
        "store",
        "goes back from version " + std::to_string(fact.from) + " to " + std::to_string(fact.to),
        Ink::fault));
  }

  // ---- elections and locks ----

  Told operator()(const ElectorStarted& fact) const {
    self.identities_[who] = fact.identity.str();
    const bool plain = fact.identity.view().starts_with(who);
    const std::string as = plain ? std::string{} : " as " + fact.identity.str();
    std::string timings = duration_text(fact.lease_duration);
    if (fact.renew_deadline != Duration::zero())
      timings += "/" + duration_text(fact.renew_deadline);
    timings += "/" + duration_text(fact.retry_period);
    const std::string text =
        "stands for " + fact.lease.str() + as + " (" + fact.profile.str() + " " + timings;
    return told(text + ")");
  }
  Told operator()(const ElectorRefused& fact) const {
    return told("may not stand for " + fact.lease.str() + ": " + fact.why.str(), Ink::bad);
  }
  Told operator()(const LeaseJudgedExpired& fact) const {
    const bool future = fact.age < Duration::zero();
    const std::string limit =
        future ? std::string{} : " (it lasts " + duration_text(fact.duration) + ")";
    return told("judges " + fact.lease.str() + (future ? " invalid: " : " expired: ") +
                age_text(fact) + limit);
  }
  Told operator()(const LeadershipGained& fact) const {
    const auto others = lanes.other_leaders(fact.lease.view(), who);
    if (others.empty()) return told("LEADS " + fact.lease.str(), Ink::good);
    const std::string verb = others.size() == 1 ? " does" : " do";
    return told("LEADS " + fact.lease.str() + ", and so" + verb + " " + listed_names(others),
                Ink::bad);
  }
  Told operator()(const LeadershipLost& fact) const {
    self.lost_[who] = at;
    const auto others = lanes.other_leaders(fact.lease.view(), who);
    std::string text = "leads " + fact.lease.str() + " no longer: " + fact.why.str();
    if (others.size() == 1) text += "; " + others.front() + " leads alone";
    return told(std::move(text), Ink::strong);
  }
  Told operator()(const LeaseRenewed& fact) const {
    Sentence renewal = routine("renews " + fact.lease.str());
    renewal.trifle = true;
    return renewal;
  }
  Told operator()(const LeaderObserved& fact) const {
    if (fact.holder.view().empty() || self.is_own(who, fact.holder.view())) return {};
    return told("sees that " + holder_of(fact.holder) + " holds " + fact.lease.str());
  }
  Told operator()(const LeaseReleased& fact) const {
    if (fact.succeeded) return told("has given " + fact.lease.str() + " back");
    return told("could not give " + fact.lease.str() + " back", Ink::doubtful);
  }
  Told operator()(const LockGranted& fact) const {
    if (!changes_lock("got " + fact.lease.str() + " as " + fact.holder.str())) {
      return routine("extends the lock " + fact.lease.str());
    }
    const bool own = self.is_own(who, fact.holder.view());
    return told("gets the lock " + fact.lease.str() + " for " + duration_text(fact.duration) +
                    (own ? std::string{} : ", as " + fact.holder.str()) + ", transitions " +
                    std::to_string(fact.transitions),
                Ink::good);
  }
  Told operator()(const LeaseRefused& fact) const {
    const std::string why = fact.lease.str() + ": " + holder_of(fact.holder) + " has it";
    if (!changes_lock("refused " + why)) return routine("is still refused " + why, Ink::doubtful);
    return told("is refused " + why, Ink::doubtful);
  }
  // Asking again for a lock with the same answer is routine.
  bool changes_lock(const std::string& answer) const {
    const std::string before = std::exchange(self.locks_[who], answer);
    return before != answer;
  }
  Told operator()(const WatchdogChanged& fact) const {
    return told(fact.healthy ? "its watchdog is content again about " + fact.lease.str()
                             : "its watchdog raises the alarm about " + fact.lease.str());
  }
  Told operator()(const WorkEnded& fact) const {
    const auto lost = self.lost_.find(who);
    if (lost == self.lost_.end() || lost->second == at) return {};
    return told("its work under " + fact.lease.str() + " ends");
  }
  Told operator()(const EffectRefused& fact) const {
    return routine("is turned away by " + fact.object.str() + ": " + spaced(word_of(fact.outcome)),
                   Ink::doubtful);
  }

  Told operator()(const CandidatePinged& fact) const {
    return routine("asks whether " + holder_of(fact.candidate) + " still stands for " +
                   fact.lease.str());
  }
  Told operator()(const LeaderChosen& fact) const {
    if (fact.preferred) {
      return told("asks the holder of " + fact.lease.str() + " to make way for " +
                  holder_of(fact.candidate));
    }
    return told("gives " + fact.lease.str() + " to " + holder_of(fact.candidate), Ink::strong);
  }

  // ---- nodes and pods ----

  Told operator()(const NodeJudgedSilent& fact) const {
    return told("has heard nothing of " + fact.node.str() + " for " + length_text(fact.age) +
                " (it waits " + duration_text(fact.grace) + ")");
  }
  Told operator()(const NodeConditionChanged& fact) const {
    if (!fact.is_about_ready()) return {};
    const std::string node = fact.node.str();
    switch (fact.status) {
      case ConditionStatus::yes:
        return about(node, "is Ready", Ink::good);
      case ConditionStatus::no:
        return about(node, "is not ready: " + fact.reason.str(), Ink::doubtful);
      case ConditionStatus::unknown:
        return about(node, "is Unknown: " + fact.reason.str(), Ink::bad);
    }
    return {};
  }
  Told operator()(const NodeTainted& fact) const {
    if (fact.effect != TaintEffect::no_execute) return {};
    return about(fact.node.str(), "is tainted " + fact.key.str() + ":NoExecute");
  }
  Told operator()(const NodeUntainted& fact) const {
    if (fact.effect != TaintEffect::no_execute) return {};
    return about(fact.node.str(), "is rid of the taint " + fact.key.str());
  }
  Told operator()(const NodeCordoned& fact) const {
    return about(fact.node.str(), fact.cordoned ? "is cordoned" : "takes pods again");
  }
  Told operator()(const ZoneChanged& fact) const {
    const std::string zone = fact.zone.view().empty() ? "all nodes" : "zone " + fact.zone.str();
    return told("finds " + zone + " in the state " + fact.state.str(), Ink::strong);
  }
  Told operator()(const EvictionPlanned& fact) const {
    if (fact.after == Duration::zero()) return {};
    return told("will delete pod " + fact.pod.str() + " from " + fact.node.str() + " in " +
                duration_text(fact.after));
  }
  Told operator()(const EvictionCancelled& fact) const {
    return told("spares pod " + fact.pod.str());
  }
  Told operator()(const PodDeleted& fact) const {
    if (who.empty()) return about("by hand", "deletes pod " + fact.pod.str(), Ink::fault);
    return told("deletes pod " + fact.pod.str() + " on " + fact.node.str(), Ink::strong);
  }

  template <class Other>
  Told operator()(const Other&) const {
    return {};
  }
};

std::string Wording::known_as(std::string_view identity) const {
  std::string known;
  for (const auto& [process, its] : identities_) {
    if (its != identity) continue;
    if (!known.empty()) return std::string{identity};
    known = process;
  }
  return known.empty() ? std::string{identity} : known;
}

bool Wording::is_own(std::string_view who, std::string_view identity) const {
  const auto found = identities_.find(who);
  return identity == who || (found != identities_.end() && found->second == identity);
}

std::optional<Sentence> Wording::sentence_of(const Fact& fact, const Lanes& lanes) {
  std::optional<Sentence> sentence =
      std::visit(Words{*this, lanes, fact.by.str(), fact.at}, fact.body);
  if (sentence && sentence->kind.empty()) sentence->kind = word_of(fact.body);
  return sentence;
}

}  // namespace leasesim
