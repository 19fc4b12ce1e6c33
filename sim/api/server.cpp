#include "leasesim/api/server.hpp"

#include <algorithm>

#include "api/node_changes.hpp"
#include "leasesim/api/client.hpp"
#include "leasesim/api/status.hpp"

namespace leasesim {
namespace {

constexpr Purpose kServiceTime{"service-time"};
constexpr Purpose kFaultDelay{"fault-delay"};

bool answers_differently(ServerRule::Effect effect) {
  switch (effect) {
    case ServerRule::Effect::fail:
    case ServerRule::Effect::slow:
      return false;
    case ServerRule::Effect::fail_applied:
    case ServerRule::Effect::lose_answer:
    case ServerRule::Effect::cut:
    case ServerRule::Effect::delay_answer:
      return true;
  }
  return false;
}

}  // namespace

bool ServerRule::matches(const Call& call) const {
  const Request& request = call.request;
  if (left == 0) return false;
  if (!clients.empty() && std::ranges::find(clients, call.sender) == clients.end()) return false;
  if (!verbs.empty() && std::ranges::find(verbs, request.verb) == verbs.end()) return false;
  if (!kinds.empty() && std::ranges::find(kinds, request.kind) == kinds.end()) return false;
  return objects.empty() || std::ranges::find(objects, request.name) != objects.end();
}

Server::Server(Process& self, Store& store, Network& network, const ServerSettings& settings)
    : self_(self),
      store_(store),
      network_(network),
      settings_(settings),
      service_draws_(self.run().seed, self.name().text(), 0, kServiceTime, self.run().book),
      fault_draws_(self.run().seed, self.name().text(), 0, kFaultDelay, self.run().book) {
  self.when_life_ends(&died, this);
}

MessageDraws Server::draws_of(const Process& client, bool toward_us) const {
  const Text here = self_.name().text();
  const Text there = client.name().text();
  const auto life = static_cast<std::uint64_t>(client.incarnation());
  if (toward_us) return {self_.run(), there, here, life};
  return {self_.run(), here, there, life};
}

// ---- a request's way through ----

void Server::receive(Call& call) {
  if (self_.stopped()) return self_.hold(call);
  if (!accepts()) {
    if (call.client != nullptr) call.connection->send_reset();
    return lose(call);
  }
  if (settings_.seats != 0 && busy_ == settings_.seats) {
    call.stage = Call::Stage::queued;
    call.next_queued = nullptr;
    (last_queued_ == nullptr ? first_queued_ : last_queued_->next_queued) = &call;
    last_queued_ = &call;
    return;
  }
  begin(call);
}

// The rule that strikes a request is chosen when its turn comes, and goes with it.
ServerRule* Server::rule_for(const Call& call) {
  for (ServerRule* rule : rules_) {
    if (!rule->matches(call)) continue;
    if (rule->share && !fault_draws_.chance(*rule->share)) continue;
    if (rule->left > 0) --rule->left;
    ++rule->touched;
    return rule;
  }
  return nullptr;
}

void Server::begin(Call& call) {
  ++busy_;
  call.stage = Call::Stage::served;
  call.decided = false;
  call.rule = rules_.empty() ? nullptr : rule_for(call);
  Duration takes = service_draws_.from(settings_.service_time);
  if (call.rule != nullptr && !answers_differently(call.rule->effect)) {
    takes += fault_draws_.from(call.rule->delay);
  }
  const Duration most = writes(call.request.verb) ? kWriteMax : kReadMax;
  call.overdue = takes > most;
  if (takes == Duration{}) return finish(call);
  in_hand_.push_back(&call);
  Engine& engine = self_.run().engine;
  engine.arm(call, engine.now() + std::min(takes, most));
}

void Server::finish(Call& call) {
  if (self_.stopped()) return self_.hold(call);
  if (!call.decided) {
    decide(call);
    call.decided = true;
    const bool later =
        call.rule != nullptr && call.rule->effect == ServerRule::Effect::delay_answer;
    if (later) {
      if (std::ranges::find(in_hand_, &call) == in_hand_.end()) in_hand_.push_back(&call);
      Engine& engine = self_.run().engine;
      return engine.arm(call, engine.now() + fault_draws_.from(call.rule->delay));
    }
  }
  if (!in_hand_.empty()) std::erase(in_hand_, &call);
  --busy_;
  reply(call);
  while (first_queued_ != nullptr && (settings_.seats == 0 || busy_ < settings_.seats)) {
    Call& next = *first_queued_;
    first_queued_ = next.next_queued;
    if (first_queued_ == nullptr) last_queued_ = nullptr;
    next.cancelled ? Client::recycle(*next.wire, next) : begin(next);
  }
}

void Server::decide(Call& call) {
  const ServerRule* rule = call.rule;
  if (call.overdue) {
    call.answer = Err{timeout_failure()};
  } else if (rule != nullptr && rule->effect == ServerRule::Effect::fail) {
    call.answer = Err{rule->failure};
  } else {
    apply(call);
    if (rule != nullptr && rule->effect == ServerRule::Effect::fail_applied) {
      call.answer = Err{rule->failure};
    }
  }
  const bool failed = !call.answer.has_value();
  self_.run().note(call.sender,
                   RequestServed{call.number, call.request.verb,
                                 failed ? call.answer.error().error : ApiError::ok,
                                 call.request.name, failed ? 0 : version_of(call.answer.value())});
}

void Server::reply(Call& call) {
  if (call.client == nullptr) return Client::recycle(*call.wire, call);
  call.stage = Call::Stage::to_client;
  const ServerRule* rule = call.rule;
  if (rule != nullptr && rule->effect == ServerRule::Effect::lose_answer) return;
  if (rule != nullptr && rule->effect == ServerRule::Effect::cut) {
    return call.connection->send_reset();
  }
  const bool begins_watch = call.request.verb == Verb::watch && call.answer.has_value();
  call.connection->to_client().send(call);
  if (begins_watch) begin_watch(call);
}

// ---- what the store says ----

// Given away, unless a fault may make the client send it again.
SharedObject Server::body_of(Call& call) {
  return call.rule == nullptr ? std::move(call.request.body) : call.request.body;
}

void Server::apply(Call& call) {
  Request& request = call.request;
  switch (request.verb) {
    case Verb::get:
      return answer_with(call, store_.get(request.kind, request.name));
    case Verb::list: {
      const Selector* selector = request.selector ? &*request.selector : nullptr;
      call.answer = Content{{}, Boxed{store_.list(request.kind, request.space, selector)}};
      return;
    }
    case Verb::create:
      if (request.part == Subresource::eviction) return evict(call);
      return wrote(call, store_.create(body_of(call), time()));
    case Verb::update: {
      const Version based_on = meta_of(*request.body).version;
      return wrote(call, store_.update(body_of(call), time(), request.part), based_on);
    }
    case Verb::patch:
      if (request.body.is_set()) return wrote(call, store_.merge_status(*request.body, time()));
      return wrote(call, store_.patch(self_.names(), request.kind, request.name,
                                      request.patch.view(), time()));
    case Verb::remove:
      return wrote(call, store_.remove(request.kind, request.name, request.options, time()));
    case Verb::watch: {
      const auto backlog = store_.changes_since(request.kind, request.since);
      call.answer = backlog ? Answer{Content{}} : Answer{Err{backlog.error()}};
      return;
    }
  }
}

void Server::evict(Call& call) {
  const Request& request = call.request;
  auto charged = store_.charge_eviction(request.name, time());
  if (!charged) {
    call.answer = Err{std::move(charged.error())};
    return;
  }
  if (const Change* change = store_.last_change()) note_change(call.sender, *change, {});
  wrote(call, store_.remove(Kind::pod, request.name, request.options, time()));
}

WriteTime Server::time() const {
  return {self_.run().engine.now(), seconds_of(micro_time(self_.wall_now()))};
}

void Server::answer_with(Call& call, ApiResult<SharedObject> result) {
  if (!result) {
    call.answer = Err{std::move(result.error())};
    return;
  }
  call.answer = Content{std::move(*result), {}};
}

void Server::wrote(Call& call, ApiResult<SharedObject> result, Version based_on) {
  answer_with(call, std::move(result));
  if (const Change* change = store_.last_change()) {
    const bool patched = call.request.verb == Verb::patch;
    note_change(call.sender, *change, {based_on, call.request.under, patched});
  }
}

void Server::wrote_by_hand() {
  if (const Change* change = store_.last_change()) note_change({}, *change, {});
}

// What became of the store, as facts.
void Server::note_change(ProcessName by, const Change& change, const Written& how) {
  if (peers_ == nullptr) {
    if (has_watchers(change.kind())) tell_watchers(change);
  } else {
    for (Server* peer : *peers_) {
      if (peer->has_watchers(change.kind())) peer->tell_watchers(change);
    }
  }
  const Object& object = *change.object;
  const Meta& meta = meta_of(object);
  Run& run = self_.run();
  const auto* lease = std::get_if<Lease>(&object);
  const bool deleted = change.type == Change::Type::deleted;
  if (lease == nullptr) {
    const Verb verb = deleted                              ? Verb::remove
                      : change.type == Change::Type::added ? Verb::create
                      : how.patched                        ? Verb::patch
                                                           : Verb::update;
    run.note(by, ObjectWritten{kind_of(object), meta.name, verb, meta.version, how.based_on,
                               change.replaced(), how.under});
    return note_node_and_pod_changes(run, by, change);
  }
  if (deleted) return run.note(by, LeaseDeleted{meta.name, meta.version, lease->spec.holder});
  const LeaseSpec& spec = lease->spec;
  const Text before =
      change.previous.is_set() ? std::get<Lease>(*change.previous).spec.holder : Text{};
  run.note(by, LeaseWritten{meta.name, meta.version, how.based_on, spec.holder, before,
                            change.type == Change::Type::added, spec.duration.value_or(-1),
                            spec.transitions.value_or(-1),
                            spec.renewed ? wall_time(*spec.renewed) : WallTime{}});
  const bool taken = !before.view().empty() && !spec.holder.view().empty() && spec.holder != before;
  if (taken) run.note(by, LeaseTakenOver{meta.name, before, spec.holder});
}

Version Server::version_of(const Content& content) {
  if (content.object.is_set()) return meta_of(*content.object).version;
  return content.list ? content.list->version : 0;
}

// ---- for the world ----

void Server::refuse(bool refusing) {
  refusals_ += refusing ? 1 : -1;
  ensure(refusals_ >= 0, "each end of a refusal follows its beginning");
  if (refusing) reset_connections();
}

void Server::reset_connections() {
  const std::vector<Connection*> broken = connections_;
  for (Connection* connection : broken) connection->send_reset();
}

void Server::died(void* self) {
  auto& server = *static_cast<Server*>(self);
  for (Call* call : std::exchange(server.in_hand_, {})) {
    server.self_.run().engine.disarm(*call);
    lose(*call);
  }
  while (server.first_queued_ != nullptr) {
    Call& call = *server.first_queued_;
    server.first_queued_ = call.next_queued;
    lose(call);
  }
  server.last_queued_ = nullptr;
  server.busy_ = 0;
  server.reset_connections();
}

// No answer will come; whoever waits for it finds out by other means.
void Server::lose(Call& call) {
  call.stage = Call::Stage::to_client;
  if (call.client == nullptr) Client::recycle(*call.wire, call);
}

}  // namespace leasesim
