// The client side of the API: what an actor holds to talk to an API server.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "leasesim/api/call.hpp"
#include "leasesim/api/connection.hpp"
#include "leasesim/api/watch_stream.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/cluster/token_bucket.hpp"

namespace leasesim {

/// How a client behaves; client-go's rules.
/// upstream: kubernetes/client-go:rest/config.go, rest/request.go
struct ClientSettings {
  Duration timeout{};      ///< for one request, waits for the limiter aside; zero: none
  Duration every = 200ms;  ///< 1 s / qps; zero: no limit
  std::int64_t burst = 10;
  Duration idle = 30s;  ///< of silence before the connection is probed; zero: never
  Duration ping_timeout = 15s;
};

/// What the calls of all clients of one run share.
struct Wire {
  Pool<Call> calls;
  Pool<Connection> connections;
  Pool<WatchStream> streams;
  Pool<WatchEvent> events;
  std::int64_t requests = 0;
};

class Client {
 public:
  Client(Process& self, Server& server, Wire& wire, const ClientSettings& settings);
  /// Another one of the same process, to the same server: with limits and a connection of its own.
  Client(Client& sibling, const ClientSettings& settings)
      : Client(sibling.self_, *sibling.servers_.front(), sibling.wire_, settings) {
    servers_ = sibling.servers_;
  }
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Another server to turn to when the connection to the one before has failed.
  void may_use(Server& server) { servers_.push_back(&server); }

  Process& process() const { return self_; }
  const ClientSettings& settings() const { return settings_; }
  Wire& wire() const { return wire_; }

  // ---- for calls ----

  /// A call of the pool for this request; no time-out if `limit` is zero.
  Call& prepare(Request request, Duration limit);
  void start(Waiting& waiting);
  /// The caller no longer waits; what is on the wire goes on, or is taken back.
  void abandon(Call& call);
  /// The Failure of a call that ended on this side.
  static Failure local_failure(ApiError how);

  // ---- for connections ----

  void connection_opened();
  /// Every call that waits fails so.
  void connection_broken(ApiError how);

  // ---- for watches ----

  void add(WatchStream& stream);
  void remove(WatchStream& stream);
  /// A change arrived while the process runs.
  void heard_of(WatchStream& stream);

  // ---- for the wire ----

  /// An answer arrived while the process runs.
  void deliver(Call& call);
  static void recycle(Wire& wire, Call& call);

 private:
  friend struct Call;
  static void pace_is_over(Deadline& timer);
  static void time_is_up(Deadline& timer);
  void send(Call& call);
  void transmit(Call& call);
  void fail(Call& call, ApiError how);
  void end_streams(ApiError how);
  void unlink(Call& call);
  void detach(Call& call);

  Process& self_;
  Wire& wire_;
  ClientSettings settings_;
  std::vector<Server*> servers_;
  std::size_t turn_ = 0;  // which of them the connection goes to
  TokenBucket limiter_;
  Connection* connection_ = nullptr;
  Call* calls_ = nullptr;  // started and not answered
  std::vector<WatchStream*> streams_;
};

/// The objects of a list, and the store's revision at the read.
template <class T>
struct Listed {
  std::vector<SharedObject> shared;  ///< by namespace and name
  Version version = 0;

  struct Iterator {
    const SharedObject* at;
    const T& operator*() const { return std::get<T>(**at); }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;
  };
  Iterator begin() const { return {shared.data()}; }
  Iterator end() const { return {shared.data() + shared.size()}; }
  std::size_t size() const { return shared.size(); }
  const T& operator[](std::size_t index) const { return std::get<T>(*shared[index]); }
};

/// One round trip; awaited once.
template <class Value>
class [[nodiscard]] PendingCall {
 public:
  PendingCall(Client& client, Request request, Duration limit) : client_(client) {
    waiting_.call = &client.prepare(std::move(request), limit);
  }
  /// A watch: what comes after the answer goes into the stream.
  PendingCall(Client& client, Request request, Duration limit, WatchStream* stream)
      : PendingCall(client, std::move(request), limit) {
    waiting_.call->stream = stream;
  }
  PendingCall(const PendingCall&) = delete;
  PendingCall& operator=(const PendingCall&) = delete;
  ~PendingCall() {
    if (waiting_.call != nullptr) client_.abandon(*waiting_.call);
  }

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> caller) {
    waiting_.caller = caller;
    client_.start(waiting_);
  }
  ApiResult<Value> await_resume() {
    Call* call = std::exchange(waiting_.call, nullptr);
    if (call == nullptr) return Err{Client::local_failure(waiting_.failed)};
    ApiResult<Value> result = read(call->answer);
    Client::recycle(client_.wire(), *call);
    return result;
  }

