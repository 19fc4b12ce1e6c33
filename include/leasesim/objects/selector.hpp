// Which objects a list or a watch is about: by labels, by name, or by the node of a pod.
#pragma once

#include <vector>

#include "leasesim/objects/object.hpp"

namespace leasesim {

struct Selector {
  std::vector<Labelled> labels;  ///< each must be there, with this value
  Text node;                     ///< field selector spec.nodeName, of pods; unset: any
  Text name;                     ///< field selector metadata.name; unset: any

  bool selects_all() const { return labels.empty() && !node.is_set() && !name.is_set(); }
  bool selects(const Object& object) const;
  friend bool operator==(const Selector&, const Selector&) = default;
};

/// Whether an object carries all of these labels.
bool carries(const Meta& meta, const std::vector<Labelled>& labels);

}  // namespace leasesim
