#include "world/configuration.hpp"

#include <algorithm>
#include <string>

namespace leasesim {

Node configuration_of(const ProcessSpec& process, const ActorKind& kind, Release release) {
  constexpr std::string_view kKey = "client_go";
  Node config = process.config;
  if (config.place().line == 0) config.put_at(process.place);
  const std::vector<FieldDoc> keys = kind.keys();
  if (std::ranges::find(keys, kKey, &FieldDoc::key) == keys.end()) return config;
  if (config.is(Node::Kind::null)) config = Node::map(config.place());
  if (!config.is(Node::Kind::map) || config.find(kKey) != nullptr) return config;
  config.set(kKey, Node::text("0." + std::to_string(client_go_of(release)), config.place()));
  return config;
}

}  // namespace leasesim
