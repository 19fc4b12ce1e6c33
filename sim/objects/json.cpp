// Kubernetes' spelling of the kinds, both ways.
#include "leasesim/objects/json.hpp"

#include <array>
#include <set>
#include <vector>

#include <nlohmann/json.hpp>

#include "objects/json_contents.hpp"

namespace leasesim {
namespace {

using Json = nlohmann::json;

// ---- reading ----

OwnerReference read_owner(Decoding& decoding, const Json& json, const std::string& path) {
  OwnerReference owner;
  if (!json.is_object()) {
    decoding.fail(path, "json: cannot unmarshal into Go struct field ObjectMeta." + path +
                            " of type v1.OwnerReference");
    return owner;
  }
  JsonFields in{decoding, json, path, "OwnerReference"};
  in.read("apiVersion", owner.api_version);
  in.read("kind", owner.kind);
  in.read("name", owner.name);
  in.read("uid", owner.uid);
  in.read("controller", owner.controller);
  in.read("blockOwnerDeletion", owner.block_owner_deletion);
  in.finish();
  return owner;
}

void read_meta(Decoding& decoding, const Json& json, bool namespaced, Meta& meta) {
  JsonFields in{decoding, json, "metadata", "ObjectMeta"};
  Text name;
  Text space;
  MetaExtra extra;
  in.read("name", name);
  in.read("namespace", space);
  in.read("uid", meta.uid);
  in.read_version("resourceVersion", meta.version);
  in.read("creationTimestamp", meta.created);
  in.read("labels", extra.labels);
  in.read("annotations", extra.annotations);
  in.read("finalizers", extra.finalizers);
  in.read("deletionTimestamp", extra.deleted);
  in.read("deletionGracePeriodSeconds", extra.grace);
  in.read("generation", extra.generation);
  if (const Json* owners = in.list("ownerReferences")) {
    for (const Json& owner : *owners) {
      extra.owners.push_back(read_owner(decoding, owner, in.path_of("ownerReferences")));
    }
  }
  for (const std::string_view unused : {"managedFields", "selfLink", "generateName"}) {
    in.ignore(unused);
  }
  in.finish();
  meta.name =
      object_name(decoding.names, namespaced ? space.view() : std::string_view{}, name.view());
  if (extra != MetaExtra{}) meta.extra = std::make_shared<const MetaExtra>(std::move(extra));
}

template <class T>
void read_into(Decoding& decoding, const Json& json, T& object) {
  JsonFields top{decoding, json, "", T::kKind};
  top.ignore("apiVersion");
  top.ignore("kind");
  if (const Json* meta = top.object("metadata")) {
    read_meta(decoding, *meta, T::kNamespaced, object.meta);
  }
  read_content(decoding, top, object);
  top.finish();
}

// What the body says it is, against what it is taken for.
void check_type(Decoding& decoding, const Json& json, Kind kind) {
  const KindWords& words = words_of(kind);
  const std::string version = json.value("apiVersion", std::string{words.api_version});
  const std::string word = json.value("kind", std::string{words.kind});
  if (word != words.kind) {
    decoding.fail("kind", "no kind \"" + word + "\" is registered for version \"" + version + '"');
  } else if (version != words.api_version) {
    decoding.fail("apiVersion", "the API version in the data (" + version +
                                    ") does not match the expected API version (" +
                                    std::string{words.api_version} + ')');
  }
}

// nlohmann keeps the last of doubled keys: they are seen while it parses.
struct Duplicates {
  std::vector<std::set<std::string>> open;
  std::vector<std::string> keys;
  std::string found;

