// Clients and the API server's door: time-outs, dead connections, rate limits, other tries, seats.
#include "leasesim/api/client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "support/small_world.hpp"

namespace leasesim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Duration kLatency = 1ms;
constexpr MonoTime kAtTen = MonoTime{} + 10s;

using Body = Task<> (*)(Process&, Api);

ObjectName demo(Process& self) { return object_name(self.names(), "", "demo"); }

Task<> one_read(Process& self, Api api) {
  const auto found = co_await api.get<Lease>(demo(self));
  self.note(Remark{self.text(found ? "found" : found.error().message)});
}

Task<> one_write(Process& self, Api api) {
  Lease lease;
  lease.meta.name = demo(self);
  const auto created = co_await api.create(lease);
  self.note(Remark{self.text(created ? "created" : created.error().message)});
}

Task<> reads_every_second(Process& self, Api api) {
  for (;;) {
    co_await one_read(self, api);
    co_await self.sleep(1s);
  }
}

Task<> reads_at_once(Process& self, Api api) {
  for (int i = 0; i < 10; ++i) co_await one_read(self, api);
}

Task<> two_loops(Process& self, Api api) {
  const Child one(self, reads_at_once(self, api));
  const Child other(self, reads_at_once(self, api));
  co_await self.sleep(1h);
}

Task<> five_at_once(Process& self, Api api) {
  std::deque<Child> readers;
  for (int i = 0; i < 5; ++i) readers.emplace_back(self, one_read(self, api));
  co_await self.sleep(1h);
}

Task<> with_own_client(Process& self, Server& server, Wire& wire, ClientSettings settings,
                       Body body) {
  Client client(self, server, wire, settings);
  const Api api(client);
  co_await body(self, api);
}

// One process "a" with a client of these settings.
struct Stage {
  explicit Stage(Body body, const ClientSettings& settings = {},
                 const SmallWorld::Setting& setting = {})
      : world(Seed{1}, setting) {
    world.add_process("a",
                      [this, settings, body](Process& self, Api) {
                        return with_own_client(self, world.server(), wire, settings, body);
                      },
                      {});
  }
  std::vector<Duration> sent() const {
    std::vector<Duration> all;
    for (const auto& request : world.facts<RequestSent>("a")) all.push_back(request.at);
    return all;
  }
  std::vector<Duration> served() const {
    std::vector<Duration> all;
    for (const auto& request : world.facts<RequestServed>("a")) all.push_back(request.at);
    return all;
  }
  std::vector<Noted<AnswerReceived>> answers() const { return world.facts<AnswerReceived>("a"); }

  Wire wire;  // outlives the world, as a run's does
  SmallWorld world;
};

ClientSettings unlimited() {
  ClientSettings settings;
  settings.every = Duration{};
  return settings;
}

// ---- time-outs ----

TEST(Client, GivesARequestUpAtItsTimeout) {
  ClientSettings settings = unlimited();
  settings.timeout = 5s;
  Stage stage(reads_every_second, settings);
  stage.world.at(10s, cut("a"));
  stage.world.run_until(30s);

  const auto answers = stage.answers();
  const auto sent = stage.sent();
  ASSERT_EQ(answers[10].fact.outcome, ApiError::timed_out);
  EXPECT_EQ(answers[10].at, sent[10] + 5s);
  EXPECT_EQ(answers[9].fact.outcome, ApiError::not_found) << "the last before the cut";
}

// upstream: kubernetes/client-go:rest/request.go (the limiter waits before the time-out begins)
TEST(Client, WaitsForItsLimiterBeforeTheTimeoutBegins) {
  ClientSettings settings;
  settings.every = 10s;
  settings.burst = 1;
  settings.timeout = 2s;
  Stage stage(reads_at_once, settings);
  stage.world.run_until(35s);

  EXPECT_THAT(stage.sent(), ElementsAre(0s, 10s, 20s, 30s));
  for (const auto& answer : stage.answers()) EXPECT_EQ(answer.fact.outcome, ApiError::not_found);
}

// ---- dead connections ----

// upstream: kubernetes/apimachinery:pkg/util/net/http.go (30 s of silence, 15 s for the ping)
TEST(Client, FindsADeadConnectionAfterFortyFiveSecondsOfSilence) {
  Stage stage(reads_every_second, unlimited());
  stage.world.at(10s, cut("a"));
  stage.world.at(54s, heal("a"));
  stage.world.run_until(70s);

  const auto answers = stage.answers();
  const Duration last_heard = answers[9].at;
  ASSERT_EQ(answers[10].fact.outcome, ApiError::disconnected);
  EXPECT_EQ(answers[10].at, last_heard + 45s);
  EXPECT_EQ(answers[11].fact.outcome, ApiError::not_found) << "a new connection works";
  EXPECT_EQ(answers[11].at, answers[10].at + 1s + 4 * kLatency) << "set up and asked";
}

