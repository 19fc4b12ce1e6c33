// What an elector does step by step: requests, counters, the order of what happens, releases by
// version, and what its configuration may not be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/duel.hpp"

namespace leasesim {
namespace {

using testing::ElementsAre;

constexpr Duration kLatency = 1ms;
constexpr Duration kRoundTrip = 2 * kLatency;

DuelSetting usual() {
  DuelSetting setting;
  setting.latency = Distribution::constant(kLatency);
  return setting;
}

std::vector<Verb> verbs_between(const SmallWorld& world, std::string_view by, Duration from,
                                Duration to) {
  std::vector<Verb> verbs;
  for (const auto& sent : world.facts<RequestSent>(by)) {
    if (sent.at >= from && sent.at < to) verbs.push_back(sent.fact.verb);
  }
  return verbs;
}

// ---- requests ----

TEST(Requests, AHealthyLeaderSendsOneUpdateAPeriod) {
  Duel duel(Seed{1}, usual());
  duel.run_until(600s);

  const auto verbs = verbs_between(duel.world(), "a", 1s, 600s);
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(verbs, Verb::update)), verbs.size());
  EXPECT_EQ(static_cast<std::int64_t>(verbs.size()), 599s / (2s + kRoundTrip));
}

TEST(Requests, BeforeV030ALeaderReadsBeforeEachWrite) {
  DuelSetting setting = usual();
  setting.a.client_go = 29;
  Duel duel(Seed{1}, setting);
  duel.run_until(600s);

  const auto verbs = verbs_between(duel.world(), "a", 1s, 600s);
  for (std::size_t i = 0; i + 1 < verbs.size(); i += 2) {
    ASSERT_EQ(verbs[i], Verb::get);
    ASSERT_EQ(verbs[i + 1], Verb::update);
  }
  EXPECT_NEAR(static_cast<double>(verbs.size()), 599.0 / 2.004 * 2, 2);
}

TEST(Requests, ACandidateSendsOneReadEachTwoToFourPointFourSeconds) {
  Duel duel(Seed{1}, usual());
  duel.challenge(1s);
  duel.run_until(7200s);

  const auto sent = duel.world().facts<RequestSent>("b");
  Duration shortest{1h};
  Duration longest{};
  for (std::size_t i = 1; i < sent.size(); ++i) {
    ASSERT_EQ(sent[i].fact.verb, Verb::get);
    // The wait begins when the attempt has ended; the first one also set the connection up.
    if (i == 1) continue;
    const Duration wait = sent[i].at - sent[i - 1].at - kRoundTrip;
    ASSERT_GE(wait, 2s);
    ASSERT_LT(wait, 4400ms);
    shortest = std::min(shortest, wait);
    longest = std::max(longest, wait);
  }
  EXPECT_LT(shortest, 2010ms);
  EXPECT_GT(longest, 4390ms);
}

TEST(Requests, AnAttemptLongerThanAPeriodIsFollowedByTheNextAtOnce) {
  Duel duel(Seed{1}, usual());
  duel.run_until(20s);
  const Duration answered = duel.last_renewal().answered;
  // Updates fail after 2.5 s each, reads at once: the beat that was missed is made up.
  ServerRule rule = failing();
  rule.delay = Distribution::constant(2500ms);
  rule.verbs = {Verb::update};
  duel.world().add_rule(rule);
  ServerRule quick = failing();
  quick.verbs = {Verb::get};
  duel.world().add_rule(quick);

  duel.run_until(40s);

  std::vector<Duration> began;
  for (const auto& sent : duel.world().facts<RequestSent>("a")) {
    if (sent.at > answered && sent.fact.verb == Verb::update) began.push_back(sent.at);
  }
  const Duration session = answered + 2s;
  const Duration attempt = 2500ms + 2 * kRoundTrip;
  EXPECT_THAT(
      began, ElementsAre(session, session + attempt, session + 2 * attempt, session + 3 * attempt));
  EXPECT_EQ(duel.stop(), session + 10s);
}

// ---- leaseTransitions and acquireTime ----

