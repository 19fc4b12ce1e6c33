#include "cli/topics.hpp"

#include "leasesim/check/invariant.hpp"
#include "leasesim/scenario/load.hpp"
#include "leasesim/trace/fact.hpp"

namespace leasesim {
namespace {

// ---- kinds of facts ----

template <class T>
std::string shape_of() {
  if constexpr (std::is_same_v<T, bool>) {
    return "true or false";
  } else if constexpr (std::is_integral_v<T>) {
    return "a whole number";
  } else if constexpr (std::is_same_v<T, Duration>) {
    return "a duration";
  } else if constexpr (std::is_same_v<T, MonoTime>) {
    return "a stopwatch's reading";
  } else if constexpr (std::is_same_v<T, WallTime>) {
    return "a calendar's reading";
  } else if constexpr (std::is_enum_v<T>) {
    return "one of some words";
  } else if constexpr (std::is_same_v<T, Text>) {
    return "text";
  } else {
    return "a name";
  }
}

template <class Body>
Topic fact_topic() {
  Topic topic{TopicKind::fact, std::string{Body::kWord}, {}, "fields", {}, {}};
  Body body{};
  Body::fields(body, [&]<class T>(std::string_view name, const T&) {
    FieldDoc doc;
    doc.key = name;
    doc.shape = shape_of<T>();
    topic.keys.push_back(std::move(doc));
  });
  topic.meaning = "a fact of a trace; `happens` and `never` can ask for it";
  return topic;
}

template <class... Bodies>
void add_facts(std::vector<Topic>& topics, const std::variant<Bodies...>*) {
  (topics.push_back(fact_topic<Bodies>()), ...);
}

// ---- keys of the scenario file ----

void add_keys(std::vector<Topic>& topics, const std::vector<FieldDoc>& fields,
              const std::string& path) {
  for (const FieldDoc& field : fields) {
    const std::string word = path.empty() ? field.key : path + "." + field.key;
    Topic topic{TopicKind::key, word, field.meaning, "keys", field.fields, {}};
    topic.notes.emplace_back("value", field.shape);
    if (field.required) topic.notes.emplace_back("required", "yes");
    if (!field.shown_default.empty()) topic.notes.emplace_back("default", field.shown_default);
    topics.push_back(std::move(topic));
    // Faults and expectations are topics of their own, with their keys.
    if (word != "faults" && word != "expect") add_keys(topics, field.fields, word);
  }
}

void add_kinds(std::vector<Topic>& topics, TopicKind kind, const std::vector<KindDoc>& kinds) {
  for (const KindDoc& one : kinds) {
    topics.push_back({kind, one.key, one.meaning, "keys", one.fields, {}});
  }
}

void add_actors(std::vector<Topic>& topics, const ActorCatalog& actors) {
  for (const ActorKind& kind : actors.kinds()) {
    topics.push_back({TopicKind::actor,
                      kind.name,
                      kind.meaning,
                      "keys of its config",
                      kind.keys ? kind.keys() : std::vector<FieldDoc>{},
                      {}});
  }
}

void add_invariants(std::vector<Topic>& topics) {
  for (const InvariantDoc& invariant : invariants()) {
    Topic topic{TopicKind::invariant,
                std::string{invariant.name},
                std::string{invariant.meaning},
                {},
                {},
                {}};
    topic.notes.emplace_back("at risk", std::string{invariant.risk});
    if (!invariant.limit.empty()) topic.notes.emplace_back("limit", std::string{invariant.limit});
    topic.notes.emplace_back("a window", std::string{invariant.window});
    topics.push_back(std::move(topic));
  }
}

}  // namespace

std::string_view word_of(TopicKind kind) {
  switch (kind) {
    case TopicKind::actor:
      return "actor";
    case TopicKind::fault:
      return "fault";
    case TopicKind::expectation:
      return "expectation";
    case TopicKind::invariant:
      return "invariant";
    case TopicKind::key:
      return "key";
    case TopicKind::fact:
      return "fact";
  }
  return {};
}

std::vector<Topic> all_topics(const ActorCatalog& actors) {
  std::vector<Topic> topics;
  add_actors(topics, actors);
  add_kinds(topics, TopicKind::fault, describe_faults());
  add_kinds(topics, TopicKind::expectation, describe_expectations());
  add_invariants(topics);
  add_keys(topics, describe_scenario(), "");
  add_facts(topics, static_cast<const FactBody*>(nullptr));
  return topics;
}

}  // namespace leasesim
