#include "leasesim/api/informer.hpp"

namespace leasesim {
namespace {

constexpr Purpose kReflectorJitter{"reflector-jitter"};

}  // namespace

ReflectorBackoff::ReflectorBackoff(Process& self) : draws_(self.choices(kReflectorJitter)) {}

Duration ReflectorBackoff::next() {
  const Duration pause = pause_ + draws_.between(Duration{}, pause_);
  pause_ = std::min(2 * pause_, kLongest);
  return pause;
}

}  // namespace leasesim
