#include "actors/names_of_actors.hpp"

namespace leasesim {
namespace {

constexpr Purpose kIdentity{"identity"};

// A random UUID's fixed bits: version 4, variant 1. upstream: google/uuid
constexpr std::uint64_t kVersionMask = 0xffff'ffff'ffff'0fff;
constexpr std::uint64_t kVersion4 = 0x4000;
constexpr std::uint64_t kVariantMask = 0x3fff'ffff'ffff'ffff;
constexpr std::uint64_t kVariant1 = 0x8000'0000'0000'0000;

}  // namespace

std::string drawn_uuid(Process& self) {
  Choices draws = self.choices(kIdentity);
  const std::uint64_t high = draws.bits();
  const std::uint64_t low = draws.bits();
  const Uid uuid{(high & kVersionMask) | kVersion4, (low & kVariantMask) | kVariant1};
  return uid_text(uuid);
}

Text identity_or_drawn(Process& self, std::string_view configured) {
  if (!configured.empty()) return self.text(configured);
  return self.text(self.name().str() + "_" + drawn_uuid(self));
}

}  // namespace leasesim
