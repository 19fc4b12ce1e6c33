// One request on its way: from the caller's frame to the server and back.
#pragma once

#include <coroutine>
#include <cstdint>

#include "leasesim/api/request.hpp"
#include "leasesim/cluster/channel.hpp"
#include "leasesim/cluster/timer.hpp"

namespace leasesim {

class Client;
class Connection;
class Server;
struct Call;
struct ServerRule;
struct WatchStream;
struct Wire;

/// The caller's end of a call: lives in the caller's frame, is gone when the caller is.
struct Waiting {
  Call* call = nullptr;  ///< none: it failed on this side, for the reason beside
  ApiError failed = ApiError::ok;
  std::coroutine_handle<> caller;
};

/// A Call outlives its caller's interest: what is on the wire goes on. Pooled, so that it may.
struct Call : Packet {
  enum class Stage : std::uint8_t {
    idle,       ///< in the pool
    paced,      ///< waits for the client's rate limiter, or for another try
    dialing,    ///< waits for the connection
    to_server,  ///< on the wire, or lost there
    at_door,    ///< arrived, but the server's process is stopped
    queued,     ///< at the server, waits for a seat
    served,     ///< at the server, takes its time
    to_client,  ///< the answer is on the wire
    held,       ///< the answer waits at a process that is stopped
    answered,   ///< the caller is about to read it
  };

  Call();

  Stage stage = Stage::idle;
  bool cancelled = false;  ///< the caller gave up: if not yet begun it is never applied
  bool decided = false;    ///< the server has its answer and only takes its time to send it
  bool overdue = false;    ///< it takes longer than the server allows
  std::uint8_t tries = 0;
  std::int64_t number = 0;   ///< counts the run's requests from 1
  Client* client = nullptr;  ///< none: nobody waits for the answer
  Connection* connection = nullptr;
  Server* server = nullptr;
  WatchStream* stream = nullptr;  ///< of a watch: where changes go
  Wire* wire = nullptr;
  ProcessName sender;
  Waiting* waiting = nullptr;
  ServerRule* rule = nullptr;  ///< the fault that struck it at the server
  Request request;
  Answer answer{Content{}};
  Duration limit{};          ///< the client's time-out; zero: none
  Deadline timeout;          ///< the client's per-request time-out
  Deadline pace;             ///< the wait for the rate limiter or the next try
  Call* previous = nullptr;  ///< among the calls of its client
  Call* next = nullptr;
  Call* next_queued = nullptr;  ///< behind it in the server's queue

 private:
  static void arrived(Wakeup& self);
};

}  // namespace leasesim
