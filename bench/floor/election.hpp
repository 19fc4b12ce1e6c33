// W4, election, on the bare loop: the toy protocol of toy_lease.hpp with a time-out for every call,
// which its answer cancels by a mark, and a digest of every event.
#pragma once

#include <coroutine>
#include <cstdint>
#include <deque>
#include <vector>

#include "draws.hpp"
#include "floor/bare_loop.hpp"
#include "toy_lease.hpp"

namespace leasesim::bench {

class BareElection {
 public:
  BareElection() {
    for (int i = 0; i < kCandidates; ++i) loop_.start(candidate(*this, i), toy_start(i));
  }

  [[gnu::noinline]] void run_for(std::uint64_t length) {
    end_ += length;
    loop_.run_until(end_);
  }

  const ToyServer& server() const { return server_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t timeouts() const { return timeouts_; }
  std::uint64_t digest() const { return loop_.digest(); }

 private:
  // Outlives its call, for its event stays in the queue.
  struct Deadline : BareCallback {
    BareElection* election = nullptr;
    bool answered = false;
  };

  // A request and its answer, in the frame of who waits for it.
  struct Call : BareCallback {
    BareElection& election;
    int from;
    bool is_update;
    std::uint64_t version;
    bool succeeded = true;
    ToyLease lease{};
    Deadline* deadline = nullptr;
    std::coroutine_handle<> caller{};

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> frame) {
      caller = frame;
      election.send(*this);
    }
    void await_resume() {
      ++election.steps_;
      deadline->answered = true;
    }
  };

  Call get(int from) { return {{&serve}, *this, from, false, 0}; }
  Call update(int from, std::uint64_t version) { return {{&serve}, *this, from, true, version}; }

  void send(Call& call) {
    call.deadline = new_deadline();
    loop_.call_at(loop_.now() + kToyTimeout, *call.deadline);
    const std::uint64_t latency = toy_latency(draws_);
    loop_.call_at(loop_.now() + latency, call);
  }

  static void serve(BareCallback& callback) {
    auto& call = static_cast<Call&>(callback);
    BareElection& self = call.election;
    ++self.steps_;
    if (call.is_update) {
      call.succeeded = self.server_.update(call.version, call.from, self.loop_.now());
    }
    call.lease = self.server_.lease;
    const std::uint64_t latency = toy_latency(self.draws_);
    self.loop_.resume_at(self.loop_.now() + latency, call.caller);
  }

  Deadline* new_deadline() {
    if (idle_deadlines_.empty()) {
      idle_deadlines_.push_back(&deadlines_.emplace_back(Deadline{{&expire}, this, false}));
    }
    Deadline* const deadline = idle_deadlines_.back();
    idle_deadlines_.pop_back();
    deadline->answered = false;
    return deadline;
  }

  static void expire(BareCallback& callback) {
    auto& deadline = static_cast<Deadline&>(callback);
    if (!deadline.answered) ++deadline.election->timeouts_;
    deadline.election->idle_deadlines_.push_back(&deadline);
  }

  static BareProcess candidate(BareElection& self, int me) {
    BareLoop<Digest::on>& loop = self.loop_;
    ToyObserved observed;
    for (;;) {
      for (;;) {
        Call read = self.get(me);
        co_await read;
        observed.see(read.lease, loop.now());
        if (observed.may_take(read.lease, me, loop.now())) {
          Call take = self.update(me, read.lease.version);
          co_await take;
          observed.see(take.lease, loop.now());
          if (take.succeeded) break;
        }
        const std::uint64_t retry = toy_retry(self.draws_);
        co_await loop.sleep(retry);
        ++self.steps_;
      }
      const std::uint64_t silent_from = loop.now() + toy_term(self.draws_);
      for (bool leading = true; leading;) {
        co_await loop.sleep(kToyRenewEvery);
        ++self.steps_;
        if (loop.now() >= silent_from) {
          leading = false;
          co_await loop.sleep(kToySilence);
          ++self.steps_;
        } else {
          Call renew = self.update(me, observed.version);
          co_await renew;
          leading = renew.succeeded;
          if (leading) observed.see(renew.lease, loop.now());
        }
      }
    }
  }

  BareLoop<Digest::on> loop_;
  ToyServer server_;
  Draws draws_{kToySeed};
  std::deque<Deadline> deadlines_;
  std::vector<Deadline*> idle_deadlines_;
  std::uint64_t end_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t timeouts_ = 0;
};

}  // namespace leasesim::bench