  bool operator()(int, Json::parse_event_t event, Json& parsed) {
    switch (event) {
      case Json::parse_event_t::object_start:
        open.emplace_back();
        break;
      case Json::parse_event_t::object_end:
        open.pop_back();
        break;
      case Json::parse_event_t::key:
        note(parsed.get<std::string>());
        break;
      default:
        break;
    }
    return true;
  }
  void note(const std::string& key) {
    keys.resize(open.size() - 1);
    keys.push_back(key);
    if (open.back().insert(key).second || !found.empty()) return;
    for (const std::string& part : keys) found += (found.empty() ? "" : ".") + part;
  }
};

Result<Json, DecodeError> parsed(std::string_view text) {
  Duplicates duplicates;
  try {
    Json json = Json::parse(text, [&](int depth, Json::parse_event_t event, Json& value) {
      return duplicates(depth, event, value);
    });
    if (!duplicates.found.empty()) {
      const std::string& path = duplicates.found;
      return Err{DecodeError{path, "strict decoding error: duplicate field \"" + path + '"'}};
    }
    return json;
  } catch (const Json::exception& failed) {
    return Err{DecodeError{"", std::string{"json parse error: "} + failed.what()}};
  }
}

bool is_text_or_missing(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_string();
}

// ---- writing ----

Json to_json(const OwnerReference& owner) {
  Json json{{"apiVersion", owner.api_version.view()},
            {"kind", owner.kind.view()},
            {"name", owner.name.view()},
            {"uid", uid_text(owner.uid)}};
  if (owner.controller) json["controller"] = *owner.controller;
  if (owner.block_owner_deletion) json["blockOwnerDeletion"] = *owner.block_owner_deletion;
  return json;
}

void add_extra(Json& json, const MetaExtra& extra) {
  if (!extra.labels.empty()) json["labels"] = json_map(extra.labels);
  if (!extra.annotations.empty()) json["annotations"] = json_map(extra.annotations);
  for (const OwnerReference& owner : extra.owners) {
    json["ownerReferences"].push_back(to_json(owner));
  }
  for (const Text finalizer : extra.finalizers) json["finalizers"].push_back(finalizer.view());
  if (extra.deleted) json["deletionTimestamp"] = kube_time_text(*extra.deleted);
  if (extra.grace) json["deletionGracePeriodSeconds"] = *extra.grace;
  if (extra.generation != 0) json["generation"] = extra.generation;
}

Json to_json(const Meta& meta, bool namespaced) {
  Json json = Json::object();
  json["name"] = short_name(meta.name);
  if (namespaced) json["namespace"] = namespace_of(meta.name);
  if (meta.uid.is_set()) json["uid"] = uid_text(meta.uid);
  if (meta.version != 0) json["resourceVersion"] = std::to_string(meta.version);
  if (meta.created) json["creationTimestamp"] = kube_time_text(*meta.created);
  if (meta.extra) add_extra(json, *meta.extra);
  return json;
}

}  // namespace

std::optional<Kind> kind_named(std::string_view word) {
  for (std::size_t index = 0; index < kKinds; ++index) {
    const auto kind = static_cast<Kind>(index);
    if (words_of(kind).kind == word) return kind;
  }
  return std::nullopt;
}

Result<Object, DecodeError> read_object(Names& names, Kind kind, const Json& json) {
  const bool shaped = json.is_object() && is_text_or_missing(json, "kind") &&
                      is_text_or_missing(json, "apiVersion");
  if (!shaped) return Err{DecodeError{"", "a JSON object with kind and apiVersion is wanted"}};
  Decoding decoding{names};
  check_type(decoding, json, kind);
  Object object = blank_object(kind, {});
  std::visit([&](auto& any) { read_into(decoding, json, any); }, object);
  if (decoding.error) return Err{std::move(*decoding.error)};
  return object;
}

Result<Object, DecodeError> parse_object(Names& names, Kind kind, std::string_view json) {
  const auto tree = parsed(json);
  if (!tree) return Err{tree.error()};
  return read_object(names, kind, *tree);
}

Result<Object, DecodeError> parse_object(Names& names, std::string_view json) {
  const auto tree = parsed(json);
  if (!tree) return Err{tree.error()};
  const auto word = tree->is_object() ? tree->find("kind") : tree->end();
  if (word == tree->end() || !word->is_string()) {
    return Err{DecodeError{"kind", "Object 'Kind' is missing"}};
  }
  const auto kind = kind_named(word->get<std::string>());
  if (!kind) {
    return Err{DecodeError{"kind", "no kind \"" + word->get<std::string>() + "\" is kept here"}};
  }
  return read_object(names, *kind, *tree);
}

Result<Object, DecodeError> merge_patched(Names& names, const Object& object,
                                          std::string_view patch) {
  const auto tree = parsed(patch);
  if (!tree) return Err{tree.error()};
  Json json = to_json(object);
  json.merge_patch(*tree);
  return read_object(names, kind_of(object), json);
}

Json to_json(const Object& object) {
  return std::visit(
      []<class T>(const T& any) {
        Json json = Json::object();
        json["apiVersion"] = T::kApiVersion;
        json["kind"] = T::kKind;
        json["metadata"] = to_json(any.meta, T::kNamespaced);
        add_content(json, any);
        return json;
      },
      object);
}

std::string taints_patch(const Node& node) {
  const Json whole = to_json(Object{node});
  const Json& spec = whole.at("spec");
  const Json taints = spec.contains("taints") ? spec.at("taints") : Json::array();
  return Json{{"metadata", {{"resourceVersion", std::to_string(node.meta.version)}}},
              {"spec", {{"taints", taints}}}}
      .dump();
}

std::string json_text(const Object& object) {
  return to_json(object).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace leasesim
