#include "leasesim/api/client.hpp"

#include "leasesim/api/server.hpp"

namespace leasesim {
namespace {

// upstream: kubernetes/client-go:rest/request.go maxRetries
constexpr std::uint8_t kRetriesMax = 10;

}  // namespace

Failure Client::local_failure(ApiError how) {
  switch (how) {
    case ApiError::timed_out:
      return {how, 0, "", "context deadline exceeded (Client.Timeout exceeded)", {}};
    case ApiError::unreachable:
      return {how, 0, "", "connect: connection refused", {}};
    case ApiError::disconnected:
      return {how, 0, "", "connection reset by peer", {}};
    default:
      return {how, 0, "", "context canceled", {}};
  }
}

Client::Client(Process& self, Server& server, Wire& wire, const ClientSettings& settings)
    : self_(self),
      wire_(wire),
      settings_(settings),
      servers_{&server},
      limiter_(settings.every, settings.burst) {}

Client::~Client() {
  if (connection_ == nullptr) return;
  connection_->orphan();
  wire_.connections.put(*connection_);
}

PendingCall<Done> Api::watch(WatchStream& stream, Version since) const {
  Request wanted = request(Verb::watch, stream.kind, {});
  wanted.space = stream.space;
  wanted.since = since;
  return {*client_, std::move(wanted), timeout_, &stream};
}

Call& Client::prepare(Request request, Duration limit) {
  Call& call = wire_.calls.get();
  call.request = std::move(request);
  call.limit = limit;
  return call;
}

void Client::recycle(Wire& wire, Call& call) {
  call.stage = Call::Stage::idle;
  call.client = nullptr;
  call.waiting = nullptr;
  call.stream = nullptr;
  call.cancelled = false;
  call.decided = false;
  wire.calls.put(call);
}

// ---- on the way out ----

void Client::start(Waiting& waiting) {
  Call& call = *waiting.call;
  call.waiting = &waiting;
  call.client = this;
  call.wire = &wire_;
  call.sender = self_.name();
  call.tries = 0;
  call.number = 0;
  call.previous = nullptr;
  call.next = calls_;
  if (calls_ != nullptr) calls_->previous = &call;
  calls_ = &call;
  const MonoTime now = self_.mono_now();
  if (const Duration wait = limiter_.take(now); wait > Duration{}) {
    call.stage = Call::Stage::paced;
    return self_.arm(call.pace, now + wait);
  }
  send(call);
}

void Client::pace_is_over(Deadline& timer) {
  auto& call = *static_cast<Call*>(timer.context);
  timer.owner->disarm(timer);
  call.client->send(call);
}

// The time-out begins when the limiter lets the request go, and covers all its tries.
void Client::send(Call& call) {
  if (call.number == 0) {
    call.number = ++wire_.requests;
    self_.note(RequestSent{call.number, call.request.verb, call.request.kind, call.request.name});
    if (call.limit > Duration{}) self_.arm(call.timeout, self_.mono_now() + call.limit);
  }
  if (connection_ == nullptr) connection_ = &wire_.connections.get();
  call.stage = Call::Stage::dialing;
  call.server = servers_[turn_];
  call.connection = connection_;
  if (connection_->open()) return transmit(call);
  if (connection_->state() == Connection::State::closed) connection_->dial(*this, *servers_[turn_]);
}

void Client::transmit(Call& call) {
  call.stage = Call::Stage::to_server;
  connection_->to_server().send(call);
}

void Client::connection_opened() {
  // The list is newest first; requests go out in the order in which they were made.
  std::vector<Call*> waiting;
  for (Call* call = calls_; call != nullptr; call = call->next) {
    if (call->stage == Call::Stage::dialing) waiting.push_back(call);
  }
  for (auto call = waiting.rbegin(); call != waiting.rend(); ++call) transmit(**call);
}

// ---- the end of a call ----

void Client::deliver(Call& call) {
  connection_->heard(self_.mono_now());
  const bool failed = !call.answer.has_value();
  if (failed && call.answer.error().retry_after && call.tries++ < kRetriesMax) {
    call.stage = Call::Stage::paced;
    return self_.arm(call.pace, self_.mono_now() + *call.answer.error().retry_after);
  }
  unlink(call);
  call.stage = Call::Stage::answered;
  self_.note(AnswerReceived{call.number, failed ? call.answer.error().error : ApiError::ok});
  self_.go_on(call.waiting->caller);
}

void Client::time_is_up(Deadline& timer) {
  auto& call = *static_cast<Call*>(timer.context);
  call.client->fail(call, ApiError::timed_out);
}

void Client::connection_broken(ApiError how) {
  turn_ = (turn_ + 1) % servers_.size();
  std::vector<std::pair<Call*, std::int64_t>> failing;
  for (Call* call = calls_; call != nullptr; call = call->next) {
    if (call->stage != Call::Stage::paced) failing.emplace_back(call, call->number);
  }
  Process& self = self_;
  for (auto it = failing.rbegin(); it != failing.rend(); ++it) {
    // A caller that went on before may have cancelled this one, or ended the whole process.
    const auto& [call, number] = *it;
    if (!self.alive()) return;
    if (call->client == this && call->number == number) fail(*call, how);
  }
  if (self.alive() && !streams_.empty()) end_streams(how);
}

// Ends a call on this side. What is on the wire is left alone.
void Client::fail(Call& call, ApiError how) {
  Waiting& waiting = *call.waiting;
  waiting.call = nullptr;
  waiting.failed = how;
  self_.note(AnswerReceived{call.number, how});
  detach(call);
  self_.go_on(waiting.caller);
}

void Client::abandon(Call& call) {
  if (call.client == nullptr) return recycle(wire_, call);  // prepared, never started
  if (self_.alive() && call.number != 0) {
    self_.note(AnswerReceived{call.number, ApiError::cancelled});
  }
  if (call.stage == Call::Stage::paced && call.number == 0) limiter_.give_back();
  detach(call);
}

void Client::unlink(Call& call) {
  if (call.timeout.owner != nullptr) self_.disarm(call.timeout);
  if (call.pace.owner != nullptr) self_.disarm(call.pace);
  (call.previous == nullptr ? calls_ : call.previous->next) = call.next;
  if (call.next != nullptr) call.next->previous = call.previous;
}

// Cuts a call from its caller. A process that gave up cancels what has not been begun; of a process
// that died, what it had put on the wire arrives.
void Client::detach(Call& call) {
  unlink(call);
  call.client = nullptr;
  call.waiting = nullptr;
  call.cancelled = self_.alive();
  switch (call.stage) {
    case Call::Stage::to_server:
      call.connection->to_server().take_back(call);
      if (!call.armed()) recycle(wire_, call);
      return;
    case Call::Stage::to_client:
      call.connection->to_client().take_back(call);
      if (!call.armed()) recycle(wire_, call);
      return;
    case Call::Stage::at_door:
    case Call::Stage::queued:
    case Call::Stage::served:
      return;  // the server recycles it
    case Call::Stage::held:
      self_.run().engine.disarm(call);
      return recycle(wire_, call);
    case Call::Stage::idle:
    case Call::Stage::paced:
    case Call::Stage::dialing:
    case Call::Stage::answered:
      return recycle(wire_, call);
  }
}

// ---- the wire ----

Call::Call() : Packet(&arrived) {
  timeout.context = this;
  timeout.passed = &Client::time_is_up;
  pace.context = this;
  pace.passed = &Client::pace_is_over;
}

void Call::arrived(Wakeup& self) {
  auto& call = static_cast<Call&>(self);
  switch (call.stage) {
    case Stage::to_server:
    case Stage::at_door:
      if (call.cancelled) return Client::recycle(*call.wire, call);
      call.stage = Stage::at_door;
      return call.server->receive(call);
    case Stage::served:
      return call.server->finish(call);
    case Stage::to_client:
    case Stage::held:
      if (call.client == nullptr) return Client::recycle(*call.wire, call);
      call.stage = Stage::held;
      if (call.client->process().stopped()) return call.client->process().hold(self);
      return call.client->deliver(call);
    default:
      ensure(false, "a call goes off only where something happens to it");
  }
}

}  // namespace leasesim
