// W4, election, on leasesim's engine and network alone: the toy protocol of toy_lease.hpp over
// channels between hosts, each call with a time-out, and a digest of what is served and answered.
#pragma once

#include <coroutine>
#include <cstdint>
#include <deque>
#include <string>

#include "draws.hpp"
#include "leasesim/cluster/channel.hpp"
#include "leasesim/cluster/network.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/names.hpp"
#include "leasesim/trace/digest.hpp"
#include "toy_lease.hpp"

namespace leasesim::bench {

class NetworkElection {
 public:
  NetworkElection() {
    run_.listen(digest_);
    for (int i = 0; i < kCandidates; ++i) candidates_.emplace_back(*this, i);
    for (Candidate& candidate : candidates_) candidate.process.start();
  }

  [[gnu::noinline]] void run_for(std::uint64_t length) {
    run_.engine.run_until(run_.engine.now() + Duration{static_cast<std::int64_t>(length)});
  }

  std::uint64_t steps() const { return steps_; }
  std::uint64_t digest() const { return digest_.digest().low; }
  const ToyServer& server() const { return server_; }

 private:
  struct Candidate;

  // One request at a time a candidate: there and back, with a time-out.
  struct Call : Packet {
    explicit Call(Candidate& candidate) : Packet(&serve), of(candidate) {
      timeout.passed = [](Deadline&) {};
    }
    Candidate& of;
    bool is_update = false;
    std::uint64_t version = 0;
    bool succeeded = true;
    ToyLease lease{};
    std::coroutine_handle<> caller{};
    Deadline timeout;
  };

  struct Candidate {
    Candidate(NetworkElection& in, int number)
        : election(in),
          me(number),
          host(in.run_, in.names_.host("host-" + std::to_string(number)), HostClock{WallTime{}}),
          process(host, in.names_.process("candidate-" + std::to_string(number)), program),
          call(*this) {
      const Text mine = process.name().text();
      const Text theirs = in.names_.intern("server");
      there.connect(in.network_, in.network_.route(host, in.server_host_),
                    MessageDraws(in.run_, mine, theirs, 0), nullptr, nullptr);
      back.connect(in.network_, in.network_.route(in.server_host_, host),
                   MessageDraws(in.run_, theirs, mine, 0), nullptr, nullptr);
    }
    NetworkElection& election;
    int me;
    Program program{
        .actor = {}, .main = [this](Process& self) { return compete(self, *this); }, .restart = {}};
    Host host;
    Process process;
    Call call;
    Channel there;
    Channel back;
  };

  struct Pending {
    Candidate& candidate;
    bool is_update;
    std::uint64_t version;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> frame) {
      Call& call = candidate.call;
      call.caller = frame;
      call.is_update = is_update;
      call.version = version;
      call.fire = &serve;
      candidate.process.arm(call.timeout, candidate.process.mono_now() + Duration{kToyTimeout});
      candidate.there.send(call);
    }
    const Call& await_resume() const {
      candidate.process.disarm(candidate.call.timeout);
      ++candidate.election.steps_;
      return candidate.call;
    }
  };

  static void serve(Wakeup& self) {
    auto& call = static_cast<Call&>(self);
    NetworkElection& election = call.of.election;
    ++election.steps_;
    const auto now =
        static_cast<std::uint64_t>(election.run_.engine.now().time_since_epoch().count());
    if (call.is_update) call.succeeded = election.server_.update(call.version, call.of.me, now);
    call.lease = election.server_.lease;
    election.run_.note(
        call.of.process.name(),
        RequestServed{
            0, call.is_update ? Verb::update : Verb::get, ApiError::ok, {}, call.lease.version});
    call.fire = &answer;
    call.of.back.send(call);
  }

  static void answer(Wakeup& self) {
    auto& call = static_cast<Call&>(self);
    Process& process = call.of.process;
    if (process.stopped()) return process.hold(self);
    process.note(AnswerReceived{0, ApiError::ok});
    process.go_on(call.caller);
  }

  static constexpr Duration kRenewEvery{kToyRenewEvery};
  static constexpr Duration kSilence{kToySilence};

  static std::uint64_t now(const Process& self) {
    return static_cast<std::uint64_t>(self.mono_now().time_since_epoch().count());
  }

  static Task<> compete(Process& self, Candidate& candidate) {
    NetworkElection& election = candidate.election;
    const Duration start(static_cast<std::int64_t>(toy_start(candidate.me)));
    co_await self.sleep(start);
    ToyObserved observed;
    for (;;) {
      for (;;) {
        Pending read{candidate, false, 0};
        const Call& found = co_await read;
        observed.see(found.lease, now(self));
        if (observed.may_take(found.lease, candidate.me, now(self))) {
          Pending take{candidate, true, found.lease.version};
          const Call& taken = co_await take;
          observed.see(taken.lease, now(self));
          if (taken.succeeded) break;
        }
        const Duration retry(static_cast<std::int64_t>(toy_retry(election.draws_)));
        co_await self.sleep(retry);
        ++election.steps_;
      }
      const std::uint64_t silent_from = now(self) + toy_term(election.draws_);
      for (bool leading = true; leading;) {
        co_await self.sleep(kRenewEvery);
        ++election.steps_;
        if (now(self) >= silent_from) {
          leading = false;
          co_await self.sleep(kSilence);
          ++election.steps_;
        } else {
          Pending renew{candidate, true, observed.version};
          const Call& renewed = co_await renew;
          leading = renewed.succeeded;
          if (leading) observed.see(renewed.lease, now(self));
        }
      }
    }
  }

  Names names_;
  Run run_{names_, Seed{kToySeed}};
  DigestSink digest_;
  Network network_{run_, Distribution::uniform(Duration{kMillisecond}, Duration{10 * kMillisecond}),
                   Distribution::constant(Duration{}), Ratio{0, 1}};
  Host server_host_{run_, names_.host("server"), HostClock{WallTime{}}};
  ToyServer server_;
  Draws draws_{kToySeed};
  std::deque<Candidate> candidates_;
  std::uint64_t steps_ = 0;
};

}  // namespace leasesim::bench
