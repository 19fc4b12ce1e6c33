#include "leasesim/report/story.hpp"

#include <algorithm>
#include <ostream>
#include <utility>
#include <vector>

#include "leasesim/time/duration_text.hpp"
#include "report/lanes.hpp"
#include "report/sentences.hpp"

namespace leasesim {
namespace {

constexpr std::size_t kClockColumns = 9;
constexpr std::size_t kNameColumnsMax = 24;
constexpr std::size_t kNameColumnsMin = 5;  // "fault"
// So often is one sort of sentence told of one process; then it is counted. Once something goes on
// and on, so does what comes with it, and two rounds of that are enough.
constexpr std::uint64_t kToldMax = 3;
constexpr std::uint64_t kToldMaxThen = 2;

// "about every 2.0 s"
std::string rhythm(Duration from, Duration to, std::uint64_t count) {
  const Duration mean = (to - from) / static_cast<std::int64_t>(count - 1);
  if (mean >= 1s) return "about every " + seconds_text(mean + 50ms, 1, 0) + " s";
  return "about every " + std::to_string(mean / 1ms) + " ms";
}

// The same thing done again and again.
struct Routine {
  std::string text;
  Ink ink;
  bool trifle;
  SimTime first;
  SimTime last;
  std::uint64_t count;

  std::string told() const {
    if (count == 1) return text;
    const std::string often = text + " " + counted(count, "time");
    if (count == 2) return often;
    return often + ", " + rhythm(first.time_since_epoch(), last.time_since_epoch(), count);
  }
};

// What was told often enough, and goes on.
struct Refrain {
  std::uint64_t told = 0;
  std::uint64_t untold = 0;
  SimTime last{};
  std::string text;  // the last one untold
};

}  // namespace

class Story::Teller {
 public:
  Teller(std::ostream& out, const Scenario& scenario, const Page& page)
      : out_(out), page_(page), cast_(cast_of(scenario)), lanes_(cast_) {
    for (const std::string& name : cast_) who_columns_ = std::max(who_columns_, name.size());
    for (const HostSpec& host : scenario.hosts) {
      if (host.clock != ClockSpec{}) who_columns_ = std::max(who_columns_, host.name.size() + 5);
      if (!host.api.identity_lease && !host.api.coordinated_election) continue;
      who_columns_ = std::max(who_columns_, server_process_name(scenario, host).size());
    }
    who_columns_ = std::min(who_columns_, kNameColumnsMax);
    head();
  }

  void take(const Fact& fact) {
    if (fact.at != now_) {
      tell_held();
      fault_answered_ = false;
      now_ = fact.at;
    }
    auto sentence = wording_.sentence_of(fact, lanes_);
    if (sentence && is_extra(fact)) sentence.reset();
    // What is folded came before this fact; its lanes show that.
    if (sentence && sentence->telling == Telling::told) {
      settle_held(*sentence);
      if (!is_elided(*sentence)) unfold(sentence->who);
    }
    lanes_.take(fact);
    if (!sentence) return;
    switch (sentence->telling) {
      case Telling::told:
        return tell(*sentence);
      case Telling::routine:
        return fold(*sentence);
      case Telling::held:
        return hold(std::move(*sentence));
    }
  }

  void finish(SimTime end) {
    tell_held();
    std::vector<std::string> names = cast_;
    for (const auto& [who, routines] : routines_) {
      if (std::ranges::find(names, who) == names.end()) names.push_back(who);
    }
    for (const std::string& who : names) unfold(who);
    for (const auto& [key, refrain] : refrains_) {
      if (refrain.untold == 0) continue;
      line("…", key.first,
           refrain.text + ": " + std::to_string(refrain.untold) + " more, the last at " +
               clock_text(refrain.last),
           Ink::faint);
    }
    line(clock_text(end), "", "the run ends", Ink::faint);
  }

 private:
  void head() {
    if (lanes_.empty()) return;
    out_ << page_.style.paint(Ink::faint,
                              std::string(kClockColumns + 2, ' ') + std::string{Lanes::kLegend})
         << "\n\n"
         << std::string(kClockColumns + 2, ' ') << page_.style.paint(Ink::strong, lanes_.heading())
         << "\n";
  }

  // API servers and the like are the scene, not the cast.
  bool is_extra(const Fact& fact) const {
    return std::holds_alternative<ProcessStarted>(fact.body) && fact.at == SimTime{} &&
           std::ranges::find(cast_, fact.by.view()) == cast_.end();
  }

  bool is_elided(const Sentence& sentence) const {
    const auto found = refrains_.find({sentence.who, sentence.kind});
    if (found == refrains_.end() || sentence.who == "fault") return false;
    return found->second.told >= (goes_on_ ? kToldMaxThen : kToldMax);
  }

