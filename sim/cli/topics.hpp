// The words that `leasesim explain` knows, gathered from those who define them.
#pragma once

#include <string>
#include <vector>

#include "leasesim/actors/catalog.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

enum class TopicKind : std::uint8_t { actor, fault, expectation, invariant, key, fact };
/// "actor", "fault", …
std::string_view word_of(TopicKind kind);

struct Topic {
  TopicKind kind;
  std::string word;  ///< keys of a scenario file have a path: "network.latency"
  std::string meaning;
  std::string keys_heading{};  ///< above the keys, if there are any
  std::vector<FieldDoc> keys{};
  std::vector<std::pair<std::string, std::string>> notes{};  ///< such as "at risk": "…"
};

/// All topics, sorted by kind, then as those who define them list them.
std::vector<Topic> all_topics(const ActorCatalog& actors);

}  // namespace leasesim