TEST(Client, KeepsASilentConnectionThatAnswersItsPings) {
  Stage stage(
      [](Process& self, Api api) -> Task<> {
        co_await one_read(self, api);
        co_await self.sleep(300s);
        co_await one_read(self, api);
      },
      unlimited());
  stage.world.run_until(400s);

  EXPECT_THAT(stage.answers(), SizeIs(2));
  EXPECT_EQ(stage.answers()[1].at, 300s + 4 * kLatency + 2 * kLatency) << "no second set-up";
}

TEST(Client, KeepsItAlsoWhenItMayWaitLongerForAPongThanItIsSilentBeforeAPing) {
  ClientSettings settings = unlimited();
  settings.idle = 10s;
  settings.ping_timeout = 15s;
  Stage stage(
      [](Process& self, Api api) -> Task<> {
        co_await one_read(self, api);
        co_await self.sleep(300s);
        co_await one_read(self, api);
      },
      settings);
  stage.world.run_until(400s);

  EXPECT_THAT(stage.answers(), SizeIs(2));
  EXPECT_EQ(stage.answers()[1].at, 300s + 4 * kLatency + 2 * kLatency) << "no second set-up";
}

// upstream: kubernetes/client-go:transport/cache.go (the dialer's time-out)
TEST(Client, GivesASetUpUpAfterThirtySeconds) {
  Stage stage(reads_every_second, unlimited());
  stage.world.at(0s, [](SmallWorld& world) { world.cut("a"); });
  stage.world.run_until(40s);

  const auto answers = stage.answers();
  ASSERT_THAT(answers, SizeIs(1));
  EXPECT_EQ(answers[0].at, 30s);
  EXPECT_EQ(answers[0].fact.outcome, ApiError::unreachable);
}

// ---- the limiter ----

TEST(Client, SendsTenAtOnceThenFiveASecondSharedByItsLoops) {
  Stage stage(two_loops, ClientSettings{}, {.latency = Distribution::constant(1us)});
  stage.world.run_until(10s);

  const auto sent = stage.sent();
  ASSERT_THAT(sent, SizeIs(20));
  EXPECT_LT(sent[9], 1ms) << "a burst of ten";
  for (std::size_t i = 10; i < 20; ++i) {
    // 200 ms a token; the bucket began to fill with the first request.
    const Duration due = 200ms * static_cast<std::int64_t>(i - 9);
    EXPECT_GE(sent[i], due - 1ms) << i;
    EXPECT_LE(sent[i], due + 1ms) << i;
  }
}

// ---- Retry-After ----

ServerRule asks_for_another_try(std::int64_t times) {
  ServerRule rule;
  rule.effect = ServerRule::Effect::fail;
  rule.failure = {ApiError::too_many_requests, 429, "TooManyRequests", "later", 1s};
  rule.left = times;
  return rule;
}

TEST(Client, TriesAgainWithinOneRequestAsLongAsTheServerAsksForIt) {
  Stage stage(one_read, unlimited());
  stage.world.add_rule(asks_for_another_try(3));
  stage.world.run_until(60s);

  EXPECT_THAT(stage.sent(), SizeIs(1));
  EXPECT_THAT(stage.served(), SizeIs(4));
  ASSERT_THAT(stage.answers(), SizeIs(1));
  EXPECT_EQ(stage.answers()[0].at, 3s + 2 * kLatency + 4 * 2 * kLatency);
  EXPECT_EQ(stage.answers()[0].fact.outcome, ApiError::not_found);
}

TEST(Client, TriesAgainTenTimesAtMost) {
  Stage stage(one_read, unlimited());
  stage.world.add_rule(asks_for_another_try(-1));
  stage.world.run_until(60s);

  EXPECT_THAT(stage.served(), SizeIs(11));
  ASSERT_THAT(stage.answers(), SizeIs(1));
  EXPECT_EQ(stage.answers()[0].fact.outcome, ApiError::too_many_requests);
}

TEST(Client, EndsItsTriesAtTheTimeoutOfTheRequest) {
  ClientSettings settings = unlimited();
  settings.timeout = 5s;
  Stage stage(one_read, settings);
  stage.world.add_rule(asks_for_another_try(-1));
  stage.world.run_until(60s);

  ASSERT_THAT(stage.answers(), SizeIs(1));
  EXPECT_EQ(stage.answers()[0].at, 5s);
  EXPECT_EQ(stage.answers()[0].fact.outcome, ApiError::timed_out);
}

// ---- the server's seats and caps ----

TEST(Server, ServesAsManyAtOnceAsItHasSeatsAndQueuesTheRest) {
  const ServerSettings two_seats{.service_time = Distribution::constant(100ms), .seats = 2};
  Stage stage(five_at_once, unlimited(), {.server = two_seats});
  stage.world.run_until(10s);

  const Duration arrived = 3 * kLatency;
  EXPECT_THAT(stage.served(), ElementsAre(arrived + 100ms, arrived + 100ms, arrived + 200ms,
                                          arrived + 200ms, arrived + 300ms));
}

