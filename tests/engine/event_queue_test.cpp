// The queue against a sorted set, which is too slow to be wrong.
#include "engine/event_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace leasesim {
namespace {

constexpr std::uint64_t kLastTime = std::numeric_limits<std::int64_t>::max();

// splitmix64; `below` is slightly biased, which is of no matter here.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
  }
  std::uint64_t below(std::uint64_t end) { return next() % end; }

 private:
  std::uint64_t state_;
};

// The queue and its model side by side; each operation compares the two.
class Checked {
 public:
  void push(std::uint64_t time) { push(time, ++last_ticket_); }

  // Tickets of one instant in no order at all, which the engine never does.
  void push_shuffled(std::uint64_t time, Dice& dice) {
    push(time, (dice.next() << 32) | ++last_ticket_);
  }

  void push(std::uint64_t time, std::uint64_t ticket) {
    const std::uint64_t payload = time * 31 + ticket;
    queue_.push({time, ticket, payload});
    model_.insert({time, ticket, payload});
    EXPECT_EQ(queue_.size(), model_.size());
  }

  bool top_agrees() { return same(queue_.top()); }

  bool pop_agrees() {
    const bool agrees = same(queue_.pop());
    now_ = std::get<0>(*model_.begin());
    model_.erase(model_.begin());
    return agrees && queue_.size() == model_.size() && queue_.empty() == model_.empty();
  }

  void pop_all() {
    while (!model_.empty()) ASSERT_TRUE(pop_agrees()) << "at time " << now_;
  }

  std::uint64_t now() const { return now_; }
  std::size_t size() const { return model_.size(); }
  EventQueue& queue() { return queue_; }

 private:
  using Row = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

  bool same(const QueuedEvent& event) const {
    return Row{event.time, event.ticket, event.payload} == *model_.begin();
  }

  EventQueue queue_;
  std::set<Row> model_;
  std::uint64_t last_ticket_ = 0;
  std::uint64_t now_ = 0;
};

// A gap of any magnitude: a random number of bits, so that every level of the wheel is met.
std::uint64_t gap(Dice& dice, std::uint64_t bits_max) {
  return dice.next() >> (64 - (1 + dice.below(bits_max)));
}

std::uint64_t later(std::uint64_t now, std::uint64_t gap) {
  return gap > kLastTime - now ? kLastTime : now + gap;
}

// Pushes up to `high` and pops down to `low` pending, `turns` times, with looks at the top between.
void swing(Checked& checked, Dice& dice, std::size_t low, std::size_t high, int turns,
           std::uint64_t bits_max) {
  for (int turn = 0; turn < turns; ++turn) {
    while (checked.size() < high) {
      checked.push(later(checked.now(), dice.below(4) == 0 ? 0 : gap(dice, bits_max)));
      if (dice.below(5) == 0) {
        ASSERT_TRUE(checked.top_agrees()) << "turn " << turn;
      }
      if (dice.below(3) == 0) {
        ASSERT_TRUE(checked.pop_agrees()) << "turn " << turn;
      }
    }
    while (checked.size() > low) ASSERT_TRUE(checked.pop_agrees()) << "turn " << turn;
  }
  checked.pop_all();
}

TEST(EventQueue, PopsWhatASortedSetWouldWhileItsPopulationSwings) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Checked checked;
    swing(checked, dice, 2, 100, 20, 34);    // into the wheel and back to the run alone
    swing(checked, dice, 50, 70, 20, 20);    // about the length at which the run spills
    swing(checked, dice, 200, 2000, 2, 40);  // the wheel only
    swing(checked, dice, 0, 300, 10, 3);     // hardly any two instants differ
  }
}

TEST(EventQueue, KeepsItsOrderOverGapsUpToTheLastTime) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Checked checked;
    swing(checked, dice, 1, 200, 1, 62);

    checked.push(kLastTime);
    for (int i = 0; i < 300; ++i) checked.push(later(checked.now(), gap(dice, 63)));
    checked.push(kLastTime);
    checked.pop_all();
    EXPECT_EQ(checked.now(), kLastTime);
    for (int i = 0; i < 300; ++i) checked.push(kLastTime);
    checked.pop_all();
  }
}

