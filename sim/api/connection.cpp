#include "leasesim/api/connection.hpp"

#include "leasesim/api/client.hpp"
#include "leasesim/api/server.hpp"

namespace leasesim {

void Connection::dial(Client& client, Server& server) {
  if (client_ == nullptr || server_ != &server) {
    join(client, server);
  } else {
    to_server_.reconnect();
    to_client_.reconnect();
  }
  state_ = State::dialing;
  ++life_;
  pinged_ = false;
  watch(kDialTimeout);
  send(to_server_, handshake_, Control::Kind::dial);
}

void Connection::join(Client& client, Server& server) {
  client_ = &client;
  server_ = &server;
  const Process& process = client.process();
  Network& network = server.network();
  const Host& here = process.host();
  const Host& there = server.process().host();
  to_server_.connect(network, network.route(here, there), server.draws_of(process, true),
                     &was_refused, this);
  to_client_.connect(network, network.route(there, here), server.draws_of(process, false),
                     &was_refused, this);
  for (Control* control : {&handshake_, &ping_, &reset_}) control->connection = this;
  health_.context = this;
  health_.passed = &health_is_due;
}

void Connection::send(Channel& channel, Control& control, Control::Kind kind) {
  control.kind = kind;
  control.life = life_;
  channel.send(control);
}

void Connection::Control::arrived(Wakeup& self) {
  auto& control = static_cast<Control&>(self);
  Connection& connection = *control.connection;
  if (control.life != connection.life_ || connection.state_ == State::closed) return;
  const bool at_server = control.kind == Kind::dial || control.kind == Kind::ping;
  Process& receiver = at_server ? connection.server_->process() : connection.client_->process();
  // A machine that sleeps reads nothing; a process that is merely stopped has a kernel that lets
  // others connect.
  const bool kernel_answers = control.kind == Kind::dial;
  if (kernel_answers ? receiver.host().asleep() : receiver.stopped()) {
    return receiver.hold(self);
  }
  connection.took(control);
}

void Connection::took(Control& control) {
  switch (control.kind) {
    case Control::Kind::dial:
      return send(to_client_, control,
                  server_->accepts() ? Control::Kind::accepted : Control::Kind::refused);
    case Control::Kind::accepted:
      state_ = State::open;
      server_->connected(*this);
      heard(client_->process().mono_now());
      watch(client_->settings().idle);
      return client_->connection_opened();
    case Control::Kind::refused:
      return broken(ApiError::unreachable);
    case Control::Kind::ping:
      if (!server_->accepts()) return send_reset();
      return send(to_client_, control, Control::Kind::pong);
    case Control::Kind::pong:
      return heard(client_->process().mono_now());
    case Control::Kind::reset:
      return broken(ApiError::disconnected);
  }
}

void Connection::send_reset() {
  const bool under_way = (reset_.armed() || reset_.lost) && reset_.life == life_;
  if (state_ != State::closed && !under_way) send(to_client_, reset_, Control::Kind::reset);
}

// The client learns by a wakeup of its own: not while it is handing over a message, and not while
// it is stopped.
void Connection::was_refused(void* self) {
  auto& connection = *static_cast<Connection*>(self);
  connection.reset_.kind = connection.open() ? Control::Kind::reset : Control::Kind::refused;
  connection.reset_.life = connection.life_;
  Engine& engine = connection.client_->process().run().engine;
  engine.arm(connection.reset_, engine.now());
}

void Connection::broken(ApiError how) {
  Client* client = client_;
  close();
  if (client != nullptr) client->connection_broken(how);
}

void Connection::close() {
  if (state_ == State::closed) return;
  if (health_.owner != nullptr) health_.owner->disarm(health_);
  if (state_ == State::open) server_->disconnected(*this);
  state_ = State::closed;
  ++life_;
  to_server_.close();
  to_client_.close();
}

void Connection::orphan() {
  close();
  client_ = nullptr;
}

// ---- health ----

// Looks at the connection after this time, and not before; zero: never.
void Connection::watch(Duration time) {
  Process& process = client_->process();
  if (health_.owner != nullptr) process.disarm(health_);
  if (time != Duration{}) process.arm(health_, process.mono_now() + time);
}

void Connection::health_is_due(Deadline& timer) {
  auto& connection = *static_cast<Connection*>(timer.context);
  timer.owner->disarm(timer);
  connection.check_health();
}

// A set-up that takes too long is given up. Silence for `idle` is probed by a ping; if nothing at
// all is read for `ping_timeout` after that, the connection is given up with every call on it.
void Connection::check_health() {
  Process& process = client_->process();
  const ClientSettings& settings = client_->settings();
  if (state_ == State::dialing) return broken(ApiError::unreachable);
  const Duration silence = process.mono_now() - last_heard_;
  if (silence < settings.idle) {
    pinged_ = false;
    return process.arm(health_, last_heard_ + settings.idle);
  }
  // Since the ping nothing came: if the silence is shorter, a pong did, a while ago.
  const bool unanswered = pinged_ && silence >= settings.idle + settings.ping_timeout;
  if (unanswered) return broken(ApiError::disconnected);
  pinged_ = true;
  send(to_server_, ping_, Control::Kind::ping);
  process.arm(health_, process.mono_now() + settings.ping_timeout);
}

}  // namespace leasesim
