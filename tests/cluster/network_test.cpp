// Messages between hosts, as a client and an API server see them: latency, order, loss, cuts.
#include "leasesim/cluster/network.hpp"

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

ObjectName demo(Process& self) { return object_name(self.names(), "", "demo"); }

Task<> one_read(Process& self, Api api) {
  auto found = co_await api.get<Lease>(demo(self));
  self.note(Remark{self.text(found ? "found" : "failed")});
}

Task<> one_write(Process& self, Api api) {
  Lease lease;
  lease.meta.name = demo(self);
  auto created = co_await api.create(lease);
  self.note(Remark{self.text(created ? "created" : "failed")});
}

// Opens the connection at the start, then reads at 10 s.
Task<> reads_at_ten(Process& self, Api api) {
  co_await one_read(self, api);
  co_await self.sleep_until(kAtTen);
  co_await one_read(self, api);
}

Task<> writes_at_ten(Process& self, Api api) {
  co_await one_read(self, api);
  co_await self.sleep_until(kAtTen);
  co_await one_write(self, api);
}

// What the client learnt of its n-th request, and when.
struct Answered {
  Duration at{};
  ApiError outcome = ApiError::ok;
};
Answered answer(const SmallWorld& world, std::size_t n) {
  const auto all = world.facts<AnswerReceived>("a");
  if (n >= all.size()) return {Duration{-1}, ApiError::ok};
  return {all[n].at, all[n].fact.outcome};
}

// One direction, a to the API server or back, under a rule from one instant to another.
class OneWay {
 public:
  OneWay(SmallWorld& world, bool to_server, Passage passage, Duration from, Duration to) {
    rule_.passage = passage;
    world.at(from, [this, to_server](SmallWorld& at) {
      const Host* client = &at.host("a");
      const Host* server = &at.server().process().host();
      if (!to_server) std::swap(client, server);
      at.network().add_rule(rule_, {{client, server}});
    });
    world.at(to, [this](SmallWorld& at) { at.network().remove_rule(rule_); });
  }

 private:
  RouteRule rule_;
};

// ---- latency and order ----

Task<> many_reads(Process& self, Api api) {
  for (int i = 0; i < 500; ++i) co_await one_read(self, api);
}

TEST(Network, TakesALatencyOfItsDistributionEachWay) {
  SmallWorld world(Seed{1}, {.latency = Distribution::uniform(1ms, 5ms)});
  world.add_process("a", many_reads, {});
  world.run_until(60s);

  const auto sent = world.facts<RequestSent>("a");
  const auto served = world.facts<RequestServed>("a");
  ASSERT_THAT(served, SizeIs(500));
  Duration shortest{1h};
  Duration longest{};
  for (std::size_t i = 1; i < served.size(); ++i) {
    const Duration latency = served[i].at - sent[i].at;
    ASSERT_GE(latency, 1ms);
    ASSERT_LE(latency, 5ms);
    shortest = std::min(shortest, latency);
    longest = std::max(longest, latency);
  }
  EXPECT_LT(shortest, 1100us);
  EXPECT_GT(longest, 4900us);
}

Task<> reads_side_by_side(Process& self, Api api) {
  std::deque<Child> readers;
  for (int i = 0; i < 100; ++i) {
    readers.emplace_back(self, one_read(self, api));
    co_await self.sleep(1ms);
  }
  co_await self.sleep(10s);
}

TEST(Network, DeliversTheMessagesOfAConnectionInTheirOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SmallWorld world(Seed{seed}, {.latency = Distribution::uniform(0ms, 100ms)});
    world.add_process("a", reads_side_by_side, {});
    world.run_until(60s);

    const auto served = world.facts<RequestServed>("a");
    ASSERT_THAT(served, SizeIs(100));
    for (std::size_t i = 1; i < served.size(); ++i) {
      ASSERT_GT(served[i].fact.request, served[i - 1].fact.request) << seed;
    }
  }
}

// ---- loss ----

// When a request sent at 10 s is served if its route loses everything for this long.
Duration served_after_loss_of(Duration time) {
  SmallWorld world{Seed{1}};
  world.add_process("a", reads_at_ten, {});
  const OneWay lossy(world, true, Passage::lost, 9s, 10s + time);
  world.run_until(60s);
  return world.facts<RequestServed>("a").back().at - 10s;
}

