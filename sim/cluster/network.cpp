#include "leasesim/cluster/network.hpp"

#include <algorithm>

namespace leasesim {

Link& Network::link(const Host& from, const Host& to) {
  std::unique_ptr<Link>& link = links_[{from.name(), to.name()}];
  if (!link) {
    const bool loopback = &from == &to;
    link = std::make_unique<Link>(
        Link{loopback ? Distribution::constant(kLoopback) : latency_, std::nullopt, {}});
  }
  return *link;
}

void Network::set_link(const Host& from, const Host& to, std::optional<Distribution> latency,
                       std::optional<Ratio> loss) {
  Link& changed = link(from, to);
  if (latency) changed.latency = *latency;
  if (loss) changed.loss = loss;
}

void Network::add_rule(LinkRule& rule,
                       const std::vector<std::pair<const Host*, const Host*>>& links) {
  for (const auto& [from, to] : links) link(*from, *to).rules.push_back(&rule);
}

void Network::remove_rule(LinkRule& rule) {
  for (auto& [ends, link] : links_) std::erase(link->rules, &rule);
}

Fate Network::fate(Link& link, MessageDraws& draws) const {
  Fate fate{Passage::late, draws.latency.from(link.latency)};
  if (link.loss && draws.loss.chance(*link.loss)) fate.passage = Passage::lost;
  return link.rules.empty() ? fate : under_rules(link, draws, fate);
}

Fate Network::fate_again(Link& link, MessageDraws& draws) const {
  Fate fate{Passage::late, draws.rules.from(link.latency)};
  if (link.loss && draws.rules.chance(*link.loss)) fate.passage = Passage::lost;
  return under_rules(link, draws, fate);
}

Fate Network::under_rules(Link& link, MessageDraws& draws, Fate fate) {
  for (LinkRule* rule : link.rules) {
    const bool always = rule->share.numerator == rule->share.denominator;
    if (!always && !draws.rules.chance(rule->share)) continue;
    ++rule->touched;
    if (rule->passage == Passage::late) return {Passage::late, draws.rules.from(rule->latency)};
    return {rule->passage, Duration{}};
  }
  return fate;
}

}  // namespace leasesim
