// Upstream's rules for names, metadata and the kinds' own fields, with their texts.
#include "leasesim/api/validation.hpp"

#include <algorithm>
#include <set>

#include "leasesim/objects/semantic_version.hpp"

namespace leasesim {
namespace {

constexpr std::size_t kSubdomainMax = 253;
constexpr std::size_t kLabelMax = 63;
constexpr std::size_t kAnnotationsMax = 262'144;
constexpr std::string_view kKnownStrategy = "OldestEmulationVersion";

constexpr std::string_view kSubdomainText =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
    "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used "
    "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
constexpr std::string_view kLabelText =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and "
    "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used "
    "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
constexpr std::string_view kNamePartText =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
    "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
constexpr std::string_view kQualifiedText =
    "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used "
    "for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain "
    "prefix and '/' (e.g. 'example.com/MyName')";
constexpr std::string_view kLabelValueText =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', "
    "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or "
    "'12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
constexpr std::string_view kConfigKeyText =
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. "
    "'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is "
    "'[-._a-zA-Z0-9]+')";

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_number(char c) { return c >= '0' && c <= '9'; }
bool is_small(char c) { return is_lower(c) || is_number(c); }
bool is_alphanumeric(char c) { return is_small(c) || (c >= 'A' && c <= 'Z'); }

// [a-z0-9]([-a-z0-9]*[a-z0-9])?
bool is_label(std::string_view text) {
  return !text.empty() && is_small(text.front()) && is_small(text.back()) &&
         std::ranges::all_of(text, [](char c) { return is_small(c) || c == '-'; });
}

bool is_subdomain(std::string_view text) {
  for (;;) {
    const std::size_t dot = text.find('.');
    if (!is_label(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

// ([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]
bool is_name_part(std::string_view text) {
  return !text.empty() && is_alphanumeric(text.front()) && is_alphanumeric(text.back()) &&
         std::ranges::all_of(
             text, [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

std::string too_long(std::size_t most) {
  return "must be no more than " + std::to_string(most) + " characters";
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') out += '\\';
    out += character;
  }
  return out + '"';
}

std::string invalid(std::string_view field, std::string_view value, std::string_view why) {
  return std::string{field} + ": Invalid value: " + std::string{value} + ": " + std::string{why};
}

void add_invalid(FieldErrors& errors, std::string_view field, std::string_view value,
                 const FieldErrors& reasons) {
  for (const std::string& why : reasons) errors.push_back(invalid(field, quoted(value), why));
}

// ---- metadata ----

FieldErrors name_errors(Kind kind, std::string_view name) {
  switch (kind) {
    case Kind::name_space:
      return label_errors(name);
    case Kind::lease_candidate:
      return config_key_errors(name);
    default:
      return subdomain_errors(name);
  }
}

void check_labels(const MetaExtra& extra, FieldErrors& errors) {
  for (const Labelled& label : extra.labels) {
    add_invalid(errors, "metadata.labels", label.key.view(),
                qualified_name_errors(label.key.view()));
    add_invalid(errors, "metadata.labels", label.value.view(),
                label_value_errors(label.value.view()));
  }
}

void check_annotations(const MetaExtra& extra, FieldErrors& errors) {
  std::size_t size = 0;
  for (const Labelled& annotation : extra.annotations) {
    std::string key = annotation.key.str();
    for (char& c : key) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    add_invalid(errors, "metadata.annotations", annotation.key.view(), qualified_name_errors(key));
    size += annotation.key.view().size() + annotation.value.view().size();
  }
  if (size > kAnnotationsMax) {
    errors.push_back("metadata.annotations: Too long: may not be more than " +
                     std::to_string(kAnnotationsMax) + " bytes");
  }
}

// Upstream's paths have no index here.
void check_owner(const OwnerReference& owner, FieldErrors& errors) {
  constexpr std::string_view kPath = "metadata.ownerReferences";
  const auto needs = [&](std::string_view field, bool given, std::string_view why) {
    if (!given) errors.push_back(invalid(std::string{kPath} + std::string{field}, "\"\"", why));
  };
  const std::string_view version = owner.api_version.view();
  const std::size_t slash = version.find('/');
  const bool has_version = !version.empty() && slash != version.size() - 1;
  if (!has_version) {
    errors.push_back(invalid("metadata.ownerReferences.apiVersion", quoted(version),
                             "version must not be empty"));
  }
  needs(".kind", !owner.kind.view().empty(), "must not be empty");
  needs(".name", !owner.name.view().empty(), "must not be empty");
  needs(".uid", owner.uid.is_set(), "must not be empty");
}

void check_owners(const MetaExtra& extra, FieldErrors& errors) {
  const OwnerReference* controller = nullptr;
  for (const OwnerReference& owner : extra.owners) {
    check_owner(owner, errors);
    if (!owner.controller.value_or(false)) continue;
    if (controller == nullptr) {
      controller = &owner;
      continue;
    }
    errors.push_back(
        "metadata.ownerReferences: Invalid value: " + std::to_string(extra.owners.size()) +
        " references: Only one reference can have Controller set to true. Found \"true\" in "
        "references for " +
        controller->kind.str() + '/' + controller->name.str() + " and " + owner.kind.str() + '/' +
        owner.name.str());
  }
}

void check_extra(const MetaExtra& extra, FieldErrors& errors) {
  check_labels(extra, errors);
  check_annotations(extra, errors);
  check_owners(extra, errors);
  for (const Text finalizer : extra.finalizers) {
    add_invalid(errors, "metadata.finalizers", finalizer.view(),
                qualified_name_errors(finalizer.view()));
  }
}

// Once deletion has begun, finalizers only go.
void check_new_finalizers(const MetaExtra& wanted, const MetaExtra& stored, FieldErrors& errors) {
  std::set<std::string_view> added;
  for (const Text finalizer : wanted.finalizers) {
    if (std::ranges::find(stored.finalizers, finalizer) == stored.finalizers.end()) {
      added.insert(finalizer.view());
    }
  }
  if (added.empty()) return;
  std::string list;
  for (const std::string_view finalizer : added) {
    if (!list.empty()) list += ", ";
    list += quoted(finalizer);
  }
  errors.push_back(
      "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being "
      "deleted, found new finalizers []string{" +
      list + '}');
}

// ---- the kinds' own fields ----

// The last part of the path is doubled in upstream's source.
void check_strategy(std::string_view path, std::string_view strategy, FieldErrors& errors) {
  const std::string field = std::string{path} + ".strategy";
  if (strategy.find('/') != std::string_view::npos) {
    add_invalid(errors, field, strategy, qualified_name_errors(strategy));
  } else if (strategy != kKnownStrategy) {
    errors.push_back(field + ": Unsupported value: " + quoted(strategy) +
                     ": supported values: " + quoted(kKnownStrategy));
  }
}

void check_content(const Lease& lease, FieldErrors& errors) {
  const LeaseSpec& spec = lease.spec;
  if (spec.duration && *spec.duration <= 0) {
    errors.push_back(invalid("spec.leaseDurationSeconds", std::to_string(*spec.duration),
                             "must be greater than 0"));
  }
  if (spec.transitions && *spec.transitions < 0) {
    errors.push_back(invalid("spec.leaseTransitions", std::to_string(*spec.transitions),
                             "must be greater than or equal to 0"));
  }
  if (spec.strategy.is_set()) check_strategy("spec.strategy", spec.strategy.view(), errors);
  if (!spec.preferred_holder.view().empty() && !spec.strategy.is_set()) {
    errors.push_back(
        "spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined");
  }
}

void check_content(const ConfigMap& map, FieldErrors& errors) {
  for (const Labelled& entry : map.data) {
    const std::string_view key = entry.key.view();
    const std::string path = "data[" + std::string{key} + ']';
    add_invalid(errors, path, key, config_key_errors(key));
  }
}

void check_content(const Namespace&, FieldErrors&) {}

void check_content(const Node& node, FieldErrors& errors) {
  for (std::size_t i = 0; i < node.spec.taints.size(); ++i) {
    const std::string_view key = node.spec.taints[i].key.view();
    const std::string path = "metadata.taints[" + std::to_string(i) + "].key";
    add_invalid(errors, path, key, qualified_name_errors(key));
  }
}

void check_content(const Pod& pod, FieldErrors& errors) {
  if (pod.spec.node.view().empty()) return;
  add_invalid(errors, "spec.nodeName", pod.spec.node.view(),
              subdomain_errors(pod.spec.node.view()));
}

void check_content(const Event&, FieldErrors&) {}

// "1", "1.2" or "1.2.3", without a "v"; whatever follows '-' or '+' is left alone.
// upstream: blang/semver v4, ParseTolerant is not used
void check_version(std::string_view field, std::string_view version, FieldErrors& errors) {
  if (!parse_semantic_version(version)) {
    errors.push_back(invalid(field, quoted(version), "must be a valid semantic version"));
  }
}

void check_content(const LeaseCandidate& candidate, FieldErrors& errors) {
  const LeaseCandidateSpec& spec = candidate.spec;
  if (spec.lease.view().empty()) errors.emplace_back("spec.leaseName: Required value");
  if (spec.binary_version.view().empty()) {
    errors.emplace_back("spec.binaryVersion: Required value");
  } else {
    check_version("spec.binaryVersion", spec.binary_version.view(), errors);
  }
  if (!spec.emulation_version.view().empty()) {
    check_version("spec.emulationVersion", spec.emulation_version.view(), errors);
  } else if (spec.strategy.view() == kKnownStrategy) {
    errors.emplace_back(
        "spec.emulationVersion: Required value: must be specified when `strategy` is "
        "'OldestEmulationVersion'");
  }
  const auto binary = parse_semantic_version(spec.binary_version.view());
  const auto emulation = parse_semantic_version(spec.emulation_version.view());
  if (binary && emulation && *binary < *emulation) {
    errors.push_back(invalid("spec.binaryVersion", quoted(spec.binary_version.view()),
                             "must be greater than or equal to `emulationVersion`"));
  }
  if (spec.strategy.view().empty()) {
    errors.emplace_back("spec.strategy: Required value");
  } else {
    check_strategy("spec.strategy", spec.strategy.view(), errors);
  }
}

void check_content(const PodDisruptionBudget& budget, FieldErrors& errors) {
  const DisruptionBudgetSpec& spec = budget.spec;
  if (spec.min_available && spec.max_unavailable) {
    errors.emplace_back("spec: Invalid value: minAvailable and maxUnavailable cannot be both set");
  }
  const auto not_negative = [&](std::string_view field, const std::optional<std::int32_t>& value) {
    if (!value || *value >= 0) return;
    errors.push_back(invalid(field, std::to_string(*value), "must be greater than or equal to 0"));
  };
  not_negative("spec.minAvailable", spec.min_available);
  not_negative("spec.maxUnavailable", spec.max_unavailable);
}

void check_content(const Object& object, FieldErrors& errors) {
  std::visit([&](const auto& any) { check_content(any, errors); }, object);
}

}  // namespace

FieldErrors subdomain_errors(std::string_view name) {
  FieldErrors errors;
  if (name.size() > kSubdomainMax) errors.push_back(too_long(kSubdomainMax));
  if (!is_subdomain(name)) errors.emplace_back(kSubdomainText);
  return errors;
}

FieldErrors label_errors(std::string_view name) {
  FieldErrors errors;
  if (name.size() > kLabelMax) errors.push_back(too_long(kLabelMax));
  if (!is_label(name)) {
    if (is_subdomain(name)) {
      errors.emplace_back("must not contain dots");
    } else {
      errors.emplace_back(kLabelText);
    }
  }
  return errors;
}

FieldErrors qualified_name_errors(std::string_view name) {
  FieldErrors errors;
  const std::size_t slash = name.find('/');
  if (slash != std::string_view::npos && name.find('/', slash + 1) != std::string_view::npos) {
    errors.emplace_back(kQualifiedText);
    return errors;
  }
  if (slash != std::string_view::npos) {
    const std::string_view prefix = name.substr(0, slash);
    if (prefix.empty()) {
      errors.emplace_back("prefix part must be non-empty");
    } else {
      for (const std::string& why : subdomain_errors(prefix))
        errors.push_back("prefix part " + why);
    }
    name.remove_prefix(slash + 1);
  }
  if (name.empty()) {
    errors.emplace_back("name part must be non-empty");
  } else if (name.size() > kLabelMax) {
    errors.push_back("name part " + too_long(kLabelMax));
  }
  if (!is_name_part(name)) errors.push_back("name part " + std::string{kNamePartText});
  return errors;
}

FieldErrors config_key_errors(std::string_view key) {
  FieldErrors errors;
  const bool spelt = !key.empty() && std::ranges::all_of(key, [](char c) {
    return is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
  });
  if (key.size() > kSubdomainMax) errors.push_back(too_long(kSubdomainMax));
  if (!spelt) errors.emplace_back(kConfigKeyText);
  if (key == "." || key == "..") errors.push_back("must not be '" + std::string{key} + '\'');
  return errors;
}

FieldErrors label_value_errors(std::string_view value) {
  FieldErrors errors;
  if (value.size() > kLabelMax) errors.push_back(too_long(kLabelMax));
  if (!value.empty() && !is_name_part(value)) errors.emplace_back(kLabelValueText);
  return errors;
}

FieldErrors errors_on_create(const Object& object) {
  FieldErrors errors;
  const Kind kind = kind_of(object);
  const Meta& meta = meta_of(object);
  const std::string_view name = short_name(meta.name);
  if (name.empty()) {
    errors.emplace_back("metadata.name: Required value: name or generateName is required");
  } else {
    add_invalid(errors, "metadata.name", name, name_errors(kind, name));
  }
  if (words_of(kind).namespaced) {
    const std::string_view space = namespace_of(meta.name);
    add_invalid(errors, "metadata.namespace", space, label_errors(space));
  }
  if (meta.extra) check_extra(*meta.extra, errors);
  check_content(object, errors);
  return errors;
}

FieldErrors errors_on_update(const Object& object, const Object& stored) {
  FieldErrors errors;
  const Meta& meta = meta_of(object);
  const Meta& old = meta_of(stored);
  if (meta.extra && meta.extra != old.extra) {
    const bool going = old.extra && old.extra->deleted;
    if (going) check_new_finalizers(*meta.extra, *old.extra, errors);
    if (!going && meta.extra->deleted) {
      errors.push_back(invalid("metadata.deletionTimestamp",
                               quoted(kube_time_text(*meta.extra->deleted)), "field is immutable"));
    }
    check_extra(*meta.extra, errors);
  }
  check_content(object, errors);
  return errors;
}

}  // namespace leasesim
