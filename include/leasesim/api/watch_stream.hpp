// Where the changes of a watch flow: from a server, over a connection, to who waits for them.
#pragma once

#include <coroutine>
#include <cstdint>
#include <deque>
#include <optional>

#include "leasesim/api/call.hpp"
#include "leasesim/api/history.hpp"

namespace leasesim {

/// Both ends of one watch. Pooled: what is on the wire arrives at a stream that may have ended.
struct WatchStream {
  Client* client = nullptr;
  Connection* connection = nullptr;
  Kind kind = Kind::lease;
  Text space;              ///< unset: all namespaces
  Selector selector;       ///< only these
  std::uint32_t life = 0;  ///< counts its uses
  bool open = false;       ///< the server pushes into it
  ApiError ended = ApiError::ok;
  std::deque<Change> arrived;
  std::coroutine_handle<> waiting;  ///< who waits for the next change

  bool wants(const Change& change) const {
    const bool here = !space.is_set() || namespace_of(change.name()) == space.view();
    return open && change.kind() == kind && here;
  }
  /// What a change is to who sees only some objects: one may come into view, or go out of it.
  /// upstream: kubernetes/apiserver:pkg/storage/cacher/cache_watcher.go
  std::optional<Change::Type> seen(const Change& change) const;
};

/// One change on its way to a client.
struct WatchEvent : Packet {
  WatchEvent() : Packet(&arrived) {}
  WatchStream* stream = nullptr;
  std::uint32_t life = 0;
  Wire* wire = nullptr;
  Change change;

 private:
  static void arrived(Wakeup& self);
};

}  // namespace leasesim
