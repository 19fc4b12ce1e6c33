// What the API server finds wrong with an object before it stores it. Each error is a text of
// upstream's, "field: what is wrong"; none: the object is valid.
//
// upstream: kubernetes/kubernetes:pkg/apis/coordination/validation/validation.go,
// kubernetes/apimachinery:pkg/api/validation/objectmeta.go, pkg/util/validation/validation.go
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "leasesim/objects/object.hpp"

namespace leasesim {

using FieldErrors = std::vector<std::string>;

/// Of an object that is to be created.
FieldErrors errors_on_create(const Object& object);
/// Of one that is to take the place of `stored`. Names are as they are: they were found by name.
FieldErrors errors_on_update(const Object& object, const Object& stored);

/// Why it is no DNS-1123 subdomain, as most names must be, or no label, as namespaces must be.
FieldErrors subdomain_errors(std::string_view name);
FieldErrors label_errors(std::string_view name);
/// Why it is no `[prefix/]name`, as keys of labels and finalizers must be.
FieldErrors qualified_name_errors(std::string_view name);
/// Why it is no key of a ConfigMap, as names of LeaseCandidates must be.
FieldErrors config_key_errors(std::string_view key);
/// Why it is no label's value.
FieldErrors label_value_errors(std::string_view value);

}  // namespace leasesim