TEST(Counter, StartsAtZeroStaysOverRenewalsAndGrowsByOneWithEachSuccession) {
  Duel duel(Seed{1}, usual());
  duel.challenge(1s);
  duel.world().at(60s, crash("a"));
  duel.run_until(120s);

  std::vector<std::int64_t> counters;
  for (const auto& write : duel.world().facts<LeaseWritten>()) {
    if (counters.empty() || counters.back() != write.fact.transitions) {
      counters.push_back(write.fact.transitions);
    }
  }
  EXPECT_THAT(counters, ElementsAre(0, 1));
}

TEST(Counter, GrowsWhenAFormerHolderTakesItsOwnReleasedRecord) {
  DuelSetting setting = usual();
  setting.a.release_on_cancel = true;
  Duel duel(Seed{1}, setting);
  duel.world().at(20s, ask_to_stop("a"));
  duel.world().at(30s, start("a"));
  duel.run_until(29s);
  const std::optional<MicroTime> before = duel.world().lease("demo")->spec.acquired;

  duel.run_until(40s);

  const LeaseSpec& spec = duel.world().lease("demo")->spec;
  EXPECT_EQ(spec.holder.view(), "a");
  EXPECT_EQ(spec.transitions, 1);
  EXPECT_NE(spec.acquired, before);
}

TEST(Counter, StaysWhenAHolderComesBackToItsOwnRecord) {
  Duel duel(Seed{1}, usual());
  duel.run_until(19s);
  const std::optional<MicroTime> acquired = duel.world().lease("demo")->spec.acquired;
  duel.world().at(20s, crash("a"));
  duel.world().at(25s, start("a"));

  duel.run_until(40s);

  EXPECT_EQ(duel.world().facts<LeadershipGained>("a").back().at, 25s + 3 * kRoundTrip);
  EXPECT_EQ(duel.world().lease("demo")->spec.transitions, 0);
  EXPECT_EQ(duel.world().lease("demo")->spec.acquired, acquired);
}

// See docs/decisions/0002-a-recreated-lease-keeps-its-counter.md.
std::int32_t counter_after_deletion(std::int32_t client_go) {
  DuelSetting setting = usual();
  setting.a.client_go = client_go;
  Duel duel(Seed{1}, setting);
  duel.world().at(10s, [](SmallWorld& world) {
    Lease lease = *world.lease("demo");
    lease.spec.transitions = 7;
    world.put(lease);
  });
  duel.world().at(20s, delete_lease("demo"));
  duel.run_until(40s);
  EXPECT_TRUE(duel.world().facts<LeadershipLost>().empty());
  return duel.world().lease("demo")->spec.transitions.value_or(-1);
}

TEST(Counter, OfALeaseThatItsLeaderCreatesAgainGoesOnSinceV030) {
  EXPECT_EQ(counter_after_deletion(36), 7);
  EXPECT_EQ(counter_after_deletion(30), 7);
  EXPECT_EQ(counter_after_deletion(29), 0);
}

// ---- the order of what happens ----

std::vector<std::string> words_at(const SmallWorld& world, std::string_view by, Duration at) {
  std::vector<std::string> words;
  for (const Fact& fact : world.record()) {
    if (fact.by.view() != by || fact.at.time_since_epoch() != at) continue;
    words.emplace_back(word_of(fact.body));
  }
  return words;
}

TEST(Order, AtAWinTheHolderIsReportedThenLeadingBeginsAndARenewalFollowsAtOnce) {
  DuelSetting setting = usual();
  setting.a.work.emplace();
  Duel duel(Seed{1}, setting);
  duel.run_until(10s);

  const Duration won = duel.world().first<LeadershipGained>("a");
  EXPECT_THAT(words_at(duel.world(), "a", won),
              ElementsAre("answer-received", "leader-observed", "leadership-gained", "work-began",
                          "request-sent", "renewal-began", "request-sent"));
}

