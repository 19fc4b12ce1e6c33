// The network between hosts: latency, loss and cuts of each directed route.
//
// Connections are TCP: what is lost is late, and comes with the next retransmission that gets
// through. The first rule with an opinion on a message decides; the rule's end removes it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "leasesim/cluster/host.hpp"
#include "leasesim/random/choices.hpp"
#include "leasesim/random/distributions.hpp"

namespace leasesim {

/// What a rule does to a message that it matches.
enum class Passage : std::uint8_t {
  late,     ///< passes, with the rule's own latency
  lost,     ///< vanishes without a sign
  refused,  ///< is answered by a reset: the connection breaks at once
};

/// One fault of the network while it lasts.
struct RouteRule {
  Passage passage = Passage::lost;
  Distribution latency = Distribution::constant(Duration{});  ///< for `late`
  Ratio share{1, 1};                                          ///< of the messages it applies to
  std::int64_t touched = 0;                                   ///< messages that it decided on
};

/// One direction between two hosts.
struct Route {
  Distribution latency;
  Ratio loss{0, 1};
  std::vector<RouteRule*> rules;
};

/// The draws of one direction of one connection. Each message takes one of `latency`, whatever
/// befalls it, so that a fault moves nobody's later draws.
struct MessageDraws {
  /// `from` and `to` name the ends; `life` tells the sender's lives apart.
  MessageDraws(const Run& run, Text from, Text to, std::uint64_t life);
  Choices latency;
  Choices loss;
  Choices rules;  ///< what faults and retransmissions draw
};

/// A message's fate: a latency, or none if it was lost, or a reset.
struct Fate {
  Passage passage = Passage::late;
  Duration latency{};
};

class Network {
 public:
  /// `latency` and `loss` between hosts, `local` within one.
  Network(Run& run, Distribution latency, Distribution local, Ratio loss)
      : run_(run), latency_(std::move(latency)), local_(std::move(local)), loss_(loss) {}
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  /// The route from one host to another; the two ends may be one host.
  Route& route(const Host& from, const Host& to);
  /// Gives a route its own latency and loss instead of the network's.
  void set_route(const Host& from, const Host& to, std::optional<Distribution> latency,
                 std::optional<Ratio> loss);

  void add_rule(RouteRule& rule, const std::vector<std::pair<const Host*, const Host*>>& routes);
  void remove_rule(RouteRule& rule);

  /// Decides on a message that is about to enter the route.
  static Fate fate(Route& route, MessageDraws& draws) {
    Fate fate{Passage::late, draws.latency.from(route.latency)};
    if (route.loss.numerator != 0 && draws.loss.chance(route.loss)) fate.passage = Passage::lost;
    return route.rules.empty() ? fate : under_rules(route, draws, fate);
  }
  /// The same for a retransmission.
  static Fate fate_again(Route& route, MessageDraws& draws);

  Run& run() const { return run_; }

 private:
  static Fate under_rules(Route& route, MessageDraws& draws, Fate fate);

  Run& run_;
  Distribution latency_;
  Distribution local_;
  Ratio loss_;
  std::map<std::pair<HostName, HostName>, std::unique_ptr<Route>> routes_;
};

}  // namespace leasesim
