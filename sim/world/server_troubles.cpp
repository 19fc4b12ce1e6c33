// What befalls the API server's answers.
#include <algorithm>

#include "leasesim/api/status.hpp"
#include "world/objects.hpp"
#include "world/troubles.hpp"
#include "world/world.hpp"

namespace leasesim {
namespace {

// One rule at every API server while it lasts.
class RuleTrouble final : public Trouble {
 public:
  RuleTrouble(World& world, ServerRule rule) : world_(world), rule_(std::move(rule)) {}
  void begin() override {
    for (Server* server : world_.servers()) server->add_rule(rule_);
  }
  void end() override {
    for (Server* server : world_.servers()) server->remove_rule(rule_);
  }
  std::int64_t touched() const override { return rule_.touched; }

 private:
  World& world_;
  ServerRule rule_;
};

TroublePtr rule_trouble(World& world, ServerRule rule) {
  return std::make_unique<RuleTrouble>(world, std::move(rule));
}

std::vector<Verb> verbs_named(const std::vector<std::string>& words) {
  std::vector<Verb> verbs;
  for (const Verb verb : {Verb::get, Verb::list, Verb::watch, Verb::create, Verb::update,
                          Verb::patch, Verb::remove}) {
    if (std::ranges::find(words, word_of(verb)) != words.end()) verbs.push_back(verb);
  }
  return verbs;
}

Distribution drawn_from(DurationRange range) {
  return Distribution::uniform(range.low, range.high);
}

// Those that have no end strike the next request alone.
ServerRule rule_for_answers(const ProcessRef& process, const std::vector<std::string>& verbs,
                            bool only_next, World& world) {
  ServerRule rule;
  rule.clients = {world.process(process.name).name()};
  rule.verbs = verbs_named(verbs);
  rule.left = only_next ? 1 : -1;
  return rule;
}

class DownTrouble final : public Trouble {
 public:
  DownTrouble(Server& server, World& world, Cut how) : server_(server), world_(world), how_(how) {}
  void begin() override {
    touch();
    if (how_ != Cut::black_hole) return server_.refuse(true);
    std::vector<std::pair<const Host*, const Host*>> routes;
    for (const Host* host : world_.hosts()) {
      routes.emplace_back(host, &server_.process().host());
      if (host != &server_.process().host()) routes.emplace_back(&server_.process().host(), host);
    }
    world_.network().add_rule(silence_, routes);
  }
  void end() override {
    if (how_ != Cut::black_hole) return server_.refuse(false);
    world_.network().remove_rule(silence_);
  }

 private:
  Server& server_;
  World& world_;
  Cut how_;
  RouteRule silence_;
};

class SlowApiTrouble final : public Trouble {
 public:
  SlowApiTrouble(World& world, Server& server, Distribution time)
      : service_time_(world.laid().service_time[&server]),
        server_(server),
        slow_(std::move(time)),
        before_(server.service_time()) {}
  void begin() override {
    touch();
    service_time_.put(this, slow_);
    server_.set_service_time(slow_);
  }
  void end() override {
    service_time_.take_away(this);
    server_.set_service_time(service_time_.none() ? before_ : service_time_.top());
  }

 private:
  Layers<Distribution>& service_time_;
  Server& server_;
  Distribution slow_;
  Distribution before_;
};

}  // namespace

TroublePtr make_trouble(const DropAnswer& fault, const Plan& plan) {
  ServerRule rule = rule_for_answers(fault.process, fault.verbs, !plan.lasts, plan.world);
  rule.effect =
      fault.how == Lost::silent ? ServerRule::Effect::lose_answer : ServerRule::Effect::cut;
  return rule_trouble(plan.world, std::move(rule));
}

TroublePtr make_trouble(const DelayAnswer& fault, const Plan& plan) {
  ServerRule rule = rule_for_answers(fault.process, fault.verbs, !plan.lasts, plan.world);
  rule.effect = ServerRule::Effect::delay_answer;
  rule.delay = drawn_from(fault.by);
  return rule_trouble(plan.world, std::move(rule));
}

TroublePtr make_trouble(const ApiDown& fault, const Plan& plan) {
  return std::make_unique<DownTrouble>(plan.world.server_on(fault.host.name), plan.world,
                                       fault.how);
}

TroublePtr make_trouble(const SlowApi& fault, const Plan& plan) {
  return std::make_unique<SlowApiTrouble>(plan.world, plan.world.server_on(fault.host.name),
                                          drawn_from(fault.service_time));
}

TroublePtr make_trouble(const FailRequests& fault, const Plan& plan) {
  ServerRule rule;
  for (const ProcessRef& client : fault.of)
    rule.clients.push_back(plan.world.process(client.name).name());
  rule.verbs = verbs_named(fault.verbs);
  for (const ObjectRef& object : fault.objects) {
    rule.objects.push_back(object_named(plan.world.shared().names, object));
  }
  rule.effect = fault.applied ? ServerRule::Effect::fail_applied : ServerRule::Effect::fail;
  rule.failure = failure_of(static_cast<std::int32_t>(fault.code), fault.message);
  rule.delay = drawn_from(fault.delay);
  rule.share = fault.share;
  return rule_trouble(plan.world, std::move(rule));
}

// upstream: kubernetes/apiserver:pkg/admission/plugin/webhook/errors/statuserror.go
TroublePtr make_trouble(const Webhook& fault, const Plan& plan) {
  ServerRule rule;
  rule.verbs = {Verb::create, Verb::update, Verb::patch, Verb::remove};
  for (const std::string& kind : fault.kinds) rule.kinds.push_back(*kind_meant(kind));
  if (fault.refuses) {
    rule.effect = ServerRule::Effect::fail;
    rule.failure = failure_of(
        403, "admission webhook \"leasesim.example\" denied the request: " + *fault.refuses);
  } else {
    rule.effect = ServerRule::Effect::slow;
  }
  if (fault.delays) rule.delay = drawn_from(*fault.delays);
  return rule_trouble(plan.world, std::move(rule));
}

}  // namespace leasesim
