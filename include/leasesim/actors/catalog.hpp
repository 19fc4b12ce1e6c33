// The actors that a scenario can name. Filled by hand where the program is put together.
#pragma once

#include <algorithm>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leasesim/api/client.hpp"
#include "leasesim/cluster/process.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

/// What a process runs: an actor with its configuration, called again for each life.
using ActorMain = std::function<Task<>(Process&, Api)>;

/// Who competes for what under which name; an empty identity is a new one in every life.
struct Contender {
  std::string lease;
  std::string identity;
};

/// What looks unwise in a configuration that is accepted: said before any run.
struct Suspicion {
  std::string key;
  std::string message;
};

/// One kind of actor.
struct ActorKind {
  std::string name;
  std::string meaning;  ///< one sentence
  std::function<std::vector<FieldDoc>()> keys;
  /// Reads a configuration; what is wrong with it is told to the spot.
  std::function<ActorMain(const Tree&, const Spot&)> prepare;
  std::function<std::vector<Suspicion>(const Tree&)> suspicions;
  std::function<std::optional<Contender>(const Tree&)> contender;
  ClientSettings client;  ///< unless the process has its own
};

namespace detail {
template <class Config>
Config config_of(const Tree& node, const Spot& spot) {
  Config config;
  Spelling<Config>::read(node, config, spot);
  return config;
}
template <class Config>
Config config_of(const Tree& node) {
  Reading reading{""};
  return config_of<Config>(node, Spot{reading, ""});
}
}  // namespace detail

class ActorCatalog {
 public:
  /// An actor is a coroutine function with a configuration that `read(Fields&, Config&)` reads.
  /// `suspicions_of(config)` and `contender_of(config)` are used where they exist.
  template <class Config>
  ActorKind& add(std::string name, std::string meaning, Task<> (*actor)(Process&, Api, Config)) {
    ActorKind kind;
    kind.name = std::move(name);
    kind.meaning = std::move(meaning);
    kind.keys = [] { return describe<Config>(); };
    kind.prepare = [actor](const Tree& node, const Spot& spot) -> ActorMain {
      return [actor, config = detail::config_of<Config>(node, spot)](Process& self, Api api) {
        return actor(self, api, config);
      };
    };
    kind.suspicions = [](const Tree& node) -> std::vector<Suspicion> {
      if constexpr (requires(Config config) { suspicions_of(config); }) {
        return suspicions_of(detail::config_of<Config>(node));
      } else {
        return {};
      }
    };
    kind.contender = [](const Tree& node) -> std::optional<Contender> {
      if constexpr (requires(Config config) { contender_of(config); }) {
        return contender_of(detail::config_of<Config>(node));
      } else {
        return std::nullopt;
      }
    };
    kinds_.push_back(std::move(kind));
    return kinds_.back();
  }

  const ActorKind* find(std::string_view name) const {
    const auto found = std::ranges::find(kinds_, name, &ActorKind::name);
    return found == kinds_.end() ? nullptr : &*found;
  }
  const std::vector<ActorKind>& kinds() const { return kinds_; }

 private:
  std::vector<ActorKind> kinds_;
};

/// The actors that leasesim brings along.
ActorCatalog standard_actors();

}  // namespace leasesim
