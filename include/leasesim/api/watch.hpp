// A watch: the changes of one kind as the server pushes them, from a version on.
//
//   Watch<Lease> watch(api, space, listed->version);
//   auto begun = co_await watch.begin();   // gone: the version is forgotten, list again
//   for (;;) {
//     auto change = co_await watch.next();
//     if (!change) break;                  // the connection broke: list again
//   }
//
// upstream: kubernetes/apiserver:pkg/endpoints/handlers/watch.go
#pragma once

#include <coroutine>
#include <utility>

#include "leasesim/api/client.hpp"

namespace leasesim {

/// What a watcher is told: the object as it is now; of a deletion, as it was last.
template <ApiObject T>
struct Watched {
  Change::Type type = Change::Type::added;
  SharedObject shared;
  const T* operator->() const { return &std::get<T>(*shared); }
  Version version() const { return meta_of(*shared).version; }
};

/// The part of a Watch that does not depend on the kind. Ends the stream with itself.
class WatchEnd {
 public:
  WatchEnd(Api api, Kind kind, Text space, const Selector& selector);
  ~WatchEnd();
  WatchEnd(const WatchEnd&) = delete;
  WatchEnd& operator=(const WatchEnd&) = delete;

  WatchStream& stream() { return *stream_; }

 private:
  Client& client_;
  WatchStream* stream_;
};

template <ApiObject T>
class Watch {
 public:
  /// Changes after version `since`, of one namespace or of all if `space` is unset; of what a
  /// selector selects.
  Watch(Api api, Text space, Version since, const Selector& selector = {})
      : api_(api), since_(since), end_(api, kKindOf<T>, space, selector) {}

  PendingCall<Done> begin() { return api_.watch(end_.stream(), since_); }

  class Next {
   public:
    explicit Next(WatchStream& stream) : stream_(stream) {}
    Next(const Next&) = delete;
    Next& operator=(const Next&) = delete;
    ~Next() { stream_.waiting = {}; }

    bool await_ready() const { return !stream_.arrived.empty() || stream_.ended != ApiError::ok; }
    void await_suspend(std::coroutine_handle<> waiting) { stream_.waiting = waiting; }
    ApiResult<Watched<T>> await_resume() {
      stream_.waiting = {};
      if (stream_.arrived.empty()) return Err{Client::local_failure(stream_.ended)};
      Change change = std::move(stream_.arrived.front());
      stream_.arrived.pop_front();
      return Watched<T>{change.type, std::move(change.object)};
    }

   private:
    WatchStream& stream_;
  };
  /// The next change, in the order of their versions.
  Next next() { return Next{end_.stream()}; }

 private:
  Api api_;
  Version since_;
  WatchEnd end_;
};

}  // namespace leasesim
