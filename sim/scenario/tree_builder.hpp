// Builds a document's tree from the events of either parser, and keeps to the limits.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "leasesim/scenario/document.hpp"
#include "leasesim/scenario/findings.hpp"

namespace leasesim {

/// Takes a document's values in their order. After a call has answered false nothing more may be
/// fed: the reason is among the findings.
class TreeBuilder {
 public:
  /// 0: the node has no anchor.
  using Anchor = std::size_t;

  explicit TreeBuilder(Reading& reading) : reading_(reading) {}

  [[nodiscard]] bool begin_map(Place place, Anchor anchor = 0);
  [[nodiscard]] bool begin_list(Place place, Anchor anchor = 0);
  [[nodiscard]] bool end();
  [[nodiscard]] bool scalar(Tree node, Anchor anchor = 0);
  [[nodiscard]] bool key(std::string key, Place place);
  [[nodiscard]] bool alias(Anchor anchor, Place place);

  /// The next value stands where a map wants a key.
  bool wants_key() const;
  /// Where the next value would stand, as in `faults[0].for`.
  std::string path() const;
  bool refuse(Place place, std::string message);
  Tree take_root();

 private:
  struct Frame {
    Tree node;
    std::string key;
    Place key_place;
    bool has_key = false;
    std::set<std::string, std::less<>> keys;
    Anchor anchor = 0;
    std::size_t nodes = 1;
  };
  struct Anchored {
    Tree node;
    std::size_t nodes = 0;
  };

  bool begin(Tree node, Place place, Anchor anchor);
  bool place_value(Tree node, std::size_t nodes, Anchor anchor);

  Reading& reading_;
  std::vector<Frame> open_;
  std::map<Anchor, Anchored> anchors_;
  Tree root_;
  std::size_t nodes_ = 0;
  std::size_t copied_ = 0;
  std::size_t expanded_ = 0;
};

/// Both add what is wrong to `reading`; the tree is of use only if that stayed clean.
Tree parse_yaml(std::string_view text, Reading& reading);
Tree parse_json(std::string_view text, Reading& reading);

}  // namespace leasesim
