// The fields of any fact by name, for who compares or prints them without knowing the kind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "leasesim/trace/fact.hpp"

namespace leasesim {

/// The value of one field. A text that is unset is a monostate; words of closed sets are texts.
/// Texts live as long as the table of the fact's names.
using FactValue = std::variant<std::monostate, bool, std::int64_t, std::string_view, Duration,
                               MonoTime, WallTime>;

/// "Lease", "ConfigMap", …: as facts spell a kind of object.
inline std::string_view word_of(Kind kind) { return words_of(kind).kind; }

inline FactValue fact_value(Text text) {
  return text.is_set() ? FactValue{text.view()} : FactValue{};
}
template <class Name>
FactValue fact_value(NameOf<Name> name) {
  return fact_value(name.text());
}
inline FactValue fact_value(Version version) { return static_cast<std::int64_t>(version); }
template <class Enum>
  requires std::is_enum_v<Enum>
FactValue fact_value(Enum value) {
  return word_of(value);
}
template <class T>
  requires std::is_constructible_v<FactValue, std::in_place_type_t<T>, T>
FactValue fact_value(T value) {
  return FactValue{std::in_place_type<T>, value};
}

/// Calls `visit(std::string_view name, const FactValue& value)` for each field, in their order.
template <class Visit>
void for_each_value(const FactBody& body, Visit&& visit) {
  std::visit(
      [&]<class Body>(const Body& fact) {
        Body::fields(fact, [&](std::string_view name, const auto& value) {
          visit(name, fact_value(value));
        });
      },
      body);
}

/// The value of one field; nothing if the kind has no such field.
std::optional<FactValue> field_of(const FactBody& body, std::string_view name);

/// As the trace on disk shows it, without quotes: "15s", "33.412000000", "true"; empty if unset.
std::string value_text(const FactValue& value);
/// The text of one field; nothing if the kind has no such field.
std::optional<std::string> field_text(const FactBody& body, std::string_view name);

/// The same kind with the same values, by the same process at the same time.
bool same_fact(const Fact& a, const Fact& b);

/// "2026-01-01T00:00:00.000000001Z": a calendar's reading to the nanosecond.
std::string wall_text(WallTime time);

}  // namespace leasesim
