// Names, identities and words of the kinds that the API server keeps.
#include "leasesim/objects/object.hpp"

#include <algorithm>
#include <array>

#include "leasesim/objects/verb.hpp"

namespace leasesim {
namespace {

constexpr std::array<std::size_t, 4> kUidDashes{8, 13, 18, 23};
constexpr std::size_t kUidLength = 36;

bool is_dash(std::size_t place) { return std::ranges::find(kUidDashes, place) != kUidDashes.end(); }

// The value of a hexadecimal digit; -1 if it is none.
int digit_of(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  if (character >= 'A' && character <= 'F') return character - 'A' + 10;
  return -1;
}

template <class T>
constexpr KindWords words_for(bool namespaced) {
  return {T::kKind, T::kResource, T::kGroup, T::kApiVersion, namespaced};
}
constexpr std::array kKinds{words_for<Lease>(true), words_for<ConfigMap>(true),
                            words_for<Namespace>(false)};
static_assert(kKinds.size() == std::variant_size_v<Object>);

}  // namespace

ObjectName object_name(Names& names, std::string_view space, std::string_view name) {
  if (space.empty() || space == "default") return ObjectName{names.intern(name)};
  std::string whole{space};
  whole += '/';
  whole += name;
  return ObjectName{names.intern(whole)};
}

std::string uid_text(Uid uid) {
  if (!uid.is_set()) return {};
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(kUidLength);
  for (std::size_t digit = 0; digit < 32; ++digit) {
    if (is_dash(text.size())) text += '-';
    const std::uint64_t half = digit < 16 ? uid.high : uid.low;
    text += kDigits[(half >> (60 - digit % 16 * 4)) & 15];
  }
  return text;
}

std::optional<Uid> parse_uid(std::string_view text) {
  if (text.size() != kUidLength) return std::nullopt;
  Uid uid;
  std::size_t digits = 0;
  for (std::size_t place = 0; place < text.size(); ++place) {
    if (is_dash(place)) {
      if (text[place] != '-') return std::nullopt;
      continue;
    }
    const int digit = digit_of(text[place]);
    if (digit < 0) return std::nullopt;
    std::uint64_t& half = digits < 16 ? uid.high : uid.low;
    half = half << 4 | static_cast<std::uint64_t>(digit);
    ++digits;
  }
  return uid;
}

const KindWords& words_of(Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::string_view word_of(Verb verb) {
  switch (verb) {
    case Verb::get:
      return "get";
    case Verb::list:
      return "list";
    case Verb::watch:
      return "watch";
    case Verb::create:
      return "create";
    case Verb::update:
      return "update";
    case Verb::patch:
      return "patch";
    case Verb::remove:
      return "delete";
  }
  return {};
}

std::string_view word_of(ApiError error) {
  switch (error) {
    case ApiError::ok:
      return "ok";
    case ApiError::bad_request:
      return "bad-request";
    case ApiError::unauthorized:
      return "unauthorized";
    case ApiError::forbidden:
      return "forbidden";
    case ApiError::not_found:
      return "not-found";
    case ApiError::already_exists:
      return "already-exists";
    case ApiError::conflict:
      return "conflict";
    case ApiError::gone:
      return "gone";
    case ApiError::invalid:
      return "invalid";
    case ApiError::too_many_requests:
      return "too-many-requests";
    case ApiError::server_error:
      return "server-error";
    case ApiError::unavailable:
      return "unavailable";
    case ApiError::server_timeout:
      return "server-timeout";
    case ApiError::timed_out:
      return "timed-out";
    case ApiError::unreachable:
      return "unreachable";
    case ApiError::disconnected:
      return "disconnected";
    case ApiError::cancelled:
      return "cancelled";
  }
  return {};
}

}  // namespace leasesim