TEST(EventQueue, TellsEventsOfOneInstantApartByTheirTicket) {
  Checked rising;
  Checked falling;
  Checked mixed;
  Dice dice(7);
  std::set<std::uint64_t> tickets;

  for (std::uint64_t i = 1; i <= 2000; ++i) {
    rising.push(5'000'000, i);
    falling.push(5'000'000, 3000 - i);
    const std::uint64_t ticket = dice.below(1'000'000);
    if (tickets.insert(ticket).second) mixed.push(5'000'000, ticket);
  }

  rising.pop_all();
  falling.pop_all();
  mixed.pop_all();
}

TEST(EventQueue, OrdersFewInstantsOfManyEventsWhateverTheOrderOfTheirTickets) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Checked checked;

    for (int turn = 0; turn < 20; ++turn) {
      for (int i = 0; i < 60; ++i) checked.push_shuffled(checked.now() + dice.below(4), dice);
      for (int i = 0; i < 50; ++i) ASSERT_TRUE(checked.pop_agrees());
    }

    checked.pop_all();
  }
}

TEST(EventQueue, TakesPushesIntoAnInstantThatIsBeingPopped) {
  Checked checked;
  for (int i = 0; i < 500; ++i) checked.push(1'000);
  for (int i = 0; i < 500; ++i) checked.push(1'001 + static_cast<std::uint64_t>(i % 3));

  for (int i = 0; i < 3000; ++i) {
    ASSERT_TRUE(checked.pop_agrees());
    checked.push(checked.now());
  }

  EXPECT_EQ(checked.now(), 1'000U) << "pushes into the instant keep it going";
  checked.pop_all();
}

// A run that stops at a given time looks at a later event, and then takes pushes before that one.
TEST(EventQueue, TakesPushesBeforeAnEventThatWasLookedAt) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Checked checked;
    for (int i = 0; i < 200; ++i) checked.push(dice.below(1'000));
    for (int i = 0; i < 500; ++i) checked.push(1'000'000'000 + dice.below(1'000'000'000));
    for (int i = 0; i < 200; ++i) ASSERT_TRUE(checked.pop_agrees());

    for (int turn = 0; turn < 4; ++turn) {
      ASSERT_TRUE(checked.top_agrees());
      for (int i = 0; i < 150; ++i) checked.push(checked.now() + dice.below(1'000'000));
      for (int i = 0; i < 100; ++i) ASSERT_TRUE(checked.pop_agrees());
    }

    checked.pop_all();
  }
}

TEST(EventQueue, LooksAheadWithinTheNearestEvents) {
  EventQueue queue;
  EXPECT_EQ(queue.ahead(0), nullptr);

  for (std::uint64_t i = 0; i < 5; ++i) queue.push({50 - 10 * i, i, i});

  ASSERT_NE(queue.ahead(2), nullptr);
  EXPECT_EQ(queue.ahead(2)->time, 30U);
  EXPECT_EQ(queue.ahead(5), nullptr);
}

TEST(EventQueue, DrainsEverythingEarliestFirst) {
  Dice dice(3);
  EventQueue queue;
  for (std::uint64_t i = 0; i < 1000; ++i) queue.push({dice.below(1'000'000), i, 0});

  std::vector<std::uint64_t> times;
  queue.drain([&](const QueuedEvent& event) { times.push_back(event.time); });

  EXPECT_EQ(times.size(), 1000U);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_TRUE(queue.empty());
}

TEST(EventQueue, RefusesThePastAndPopsFromNothing) {
  EventQueue queue;
  EXPECT_THROW(queue.pop(), Bug);
  EXPECT_THROW(queue.top(), Bug);

  queue.push({100, 1, 0});
  queue.pop();

  EXPECT_THROW(queue.push({99, 2, 0}), Bug);
}

}  // namespace
}  // namespace leasesim
