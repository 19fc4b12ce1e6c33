// What the API server adds to new objects before it stores them.
#pragma once

#include "leasesim/objects/object.hpp"

namespace leasesim {

/// A Pod that says nothing of nodes that are not ready or unreachable stays on them for 300 s.
/// upstream: kubernetes/kubernetes:plugin/pkg/admission/defaulttolerationseconds/admission.go
void add_default_tolerations(Pod& pod);

/// A Node takes no pods before it has been seen ready.
/// upstream: kubernetes/kubernetes:plugin/pkg/admission/nodetaint/admission.go
void taint_as_not_ready(Node& node);

}  // namespace leasesim