TEST(Order, AtALossTheReleaseComesBeforeTheEndOfLeading) {
  DuelSetting setting = usual();
  setting.a.work.emplace();
  setting.a.release_on_cancel = true;
  Duel duel(Seed{1}, setting);
  duel.world().at(20s, [](SmallWorld& world) {
    ServerRule rule = failing();
    rule.verbs = {Verb::update};
    rule.kinds = {Kind::lease};
    world.add_rule(rule);
  });
  duel.run_until(60s);

  EXPECT_THAT(words_at(duel.world(), "a", duel.stop()),
              ElementsAre("answer-received", "lease-released", "leadership-lost", "work-ended",
                          "process-exited"));
  EXPECT_EQ(duel.stop(), duel.last_renewal().answered + 2s + 10s + 2 * kRoundTrip)
      << "GET and PUT of the release";
}

TEST(Order, AskedToStopLeadingEndsBeforeTheRelease) {
  DuelSetting setting = usual();
  setting.a.release_on_cancel = true;
  Duel duel(Seed{1}, setting);
  duel.world().at(21s, ask_to_stop("a"));
  duel.run_until(60s);

  EXPECT_EQ(duel.stop(), 21s);
  EXPECT_EQ(duel.world().first<LeaseReleased>("a"), 21s + 2 * kRoundTrip);
}

TEST(Order, ASuccessorIsReportedOnlyWhenTheSessionEnds) {
  Duel duel(Seed{1}, usual());
  duel.challenge(5s);
  duel.world().at(20s, steal_lease("demo", "b"));
  duel.run_until(60s);

  const auto reports = duel.world().facts<LeaderObserved>("a");
  ASSERT_EQ(reports.size(), 2U);
  EXPECT_EQ(reports[1].fact.holder.view(), "b");
  EXPECT_EQ(reports[1].at, duel.stop());
}

// ---- releases by version ----

constexpr std::int32_t kVersions[] = {19, 20, 30, 33, 34, 36, 37};

// How long b waits for the lease of a leader that is asked to stop.
struct Succession {
  Succession(std::int32_t client_go, const std::function<void(Duel&, Duration)>& trouble) {
    DuelSetting setting = usual();
    setting.a.release_on_cancel = true;
    setting.a.client_go = client_go;
    duel.emplace(Seed{1}, setting);
    duel->challenge(5s);
    stop_at = 21s;
    trouble(*duel, stop_at);
    duel->world().at(stop_at, ask_to_stop("a"));
    duel->run_until(60s);
    took = duel->steal() - stop_at;
  }
  bool quick() const { return took <= 4400ms + 10 * kLatency; }
  bool released() const { return duel->world().facts<LeaseReleased>("a").front().fact.succeeded; }
  std::optional<Duel> duel;
  Duration stop_at{};
  Duration took{};
};

TEST(Release, InV019HadNoDurationAndWasRefused) {
  for (const std::int32_t version : kVersions) {
    const Succession run(version, [](Duel&, Duration) {});
    EXPECT_EQ(run.released(), version > 19) << "v0." << version;
    EXPECT_EQ(run.quick(), version > 19) << "B6, v0." << version;
  }
}

TEST(Release, OfARenewalWhoseAnswerIsUnderWayMeetsAConflictUpToV033) {
  for (const std::int32_t version : kVersions) {
    if (version < 20) continue;
    // The renewal commits, its answer is lost, and the leader is asked to stop while it waits.
    const Succession run(version, [](Duel& duel, Duration stop_at) {
      duel.world().at(stop_at - 2500ms, [](SmallWorld& world) {
        ServerRule rule = silent();
        rule.clients = {world.process("a").name()};
        rule.verbs = {Verb::update};
        rule.left = 1;
        world.add_rule(rule);
      });
    });
    EXPECT_EQ(run.quick(), version >= 34) << "B8, B9, v0." << version;
    EXPECT_EQ(run.released(), version >= 34) << "v0." << version;
  }
}

