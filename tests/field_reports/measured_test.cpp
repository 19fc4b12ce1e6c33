// What a scenario file cannot say of a report: times between one fact and another, counts by the
// hour, and bounds that are reached when the polls fall as badly as they can.
#include <gtest/gtest.h>

#include <map>

#include "field_reports/report_file.hpp"

namespace leasesim {
namespace {

// Every wait to acquire of this process is stretched by this, from its first on.
void stretch_waits(ChoiceBook& book, std::string_view process, Duration by, std::uint64_t count) {
  for (std::uint64_t wait = 0; wait < count; ++wait) {
    book.set({{std::string{process}, 0, "retry-jitter", wait}, by.count()});
  }
}

// The last write of the lease that this process got an answer to, as the store took it.
Duration last_renewal(const Trace& trace, std::string_view by, Duration before) {
  Duration last{-1};
  for (const auto& renewal : seen<LeaseRenewed>(trace, by)) {
    if (renewal.at >= before) break;
    for (const auto& write : seen<LeaseWritten>(trace, by)) {
      if (write.fact.version == renewal.fact.version) last = write.at;
    }
  }
  return last;
}

// ---- how long a leader that cannot renew goes on ----

struct GiveUp {
  std::string_view report;
  std::string_view who;
  Duration after;      // R + D
  Duration release{};  // what giving the lease back may take where that comes first
};

class GivingUp : public testing::TestWithParam<GiveUp> {};

TEST_P(GivingUp, ComesRAndDAfterTheLastRenewalWhicheverWayTheApiFails) {
  constexpr Duration kWayBack = 1ms;  // d: the answer's way
  const Scenario scenario = load_report(GetParam().report);
  for (const std::uint64_t seed : seeds_of(scenario)) {
    const Trace trace = play(scenario, seed);

    const Duration lost = first_at<LeadershipLost>(trace, GetParam().who);

    const Duration after = lost - last_renewal(trace, GetParam().who, lost);
    EXPECT_GE(after, GetParam().after + kWayBack) << "seed " << seed;
    EXPECT_LE(after, GetParam().after + kWayBack + GetParam().release) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, GivingUp,
    testing::Values(
        GiveUp{"a-sidecar-is-out-fifteen-seconds-after-its-last-renewal", "elector-a", 15s},
        GiveUp{"without-a-request-timeout-a-black-hole-leaves-but-one-try", "without-timeout", 35s},
        GiveUp{"without-a-request-timeout-a-black-hole-leaves-but-one-try", "with-timeout", 35s},
        GiveUp{"a-store-that-fails-after-seven-seconds-leaves-one-try-and-a-half", "sidecar", 15s},
        GiveUp{"library-go-outlives-an-outage-of-104-seconds-and-not-one-of-131", "through-131s",
               133s, 10ms},
        GiveUp{"a-longer-lease-alone-does-not-help-its-leader", "elector-a", 12s},
        GiveUp{"a-robbed-leader-stops-in-time-and-must-come-back", "exits", 12s},
        GiveUp{"work-that-ignores-the-loss-overlaps-to-the-end", "deaf-a", 12s},
        GiveUp{"a-restarted-elector-tries-for-ever-behind-a-partition", "manager", 12s}));

TEST(ReportB62, EachControllerStopsTenSecondsAfterItsFirstTryThatHangs) {
  const Scenario scenario =
      load_report("a-stall-of-21-seconds-costs-all-twenty-controllers-their-leases");
  for (const std::uint64_t seed : seeds_of(scenario)) {
    const Trace trace = play(scenario, seed);
    for (int number = 1; number <= 20; ++number) {
      const std::string zero = number < 10 ? "0" : "";
      const std::string who = "controller-" + zero + std::to_string(number);

      const Duration lost = first_at<LeadershipLost>(trace, who);

      Duration hung{};
      for (const auto& session : seen<RenewalBegan>(trace, who)) {
        if (session.at < lost) hung = session.at;
      }
      EXPECT_EQ(lost - hung, 10s) << who << ", seed " << seed;
      // The request that was under way when the stall began may have lost its answer alone.
      EXPECT_GE(hung, 100s - 3ms) << who << ", seed " << seed;
    }
  }
}

// ---- how long a successor waits ----

TEST(ReportB15, TheWaitReachesBothItsEnds) {
  const Scenario scenario = load_report("a-lease-of-ten-hours-ago-is-not-taken-at-once");
  ChoiceBook early;
  stretch_waits(early, "client-go", 498ms, 10);  // six waits, and the ways of five polls
  ChoiceBook late;
  stretch_waits(late, "client-go", 490ms, 6);  // one just before 15 s, and then the longest wait
  late.set({{"client-go", 0, "retry-jitter", 6}, Duration{2400ms}.count()});

  const Duration earliest = first_at<LeadershipGained>(play(scenario, 1, &early), "client-go");
  const Duration latest = first_at<LeadershipGained>(play(scenario, 1, &late), "client-go");

  EXPECT_GE(earliest, 15s);
  EXPECT_LE(earliest, 15s + 20ms);
  EXPECT_GE(latest, 19400ms - 100ms);
  EXPECT_LE(latest, 19400ms + 10ms);
}

TEST(ReportB07, TheWorstForcedTakeOverOfLibraryGoIs251SecondsAndNot163) {
  const std::string_view name = "library-go-outlives-an-outage-of-104-seconds-and-not-one-of-131";
  constexpr Duration kLastRenewal = 240s;
  constexpr Duration kLongestWait = 26s + 31200ms;  // 2.2 x 26 s
  // It looks just before the last renewal, sees it a longest wait later, looks again just before
  // the 137 s are over, and once more after a longest wait.
  ChoiceBook book;
  book.set({{"standby", 0, "retry-jitter", 0}, Duration{31199ms}.count()});
  for (const std::uint64_t wait : {1, 2, 3}) {
    book.set({{"standby", 0, "retry-jitter", wait}, Duration{19600ms}.count()});
  }
  book.set({{"standby", 0, "retry-jitter", 4}, Duration{31199ms}.count()});
  const Scenario scenario = with_start(load_report(name), "standby", kLastRenewal - 20ms);

  const Duration taken = first_at<LeadershipGained>(play(scenario, 1, &book), "standby");

  const Duration worst = 137s + 2 * kLongestWait;
  EXPECT_EQ(worst, 251'400ms);
  EXPECT_LE(taken - kLastRenewal, worst + 10ms);
  EXPECT_GE(taken - kLastRenewal, worst - 400ms);
}

TEST(ReportB58, AfterTheRestartAnErrorComesEveryTwoToFourPointFourSeconds) {
  const Scenario scenario = load_report("a-restarted-elector-tries-for-ever-behind-a-partition");
  for (const std::uint64_t seed : seeds_of(scenario)) {
    const Trace trace = play(scenario, seed);
    Duration before{-1};
    int errors = 0;
    for (const auto& answer : seen<AnswerReceived>(trace, "manager")) {
      if (answer.at < 112'500ms) continue;
      ASSERT_EQ(answer.fact.outcome, ApiError::unreachable) << "seed " << seed;
      if (before >= Duration{}) {
        ASSERT_GE(answer.at - before, 2s) << "seed " << seed;
        ASSERT_LE(answer.at - before, 4400ms) << "seed " << seed;
      }
      before = answer.at;
      ++errors;
    }
    EXPECT_GT(errors, 7000 / 5) << "seed " << seed;
  }
}

// ---- counting ----

TEST(ReportB64, EachStallCostsOneTermAndNothingElseDoes) {
  const Scenario scenario = load_report("one-stall-every-94-seconds-costs-38-terms-an-hour");
  const Trace trace = play(scenario, 1);

  const auto losses = seen<LeadershipLost>(trace, "provisioner");

  ASSERT_EQ(losses.size(), 38U);
  for (std::size_t stall = 0; stall < losses.size(); ++stall) {
    const Duration began = 60s + static_cast<std::int64_t>(stall) * Duration{94s};
    EXPECT_GE(losses[stall].at, began + 10s) << "stall " << stall;
    EXPECT_LE(losses[stall].at, began + 15'010ms) << "stall " << stall;
  }
}

// How often the counter of a lease moves, by the hour.
std::map<std::int64_t, int> moves_by_the_hour(const Trace& trace, std::string_view lease) {
  std::map<std::int64_t, int> moves;
  std::int64_t count = 0;
  for (const Fact& fact : trace.facts) {
    const auto* write = std::get_if<LeaseWritten>(&fact.body);
    if (write == nullptr || write->lease.view() != lease) continue;
    if (write->transitions != count) ++moves[fact.at.time_since_epoch() / Duration{1h}];
    count = write->transitions;
  }
  return moves;
}

TEST(ReportB42, ACounterThatCountsRenewalsGrowsByEighteenHundredAnHour) {
  const Scenario scenario = load_report("each-of-three-takeovers-is-counted-once");

  const Trace trace = play(scenario, 1);

  const auto right = moves_by_the_hour(trace, "right");
  EXPECT_EQ(right, (std::map<std::int64_t, int>{{1, 1}, {2, 1}, {3, 1}}));
  const auto many = moves_by_the_hour(trace, "many");
  ASSERT_EQ(many.size(), 4U);
  for (const auto& [hour, moves] : many) {
    EXPECT_GE(moves, 1780) << "hour " << hour;
    EXPECT_LE(moves, 1800) << "hour " << hour;
  }
}

TEST(ReportB91, TheConflictIsFollowedByAReadOfItsOwnNameAndAWrite) {
  const Scenario scenario = load_report("a-write-whose-answer-was-cut-conflicts-with-itself");
  const Trace trace = play(scenario, 1);

  std::vector<std::pair<Verb, ApiError>> served;
  for (const auto& request : seen<RequestServed>(trace, "twice-cut")) {
    if (request.at > 21s && request.at < 25s) {
      served.emplace_back(request.fact.verb, request.fact.outcome);
    }
  }

  const std::vector<std::pair<Verb, ApiError>> wanted{
      {Verb::update, ApiError::ok},        // applied, its answer lost
      {Verb::get, ApiError::ok},           // its answer lost as well
      {Verb::update, ApiError::conflict},  // with the version of before
      {Verb::get, ApiError::ok},          {Verb::update, ApiError::ok},
  };
  EXPECT_EQ(served, wanted);
}

// ---- work that outlives the term ----

constexpr std::string_view kHooks = "hooks-that-block-after-the-loss-overlap-the-successor";

// From where the new leader begins to work to where the old one has ended.
Duration overlap(const Trace& trace, int seconds) {
  const std::string number = std::to_string(seconds);
  const Duration begins = first_at<WorkBegan>(trace, "new-" + number);
  const Duration ends = first_at<WorkEnded>(trace, "old-" + number);
  return std::max(Duration{}, ends - begins);
}

TEST(ReportB51, TheOverlapLiesBetweenTheWorkLessElevenPointEightAndLessThreeSeconds) {
  constexpr Duration kWays = 1ms;  // the few messages that a take-over takes
  const Scenario scenario = load_report(kHooks);
  for (const std::uint64_t seed : seeds_of(scenario)) {
    const Trace trace = play(scenario, seed);
    for (const int seconds : {2, 4, 8, 10, 12}) {
      const Duration work = std::chrono::seconds{seconds};

      const Duration measured = overlap(trace, seconds);

      EXPECT_GE(measured + kWays, work - 11'800ms) << "w " << seconds << ", seed " << seed;
      EXPECT_LE(measured, std::max(Duration{}, work - 3s) + kWays)
          << "w " << seconds << ", seed " << seed;
    }
  }
}

TEST(ReportB51, TenSecondsOfWorkOverlapFivePointFiveIfTheStandbyLookedHalfASecondLate) {
  const Scenario scenario = load_report(kHooks);
  const Trace undisturbed = play(scenario, 1);
  const Duration lost = first_at<LeadershipLost>(undisturbed, "old-10");
  const Duration renewed = last_renewal(undisturbed, "old-10", lost);
  ChoiceBook book;
  stretch_waits(book, "new-10", 0s, 20);  // u = 0: it polls every two seconds

  // Its first look is half a second after the last renewal: phi = 0.5.
  const Trace trace = play(with_start(scenario, "new-10", renewed + 500ms), 1, &book);

  const Duration measured = overlap(trace, 10);
  EXPECT_LE(measured, 5500ms);
  EXPECT_GE(measured, 5500ms - 1ms);
}

TEST(ReportB51, TheBoundOfSevenSecondsIsReachedIfTheStandbyLooksJustInTime) {
  const Scenario scenario = load_report(kHooks);
  const Trace undisturbed = play(scenario, 1);
  const Duration lost = first_at<LeadershipLost>(undisturbed, "old-10");
  const Duration renewed = last_renewal(undisturbed, "old-10", lost);
  ChoiceBook book;
  stretch_waits(book, "new-10", 500ms, 20);  // six waits make 15 s

  const Trace trace = play(with_start(scenario, "new-10", renewed + 1us), 1, &book);

  EXPECT_LE(overlap(trace, 10), 7s);
  EXPECT_GE(overlap(trace, 10), 7s - 1ms);
}

// ---- the end of a run ----

// A request that is under way when the run ends was not cancelled by anybody. Once, the frames that
// went with the world said so, and to faults that were gone already.
TEST(ReportB90, ARunThatEndsAmidARequestNotesNothingAfterItsEnd) {
  const Scenario scenario = load_report("a-hung-request-eats-the-last-second-of-noobaas-margin");

  const Trace trace = play(scenario, 1);

  ASSERT_FALSE(trace.facts.empty());
  EXPECT_TRUE(std::holds_alternative<FaultTouched>(trace.facts.back().body) ||
              std::holds_alternative<FinalState>(trace.facts.back().body));
}

}  // namespace
}  // namespace leasesim
