#include "leasesim/api/watch.hpp"

#include <algorithm>

#include "leasesim/api/server.hpp"

namespace leasesim {

std::optional<Change::Type> WatchStream::seen(const Change& change) const {
  const bool was = change.previous.is_set() && selector.selects(*change.previous);
  const bool is = change.type != Change::Type::deleted && selector.selects(*change.object);
  if (!was && !is) return std::nullopt;
  if (!is) return Change::Type::deleted;
  return was ? Change::Type::modified : Change::Type::added;
}

WatchEnd::WatchEnd(Api api, Kind kind, Text space, const Selector& selector)
    : client_(api.client()), stream_(&client_.wire().streams.get()) {
  ++stream_->life;
  stream_->client = &client_;
  stream_->connection = nullptr;
  stream_->kind = kind;
  stream_->space = space;
  stream_->selector = selector;
  stream_->open = false;
  stream_->ended = ApiError::ok;
  stream_->arrived.clear();
  client_.add(*stream_);
}

// The server hears of it with the next frame on the connection; nothing depends on when.
WatchEnd::~WatchEnd() {
  if (stream_->connection != nullptr) stream_->connection->server()->unwatch(*stream_);
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
  stream.connection->watches().push_back(&stream);
  watchers_like(stream).push_back(&stream);
  for (const Change& change : *backlog) {
    if (stream.wants(change)) push(stream, change);
  }
}

void Server::push(WatchStream& stream, const Change& change) {
  const auto type =
      stream.selector.selects_all() ? std::optional{change.type} : stream.seen(change);
  if (!type) return;
  Wire& wire = stream.client->wire();
  WatchEvent& event = wire.events.get();
  event.stream = &stream;
  event.life = stream.life;
  event.wire = &wire;
  event.change = change;
  event.change.type = *type;
  stream.connection->to_client().send(event);
}

void Server::tell_watchers(const Change& change) {
  const auto kind = static_cast<std::size_t>(change.kind());
  for (WatchStream* stream : watchers_[kind]) {
    if (stream->wants(change)) push(*stream, change);
  }
  if (watchers_of_one_[kind].empty()) return;
  const std::string_view name = short_name(change.name());
  const TextEntry entry{name.data(), static_cast<std::uint32_t>(name.size()), stable_hash(name)};
  const auto named = watchers_of_one_[kind].find(Text{&entry});
  if (named == watchers_of_one_[kind].end()) return;
  for (WatchStream* stream : named->second) {
    if (stream->wants(change)) push(*stream, change);
  }
}

std::vector<WatchStream*>& Server::watchers_like(const WatchStream& stream) {
  const auto kind = static_cast<std::size_t>(stream.kind);
  return stream.selector.name.is_set() ? watchers_of_one_[kind][stream.selector.name]
                                       : watchers_[kind];
}

void Server::unwatch(WatchStream& stream) {
  std::vector<WatchStream*>& watchers = watchers_like(stream);
  std::erase(watchers, &stream);
  if (watchers.empty() && stream.selector.name.is_set()) {
    watchers_of_one_[static_cast<std::size_t>(stream.kind)].erase(stream.selector.name);
  }
  std::erase(stream.connection->watches(), &stream);
  stream.connection = nullptr;
}

void Server::disconnected(Connection& connection) {
  std::erase(connections_, &connection);
  while (!connection.watches().empty()) unwatch(*connection.watches().back());
}

}  // namespace leasesim
