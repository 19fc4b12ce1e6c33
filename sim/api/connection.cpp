#include "leasesim/api/connection.hpp"

#include "leasesim/api/client.hpp"
#include "leasesim/api/server.hpp"

namespace leasesim {

void Connection::dial(Client& client, Server& server) {
  client_ = &client;
  server_ = &server;
  state_ = State::dialing;
  ++life_;
  Process& process = client.process();
  Network& network = server.network();
  const Host& here = process.host();
  const Host& there = server.process().host();
  to_server_.connect(network, network.route(here, there), server.draws_of(process, true),
                     &was_refused, this);
  to_client_.connect(network, network.route(there, here), server.draws_of(process, false),
                     &was_refused, this);
  for (Control* control : {&handshake_, &ping_, &reset_}) control->connection = this;
  pinged_ = false;
  send(to_server_, handshake_, Control::Kind::dial);
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
  Process& receiver =
      at_server ? connection.server_->process() : connection.client_->process();
  // A machine that sleeps reads nothing; a process that is merely stopped has a kernel that does.
  const bool kernel_answers = control.kind == Kind::dial || control.kind == Kind::reset;
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
      watch_health();
      return client_->connection_opened();
    case Control::Kind::refused: return broken(ApiError::unreachable);
    case Control::Kind::ping: return send(to_client_, control, Control::Kind::pong);
    case Control::Kind::pong: return heard(client_->process().mono_now());
    case Control::Kind::reset: return broken(ApiError::disconnected);
  }
}

void Connection::send_reset() {
  if (state_ != State::closed) send(to_client_, reset_, Control::Kind::reset);
}

void Connection::was_refused(void* self) {
  auto& connection = *static_cast<Connection*>(self);
  connection.broken(connection.open() ? ApiError::disconnected : ApiError::unreachable);
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

void Connection::watch_health() {
  Process& process = client_->process();
  last_heard_ = process.mono_now();
  const Duration idle = client_->settings().idle;
  if (idle == Duration{}) return;
  health_.context = this;
  health_.passed = &health_is_due;
  process.arm(health_, last_heard_ + idle);
}

void Connection::health_is_due(Deadline& timer) {
  auto& connection = *static_cast<Connection*>(timer.context);
  timer.owner->disarm(timer);
  connection.check_health();
}

// Silence for `idle` is probed by a ping; if nothing at all is read for `ping_timeout` after that,
// the connection is given up with every call on it.
void Connection::check_health() {
  Process& process = client_->process();
  const ClientSettings& settings = client_->settings();
  const Duration silence = process.mono_now() - last_heard_;
  if (silence < settings.idle) {
    pinged_ = false;
    return process.arm(health_, last_heard_ + settings.idle);
  }
  if (pinged_) return broken(ApiError::disconnected);
  pinged_ = true;
  send(to_server_, ping_, Control::Kind::ping);
  process.arm(health_, process.mono_now() + settings.ping_timeout);
}

}  // namespace leasesim
