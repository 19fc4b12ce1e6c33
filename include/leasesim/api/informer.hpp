// A process's own copy of all objects of one kind, kept up by a list and a watch.
//
//   Informer<Node> nodes(self, api);
//   nodes.on_change([&](const Node* before, const Node* now) { … });
//   Child reflecting(self, nodes.run());
//   co_await self.until(nodes.synced());
//
// What it says is as old as the last event that arrived.
// upstream: kubernetes/client-go:tools/cache/reflector.go, shared_informer.go
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "leasesim/api/watch.hpp"

namespace leasesim {

/// The pauses after a failed list or watch: 0.8 s, doubled up to 30 s, each up to twice as long.
class ReflectorBackoff {
 public:
  explicit ReflectorBackoff(Process& self);
  Duration next();
  void reset() { pause_ = kFirst; }

 private:
  static constexpr Duration kFirst = 800ms;
  static constexpr Duration kLongest = 30s;
  Choices draws_;
  Duration pause_ = kFirst;
};

template <ApiObject T>
class Informer {
 public:
  /// Of one namespace, of all if `space` is unset; of what the selector selects.
  Informer(Process& self, Api api, Text space = {}, Selector selector = {})
      : self_(self),
        api_(api.with_timeout({})),
        space_(space),
        selector_(std::move(selector)),
        backoff_(self) {}
  Informer(const Informer&) = delete;
  Informer& operator=(const Informer&) = delete;

  FramePool& frames() const { return self_.frames(); }

  /// Called after each change of the copy. `before` is null for what is new, `now` for what is
  /// gone.
  using Changed = std::function<void(const T* before, const T* now)>;
  void on_change(Changed changed) { handlers_.push_back(std::move(changed)); }

  /// Reads all, then follows the changes; begins again when it has lost track. Never ends.
  Task<> run() {
    for (;;) {
      auto all = co_await api_.list<T>(space_, selector_);
      if (!all) {
        const Duration pause = backoff_.next();
        co_await self_.sleep(pause);
        continue;
      }
      replace_with(*all);
      synced_.raise(self_.run().engine);
      co_await follow(all->version);
    }
  }

  /// Raised when the copy is complete for the first time.
  Signal& synced() { return synced_; }

  const T* find(ObjectName name) const {
    const auto found = table_.find(name);
    return found == table_.end() ? nullptr : &found->second->object();
  }
  std::size_t size() const { return sorted_.size(); }
  /// In the order of their names. Pointers hold until the next change of the object.
  auto begin() const { return Iterator{sorted_.begin()}; }
  auto end() const { return Iterator{sorted_.end()}; }

 private:
  struct Kept {
    SharedObject shared;
    const T& object() const { return std::get<T>(*shared); }
    std::string_view key() const { return object().meta.name.view(); }
  };
  struct HashOfContent {
    std::size_t operator()(ObjectName name) const { return name.text().hash(); }
  };
  struct Iterator {
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;
    typename std::vector<Kept*>::const_iterator at;
    const T& operator*() const { return (*at)->object(); }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    Iterator operator++(int) { return {at++}; }
    friend bool operator==(const Iterator&, const Iterator&) = default;
  };

  // Follows the changes after a version, over as many watches as it takes, until some are
  // forgotten.
  Task<> follow(Version version) {
    for (;;) {
      Watch<T> watch(api_, space_, version, selector_);
      auto begun = co_await watch.begin();
      if (!begun && begun.error().is(ApiError::gone)) co_return;
      if (begun) backoff_.reset();
      while (begun) {
        auto change = co_await watch.next();
        if (!change) break;
        version = change->version();
        take(*change);
      }
      const Duration pause = backoff_.next();
      co_await self_.sleep(pause);
    }
  }

  void take(const Watched<T>& change) {
    change.type == Change::Type::deleted ? drop(change->meta.name) : keep(change.shared);
  }

  void keep(const SharedObject& shared) {
    const ObjectName name = meta_of(*shared).name;
    auto& kept = table_[name];
    SharedObject before;
    if (kept) {
      before = std::exchange(kept->shared, shared);
    } else {
      kept = std::make_unique<Kept>(Kept{shared});
      const auto place = std::ranges::lower_bound(sorted_, name.view(), {}, &Kept::key);
      sorted_.insert(place, kept.get());
    }
    tell(before.is_set() ? &std::get<T>(*before) : nullptr, &kept->object());
  }

  void drop(ObjectName name) {
    const auto found = table_.find(name);
    if (found == table_.end()) return;
    const SharedObject before = found->second->shared;
    std::erase(sorted_, found->second.get());
    table_.erase(found);
    tell(&std::get<T>(*before), nullptr);
  }

  // What is not in the list has gone; what has another version has changed.
  void replace_with(const Listed<T>& all) {
    std::set<std::string_view> listed;
    for (const SharedObject& shared : all.shared) listed.insert(meta_of(*shared).name.view());
    std::vector<ObjectName> gone;
    for (const Kept* kept : sorted_) {
      const ObjectName name = kept->object().meta.name;
      if (!listed.contains(name.view())) gone.push_back(name);
    }
    for (const ObjectName name : gone) drop(name);
    for (const SharedObject& shared : all.shared) {
      const T* known = find(meta_of(*shared).name);
      const bool same = known != nullptr && known->meta.uid == meta_of(*shared).uid &&
                        known->meta.version == meta_of(*shared).version;
      if (!same) keep(shared);
    }
  }

  void tell(const T* before, const T* now) {
    for (const Changed& changed : handlers_) changed(before, now);
  }

  Process& self_;
  Api api_;
  Text space_;
  Selector selector_;
  ReflectorBackoff backoff_;
  std::vector<Changed> handlers_;
  std::unordered_map<ObjectName, std::unique_ptr<Kept>, HashOfContent> table_;
  std::vector<Kept*> sorted_;
  Signal synced_;
};

}  // namespace leasesim