TEST(Server, AnswersAllAtOnceWithoutALimit) {
  const ServerSettings open{.service_time = Distribution::constant(100ms)};
  Stage stage(five_at_once, unlimited(), {.server = open});
  stage.world.run_until(10s);

  for (const Duration at : stage.served()) EXPECT_EQ(at, 3 * kLatency + 100ms);
}

// upstream: kubernetes/apiserver:pkg/endpoints/handlers/rest.go
TEST(Server, GivesAWriteUpAfterThirtyFourSecondsAndAReadAfterAMinute) {
  const ServerSettings slow{.service_time = Distribution::constant(90s)};
  Stage writing(one_write, unlimited(), {.server = slow});
  writing.world.run_until(120s);
  EXPECT_THAT(writing.served(), ElementsAre(3 * kLatency + 34s));
  EXPECT_THAT(writing.world.facts<LeaseWritten>(), IsEmpty());
  EXPECT_EQ(writing.answers()[0].fact.outcome, ApiError::server_timeout);

  Stage reading(one_read, unlimited(), {.server = slow});
  reading.world.run_until(120s);
  EXPECT_THAT(reading.served(), ElementsAre(3 * kLatency + 60s));
}

Task<> writes_at_ten(Process& self, Api api) {
  co_await one_read(self, api);
  co_await self.sleep_until(kAtTen);
  co_await one_write(self, api);
  co_await self.sleep(5s);
  co_await one_write(self, api);
}

TEST(Server, ThatCrashesLosesWhatItHasInHandAndResetsItsConnections) {
  const ServerSettings settings{.service_time = Distribution::constant(1s)};
  Stage stage(writes_at_ten, unlimited(), {.server = settings});
  stage.world.at(10500ms, [](SmallWorld& world) { world.server().process().crash(); });
  stage.world.at(12s, [](SmallWorld& world) { world.server().process().start(); });
  stage.world.run_until(30s);

  const auto answers = stage.answers();
  ASSERT_THAT(answers, SizeIs(3));
  EXPECT_EQ(answers[1].at, 10500ms + kLatency);
  EXPECT_EQ(answers[1].fact.outcome, ApiError::disconnected);
  EXPECT_EQ(answers[2].fact.outcome, ApiError::ok) << "after its restart";
  EXPECT_THAT(stage.world.facts<LeaseWritten>(), SizeIs(1));
}

TEST(Server, ThatIsGoneRefusesNewConnectionsAndAppliesNothing) {
  Stage stage(writes_at_ten, unlimited(), {.latency = Distribution::constant(100ms)});
  // The write is on the wire when the server dies.
  stage.world.at(10050ms, [](SmallWorld& world) { world.server().process().crash(); });
  stage.world.run_until(30s);

  const auto answers = stage.answers();
  ASSERT_THAT(answers, SizeIs(3));
  EXPECT_EQ(answers[1].fact.outcome, ApiError::disconnected);
  EXPECT_EQ(answers[2].fact.outcome, ApiError::unreachable);
  EXPECT_EQ(answers[2].at, answers[1].at + 5s + 200ms) << "one round trip";
  EXPECT_THAT(stage.world.facts<LeaseWritten>(), IsEmpty());
}

TEST(Server, ThatIsPausedServesItsRequestsAtTheResume) {
  Stage stage(writes_at_ten, unlimited());
  stage.world.at(9s, [](SmallWorld& world) { world.server().process().pause(); });
  stage.world.at(14s, [](SmallWorld& world) { world.server().process().unpause(); });
  stage.world.run_until(30s);

  EXPECT_EQ(stage.world.facts<LeaseWritten>("a").front().at, 14s);
}

// ---- answers that are held ----

Task<> gives_up_and_asks_again(Process& self, Api api) {
  co_await one_read(self, api);
  const bool done = co_await self.within(2s, one_write(self, api));
  self.note(Remark{self.text(done ? "done" : "gave up")});
  for (int i = 0; i < 3; ++i) co_await one_read(self, api);
}

TEST(Client, ForgetsAnAnswerThatItHeldWhenItsAskerGaveUp) {
  // The deadline falls due while the process is paused, then the answer arrives: at the resume the
  // asker gives up first, and what it had asked for must not go off as the next request's answer.
  Stage stage(gives_up_and_asks_again, unlimited());
  ServerRule slow;
  slow.effect = ServerRule::Effect::delay_answer;
  slow.verbs = {Verb::create};
  slow.delay = Distribution::constant(3s);
  stage.world.add_rule(slow);
  stage.world.at(1s, pause("a"));
  stage.world.at(10s, unpause("a"));
  stage.world.run_until(30s);

  std::vector<std::string> said;
  for (const auto& remark : stage.world.facts<Remark>("a")) {
    if (remark.at >= 10s) said.push_back(remark.fact.text.str());
  }
  EXPECT_THAT(said, ElementsAre("gave up", "found", "found", "found"));
  EXPECT_EQ(stage.answers().back().at, 10s + 3 * 2 * kLatency);
}

}  // namespace
}  // namespace leasesim
