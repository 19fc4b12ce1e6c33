// Tasks: starting, ending, cancelling; and no stack growth under any compiler.
#include "leasesim/engine/task.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "leasesim/engine/engine.hpp"

namespace leasesim {
namespace {

SimTime at(Duration time) { return SimTime{} + time; }

// A wakeup that resumes a coroutine; lives as long as the test.
struct Alarm : Wakeup {
  Alarm() : Wakeup(&went_off) {}
  std::coroutine_handle<> sleeper;
  static void went_off(Wakeup& self) { static_cast<Alarm&>(self).sleeper.resume(); }
};

struct SleepOn {
  Engine& engine;
  Alarm& alarm;
  SimTime until;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> sleeper) {
    alarm.sleeper = sleeper;
    engine.arm(alarm, until);
  }
  void await_resume() const noexcept {}
};

struct Tally {
  explicit Tally(int& counter) : count(counter) { ++count; }
  ~Tally() { --count; }
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  int& count;
};

Task<std::uint64_t> ready(Engine&, std::uint64_t value) { co_return value; }

Task<std::uint64_t> sum_of_ready(Engine& engine, std::uint64_t count) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t value = co_await ready(engine, i);
    sum += value;
  }
  co_return sum;
}

TEST(Task, AwaitsTwoMillionReadyTasksWithoutGrowingTheStack) {
  Engine engine;
  Task<std::uint64_t> task = sum_of_ready(engine, 2'000'000);

  ASSERT_TRUE(task.start({}));

  EXPECT_EQ(task.take(), 2'000'000ULL * 1'999'999 / 2);
}

Task<int> nap(Engine& engine, Alarm& alarm, int& alive) {
  const Tally tally(alive);
  co_await SleepOn(engine, alarm, at(1s));
  co_return 7;
}

Task<> parent(Engine& engine, Alarm& alarm, int& alive, int& result) {
  const Tally tally(alive);
  const int value = co_await nap(engine, alarm, alive);
  result = value;
}

TEST(Task, AChildThatEndsLaterResumesItsParent) {
  Engine engine;
  Alarm alarm;
  int alive = 0;
  int result = 0;
  Task<> task = parent(engine, alarm, alive, result);

  EXPECT_FALSE(task.start({}));
  EXPECT_EQ(alive, 2);
  (void)engine.run_until(at(2s));

  EXPECT_TRUE(task.done());
  EXPECT_EQ(result, 7);
  EXPECT_EQ(alive, 0);
}

TEST(Task, DestroyingAParentDestroysItsChildrenAndGivesTheFramesBack) {
  Engine engine;
  Alarm alarm;
  int alive = 0;
  int result = 0;
  {
    Task<> task = parent(engine, alarm, alive, result);
    (void)task.start({});
    EXPECT_EQ(alive, 2);
  }

  EXPECT_EQ(alive, 0);
  EXPECT_EQ(engine.frames().live(), 0U);
  EXPECT_EQ(result, 0);
}

Task<> fails(Engine&) {
  ensure(false, "this test's own bug");
  co_return;
}
Task<> awaits_failure(Engine& engine) { co_await fails(engine); }

TEST(Task, ABugGoesStraightThroughToWhoeverRunsTheTask) {
  Engine engine;
  Task<> task = awaits_failure(engine);

  EXPECT_THROW((void)task.start({}), Bug);
}

TEST(FramePool, CountsWhatIsHandedOutWhateverItsSize) {
  FramePool pool;
  void* small = pool.get(100);
  void* large = pool.get(100'000);
  EXPECT_EQ(pool.live(), 2U);

  FramePool::put(small, 100);
  FramePool::put(large, 100'000);

  EXPECT_EQ(pool.live(), 0U);
}

}  // namespace
}  // namespace leasesim
