// Words of facts, and their fields by name.
#include "leasesim/trace/fact.hpp"

#include <array>
#include <utility>

#include "leasesim/time/duration_text.hpp"
#include "leasesim/trace/fact_fields.hpp"

namespace leasesim {
namespace {

template <std::size_t... I>
constexpr std::array<std::string_view, sizeof...(I)> words(std::index_sequence<I...>) {
  return {std::variant_alternative_t<I, FactBody>::kWord...};
}
constexpr auto kWords = words(std::make_index_sequence<kFactKinds>{});

constexpr bool distinct() {
  for (std::size_t i = 0; i < kFactKinds; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (kWords[i] == kWords[j]) return false;
    }
  }
  return true;
}
static_assert(distinct(), "a fact's word is its own");

std::string text_of(std::monostate) { return {}; }
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(std::int64_t value) { return std::to_string(value); }
std::string text_of(std::string_view value) { return std::string{value}; }
std::string text_of(Duration value) { return duration_text(value); }
std::string text_of(MonoTime value) { return seconds_text(value.time_since_epoch(), 9, 0); }
std::string text_of(WallTime value) { return wall_text(value); }

}  // namespace

std::string_view word_of(const FactBody& body) { return kWords[body.index()]; }
std::string_view word_of_fact(std::size_t index) { return kWords[index]; }

std::string_view word_of(ExpiryRule rule) {
  switch (rule) {
    case ExpiryRule::own_stopwatch:
      return "own-stopwatch";
    case ExpiryRule::wall_clock:
      return "wall-clock";
    case ExpiryRule::wall_clock_window:
      return "wall-clock-window";
    case ExpiryRule::own_calendar:
      return "own-calendar";
    case ExpiryRule::time_of_day:
      return "time-of-day";
    case ExpiryRule::never:
      return "never";
  }
  return {};
}

std::optional<FactValue> field_of(const FactBody& body, std::string_view name) {
  std::optional<FactValue> found;
  for_each_value(body, [&](std::string_view field, const FactValue& value) {
    if (field == name) found = value;
  });
  return found;
}

std::string value_text(const FactValue& value) {
  return std::visit([](const auto& any) { return text_of(any); }, value);
}

std::optional<std::string> field_text(const FactBody& body, std::string_view name) {
  const auto value = field_of(body, name);
  if (!value) return std::nullopt;
  return value_text(*value);
}

bool same_fact(const Fact& a, const Fact& b) {
  if (a.at != b.at || a.by != b.by || a.body.index() != b.body.index()) return false;
  std::array<FactValue, 16> values;
  std::size_t count = 0;
  for_each_value(a.body, [&](std::string_view, const FactValue& value) {
    ensure(count < values.size(), "a fact has at most 16 fields");
    values[count++] = value;
  });
  std::size_t next = 0;
  bool same = true;
  for_each_value(b.body, [&](std::string_view, const FactValue& value) {
    same = same && value == values[next];
    ++next;
  });
  return same && next == count;
}

std::string wall_text(WallTime time) {
  constexpr std::int64_t kBillion = 1'000'000'000;
  const KubeTime second = kube_time(time);
  const std::int64_t fraction = (time.time_since_epoch().count() % kBillion + kBillion) % kBillion;
  std::string digits = std::to_string(kBillion + fraction);
  digits.front() = '.';
  std::string text = kube_time_text(second);
  text.insert(text.size() - 1, digits);
  return text;
}

}  // namespace leasesim