  // The start of a process and the beginning of a fault need no line where the next sentence says
  // it.
  void settle_held(Sentence& sentence) {
    if (sentence.answers_fault) fault_answered_ = true;
    std::erase_if(
        held_, [&](const Sentence& held) { return held.who == "fault" && sentence.answers_fault; });
    if (!held_.empty() && sentence.kind == ElectorStarted::kWord &&
        held_.back().who == sentence.who) {
      sentence.text = held_.back().text + ", " + sentence.text;
      held_.pop_back();
    }
    tell_held();
  }

  void hold(Sentence sentence) {
    if (sentence.who == "fault" && fault_answered_ && sentence.kind == FaultEnded::kWord) return;
    held_.push_back(std::move(sentence));
  }

  void tell_held() {
    for (const Sentence& sentence : std::exchange(held_, {})) tell(sentence);
  }

  void tell(const Sentence& sentence) {
    Refrain& refrain = refrains_[{sentence.who, sentence.kind}];
    if (is_elided(sentence)) {
      if (!goes_on_) line("…", "", "and so on; counted from here, and told at the end", Ink::faint);
      goes_on_ = true;
      ++refrain.untold;
      refrain.last = now_;
      refrain.text = sentence.text;
      return;
    }
    ++refrain.told;
    told_at_ = now_;
    line(clock_text(now_), sentence.who, sentence.text, sentence.ink);
  }

  void fold(const Sentence& sentence) {
    std::vector<Routine>& routines = routines_[sentence.who];
    const auto found = std::ranges::find(routines, sentence.text, &Routine::text);
    if (found == routines.end()) {
      routines.push_back({sentence.text, sentence.ink, sentence.trifle, now_, now_, 1});
    } else {
      found->last = now_;
      ++found->count;
    }
  }

  void unfold(const std::string& who) {
    const auto found = routines_.find(who);
    if (found == routines_.end()) return;
    for (const Routine& routine : std::exchange(found->second, {})) {
      if (routine.count == 1 && routine.trifle) continue;
      // Time does not run backwards: what others did since then has been told already.
      const bool in_order = routine.count == 1 && routine.first >= told_at_;
      const std::string when = routine.count == 1 && !in_order
                                   ? " (at " + clock_text(routine.first) + ")"
                                   : std::string{};
      line(in_order ? clock_text(routine.first) : "…", who, routine.told() + when, routine.ink);
    }
  }

  void line(std::string_view clock, std::string_view who, std::string_view text, Ink ink) {
    const std::size_t blank = kClockColumns - std::min(kClockColumns, columns_of(clock));
    const std::string lanes = lanes_.drawn(page_.style);
    const std::size_t lane_columns = columns_of(lanes_.heading());
    const std::size_t before = kClockColumns + 2 + lane_columns + (lane_columns > 0 ? 2 : 0);
    const std::size_t columns = before + who_columns_ + 2;
    const std::size_t room = page_.width > columns + 20 ? page_.width - columns : 20;

    bool first = true;
    for (const std::string& part : wrapped(text, room)) {
      out_ << (first ? std::string(blank, ' ') + page_.style.paint(Ink::faint, clock)
                     : std::string(kClockColumns, ' '))
           << "  ";
      if (lane_columns > 0) out_ << lanes << "  ";
      const std::string name = padded(shortened(first ? who : "", who_columns_), who_columns_);
      out_ << name << "  " << page_.style.paint(ink, part) << '\n';
      first = false;
    }
  }

  std::ostream& out_;
  Page page_;
  std::vector<std::string> cast_;
  Lanes lanes_;
  Wording wording_;
  std::size_t who_columns_ = kNameColumnsMin;
  SimTime now_{};
  SimTime told_at_{};            // of the last line with a time
  bool goes_on_ = false;         // something was told so often that it is counted now
  bool fault_answered_ = false;  // something told at this instant shows what a fault did
  std::vector<Sentence> held_;
  std::map<std::string, std::vector<Routine>, std::less<>> routines_;  // by who
  std::map<std::pair<std::string, std::string>, Refrain> refrains_;    // by who and kind
};

Story::Story(std::ostream& out, const Scenario& scenario, const Page& page)
    : teller_(std::make_unique<Teller>(out, scenario, page)) {}
Story::~Story() = default;
void Story::take(const Fact& fact) { teller_->take(fact); }
void Story::finish(SimTime end) { teller_->finish(end); }

std::vector<std::string> cast_of(const Scenario& scenario) {
  std::vector<std::string> cast;
  for (const ProcessSpec& process : scenario.processes) {
    if (process.replicas == 1) {
      cast.push_back(process.name);
      continue;
    }
    for (std::int64_t i = 0; i < process.replicas; ++i) {
      cast.push_back(process.name + "-" + std::to_string(i));
    }
  }
  return cast;
}

}  // namespace leasesim
