// Stories of hand-made runs, to the letter, and what folding and counting promise.
#include "leasesim/report/story.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "support/golden.hpp"

namespace leasesim {
namespace {

using testing::HasSubstr;
using testing::Not;

Scenario duel() {
  Scenario scenario;
  scenario.name = "duel";
  scenario.until = 70s;
  for (const char* name : {"elector-a", "elector-b"}) {
    ProcessSpec process;
    process.name = name;
    scenario.processes.push_back(process);
  }
  return scenario;
}

// Facts said one after the other.
class Teller {
 public:
  explicit Teller(std::size_t width = 90, Style style = Style::plain())
      : story_(out_, duel(), Page{style, width}) {}

  template <class Body>
  void say(Duration at, std::string_view by, Body body) {
    const ProcessName who = by.empty() ? ProcessName{} : names_.process(by);
    story_.take(Fact{SimTime{at}, who, body});
  }
  std::string end(Duration at) {
    story_.finish(SimTime{at});
    return out_.str();
  }

  ObjectName lease() { return ObjectName{names_.intern("demo")}; }
  Text text(std::string_view characters) { return names_.intern(characters); }

  void starts(Duration at, std::string_view who, std::string_view identity) {
    say(at, who, ProcessStarted{names_.host("a"), text("leader-elector"), 0});
    say(at, who,
        ElectorStarted{lease(), text(identity), text("client-go"), ExpiryRule::own_stopwatch, 15s,
                       10s, 2s});
  }
  void renews(Duration first, Duration last, std::string_view who) {
    for (Duration at = first; at <= last; at += 2s) say(at, who, LeaseRenewed{lease(), 1});
  }

