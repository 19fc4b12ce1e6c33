#include "scenario/tree_builder.hpp"

#include <utility>

namespace leasesim {

bool TreeBuilder::refuse(Place place, std::string message) {
  reading_.refuse(place, path(), std::move(message));
  return false;
}

std::string TreeBuilder::path() const {
  constexpr std::size_t kShown = 12;
  std::string out;
  for (std::size_t i = 0; i < open_.size() && i < kShown; ++i) {
    const Frame& frame = open_[i];
    if (frame.node.is(Tree::Kind::list)) {
      out += '[' + std::to_string(frame.node.items().size()) + ']';
    } else if (frame.has_key) {
      out += (out.empty() ? "" : ".") + frame.key;
    }
  }
  return open_.size() > kShown ? out + "…" : out;
}

bool TreeBuilder::wants_key() const {
  return !open_.empty() && open_.back().node.is(Tree::Kind::map) && !open_.back().has_key;
}

bool TreeBuilder::begin_map(Place place, Anchor anchor) {
  return begin(Tree::map(place), place, anchor);
}

bool TreeBuilder::begin_list(Place place, Anchor anchor) {
  return begin(Tree::list(place), place, anchor);
}

bool TreeBuilder::begin(Tree node, Place place, Anchor anchor) {
  if (open_.size() >= static_cast<std::size_t>(kDepthMax)) {
    return refuse(place, "nested deeper than " + std::to_string(kDepthMax) + " levels");
  }
  Frame frame;
  frame.node = std::move(node);
  frame.anchor = anchor;
  open_.push_back(std::move(frame));
  return true;
}

bool TreeBuilder::end() {
  ensure(!open_.empty(), "what ends has begun");
  Frame frame = std::move(open_.back());
  open_.pop_back();
  if (wants_key()) return refuse(frame.node.place(), "a key must be a text");
  return place_value(std::move(frame.node), frame.nodes, frame.anchor);
}

bool TreeBuilder::scalar(Tree node, Anchor anchor) {
  return place_value(std::move(node), 1, anchor);
}

bool TreeBuilder::key(std::string key, Place place) {
  ensure(wants_key(), "a key stands in a map");
  Frame& frame = open_.back();
  if (!frame.keys.insert(key).second) {
    for (const Tree::Entry& entry : frame.node.entries()) {
      if (entry.key != key) continue;
      refuse(place, "key \"" + key + "\" stands here twice; first on line " +
                        std::to_string(entry.key_place.line));
      break;
    }
  }
  frame.key = std::move(key);
  frame.key_place = place;
  frame.has_key = true;
  return true;
}

bool TreeBuilder::alias(Anchor anchor, Place place) {
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end()) return refuse(place, "this alias lies within its own anchor");
  const Anchored& anchored = found->second;
  expanded_ += anchored.nodes;
  if (expanded_ > kAliasNodesMax) {
    return refuse(place, "aliases that stand for more than " + std::to_string(kAliasNodesMax) +
                             " values in all");
  }
  return place_value(anchored.node, anchored.nodes, 0);
}

bool TreeBuilder::place_value(Tree node, std::size_t nodes, Anchor anchor) {
  if (++nodes_ > kNodesMax) {
    return refuse(node.place(), "more than " + std::to_string(kNodesMax) + " values in one file");
  }
  if (anchor != 0) {
    // What is too large to be repeated need not be kept for it.
    const bool small = nodes <= kAliasNodesMax;
    copied_ += small ? nodes : 0;
    if (copied_ > kNodesMax) return refuse(node.place(), "too much stands under anchors");
    anchors_[anchor] = Anchored{small ? node : Tree{}, nodes};
  }
  if (open_.empty()) {
    root_ = std::move(node);
    return true;
  }
  Frame& frame = open_.back();
  frame.nodes += nodes;
  if (frame.node.is(Tree::Kind::list)) {
    frame.node.append(std::move(node));
    return true;
  }
  ensure(frame.has_key, "a map's value has a key");
  frame.node.entries().push_back({std::move(frame.key), frame.key_place, std::move(node)});
  frame.has_key = false;
  return true;
}

Tree TreeBuilder::take_root() {
  ensure(open_.empty(), "a whole document has been taken");
  return std::move(root_);
}

}  // namespace leasesim
