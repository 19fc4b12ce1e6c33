// The fields of a fact as values of a document, for `where` and for evidence.
#pragma once

#include <optional>
#include <string_view>
#include <type_traits>

#include "leasesim/scenario/document.hpp"
#include "leasesim/time/duration_text.hpp"
#include "leasesim/trace/fact.hpp"

namespace leasesim {

struct FieldValue {
  Tree node;
  std::optional<Duration> duration;  ///< of fields that are spans or instants: compared by size
};

inline FieldValue field_value(Text value) {
  return {value.is_set() ? Tree::text(value.str()) : Tree{}, {}};
}
template <class Name>
FieldValue field_value(NameOf<Name> value) {
  return field_value(value.text());
}
inline FieldValue field_value(bool value) { return {Tree::boolean(value), {}}; }
inline FieldValue field_value(std::int64_t value) { return {Tree::integer(value), {}}; }
inline FieldValue field_value(Version value) {
  return {Tree::integer(static_cast<std::int64_t>(value)), {}};
}
inline FieldValue field_value(Duration value) { return {Tree::text(duration_text(value)), value}; }
template <class Clock>
FieldValue field_value(std::chrono::time_point<Clock, Duration> value) {
  return field_value(value.time_since_epoch());
}
inline FieldValue field_value(Kind value) {
  return {Tree::text(std::string{words_of(value).kind}), {}};
}
template <class Word>
  requires std::is_enum_v<Word>
FieldValue field_value(Word value) {
  return {Tree::text(std::string{word_of(value)}), {}};
}

/// Calls `visit(std::string_view name, FieldValue value)` for each field, in their order.
template <class Visit>
void for_each_field(const FactBody& body, Visit&& visit) {
  std::visit(
      [&]<class Body>(const Body& fields) {
        Body::fields(fields, [&](std::string_view name, const auto& value) {
          visit(name, field_value(value));
        });
      },
      body);
}

}  // namespace leasesim