 private:
  Names names_;
  std::ostringstream out_;
  Story story_;
};

// What dual-leader-by-process-pause does, in its main lines.
void tell_the_duel(Teller& teller) {
  teller.starts(0s, "elector-a", "elector-a_1f");
  teller.say(12ms, "elector-a", LeaseTakenOver{teller.lease(), {}, teller.text("elector-a_1f")});
  teller.say(20ms, "elector-a", LeadershipGained{teller.lease(), teller.text("elector-a_1f"), 0});
  teller.starts(1s, "elector-b", "elector-b_2e");
  teller.say(1010ms, "elector-b", LeaderObserved{teller.lease(), teller.text("elector-a_1f")});
  teller.renews(2s, 18s, "elector-a");
  teller.say(20s, {}, FaultBegan{0, teller.text("pause elector-a for 25s")});
  teller.say(20s, "elector-a", ProcessPaused{});
  teller.say(35s, "elector-b",
             LeaseJudgedExpired{teller.lease(), 9, teller.text("elector-a_1f"),
                                ExpiryRule::own_stopwatch, 15203ms, 15s});
  teller.say(
      35004ms, "elector-b",
      LeaseTakenOver{teller.lease(), teller.text("elector-a_1f"), teller.text("elector-b_2e")});
  teller.say(35008ms, "elector-b",
             LeadershipGained{teller.lease(), teller.text("elector-b_2e"), 1});
  teller.say(45s, "elector-a", ProcessResumed{});
  teller.say(45s, {}, FaultEnded{0});
  teller.renews(37s, 53s, "elector-b");
  teller.say(
      55s, "elector-a",
      LeadershipLost{teller.lease(), teller.text("elector-a_1f"), teller.text("renew deadline")});
  teller.say(55s, "elector-a", ProcessExited{1, teller.text("leaderelection lost")});
}

TEST(Story, ReadsToTheLetter) {
  Teller teller;
  tell_the_duel(teller);

  expect_golden(teller.end(70s), "golden/report/story_of_two_leaders.txt");
}

TEST(Story, FitsNarrowTerminalsAndSaysTheSameInColour) {
  Teller teller{60, Style::coloured()};
  tell_the_duel(teller);

  expect_golden(teller.end(70s), "golden/report/story_of_two_leaders_narrow_in_colour.txt");
}

TEST(Story, TellsWhoElseLeads) {
  Teller teller;
  tell_the_duel(teller);
  const std::string story = teller.end(70s);

  EXPECT_THAT(story, HasSubstr("▒ █  elector-b  LEADS demo, and so does elector-a"));
  EXPECT_THAT(story, HasSubstr("│ █  elector-a  leads demo no longer: renew deadline; elector-b "
                               "leads alone"));
}

TEST(Story, NamesAnIdentityThatTwoProcessesShareByItself) {
  Teller teller;
  teller.starts(0s, "elector-a", "twin");
  teller.starts(0s, "elector-b", "twin");
  teller.say(1s, "elector-a", LeaseTakenOver{teller.lease(), teller.text("twin"), {}});
  teller.say(2s, "elector-a", LeaseRefused{teller.lease(), teller.text("twin")});

  EXPECT_THAT(teller.end(3s), HasSubstr("is refused demo: twin has it"));
}

TEST(Story, CountsWhatGoesOnForEver) {
  Teller teller;
  for (int i = 0; i < 100; ++i) {
    teller.say(i * 1s, "elector-a",
               LeaseTakenOver{teller.lease(), teller.text("b"), teller.text("elector-a")});
  }
  const std::string story = teller.end(100s);

  EXPECT_THAT(story, HasSubstr("2.000  · ·  elector-a  takes demo from b"));
  EXPECT_THAT(story, Not(HasSubstr("3.000  · ·  elector-a")));
  EXPECT_THAT(story, HasSubstr("takes demo from b: 97 more, the last at 99.000"));
}

TEST(Story, FoldsALocksRefusalsAndExtensions) {
  Teller teller;
  for (int i = 0; i < 10; ++i) {
    teller.say(i * 1s, "elector-a", LeaseRefused{teller.lease(), teller.text("b")});
  }
  for (int i = 10; i < 20; ++i) {
    teller.say(i * 1s, "elector-a", LockGranted{teller.lease(), teller.text("elector-a"), 60s, 1});
  }
  const std::string story = teller.end(20s);

  EXPECT_THAT(story, HasSubstr("0.000  · ·  elector-a  is refused demo: b has it\n"));
  EXPECT_THAT(story, HasSubstr("is still refused demo: b has it 9 times, about every 1.0 s\n"));
  EXPECT_THAT(story, HasSubstr("10.000  · ·  elector-a  gets the lock demo for 1m"));
  EXPECT_THAT(story, HasSubstr("extends the lock demo 9 times, about every 1.0 s\n"));
}

TEST(Story, TellsAFaultThatNothingElseShows) {
  Teller teller;
  teller.say(20s, {}, FaultBegan{0, teller.text("partition a for 10s")});
  teller.say(30s, {}, FaultEnded{0});
  const std::string story = teller.end(40s);

  EXPECT_THAT(story, HasSubstr("20.000  · ·  fault      partition a for 10s"));
  EXPECT_THAT(story, HasSubstr("30.000  · ·  fault      over: partition a for 10s"));
}

TEST(Story, LeavesOutAFaultThatAnotherSentenceShows) {
  Teller teller;
  tell_the_duel(teller);

  EXPECT_THAT(teller.end(70s), Not(HasSubstr("fault")));
}

TEST(Story, FoldsFailedRequestsByWhatFailed) {
  Teller teller;
  for (int i = 1; i <= 3; ++i) {
    teller.say(i * 1s, "elector-a", RequestSent{i, Verb::update, Kind::lease, teller.lease()});
    teller.say(i * 1s + 500ms, "elector-a", AnswerReceived{i, ApiError::timed_out});
  }

  EXPECT_THAT(teller.end(9s),
              HasSubstr("fails to update demo: timed out 3 times, about every 1.0 s"));
}

TEST(Story, WritesReplicasOut) {
  Scenario scenario = duel();
  scenario.processes[0].replicas = 2;

  EXPECT_EQ(cast_of(scenario),
            (std::vector<std::string>{"elector-a-0", "elector-a-1", "elector-b"}));
}

}  // namespace
}  // namespace leasesim