 private:
  static ApiResult<Value> read(Answer& answer);

  Client& client_;
  Waiting waiting_;
};

/// A client as actors hold it: copyable, small. Each call is a round trip over the network.
class Api {
 public:
  explicit Api(Client& client) : client_(&client), timeout_(client.settings().timeout) {}

  /// The same client with another time-out for its requests; zero: none.
  Api with_timeout(Duration timeout) const {
    Api other = *this;
    other.timeout_ = timeout;
    return other;
  }
  /// Marks what is written through it as done under a lease, for the record.
  Api under(ObjectName lease) const {
    Api other = *this;
    other.under_ = lease;
    return other;
  }

  template <ApiObject T>
  PendingCall<T> get(ObjectName name) const {
    return {*client_, request(Verb::get, kKindOf<T>, name), timeout_};
  }
  template <ApiObject T>
  PendingCall<T> create(const T& object) const {
    return {*client_, request_with(Verb::create, object), timeout_};
  }
  /// Conflict unless the object carries the newest version.
  template <ApiObject T>
  PendingCall<T> update(const T& object) const {
    return {*client_, request_with(Verb::update, object), timeout_};
  }
  /// The status alone.
  template <HasStatus T>
  PendingCall<T> update_status(const T& object) const {
    Request wanted = request_with(Verb::update, object);
    wanted.part = Subresource::status;
    return {*client_, std::move(wanted), timeout_};
  }
  /// A JSON merge patch; one that names a resourceVersion insists on it.
  template <ApiObject T>
  PendingCall<T> patch(ObjectName name, Text patch) const {
    return {*client_, patch_request(kKindOf<T>, name, patch), timeout_};
  }
  /// A patch of the status: the object's conditions take the place of those of the same type, and
  /// a Pod's phase that of the old one. Insists on no version.
  template <HasStatus T>
  PendingCall<T> patch_status(const T& object) const {
    Request wanted = request_with(Verb::patch, object);
    wanted.part = Subresource::status;
    return {*client_, std::move(wanted), timeout_};
  }
  template <ApiObject T>
  PendingCall<Done> remove(ObjectName name, const DeleteOptions& options = {}) const {
    Request wanted = request(Verb::remove, kKindOf<T>, name);
    wanted.options = options;
    return {*client_, std::move(wanted), timeout_};
  }
  /// Asks for a pod to be deleted, which its budget may refuse: too_many_requests.
  PendingCall<Done> evict(ObjectName pod) const {
    Request wanted = request(Verb::create, Kind::pod, pod);
    wanted.part = Subresource::eviction;
    return {*client_, std::move(wanted), timeout_};
  }
  /// Of one namespace, of all if `space` is unset; those that a selector selects.
  template <ApiObject T>
  PendingCall<Listed<T>> list(Text space, const Selector& selector = {}) const {
    Request wanted = request(Verb::list, kKindOf<T>, {});
    wanted.space = space;
    if (!selector.selects_all()) wanted.selector = Boxed{selector};
    return {*client_, std::move(wanted), timeout_};
  }

  /// Asks the server to push into a stream; see watch.hpp.
  PendingCall<Done> watch(WatchStream& stream, Version since) const;

  FramePool& frames() const { return client_->process().frames(); }
  Client& client() const { return *client_; }

 private:
  Request request(Verb verb, Kind kind, ObjectName name) const {
    Request request;
    request.verb = verb;
    request.kind = kind;
    request.name = name;
    request.under = under_;
    return request;
  }
  Request patch_request(Kind kind, ObjectName name, Text patch) const {
    Request wanted = request(Verb::patch, kind, name);
    wanted.patch = patch;
    return wanted;
  }
  template <ApiObject T>
  Request request_with(Verb verb, const T& object) const {
    Request request = this->request(verb, kKindOf<T>, object.meta.name);
    request.body = object;
    return request;
  }

  Client* client_;
  Duration timeout_;
  ObjectName under_;
};

namespace detail {
template <class Value>
struct FromContent {
  static const Value& take(const Content& content) { return std::get<Value>(*content.object); }
};
template <>
struct FromContent<Done> {
  static Done take(const Content&) { return {}; }
};
template <class T>
struct FromContent<Listed<T>> {
  static Listed<T> take(const Content& content) {
    return {content.list->items, content.list->version};
  }
};
}  // namespace detail

template <class Value>
ApiResult<Value> PendingCall<Value>::read(Answer& answer) {
  if (!answer) return Err{std::move(answer.error())};
  return detail::FromContent<Value>::take(answer.value());
}

}  // namespace leasesim