TEST(Network, SendsAgainWhatIsLostAfterTwoTenthsThenTwiceAsLong) {
  EXPECT_EQ(served_after_loss_of(100ms), 200ms + kLatency);
  EXPECT_EQ(served_after_loss_of(500ms), 600ms + kLatency);
  EXPECT_EQ(served_after_loss_of(1s), 1400ms + kLatency);
  EXPECT_EQ(served_after_loss_of(2s), 3s + kLatency);
  EXPECT_EQ(served_after_loss_of(6s), 6200ms + kLatency);
}

TEST(Network, SendsALostAnswerAgainJustAsWell) {
  SmallWorld world{Seed{1}};
  world.add_process("a", reads_at_ten, {});
  const OneWay lossy(world, false, Passage::lost, 9s, 10500ms);
  world.run_until(60s);

  EXPECT_EQ(world.facts<RequestServed>("a").back().at, 10s + kLatency);
  EXPECT_EQ(answer(world, 1).at, 10s + kLatency + 600ms + kLatency);
}

TEST(Network, HoldsWhatIsSentBehindALossUntilItIsFilled) {
  SmallWorld world{Seed{1}};
  world.add_process("a", reads_side_by_side, {});
  const OneWay lossy(world, true, Passage::lost, 30ms, 40ms);
  world.run_until(60s);

  const auto sent = world.facts<RequestSent>("a");
  const auto served = world.facts<RequestServed>("a");
  ASSERT_THAT(served, SizeIs(100));
  for (std::size_t i = 0; i < served.size(); ++i) {
    ASSERT_EQ(served[i].fact.request, sent[i].fact.request);
    const Duration earliest = sent[i].at > 30ms ? 230ms : 0ms;
    ASSERT_GE(served[i].at, earliest);
  }
}

TEST(Network, LosesItsShareAndLosesNothingForGood) {
  SmallWorld world{Seed{1}};
  world.add_process("a", many_reads, {});
  world.at(Duration{}, [](SmallWorld& at) {
    at.network().set_route(at.host("a"), at.server().process().host(), {}, Ratio{1, 4});
  });
  world.run_until(3600s);

  const auto sent = world.facts<RequestSent>("a");
  const auto served = world.facts<RequestServed>("a");
  ASSERT_THAT(served, SizeIs(500));
  int late = 0;
  for (std::size_t i = 1; i < served.size(); ++i) late += served[i].at - sent[i].at > kLatency;
  EXPECT_NEAR(late, 125, 40) << "four standard deviations";
}

// ---- cuts ----

TEST(Network, ABlackHoleGivesNoSignAndARefusalEndsTheConnectionAtOnce) {
  SmallWorld silent_world{Seed{1}};
  silent_world.add_process("a", reads_at_ten, {});
  const OneWay hole(silent_world, true, Passage::lost, 9s, 20s);
  silent_world.run_until(15s);
  EXPECT_EQ(answer(silent_world, 1).at, Duration{-1}) << "no time-out: it waits";

  SmallWorld world{Seed{1}};
  world.add_process("a", reads_at_ten, {});
  const OneWay wall(world, true, Passage::refused, 9s, 20s);
  world.run_until(15s);
  EXPECT_EQ(answer(world, 1).at, 10s);
  EXPECT_EQ(answer(world, 1).outcome, ApiError::disconnected);
}

TEST(Network, AConnectionThatIsRefusedIsUnreachable) {
  SmallWorld world{Seed{1}};
  world.add_process("a", one_read, {.starts = 1s});
  const OneWay wall(world, true, Passage::refused, 0s, 20s);
  world.run_until(15s);

  EXPECT_EQ(answer(world, 0).at, 1s);
  EXPECT_EQ(answer(world, 0).outcome, ApiError::unreachable);
  EXPECT_THAT(world.facts<ProcessExited>("a"), SizeIs(1)) << "and its actor went on to its end";
}

TEST(Network, ARefusalReachesAPausedProcessAtTheResume) {
  SmallWorld world{Seed{1}};
  world.add_process("a", reads_at_ten, {});
  ServerRule cut_answer;
  cut_answer.effect = ServerRule::Effect::cut;
  world.at(9s, serve_by(cut_answer));
  world.at(10s + 1us, pause("a"));
  world.at(12s, unpause("a"));
  world.run_until(15s);

  EXPECT_EQ(answer(world, 1).at, 12s);
  EXPECT_EQ(answer(world, 1).outcome, ApiError::disconnected);
}

