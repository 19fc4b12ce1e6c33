#include "leasesim/objects/meta.hpp"

#include <array>

namespace leasesim {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
// Where a UUID's text has its hyphens, counted in digits before them.
constexpr std::array kHyphensAfter{8, 12, 16, 20};

std::uint64_t digit_at(Uid uid, int position) {
  const std::uint64_t half = position < 16 ? uid.high : uid.low;
  return half >> (60 - 4 * (position % 16)) & 0xf;
}

}  // namespace

ObjectName object_name(Names& names, std::string_view space, std::string_view name) {
  if (space.empty() || space == "default") return ObjectName{names.intern(name)};
  std::string full{space};
  full += '/';
  full += name;
  return ObjectName{names.intern(full)};
}

std::string uid_text(Uid uid) {
  if (!uid.is_set()) return {};
  std::string text;
  for (int position = 0; position < 32; ++position) {
    for (const int hyphen : kHyphensAfter) {
      if (position == hyphen) text += '-';
    }
    text += kHexDigits[digit_at(uid, position)];
  }
  return text;
}

std::optional<Uid> parse_uid(std::string_view text) {
  Uid uid;
  int position = 0;
  for (const char character : text) {
    if (character == '-') continue;
    const auto digit = kHexDigits.find(character);
    if (digit == std::string_view::npos || position == 32) return std::nullopt;
    std::uint64_t& half = position < 16 ? uid.high : uid.low;
    half = half << 4 | digit;
    ++position;
  }
  if (position != 32 || uid_text(uid) != text) return std::nullopt;
  return uid;
}

}  // namespace leasesim
