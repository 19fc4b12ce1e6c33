#include "actors/zones.hpp"

#include <algorithm>

#include "leasesim/objects/well_known.hpp"

namespace leasesim {
namespace {

using namespace well_known;

// A label by its stable name, else by its older one.
std::string_view label_of(const Node& node, std::string_view stable, std::string_view beta) {
  std::string_view value;
  for (const Labelled& label : node.meta.extra->labels) {
    if (label.key.view() == stable) return label.value.view();
    if (label.key.view() == beta) value = label.value.view();
  }
  return value;
}

bool is_excluded(const Node& node) {
  return node.meta.extra && std::ranges::any_of(node.meta.extra->labels, [](const Labelled& label) {
           return label.key.view() == kExcludeDisruption;
         });
}

}  // namespace

std::string_view Zones::word_of(State state) {
  switch (state) {
    case State::initial:
      return "Initial";
    case State::normal:
      return "Normal";
    case State::partial:
      return "PartialDisruption";
    case State::full:
      return "FullDisruption";
  }
  return {};
}

Text Zones::name_of(const Node& node) const {
  if (!node.meta.extra) return self_.text("");
  const std::string_view region = label_of(node, kRegion, kBetaRegion);
  const std::string_view zone = label_of(node, kZone, kBetaZone);
  if (region.empty() && zone.empty()) return self_.text("");
  return self_.text(std::string{region} + ":" + std::string{zone});
}

Zones::Place Zones::place_of(const Node& node) {
  const auto [place, fresh] = zones_.try_emplace(
      name_of(node), Zone{State::initial, {config_.eviction_every, self_.mono_now()}});
  return {&place->second, is_excluded(node)};
}

void Zones::begin_pass() {
  for (auto& [name, zone] : zones_) zone.count = {};
}

std::vector<EvictionQueue*> Zones::queues() {
  std::vector<EvictionQueue*> all;
  for (auto& [name, zone] : zones_) all.push_back(&zone.queue);
  return all;
}

bool Zones::nobody_waits() const {
  return std::ranges::all_of(zones_, [](const auto& entry) { return entry.second.queue.empty(); });
}

Zones::State Zones::state_for(const Count& count) const {
  if (count.ready == 0 && count.not_ready > 0) return State::full;
  const bool many = count.not_ready * config_.unhealthy_zone.denominator >=
                    count.size() * config_.unhealthy_zone.numerator;
  return count.not_ready > 2 && many ? State::partial : State::normal;
}

Duration Zones::pace_for(const Count& count, State state) const {
  if (state != State::partial) return config_.eviction_every;
  return count.size() > config_.large_cluster ? config_.secondary_eviction_every : Duration{};
}

Zones::Turn Zones::turn() {
  bool all_are_full = true;
  bool all_were_full = true;
  for (auto& [name, zone] : zones_) {
    if (zone.count.size() == 0) {
      zone.state = State::initial;  // it has no nodes any more
      continue;
    }
    if (state_for(zone.count) != State::full) all_are_full = false;
    if (zone.state != State::full) all_were_full = false;
  }
  if (all_are_full) return all_were_full ? Turn::all_are_down : Turn::all_fell;
  return all_were_full ? Turn::first_came_back : Turn::usual;
}

void Zones::stop() {
  for (auto& [name, zone] : zones_) {
    zone.queue.limiter().swap({}, self_.mono_now());
    set_state(name, zone, State::full);
  }
}

void Zones::settle(Turn turn) {
  for (auto& [name, zone] : zones_) {
    if (zone.count.size() == 0) continue;
    const State state = state_for(zone.count);
    if (zone.state == state && turn != Turn::first_came_back) continue;
    zone.queue.limiter().swap(pace_for(zone.count, state), self_.mono_now());
    set_state(name, zone, state);
  }
}

void Zones::set_state(Text name, Zone& zone, State state) {
  if (zone.state == state) return;
  const bool worth_telling = zone.state != State::initial || state != State::normal;
  zone.state = state;
  if (worth_telling) self_.note(ZoneChanged{name, self_.text(word_of(state))});
}

}  // namespace leasesim
