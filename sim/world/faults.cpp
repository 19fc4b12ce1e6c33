#include "world/faults.hpp"

#include "leasesim/scenario/flow_text.hpp"
#include "world/troubles.hpp"
#include "world/world.hpp"

namespace leasesim {
namespace {

constexpr Purpose kBegin{"begin"};
constexpr Purpose kLasts{"lasts"};

// Whether a fact is what an anchor waits for; whose it is, is asked apart.
bool is(AnchorEvent event, const FactBody& body) {
  const auto* sent = std::get_if<RequestSent>(&body);
  switch (event) {
    case AnchorEvent::start:
      return std::holds_alternative<ProcessStarted>(body);
    case AnchorEvent::request:
      return sent != nullptr;
    case AnchorEvent::get:
      return sent != nullptr && sent->verb == Verb::get;
    case AnchorEvent::create:
      return sent != nullptr && sent->verb == Verb::create;
    case AnchorEvent::update:
      return sent != nullptr && sent->verb == Verb::update;
    case AnchorEvent::remove:
      return sent != nullptr && sent->verb == Verb::remove;
    case AnchorEvent::answer:
      return std::holds_alternative<AnswerReceived>(body);
    case AnchorEvent::renewal:
      return std::holds_alternative<LeaseRenewed>(body);
    case AnchorEvent::acquisition: {
      const auto* written = std::get_if<LeaseWritten>(&body);
      return written != nullptr && !written->holder.view().empty() &&
             written->holder != written->previous_holder;
    }
    case AnchorEvent::gain:
      return std::holds_alternative<LeadershipGained>(body);
    case AnchorEvent::loss:
      return std::holds_alternative<LeadershipLost>(body);
    case AnchorEvent::release:
      return std::holds_alternative<LeaseReleased>(body);
  }
  return false;
}

}  // namespace

std::string sentence_of(const Fault& fault) {
  const Tree written = std::visit(
      [](auto kind) {
        Fields fields = Fields::writing();
        read(fields, kind);
        return fields.take_written();
      },
      fault);
  std::string sentence{word_of(fault)};
  const Tree* whom = written.find(word_of(fault));
  if (whom == nullptr) return sentence;
  if (!whom->is(Tree::Kind::list)) return sentence + " " + flow_text(*whom);
  for (const Tree& each : whom->items()) {
    sentence += (&each == &whom->items().front() ? " " : ", ") + flow_text(each);
  }
  return sentence;
}

// Its two wakeups are events of their own: a running frame is never changed under its feet, even
// when the fault is anchored to what that frame has just done.
struct Faults::Planned {
  struct Edge : Wakeup {
    explicit Edge(Fire when_due) : Wakeup(when_due) {}
    Planned* planned = nullptr;
  };

  Planned(const PlannedFault& fault, std::int64_t number, World& in)
      : plan(fault), index(number), world(in) {
    begins.planned = this;
    ends.planned = this;
  }

  Choices draws(Purpose purpose) const {
    Run& run = world.shared();
    return {run.seed, run.names.intern("fault-" + std::to_string(index)), 0, purpose, run.book};
  }

  void begin_at(SimTime at) { world.shared().engine.arm(begins, at); }

  static void begin_now(Wakeup& self) {
    Planned& planned = *static_cast<Edge&>(self).planned;
    Run& run = planned.world.shared();
    run.note({}, FaultBegan{planned.index, run.names.intern(sentence_of(planned.plan.fault))});
    planned.trouble->begin();
    if (!planned.plan.lasts) return;
    Choices draws = planned.draws(kLasts);
    const Duration lasts = draws.between(planned.plan.lasts->low, planned.plan.lasts->high);
    run.engine.arm(planned.ends, run.engine.now() + lasts);
  }

  static void end_now(Wakeup& self) {
    Planned& planned = *static_cast<Edge&>(self).planned;
    planned.trouble->end();
    planned.world.shared().note({}, FaultEnded{planned.index});
  }

  const PlannedFault& plan;
  std::int64_t index;
  World& world;
  std::unique_ptr<Trouble> trouble;
  Edge begins{&begin_now};
  Edge ends{&end_now};
  std::int64_t seen = 0;  // of the event that it is anchored to
};

Faults::Faults(const std::vector<PlannedFault>& planned, World& world) : world_(world) {
  for (const PlannedFault& fault : planned) {
    Planned& added =
        planned_.emplace_back(fault, static_cast<std::int64_t>(planned_.size()), world);
    Plan plan{world, {}, fault.lasts.has_value()};
    if (const auto* range = std::get_if<DurationRange>(&fault.at)) {
      Choices draws = added.draws(kBegin);
      plan.at += draws.between(range->low, range->high);
      added.begin_at(plan.at);
    }
    added.trouble =
        std::visit([&](const auto& kind) { return make_trouble(kind, plan); }, fault.fault);
  }
}

Faults::~Faults() = default;

bool Faults::anchored() const {
  for (const Planned& planned : planned_) {
    if (std::holds_alternative<Anchor>(planned.plan.at)) return true;
  }
  return false;
}

void Faults::take(const Fact& fact) {
  for (Planned& planned : planned_) {
    const auto* anchor = std::get_if<Anchor>(&planned.plan.at);
    if (anchor == nullptr || fact.by.view() != anchor->by || !is(anchor->event, fact.body))
      continue;
    if (++planned.seen == anchor->ordinal) planned.begin_at(fact.at + anchor->after);
  }
}

void Faults::sum_up() {
  for (const Planned& planned : planned_) {
    world_.shared().note({}, FaultTouched{planned.index, planned.trouble->touched()});
  }
}

}  // namespace leasesim
