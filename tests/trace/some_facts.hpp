// Facts of every kind with values of every sort, for tests that must not forget one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "leasesim/random/streams.hpp"
#include "leasesim/trace/fact.hpp"

namespace leasesim {

template <std::size_t... I>
constexpr auto empty_bodies(std::index_sequence<I...>) {
  return std::array<FactBody, sizeof...(I)>{FactBody{std::in_place_index<I>}...};
}
/// One body of each kind, as it is when nothing has been set.
inline auto one_of_each() { return empty_bodies(std::make_index_sequence<kFactKinds>{}); }

/// Draws values for fields: zero and extremes among them.
class SomeValues {
 public:
  SomeValues(Names& names, std::uint64_t key) : names_(names), key_{mix64(key)} {}

  std::uint64_t below(std::uint64_t bound) { return bounded(Draw{key_, count_++}, bound); }

  void fill(bool& value) { value = below(2) == 1; }
  void fill(std::int64_t& value) { value = number(); }
  void fill(std::uint64_t& value) { value = static_cast<std::uint64_t>(number()); }
  void fill(Text& value) {
    constexpr std::array kTexts{"",       "a", "kube-system/demo", "\"q\\\t", "two\nlines",
                                "\u00fc", "b"};
    const std::uint64_t choice = below(kTexts.size() + 1);
    value = choice == kTexts.size() ? Text{} : names_.intern(kTexts[choice]);
  }
  template <class Name>
  void fill(NameOf<Name>& value) {
    Text text;
    fill(text);
    value = NameOf<Name>{text};
  }
  void fill(Duration& value) { value = Duration{number() / 1'000}; }
  template <class Clock>
  void fill(std::chrono::time_point<Clock, Duration>& value) {
    value = std::chrono::time_point<Clock, Duration>{Duration{number() / 1'000}};
  }
  void fill(Verb& value) { value = static_cast<Verb>(below(7)); }
  void fill(ApiError& value) { value = static_cast<ApiError>(below(17)); }
  void fill(Kind& value) { value = static_cast<Kind>(below(kKinds)); }
  void fill(ConditionStatus& value) { value = static_cast<ConditionStatus>(below(3)); }
  void fill(TaintEffect& value) { value = static_cast<TaintEffect>(below(3)); }
  void fill(ExpiryRule& value) { value = static_cast<ExpiryRule>(below(6)); }

  Fact fact(std::size_t kind) {
    Fact fact;
    fill(fact.at);
    fill(fact.by);
    fact.body = one_of_each()[kind];
    std::visit(
        [&]<class Body>(Body& body) {
          Body::fields(body, [&](std::string_view, auto& value) { fill(value); });
        },
        fact.body);
    return fact;
  }

 private:
  std::int64_t number() {
    switch (below(4)) {
      case 0:
        return 0;
      case 1:
        return static_cast<std::int64_t>(below(100)) - 50;
      case 2:
        return static_cast<std::int64_t>(below(1ULL << 40));
      default:
        return static_cast<std::int64_t>(below(~0ULL));
    }
  }

  Names& names_;
  StreamKey key_;
  std::uint64_t count_ = 0;
};

}  // namespace leasesim
