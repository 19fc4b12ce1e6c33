// One direction of a TCP connection: messages arrive in the order in which they were sent, and what
// is lost is sent again after 0.2 s, then after twice that, and so on, until it gets through.
#pragma once

#include <optional>
#include <vector>

#include "leasesim/cluster/network.hpp"

namespace leasesim {

/// A message under way. Goes off at the instant of its arrival, at the receiving end.
struct Packet : Wakeup {
  explicit Packet(Fire arrived) : Wakeup(arrived) {}
  bool lost = false;  ///< and waiting for its retransmission
};

/// Lives in type-stable memory: its retransmission is a wakeup.
class Channel {
 public:
  /// Called when the other end answers with a reset.
  using Refused = void (*)(void* context);

  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// Makes this a channel over `route`, with draws of its own and nothing under way.
  void connect(Network& network, Route& route, const MessageDraws& draws, Refused refused,
               void* context);
  /// Begins anew over the same route; the draws go on.
  void reconnect();
  void send(Packet& packet);
  /// Forgets a packet that waits for its retransmission; one on the wire arrives all the same.
  void take_back(Packet& packet);
  /// Nothing is sent again any more.
  void close();

  /// RFC 6298's time-out as Linux has it: 200 ms at least, doubled each time, 120 s at most.
  static constexpr Duration kRetransmitFirst = 200ms;
  static constexpr Duration kRetransmitMax = 120s;

 private:
  struct Retransmission : Wakeup {
    Retransmission() : Wakeup(&went_off) {}
    Channel* channel = nullptr;
    static void went_off(Wakeup& self);
  };

  void launch(Packet& packet, Duration latency);
  void keep(Packet& packet);
  void retransmit();

  Network* network_ = nullptr;
  Route* route_ = nullptr;
  std::optional<MessageDraws> draws_;
  Refused refused_ = nullptr;
  void* context_ = nullptr;
  SimTime last_arrival_{};
  std::vector<Packet*> lost_;
  Duration wait_ = kRetransmitFirst;
  Retransmission retransmission_;
};

}  // namespace leasesim
