#include "leasesim/cluster/network.hpp"

#include <algorithm>

namespace leasesim {
namespace {

constexpr Purpose kLatency{"latency"};
constexpr Purpose kLoss{"loss"};
constexpr Purpose kFaults{"faults"};

}  // namespace

MessageDraws::MessageDraws(const Run& run, Text from, Text to, std::uint64_t life)
    : latency(run.seed, from, to, life, kLatency, run.book),
      loss(run.seed, from, to, life, kLoss, run.book),
      rules(run.seed, from, to, life, kFaults, run.book) {}

Route& Network::route(const Host& from, const Host& to) {
  std::unique_ptr<Route>& route = routes_[{from.name(), to.name()}];
  if (!route) {
    const bool local = &from == &to;
    route =
        std::make_unique<Route>(Route{local ? local_ : latency_, local ? Ratio{0, 1} : loss_, {}});
  }
  return *route;
}

void Network::set_route(const Host& from, const Host& to, std::optional<Distribution> latency,
                        std::optional<Ratio> loss) {
  Route& changed = route(from, to);
  if (latency) changed.latency = *latency;
  if (loss) changed.loss = *loss;
}

void Network::add_rule(RouteRule& rule,
                       const std::vector<std::pair<const Host*, const Host*>>& routes) {
  for (const auto& [from, to] : routes) route(*from, *to).rules.push_back(&rule);
}

void Network::remove_rule(RouteRule& rule) {
  for (auto& [ends, route] : routes_) std::erase(route->rules, &rule);
}

Fate Network::fate_again(Route& route, MessageDraws& draws) {
  Fate fate{Passage::late, draws.rules.from(route.latency)};
  if (route.loss.numerator != 0 && draws.rules.chance(route.loss)) fate.passage = Passage::lost;
  return under_rules(route, draws, fate);
}

Fate Network::under_rules(Route& route, MessageDraws& draws, Fate fate) {
  for (RouteRule* rule : route.rules) {
    const bool always = rule->share.numerator == rule->share.denominator;
    if (!always && !draws.rules.chance(rule->share)) continue;
    ++rule->touched;
    if (rule->passage == Passage::late) return {Passage::late, draws.rules.from(rule->latency)};
    return {rule->passage, Duration{}};
  }
  return fate;
}

}  // namespace leasesim
