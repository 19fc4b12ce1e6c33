#include "world/configuration.hpp"

#include <algorithm>
#include <string>

namespace leasesim {

namespace {

// Keys by which an actor's configuration says whose rules it follows: unset, the scenario's.
void set_unless_given(Tree& config, const std::vector<FieldDoc>& keys, std::string_view key,
                      std::string text) {
  if (std::ranges::find(keys, key, &FieldDoc::key) == keys.end()) return;
  if (config.is(Tree::Kind::null)) config = Tree::map(config.place());
  if (!config.is(Tree::Kind::map) || config.find(key) != nullptr) return;
  config.set(key, Tree::text(std::move(text)), config.place());
}

}  // namespace

Tree configuration_of(const ProcessSpec& process, const ActorKind& kind, Release release) {
  Tree config = process.config;
  if (config.place().line == 0) config.put_at(process.place);
  const std::vector<FieldDoc> keys = kind.keys();
  const std::string minor = std::to_string(client_go_of(release));
  set_unless_given(config, keys, "client_go", "0." + minor);
  set_unless_given(config, keys, "kubernetes", "1." + minor);
  return config;
}

}  // namespace leasesim
