// The kinds' own fields by Kubernetes' names. Of Nodes and Pods only what decides their life is
// kept; the rest of their spec and status may be there and is dropped.
#include "objects/json_contents.hpp"

#include <array>

namespace leasesim {
namespace {

using Json = nlohmann::json;

// One of a closed set of words, as `word_of` spells them.
template <class Enum, std::size_t N>
void read_word(Decoding& decoding, JsonFields& in, std::string_view key, Enum& value,
               const std::array<Enum, N>& known) {
  Text word;
  in.read(key, word);
  if (!word.is_set()) return;
  std::string supported;
  for (const Enum candidate : known) {
    if (word_of(candidate) == word.view()) {
      value = candidate;
      return;
    }
    supported += (supported.empty() ? "\"" : ", \"") + std::string{word_of(candidate)} + '"';
  }
  decoding.fail(in.path_of(key),
                "Unsupported value: \"" + word.str() + "\": supported values: " + supported);
}

constexpr std::array kStatuses{ConditionStatus::yes, ConditionStatus::no, ConditionStatus::unknown};
constexpr std::array kEffects{TaintEffect::no_schedule, TaintEffect::prefer_no_schedule,
                              TaintEffect::no_execute};
constexpr std::array kPhases{PodPhase::pending, PodPhase::running, PodPhase::succeeded,
                             PodPhase::failed, PodPhase::unknown};

// Each item of a list of objects, at its place.
template <class Read>
void read_items(Decoding& decoding, JsonFields& in, std::string_view key, std::string_view go_type,
                Read&& read) {
  const Json* list = in.list(key);
  if (list == nullptr) return;
  std::size_t index = 0;
  for (const Json& item : *list) {
    const std::string path = in.path_of(key) + '[' + std::to_string(index++) + ']';
    if (!item.is_object()) {
      return decoding.fail(path, "json: cannot unmarshal into Go struct field " + path +
                                     " of type v1." + std::string{go_type});
    }
    JsonFields fields{decoding, item, path, go_type};
    read(fields);
    fields.finish();
  }
}

void read_conditions(Decoding& decoding, JsonFields& in, std::string_view go_type,
                     Conditions& conditions) {
  read_items(decoding, in, "conditions", go_type, [&](JsonFields& fields) {
    Condition condition;
    fields.read("type", condition.type);
    read_word(decoding, fields, "status", condition.status, kStatuses);
    fields.read("lastHeartbeatTime", condition.heartbeat);
    fields.read("lastTransitionTime", condition.changed);
    fields.read("reason", condition.reason);
    fields.read("message", condition.message);
    fields.ignore("lastProbeTime");
    fields.ignore("observedGeneration");
    conditions.push_back(condition);
  });
}

Json json_of(const Conditions& conditions) {
  Json list = Json::array();
  for (const Condition& condition : conditions) {
    Json json{{"type", condition.type.view()}, {"status", word_of(condition.status)}};
    if (condition.heartbeat) json["lastHeartbeatTime"] = kube_time_text(*condition.heartbeat);
    if (condition.changed) json["lastTransitionTime"] = kube_time_text(*condition.changed);
    if (condition.reason.is_set()) json["reason"] = condition.reason.view();
    if (condition.message.is_set()) json["message"] = condition.message.view();
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

Json json_map(const std::vector<Labelled>& entries) {
  Json map = Json::object();
  for (const Labelled& entry : entries) map[entry.key.str()] = entry.value.view();
  return map;
}

// ---- Lease ----

void read_content(Decoding& decoding, JsonFields& top, Lease& lease) {
  const Json* spec = top.object("spec");
  if (spec == nullptr) return;
  JsonFields in{decoding, *spec, "spec", "LeaseSpec"};
  in.read("holderIdentity", lease.spec.holder);
  in.read("leaseDurationSeconds", lease.spec.duration);
  in.read("acquireTime", lease.spec.acquired);
  in.read("renewTime", lease.spec.renewed);
  in.read("leaseTransitions", lease.spec.transitions);
  in.read("strategy", lease.spec.strategy);
  in.read("preferredHolder", lease.spec.preferred_holder);
  in.finish();
}

void add_content(Json& json, const Lease& lease) {
  Json& spec = json["spec"] = Json::object();
  const LeaseSpec& from = lease.spec;
  if (from.holder.is_set()) spec["holderIdentity"] = from.holder.view();
  if (from.duration) spec["leaseDurationSeconds"] = *from.duration;
  if (from.acquired) spec["acquireTime"] = micro_time_text(*from.acquired);
  if (from.renewed) spec["renewTime"] = micro_time_text(*from.renewed);
  if (from.transitions) spec["leaseTransitions"] = *from.transitions;
  if (from.strategy.is_set()) spec["strategy"] = from.strategy.view();
  if (from.preferred_holder.is_set()) spec["preferredHolder"] = from.preferred_holder.view();
}

// ---- ConfigMap and Namespace ----

void read_content(Decoding&, JsonFields& top, ConfigMap& map) { top.read("data", map.data); }

void add_content(Json& json, const ConfigMap& map) {
  if (!map.data.empty()) json["data"] = json_map(map.data);
}

void read_content(Decoding&, JsonFields& top, Namespace&) {
  top.ignore("spec");
  top.ignore("status");
}

void add_content(Json&, const Namespace&) {}

// ---- Node ----

void read_content(Decoding& decoding, JsonFields& top, Node& node) {
  if (const Json* spec = top.object("spec")) {
    JsonFields in{decoding, *spec, "spec", "NodeSpec"};
    read_items(decoding, in, "taints", "Taint", [&](JsonFields& fields) {
      Taint taint;
      fields.read("key", taint.key);
      fields.read("value", taint.value);
      read_word(decoding, fields, "effect", taint.effect, kEffects);
      fields.read("timeAdded", taint.added);
      node.spec.taints.push_back(taint);
    });
    std::optional<bool> unschedulable;
    in.read("unschedulable", unschedulable);
    node.spec.unschedulable = unschedulable.value_or(false);
    for (const std::string_view unused : {"podCIDR", "podCIDRs", "providerID", "configSource"}) {
      in.ignore(unused);
    }
    in.finish();
  }
  if (const Json* status = top.object("status")) {
    JsonFields in{decoding, *status, "status", "NodeStatus"};
    read_conditions(decoding, in, "NodeCondition", node.status.conditions);
  }
}

void add_content(Json& json, const Node& node) {
  Json& spec = json["spec"] = Json::object();
  for (const Taint& taint : node.spec.taints) {
    Json item{{"key", taint.key.view()}, {"effect", word_of(taint.effect)}};
    if (taint.value.is_set()) item["value"] = taint.value.view();
    if (taint.added) item["timeAdded"] = kube_time_text(*taint.added);
    spec["taints"].push_back(std::move(item));
  }
  if (node.spec.unschedulable) spec["unschedulable"] = true;
  Json& status = json["status"] = Json::object();
  if (!node.status.conditions.empty()) status["conditions"] = json_of(node.status.conditions);
}

// ---- Pod ----

void read_content(Decoding& decoding, JsonFields& top, Pod& pod) {
  if (const Json* spec = top.object("spec")) {
    JsonFields in{decoding, *spec, "spec", "PodSpec"};
    in.read("nodeName", pod.spec.node);
    in.read("terminationGracePeriodSeconds", pod.spec.grace);
    read_items(decoding, in, "tolerations", "Toleration", [&](JsonFields& fields) {
      Toleration toleration;
      Text op;
      fields.read("key", toleration.key);
      fields.read("operator", op);
      fields.read("value", toleration.value);
      fields.read("tolerationSeconds", toleration.seconds);
      TaintEffect word{};
      if (fields.has("effect")) {
        read_word(decoding, fields, "effect", word, kEffects);
        toleration.effect = word;
      }
      if (op.view() == "Exists") {
        toleration.op = Toleration::Operator::exists;
      } else if (op.is_set() && op.view() != "Equal") {
        decoding.fail(fields.path_of("operator"), "Unsupported value: \"" + op.str() +
                                                      "\": supported values: \"Equal\", "
                                                      "\"Exists\"");
      }
      pod.spec.tolerations.push_back(toleration);
    });
  }
  if (const Json* status = top.object("status")) {
    JsonFields in{decoding, *status, "status", "PodStatus"};
    read_word(decoding, in, "phase", pod.status.phase, kPhases);
    read_conditions(decoding, in, "PodCondition", pod.status.conditions);
  }
}

void add_content(Json& json, const Pod& pod) {
  Json& spec = json["spec"] = Json::object();
  if (pod.spec.node.is_set()) spec["nodeName"] = pod.spec.node.view();
  if (pod.spec.grace) spec["terminationGracePeriodSeconds"] = *pod.spec.grace;
  for (const Toleration& toleration : pod.spec.tolerations) {
    Json item = Json::object();
    if (toleration.key.is_set()) item["key"] = toleration.key.view();
    item["operator"] = toleration.op == Toleration::Operator::exists ? "Exists" : "Equal";
    if (toleration.value.is_set()) item["value"] = toleration.value.view();
    if (toleration.effect) item["effect"] = word_of(*toleration.effect);
    if (toleration.seconds) item["tolerationSeconds"] = *toleration.seconds;
    spec["tolerations"].push_back(std::move(item));
  }
  Json& status = json["status"] = Json::object();
  status["phase"] = word_of(pod.status.phase);
  if (!pod.status.conditions.empty()) status["conditions"] = json_of(pod.status.conditions);
}

// ---- Event ----

void read_content(Decoding& decoding, JsonFields& top, Event& event) {
  if (const Json* involved = top.object("involvedObject")) {
    JsonFields in{decoding, *involved, "involvedObject", "ObjectReference"};
    Text space;
    Text name;
    in.read("kind", event.involved_kind);
    in.read("namespace", space);
    in.read("name", name);
    in.read("uid", event.involved_uid);
    for (const std::string_view unused : {"apiVersion", "resourceVersion", "fieldPath"}) {
      in.ignore(unused);
    }
    in.finish();
    event.involved = object_name(decoding.names, space.view(), name.view());
  }
  if (const Json* source = top.object("source")) {
    JsonFields in{decoding, *source, "source", "EventSource"};
    in.read("component", event.component);
    in.ignore("host");
    in.finish();
  }
  Text type;
  std::optional<std::int32_t> count;
  std::optional<KubeTime> first;
  std::optional<KubeTime> last;
  top.read("reason", event.reason);
  top.read("message", event.message);
  top.read("type", type);
  top.read("count", count);
  top.read("firstTimestamp", first);
  top.read("lastTimestamp", last);
  for (const std::string_view unused :
       {"eventTime", "series", "action", "related", "reportingComponent", "reportingInstance"}) {
    top.ignore(unused);
  }
  event.warning = type.view() == "Warning";
  event.count = count.value_or(1);
  event.first = first.value_or(KubeTime{});
  event.last = last.value_or(event.first);
}

void add_content(Json& json, const Event& event) {
  Json& involved = json["involvedObject"] = Json::object();
  if (event.involved_kind.is_set()) involved["kind"] = event.involved_kind.view();
  if (event.involved.is_set()) {
    const auto kind = kind_meant(event.involved_kind.view());
    if (!kind || words_of(*kind).namespaced) involved["namespace"] = namespace_of(event.involved);
    involved["name"] = short_name(event.involved);
  }
  if (event.involved_uid.is_set()) involved["uid"] = uid_text(event.involved_uid);
  if (event.reason.is_set()) json["reason"] = event.reason.view();
  if (event.message.is_set()) json["message"] = event.message.view();
  if (event.component.is_set()) json["source"] = Json{{"component", event.component.view()}};
  json["type"] = event.warning ? "Warning" : "Normal";
  json["count"] = event.count;
  json["firstTimestamp"] = kube_time_text(event.first);
  json["lastTimestamp"] = kube_time_text(event.last);
}

// ---- LeaseCandidate ----

void read_content(Decoding& decoding, JsonFields& top, LeaseCandidate& candidate) {
  const Json* spec = top.object("spec");
  if (spec == nullptr) return;
  JsonFields in{decoding, *spec, "spec", "LeaseCandidateSpec"};
  in.read("leaseName", candidate.spec.lease);
  in.read("pingTime", candidate.spec.pinged);
  in.read("renewTime", candidate.spec.renewed);
  in.read("binaryVersion", candidate.spec.binary_version);
  in.read("emulationVersion", candidate.spec.emulation_version);
  in.read("strategy", candidate.spec.strategy);
  in.finish();
}

void add_content(Json& json, const LeaseCandidate& candidate) {
  Json& spec = json["spec"] = Json::object();
  const LeaseCandidateSpec& from = candidate.spec;
  spec["leaseName"] = from.lease.view();
  if (from.pinged) spec["pingTime"] = micro_time_text(*from.pinged);
  if (from.renewed) spec["renewTime"] = micro_time_text(*from.renewed);
  spec["binaryVersion"] = from.binary_version.view();
  if (from.emulation_version.is_set()) spec["emulationVersion"] = from.emulation_version.view();
  spec["strategy"] = from.strategy.view();
}

// ---- PodDisruptionBudget ----

void read_content(Decoding& decoding, JsonFields& top, PodDisruptionBudget& budget) {
  if (const Json* spec = top.object("spec")) {
    JsonFields in{decoding, *spec, "spec", "PodDisruptionBudgetSpec"};
    if (const Json* selector = in.object("selector")) {
      JsonFields labels{decoding, *selector, "spec.selector", "LabelSelector"};
      labels.read("matchLabels", budget.spec.selector);
      labels.finish();
    }
    in.read("minAvailable", budget.spec.min_available);
    in.read("maxUnavailable", budget.spec.max_unavailable);
    in.ignore("unhealthyPodEvictionPolicy");
    in.finish();
  }
  if (const Json* status = top.object("status")) {
    JsonFields in{decoding, *status, "status", "PodDisruptionBudgetStatus"};
    const auto read = [&](std::string_view key, std::int32_t& value) {
      std::optional<std::int32_t> found;
      in.read(key, found);
      value = found.value_or(value);
    };
    read("disruptionsAllowed", budget.status.allowed);
    read("currentHealthy", budget.status.healthy);
    read("desiredHealthy", budget.status.desired);
    read("expectedPods", budget.status.expected);
  }
}

void add_content(Json& json, const PodDisruptionBudget& budget) {
  Json& spec = json["spec"] = Json::object();
  if (!budget.spec.selector.empty()) {
    spec["selector"] = Json{{"matchLabels", json_map(budget.spec.selector)}};
  }
  if (budget.spec.min_available) spec["minAvailable"] = *budget.spec.min_available;
  if (budget.spec.max_unavailable) spec["maxUnavailable"] = *budget.spec.max_unavailable;
  json["status"] = Json{{"disruptionsAllowed", budget.status.allowed},
                        {"currentHealthy", budget.status.healthy},
                        {"desiredHealthy", budget.status.desired},
                        {"expectedPods", budget.status.expected}};
}

}  // namespace leasesim
