// The connection of one client to one API server: set up on demand, used by all its calls at once,
// given up when it is found dead.
//
// upstream: kubernetes/apimachinery:pkg/util/net/http.go (HTTP/2 health check)
#pragma once

#include <vector>

#include "leasesim/api/call.hpp"

namespace leasesim {

class Client;
class Server;

/// Pooled: what it has on the wire arrives at a connection that may have been closed meanwhile.
class Connection {
 public:
  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  enum class State : std::uint8_t { closed, dialing, open };

  /// How long a set-up may take. upstream: kubernetes/client-go:transport/cache.go
  static constexpr Duration kDialTimeout = 30s;

  /// Begins the set-up: one round trip, TLS aside.
  void dial(Client& client, Server& server);
  /// The client has gone: nobody reads what may still come.
  void orphan();
  /// Both ends know it is over, or one of them stopped caring.
  void close();

  bool open() const { return state_ == State::open; }
  State state() const { return state_; }
  Channel& to_server() { return to_server_; }
  Channel& to_client() { return to_client_; }
  Client* client() const { return client_; }
  /// Whose changes the server pushes through it.
  std::vector<WatchStream*>& watches() { return watches_; }
  Server* server() const { return server_; }

  /// Something was read: it is alive.
  void heard(MonoTime now) { last_heard_ = now; }
  /// The server's end breaks: the client learns when the reset arrives.
  void send_reset();

 private:
  /// What the two ends say to each other beside requests.
  struct Control : Packet {
    Control() : Packet(&arrived) {}
    enum class Kind : std::uint8_t { dial, accepted, refused, ping, pong, reset };
    Kind kind = Kind::dial;
    Connection* connection = nullptr;
    std::uint32_t life = 0;  ///< of the connection that it was sent over
    static void arrived(Wakeup& self);
  };

  void send(Channel& channel, Control& control, Control::Kind kind);
  void took(Control& control);
  void join(Client& client, Server& server);
  void watch(Duration time);
  static void health_is_due(Deadline& timer);
  void check_health();
  static void was_refused(void* self);
  void broken(ApiError how);

  Client* client_ = nullptr;
  Server* server_ = nullptr;
  State state_ = State::closed;
  std::uint32_t life_ = 0;
  Channel to_server_;
  Channel to_client_;
  Control handshake_;
  Control ping_;
  Control reset_;
  Deadline health_;
  MonoTime last_heard_{};
  bool pinged_ = false;
  std::vector<WatchStream*> watches_;
};

}  // namespace leasesim
