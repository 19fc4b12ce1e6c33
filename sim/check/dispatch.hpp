// Who hears which facts. A machine hears the kinds for which it has an `on(const Fact&, const T&)`;
// a fact that nobody hears costs one look into a table.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "leasesim/trace/fact.hpp"

namespace leasesim {

class Dispatch {
 public:
  /// The machine must outlive this. Those who were added first hear first.
  template <class Machine>
  void add(Machine& machine) {
    add_kinds(machine, std::make_index_sequence<kFactKinds>{});
  }
  /// One kind, to a function with a context.
  void add(std::size_t kind, void* context, void (*call)(void*, const Fact&)) {
    hearers_[kind].push_back({context, call});
  }

  void operator()(const Fact& fact) const {
    for (const Hearer& hearer : hearers_[fact.body.index()]) hearer.call(hearer.context, fact);
  }

 private:
  struct Hearer {
    void* context;
    void (*call)(void*, const Fact&);
  };

  template <class Machine, std::size_t... Kinds>
  void add_kinds(Machine& machine, std::index_sequence<Kinds...>) {
    (add_kind<Machine, Kinds>(machine), ...);
  }

  template <class Machine, std::size_t kKind>
  void add_kind(Machine& machine) {
    using Body = std::variant_alternative_t<kKind, FactBody>;
    if constexpr (requires(const Fact& fact, const Body& body) { machine.on(fact, body); }) {
      add(kKind, &machine, [](void* context, const Fact& fact) {
        static_cast<Machine*>(context)->on(fact, *std::get_if<kKind>(&fact.body));
      });
    }
  }

  std::array<std::vector<Hearer>, kFactKinds> hearers_;
};

}  // namespace leasesim
