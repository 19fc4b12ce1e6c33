// When a fault begins: at a time, at a time drawn from a range, or anchored to the protocol.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>

#include "leasesim/scenario/spelling.hpp"

namespace leasesim {

/// What a process does or meets that a fault can be anchored to.
enum class AnchorEvent : std::uint8_t {
  start,    ///< the process starts
  request,  ///< it sends a request of any verb
  get,      ///< it sends a request of this verb
  create,
  update,
  remove,
  answer,       ///< an answer reaches it
  renewal,      ///< it has renewed a lease: the answer has come
  acquisition,  ///< it has taken a lease: the write is in the store
  gain,         ///< it begins to act as the leader
  loss,         ///< it stops acting as the leader
  release,      ///< it has given a lease back
};
constexpr auto words(AnchorEvent) {
  return std::array{
      Word{"start", AnchorEvent::start},
      Word{"request", AnchorEvent::request},
      Word{"get", AnchorEvent::get},
      Word{"create", AnchorEvent::create},
      Word{"update", AnchorEvent::update},
      Word{"delete", AnchorEvent::remove},
      Word{"answer", AnchorEvent::answer},
      Word{"renewal", AnchorEvent::renewal},
      Word{"lease taken", AnchorEvent::acquisition},
      Word{"leadership gained", AnchorEvent::gain},
      Word{"leadership lost", AnchorEvent::loss},
      Word{"release", AnchorEvent::release},
  };
}

/// `3rd renewal by elector-a`, or `5ms after the 3rd renewal by elector-a`.
struct Anchor {
  std::int64_t ordinal = 1;  ///< counts from 1, over all incarnations of the process
  AnchorEvent event = AnchorEvent::start;
  std::string by;    ///< a process
  Duration after{};  ///< from the event
  friend bool operator==(const Anchor&, const Anchor&) = default;
};

/// A range whose ends differ is drawn from, as a named choice, once a run.
using When = std::variant<DurationRange, Anchor>;

template <>
struct Spelling<When> {
  static void read(const Tree& node, When& value, const Spot& spot);
  static Tree write(const When& value);
  static Shape shape();
};

}  // namespace leasesim
