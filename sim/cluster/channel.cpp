#include "leasesim/cluster/channel.hpp"

#include <algorithm>

namespace leasesim {

void Channel::connect(Network& network, Route& link, const MessageDraws& draws, Refused refused,
                      void* context) {
  network_ = &network;
  route_ = &link;
  draws_ = draws;
  refused_ = refused;
  context_ = context;
  retransmission_.channel = this;
  reconnect();
}

void Channel::reconnect() {
  close();
  last_arrival_ = SimTime{};
}

void Channel::close() {
  for (Packet* packet : lost_) packet->lost = false;
  lost_.clear();
  wait_ = kRetransmitFirst;
  if (network_ != nullptr) network_->run().engine.disarm(retransmission_);
}

void Channel::send(Packet& packet) {
  const Fate fate = Network::fate(*route_, *draws_);
  // Behind a lost segment nothing gets through: the receiver waits for the gap to be filled.
  if (!lost_.empty()) return keep(packet);
  switch (fate.passage) {
    case Passage::late:
      return launch(packet, fate.latency);
    case Passage::lost:
      return keep(packet);
    case Passage::refused:
      keep(packet);
      return refused_(context_);
  }
}

void Channel::launch(Packet& packet, Duration latency) {
  Engine& engine = network_->run().engine;
  last_arrival_ = std::max(engine.now() + latency, last_arrival_);
  packet.lost = false;
  engine.arm(packet, last_arrival_);
}

void Channel::keep(Packet& packet) {
  packet.lost = true;
  lost_.push_back(&packet);
  Engine& engine = network_->run().engine;
  if (!retransmission_.armed()) engine.arm(retransmission_, engine.now() + wait_);
}

void Channel::take_back(Packet& packet) {
  if (!packet.lost) return;
  std::erase(lost_, &packet);
  packet.lost = false;
}

void Channel::Retransmission::went_off(Wakeup& self) {
  static_cast<Retransmission&>(self).channel->retransmit();
}

void Channel::retransmit() {
  if (lost_.empty()) {
    wait_ = kRetransmitFirst;
    return;
  }
  const Fate fate = Network::fate_again(*route_, *draws_);
  if (fate.passage == Passage::refused) return refused_(context_);
  if (fate.passage == Passage::lost) {
    wait_ = std::min(wait_ * 2, kRetransmitMax);
    Engine& engine = network_->run().engine;
    return engine.arm(retransmission_, engine.now() + wait_);
  }
  wait_ = kRetransmitFirst;
  for (Packet* packet : std::exchange(lost_, {})) launch(*packet, fate.latency);
}

}  // namespace leasesim
