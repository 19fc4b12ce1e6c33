// Names, identities and words of the kinds that the API server keeps.
#include "leasesim/objects/object.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "leasesim/objects/selector.hpp"
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

template <std::size_t... I>
constexpr auto words_of_all(std::index_sequence<I...>) {
  const auto words = []<class T>(std::type_identity<T>) {
    return KindWords{T::kKind, T::kResource, T::kGroup, T::kApiVersion, T::kNamespaced};
  };
  return std::array{words(std::type_identity<std::variant_alternative_t<I, Object>>{})...};
}
constexpr std::array kWords = words_of_all(std::make_index_sequence<kKinds>{});

template <std::size_t... I>
constexpr auto blanks_of_all(std::index_sequence<I...>) {
  using Make = Object (*)();
  return std::array<Make, sizeof...(I)>{[] { return Object{std::in_place_index<I>}; }...};
}
constexpr std::array kBlanks = blanks_of_all(std::make_index_sequence<kKinds>{});

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, small, small);
}

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

const KindWords& words_of(Kind kind) { return kWords[static_cast<std::size_t>(kind)]; }

std::string kinds_kept() {
  std::string all;
  for (std::size_t i = 0; i < kKinds; ++i) {
    if (i > 0) all += i + 1 == kKinds ? " or " : ", ";
    all += kWords[i].kind;
  }
  return all;
}

std::optional<Kind> kind_meant(std::string_view word) {
  const auto found = std::ranges::find_if(kWords, [&](const KindWords& words) {
    return same_word(word, words.kind) || same_word(word, words.resource);
  });
  if (found == kWords.end()) return std::nullopt;
  return static_cast<Kind>(found - kWords.begin());
}

Object blank_object(Kind kind, ObjectName name) {
  Object object = kBlanks[static_cast<std::size_t>(kind)]();
  meta_of(object).name = name;
  return object;
}

std::string_view word_of(ConditionStatus status) {
  switch (status) {
    case ConditionStatus::unknown:
      return "Unknown";
    case ConditionStatus::no:
      return "False";
    case ConditionStatus::yes:
      return "True";
  }
  return {};
}

const Condition* find_condition(const Conditions& conditions, std::string_view type) {
  const auto found = std::ranges::find_if(
      conditions, [&](const Condition& condition) { return condition.type.view() == type; });
  return found == conditions.end() ? nullptr : &*found;
}
Condition* find_condition(Conditions& conditions, std::string_view type) {
  return const_cast<Condition*>(find_condition(std::as_const(conditions), type));
}

std::string_view word_of(TaintEffect effect) {
  switch (effect) {
    case TaintEffect::no_schedule:
      return "NoSchedule";
    case TaintEffect::prefer_no_schedule:
      return "PreferNoSchedule";
    case TaintEffect::no_execute:
      return "NoExecute";
  }
  return {};
}

std::string_view word_of(PodPhase phase) {
  switch (phase) {
    case PodPhase::pending:
      return "Pending";
    case PodPhase::running:
      return "Running";
    case PodPhase::succeeded:
      return "Succeeded";
    case PodPhase::failed:
      return "Failed";
    case PodPhase::unknown:
      return "Unknown";
  }
  return {};
}

// upstream: kubernetes/component-helpers:scheduling/corev1/helpers.go
bool Toleration::tolerates(const Taint& taint) const {
  if (effect && *effect != taint.effect) return false;
  if (!key.view().empty() && key != taint.key) return false;
  if (op == Operator::exists) return true;
  return !key.view().empty() && value.view() == taint.value.view();
}

bool carries(const Meta& meta, const std::vector<Labelled>& labels) {
  if (labels.empty()) return true;
  if (!meta.extra) return false;
  const std::vector<Labelled>& there = meta.extra->labels;
  return std::ranges::all_of(labels, [&](const Labelled& wanted) {
    return std::ranges::find(there, wanted) != there.end();
  });
}

bool Selector::selects(const Object& object) const {
  const Meta& meta = meta_of(object);
  if (name.is_set() && short_name(meta.name) != name.view()) return false;
  if (!carries(meta, labels)) return false;
  if (!node.is_set()) return true;
  const auto* pod = std::get_if<Pod>(&object);
  return pod != nullptr && pod->spec.node == node;
}

std::string_view word_of(Subresource part) {
  switch (part) {
    case Subresource::none:
      return "";
    case Subresource::status:
      return "status";
    case Subresource::eviction:
      return "eviction";
  }
  return {};
}

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
