// Wakeups go in one order, (time, ticket), whatever is cancelled or put off meanwhile.
#include "leasesim/engine/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

namespace leasesim {
namespace {

SimTime at(Duration time) { return SimTime{} + time; }

struct Logged : Wakeup {
  Logged() : Wakeup(&went_off) {}
  std::vector<int>* log = nullptr;
  int id = 0;
  static void went_off(Wakeup& self) {
    auto& logged = static_cast<Logged&>(self);
    logged.log->push_back(logged.id);
  }
};

struct LoggedTimeout : Timeout {
  LoggedTimeout() : Timeout(&went_off) {}
  std::vector<int>* log = nullptr;
  int id = 0;
  static void went_off(Timeout& self) {
    auto& logged = static_cast<LoggedTimeout&>(self);
    logged.log->push_back(logged.id);
  }
};

class EngineOrder : public testing::Test {
 protected:
  Logged& wakeup(int id) {
    Logged& made = wakeups_.emplace_back();
    made.log = &log_;
    made.id = id;
    return made;
  }
  LoggedTimeout& timeout(int id) {
    LoggedTimeout& made = timeouts_.emplace_back();
    made.log = &log_;
    made.id = id;
    return made;
  }

  std::vector<int> log_;
  std::deque<Logged> wakeups_;
  std::deque<LoggedTimeout> timeouts_;
  Engine engine_;
};

TEST_F(EngineOrder, EarlierTimesGoFirst) {
  engine_.arm(wakeup(1), at(3s));
  engine_.arm(wakeup(2), at(1s));
  engine_.arm(wakeup(3), at(2s));

  EXPECT_EQ(engine_.run_until(at(10s)), RunEnd::reached);

  EXPECT_EQ(log_, (std::vector{2, 3, 1}));
  EXPECT_EQ(engine_.now(), at(10s));
}

TEST_F(EngineOrder, EqualTimesGoInTheOrderOfArming) {
  Logged& first = wakeup(1);
  engine_.arm(first, at(1s));
  engine_.arm(wakeup(2), at(1s));
  engine_.arm(first, at(1s));  // armed again: now it is the later one

  (void)engine_.run_until(at(1s));

  EXPECT_EQ(log_, (std::vector{2, 1}));
}

TEST_F(EngineOrder, WhatIsDueAtTheEndStillGoesAndWhatIsLaterDoesNot) {
  engine_.arm(wakeup(1), at(5s));
  engine_.arm(wakeup(2), at(5s) + 1ns);

  (void)engine_.run_until(at(5s));

  EXPECT_EQ(log_, (std::vector{1}));
  EXPECT_TRUE(engine_.anything_before(at(6s)));
}

TEST_F(EngineOrder, ADisarmedWakeupNeverGoes) {
  Logged& cancelled = wakeup(1);
  engine_.arm(cancelled, at(1s));
  engine_.disarm(cancelled);

  EXPECT_FALSE(engine_.anything_before(at(5s)));
  (void)engine_.run_until(at(5s));

  EXPECT_TRUE(log_.empty());
}

TEST_F(EngineOrder, ATimeoutPutOffTwiceGoesOnceAndInItsNewPlace) {
  LoggedTimeout& deadline = timeout(1);
  engine_.arm(deadline, at(1s));
  engine_.arm(wakeup(2), at(3s));
  engine_.arm(deadline, at(2s));
  engine_.arm(deadline, at(3s));  // after wakeup 2 was armed for the same instant
  engine_.arm(wakeup(3), at(3s));

  (void)engine_.run_until(at(9s));

  EXPECT_EQ(log_, (std::vector{2, 1, 3}));
}

TEST_F(EngineOrder, ATimeoutBroughtForwardGoesEarlier) {
  LoggedTimeout& deadline = timeout(1);
  engine_.arm(deadline, at(5s));
  engine_.arm(deadline, at(2s));
  engine_.arm(wakeup(2), at(3s));

  (void)engine_.run_until(at(9s));

  EXPECT_EQ(log_, (std::vector{1, 2}));
}

struct Restless : Wakeup {
  Restless() : Wakeup(&went_off) {}
  Engine* engine = nullptr;
  static void went_off(Wakeup& self) {
    static_cast<Restless&>(self).engine->arm(self, static_cast<Restless&>(self).engine->now());
  }
};

TEST(EngineGuard, AnInstantThatNeverEndsIsNoticed) {
  Engine engine;
  Restless restless;
  restless.engine = &engine;
  engine.arm(restless, at(1s));

  EXPECT_EQ(engine.run_until(at(2s)), RunEnd::endless_instant);
  EXPECT_EQ(engine.now(), at(1s));
}

// Against a list kept sorted by hand: the same wakeups in the same order, under random arming,
// disarming and putting off of both kinds.
TEST(EngineModel, AgreesWithASortedListUnderRandomUse) {
  std::mt19937_64 random(7);  // the test's own; the library has none
  for (int round = 0; round < 50; ++round) {
    Engine engine;
    std::vector<int> log;
    std::deque<Logged> plain(20);
    std::deque<LoggedTimeout> late(20);
    struct Expected {
      std::int64_t due;
      std::uint64_t order;
    };
    std::vector<std::optional<Expected>> model(40);
    for (int i = 0; i < 20; ++i) {
      plain[static_cast<std::size_t>(i)].log = &log;
      plain[static_cast<std::size_t>(i)].id = i;
      late[static_cast<std::size_t>(i)].log = &log;
      late[static_cast<std::size_t>(i)].id = 20 + i;
    }
    std::uint64_t order = 0;
    std::vector<int> expected;
    for (std::int64_t now = 0; now < 200; ++now) {
      for (int change = 0; change < 5; ++change) {
        const std::size_t id = random() % 40;
        const std::int64_t due = now + static_cast<std::int64_t>(random() % 30);
        const bool disarm = random() % 4 == 0;
        if (id < 20) {
          disarm ? engine.disarm(plain[id]) : engine.arm(plain[id], at(due * 1ns));
        } else {
          disarm ? engine.disarm(late[id - 20]) : engine.arm(late[id - 20], at(due * 1ns));
        }
        model[id] = disarm ? std::nullopt : std::optional{Expected{due, ++order}};
      }
      for (;;) {
        auto next = model.end();
        for (auto it = model.begin(); it != model.end(); ++it) {
          if (!*it || (*it)->due > now) continue;
          if (next == model.end() ||
              std::pair((*it)->due, (*it)->order) < std::pair((*next)->due, (*next)->order)) {
            next = it;
          }
        }
        if (next == model.end()) break;
        expected.push_back(static_cast<int>(next - model.begin()));
        next->reset();
      }
      (void)engine.run_until(at(now * 1ns));
      ASSERT_EQ(log, expected) << "round " << round << ", instant " << now;
    }
  }
}

}  // namespace
}  // namespace leasesim
