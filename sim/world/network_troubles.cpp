// What befalls the messages between hosts.
#include <algorithm>

#include "world/troubles.hpp"
#include "world/world.hpp"

namespace leasesim {
namespace {

using Routes = std::vector<std::pair<const Host*, const Host*>>;

class RouteTrouble final : public Trouble {
 public:
  RouteTrouble(Network& network, RouteRule rule, Routes routes)
      : network_(network), rule_(std::move(rule)), routes_(std::move(routes)) {}
  void begin() override { network_.add_rule(rule_, routes_); }
  void end() override { network_.remove_rule(rule_); }
  std::int64_t touched() const override { return rule_.touched; }

 private:
  Network& network_;
  RouteRule rule_;
  Routes routes_;
};

std::vector<Host*> hosts_named(World& world, const std::vector<HostRef>& names) {
  std::vector<Host*> hosts;
  for (const HostRef& name : names) hosts.push_back(&world.host(name.name));
  return hosts;
}

Passage passage_of(Cut how) { return how == Cut::black_hole ? Passage::lost : Passage::refused; }

Routes between(const HostPair& pair, World& world) {
  const Host* from = &world.host(pair.from.name);
  const Host* to = &world.host(pair.to.name);
  if (pair.one_way) return {{from, to}};
  return {{from, to}, {to, from}};
}

}  // namespace

TroublePtr make_trouble(const Partition& fault, const Plan& plan) {
  const std::vector<Host*> inside = hosts_named(plan.world, fault.hosts);
  std::vector<Host*> outside = hosts_named(plan.world, fault.from);
  if (outside.empty()) {
    for (Host* host : plan.world.hosts()) {
      if (std::ranges::find(inside, host) == inside.end()) outside.push_back(host);
    }
  }
  Routes routes;
  for (const Host* here : inside) {
    for (const Host* there : outside) {
      routes.emplace_back(here, there);
      if (!fault.one_way) routes.emplace_back(there, here);
    }
  }
  RouteRule rule;
  rule.passage = passage_of(fault.how);
  return std::make_unique<RouteTrouble>(plan.world.network(), rule, std::move(routes));
}

TroublePtr make_trouble(const Slow& fault, const Plan& plan) {
  RouteRule rule;
  rule.passage = Passage::late;
  rule.latency = Distribution::uniform(fault.latency.low, fault.latency.high);
  return std::make_unique<RouteTrouble>(plan.world.network(), rule,
                                        between(fault.link, plan.world));
}

TroublePtr make_trouble(const Lose& fault, const Plan& plan) {
  RouteRule rule;
  rule.share = fault.share;
  return std::make_unique<RouteTrouble>(plan.world.network(), rule,
                                        between(fault.link, plan.world));
}

}  // namespace leasesim
