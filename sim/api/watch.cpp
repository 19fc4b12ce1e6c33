#include "leasesim/api/watch.hpp"

#include <algorithm>

#include "leasesim/api/server.hpp"

namespace leasesim {

WatchEnd::WatchEnd(Api api, Kind kind, Text space)
    : client_(api.client()), stream_(&client_.wire().streams.get()) {
  ++stream_->life;
  stream_->client = &client_;
  stream_->connection = nullptr;
  stream_->kind = kind;
  stream_->space = space;
  stream_->open = false;
  stream_->ended = ApiError::ok;
  stream_->arrived.clear();
  client_.add(*stream_);
}

// The server hears of it with the next frame on the connection; nothing depends on when.
WatchEnd::~WatchEnd() {
  client_.remove(*stream_);
  ++stream_->life;
  stream_->open = false;
  client_.wire().streams.put(*stream_);
}

void WatchEvent::arrived(Wakeup& self) {
  auto& event = static_cast<WatchEvent&>(self);
  WatchStream& stream = *event.stream;
  const bool current = event.life == stream.life && stream.ended == ApiError::ok;
  if (current && stream.client->process().stopped()) return stream.client->process().hold(self);
  if (current) stream.arrived.push_back(std::move(event.change));
  event.wire->events.put(event);
  if (current) stream.client->heard_of(stream);
}

// ---- the client's side ----

void Client::add(WatchStream& stream) { streams_.push_back(&stream); }
void Client::remove(WatchStream& stream) { std::erase(streams_, &stream); }

void Client::heard_of(WatchStream& stream) {
  connection_->heard(self_.mono_now());
  if (stream.waiting) self_.go_on(stream.waiting);
}

// Every watch over the connection ends; who waits learns it at once.
void Client::end_streams(ApiError how) {
  const std::vector<WatchStream*> ending = streams_;
  for (WatchStream* stream : ending) {
    if (!self_.alive()) return;
    const bool still_ours = std::ranges::find(streams_, stream) != streams_.end();
    if (!still_ours || !stream->open) continue;
    stream->open = false;
    stream->ended = how;
    if (stream->waiting) self_.go_on(stream->waiting);
  }
}

// ---- the server's side ----

// The answer goes first, then what has happened since the version, then what happens from now on.
void Server::begin_watch(Call& call) {
  const auto backlog = store_.changes_since(call.request.kind, call.request.since);
  if (!backlog) return;
  WatchStream& stream = *call.stream;
  stream.connection = call.connection;
  stream.open = true;
  watchers_.push_back(&stream);
  for (const Change& change : *backlog) {
    if (stream.wants(change)) push(stream, change);
  }
}

void Server::push(WatchStream& stream, const Change& change) {
  Wire& wire = stream.client->wire();
  WatchEvent& event = wire.events.get();
  event.stream = &stream;
  event.life = stream.life;
  event.wire = &wire;
  event.change = change;
  stream.connection->to_client().send(event);
}

void Server::tell_watchers(const Change& change) {
  std::erase_if(watchers_, [](const WatchStream* stream) { return !stream->open; });
  for (WatchStream* stream : watchers_) {
    if (stream->wants(change)) push(*stream, change);
  }
}

void Server::disconnected(Connection& connection) {
  std::erase(connections_, &connection);
  std::erase_if(watchers_,
                [&](const WatchStream* stream) { return stream->connection == &connection; });
}

}  // namespace leasesim