TEST(Release, ThatMeetsAConflictAfterItsReadIsTriedAgainFromV037) {
  for (const std::int32_t version : {34, 36, 37}) {
    const Succession run(version, [](Duel& duel, Duration stop_at) {
      duel.world().at(stop_at + kRoundTrip + 1us, [](SmallWorld& world) {
        Lease lease = *world.lease("demo");
        lease.spec.renewed = micro_time(WallTime{1'767'300'000s});
        world.put(lease);
      });
    });
    EXPECT_EQ(run.released(), version >= 37) << "v0." << version;
    EXPECT_EQ(run.quick(), version >= 37) << "v0." << version;
  }
}

TEST(Release, WritesAnEmptyHolderOneSecondAndTheCounterAsItWas) {
  DuelSetting setting = usual();
  setting.a.release_on_cancel = true;
  Duel duel(Seed{1}, setting);
  duel.world().at(20s, ask_to_stop("a"));
  duel.run_until(25s);

  const LeaseSpec& spec = duel.world().lease("demo")->spec;
  EXPECT_EQ(spec.holder.view(), "");
  EXPECT_EQ(spec.duration, 1);
  EXPECT_EQ(spec.transitions, 0);
  EXPECT_EQ(spec.acquired, spec.renewed);
}

// ---- whose duration counts ----

TEST(Expiry, CountsTheRecordsDurationSinceV027AndOnesOwnBefore) {
  for (const std::int32_t version : {26, 27}) {
    DuelSetting setting = usual();
    setting.a.lease_duration = 30s;
    setting.b.client_go = version;
    setting.b.lease_duration = 12s;
    const Renewal last = undisturbed_renewal(setting, 20s);
    Duel duel(Seed{1}, setting);
    duel.challenge(5s);
    duel.world().at(last.answered + 1us, crash("a"));
    duel.run_until(90s);

    const Duration waited = duel.steal() - last.committed;
    EXPECT_GE(waited, version < 27 ? 12s : 30s) << "B3, v0." << version;
    EXPECT_LE(waited, (version < 27 ? 12s : 30s) + 2 * 4400ms + 10 * kLatency) << version;
  }
}

// ---- what is refused ----

struct Refusal {
  Timings timings;
  const char* why;  // null: accepted
};

TEST(Validation, SaysTheFirstRuleThatIsBrokenInUpstreamsWords) {
  const Refusal refusals[] = {
      {{10s, 10s, 2s}, "leaseDuration must be greater than renewDeadline"},
      {{0s, 0s, 0s}, "leaseDuration must be greater than renewDeadline"},
      {{15s, 10s, 9s}, "renewDeadline must be greater than retryPeriod*JitterFactor"},
      {{15s, 12s, 10s}, "renewDeadline must be greater than retryPeriod*JitterFactor"},
      {{0s, -1s, -2s}, "leaseDuration must be greater than zero"},
      {{1s, 0s, -1s}, "renewDeadline must be greater than zero"},
      {{2s, 1s, 0s}, "retryPeriod must be greater than zero"},
      {{15s, 10s, 2s}, nullptr},
      {{15s, 10s, 8300ms}, nullptr},
      {{1500ms, 1400ms, 1s}, nullptr},
      {{3ns, 2ns, 1ns}, nullptr},
  };
  for (const Refusal& refusal : refusals) {
    const auto why = refused_because(elector_of("a", refusal.timings));
    EXPECT_EQ(why.value_or(""), refusal.why == nullptr ? "" : refusal.why)
        << duration_text(refusal.timings.lease);
  }
}

TEST(Validation, LeavesALeaseBelowOneSecondToTheApiServerWhichRefusesIt) {
  DuelSetting setting = usual();
  setting.a = elector_of("a", {900ms, 500ms, 200ms});
  Duel duel(Seed{1}, setting);
  duel.run_until(60s);

  EXPECT_EQ(duel.world().lease("demo"), nullptr);
  const auto served = duel.world().facts<RequestServed>("a");
  EXPECT_TRUE(std::ranges::any_of(served, [](const Noted<RequestServed>& request) {
    return request.fact.verb == Verb::create && request.fact.outcome == ApiError::invalid;
  }));
}

}  // namespace
}  // namespace leasesim