TEST(Network, AHealedPartitionLetsTheNextRetransmissionThrough) {
  SmallWorld world{Seed{1}};
  world.add_process("a", reads_at_ten, {});
  world.at(9s, cut("a"));
  world.at(13500ms, heal("a"));
  world.run_until(60s);

  // Sent at 10 s, again 0.2, 0.6, 1.4, 3 and 6.2 s later.
  EXPECT_EQ(answer(world, 1).at, 16200ms + 2 * kLatency);
}

// ---- what was given up, and what was on the wire ----

Task<> gives_up_after(Process& self, Api api, Duration patience) {
  co_await one_read(self, api);
  co_await self.sleep_until(kAtTen);
  const bool done = co_await self.within(patience, one_write(self, api));
  self.note(Remark{self.text(done ? "done" : "gave up")});
  co_await self.sleep(60s);
}

std::size_t writes_of_one_that_gives_up_after(Duration patience) {
  SmallWorld world(Seed{1}, {.latency = Distribution::constant(100ms)});
  world.add_process(
      "a", [patience](Process& self, Api api) { return gives_up_after(self, api, patience); }, {});
  world.run_until(30s);
  return world.facts<LeaseWritten>("a").size();
}

TEST(Network, ARequestGivenUpBeforeItArrivesIsNeverApplied) {
  EXPECT_EQ(writes_of_one_that_gives_up_after(99ms), 0U);
  EXPECT_EQ(writes_of_one_that_gives_up_after(101ms), 1U) << "its answer is on the way";
}

TEST(Network, ARequestGivenUpBeforeItIsSentAgainIsNeverApplied) {
  SmallWorld world{Seed{1}};
  world.add_process("a", [](Process& self, Api api) { return gives_up_after(self, api, 500ms); },
                    {});
  const OneWay lossy(world, true, Passage::lost, 9s, 10510ms);
  world.run_until(60s);

  EXPECT_THAT(world.facts<LeaseWritten>("a"), IsEmpty());
}

TEST(Network, ARequestOfACrashedProcessThatIsOnTheWireIsApplied) {
  SmallWorld world(Seed{1}, {.latency = Distribution::constant(100ms)});
  world.add_process("a", writes_at_ten, {});
  world.at(10s + 50ms, crash("a"));
  world.run_until(30s);

  const auto written = world.facts<LeaseWritten>("a");
  ASSERT_THAT(written, SizeIs(1));
  EXPECT_EQ(written[0].at, 10s + 100ms);
}

TEST(Network, AnswersToASleepingMachineArriveWhenItWakes) {
  SmallWorld world(Seed{1}, {.latency = Distribution::constant(100ms)});
  world.add_process("a", reads_at_ten, {});
  world.at(10s + 50ms, suspend("a"));
  world.at(25s, resume("a"));
  world.run_until(60s);

  EXPECT_EQ(world.facts<RequestServed>("a").back().at, 10s + 100ms);
  EXPECT_EQ(answer(world, 1).at, 25s);
  EXPECT_EQ(answer(world, 1).outcome, ApiError::not_found);
}

// ---- lost answers ----

TEST(Network, AnAnswerLostSilentlyCostsTheTimeoutAndOneCutOffFailsAtOnce) {
  for (const bool cut_off : {false, true}) {
    SmallWorld world{Seed{1}};
    world.add_process(
        "a", [](Process& self, Api api) { return writes_at_ten(self, api.with_timeout(3s)); }, {});
    ServerRule rule;
    rule.effect = cut_off ? ServerRule::Effect::cut : ServerRule::Effect::lose_answer;
    world.at(9s, serve_by(rule));
    world.run_until(30s);

    EXPECT_THAT(world.facts<LeaseWritten>("a"), SizeIs(1)) << "the write was applied";
    EXPECT_EQ(answer(world, 1).at, cut_off ? 10s + 2 * kLatency : 13s);
    EXPECT_EQ(answer(world, 1).outcome, cut_off ? ApiError::disconnected : ApiError::timed_out);
  }
}

}  // namespace
}  // namespace leasesim
