#include "leasesim/actors/garbage_collector.hpp"

#include <algorithm>

#include "actors/names_of_actors.hpp"
#include "actors/work_queue.hpp"

namespace leasesim {
namespace {

constexpr std::size_t kWorkers = 20;
constexpr Duration kRetry = 1s;

bool owned_by_a_node(const Meta& meta) {
  return meta.extra && std::ranges::any_of(meta.extra->owners, [](const OwnerReference& owner) {
           return owner.kind.view() == Node::kKind;
         });
}

class GarbageCollector {
 public:
  GarbageCollector(Process& self, Api api, NodeInformers informers)
      : self_(self),
        api_(api),
        look_(informers),
        leases_(self, kWorkers, [this](ObjectName lease) { return attend<Lease>(lease); }),
        pods_(self, kWorkers, [this](ObjectName pod) { return attend<Pod>(pod); }) {}

  FramePool& frames() const { return self_.frames(); }

  Task<> run();

 private:
  template <ApiObject T>
  Task<> attend(ObjectName name);
  template <ApiObject T>
  Informer<T>& informer() const {
    if constexpr (std::is_same_v<T, Lease>) return look_.leases;
    if constexpr (std::is_same_v<T, Pod>) return look_.pods;
  }
  template <ApiObject T>
  WorkQueue<ObjectName>& queue() {
    if constexpr (std::is_same_v<T, Lease>) return leases_;
    if constexpr (std::is_same_v<T, Pod>) return pods_;
  }
  template <ApiObject T>
  void look_at_dependents_of(const Node& gone);

  Process& self_;
  Api api_;
  NodeInformers look_;
  WorkQueue<ObjectName> leases_;
  WorkQueue<ObjectName> pods_;
};

Task<> GarbageCollector::run() {
  look_.nodes.on_change([this](const Node* before, const Node* now) {
    const bool gone = before != nullptr && (now == nullptr || now->meta.uid != before->meta.uid);
    if (!gone) return;
    look_at_dependents_of<Lease>(*before);
    look_at_dependents_of<Pod>(*before);
  });
  const auto seen = [this]<class T>(const T* before, const T* now) {
    const bool is_new = now != nullptr && (before == nullptr || before->meta.uid != now->meta.uid);
    if (is_new && owned_by_a_node(now->meta)) queue<T>().add(now->meta.name);
  };
  look_.leases.on_change(seen);
  look_.pods.on_change(seen);
  co_await self_.until(look_.nodes.synced());
  co_await self_.until(look_.leases.synced());
  co_await self_.until(look_.pods.synced());
  for (const Lease& lease : look_.leases) seen(static_cast<const Lease*>(nullptr), &lease);
  for (const Pod& pod : look_.pods) seen(static_cast<const Pod*>(nullptr), &pod);
  Child leases(self_, leases_.run());
  Child pods(self_, pods_.run());
  co_await forever();
}

template <ApiObject T>
void GarbageCollector::look_at_dependents_of(const Node& gone) {
  for (const T& object : informer<T>()) {
    if (!object.meta.extra) continue;
    const auto& owners = object.meta.extra->owners;
    if (std::ranges::find(owners, gone.meta.uid, &OwnerReference::uid) == owners.end()) continue;
    queue<T>().add(object.meta.name);
  }
}

// Whether its owner is there is asked of the API server, not of what we remember: an owner with
// another uid is another object. Owners of other kinds are taken to be there.
template <ApiObject T>
Task<> GarbageCollector::attend(ObjectName name) {
  for (;;) {
    auto object = co_await api_.get<T>(name);
    if (!object && object.error().is(ApiError::not_found)) co_return;
    bool known = object.has_value();
    bool has_owner = false;
    const auto owners =
        known && object->meta.extra ? object->meta.extra->owners : std::vector<OwnerReference>{};
    if (known && owners.empty()) co_return;
    for (const OwnerReference& owner : owners) {
      if (owner.kind.view() != Node::kKind) co_return;
      const ObjectName name_of_owner(owner.name);
      auto found = co_await api_.get<Node>(name_of_owner);
      if (!found && !found.error().is(ApiError::not_found)) known = false;
      has_owner = has_owner || (found && found->meta.uid == owner.uid);
    }
    if (has_owner) co_return;
    if (known) {
      const DeleteOptions options{.uid = object->meta.uid, .version = object->meta.version};
      auto removed = co_await api_.remove<T>(name, options);
      if (removed || removed.error().is(ApiError::not_found)) co_return;
    }
    co_await self_.sleep(kRetry);
  }
}

}  // namespace

Task<> garbage_collector(Process& self, Api api, NodeInformers informers) {
  GarbageCollector controller(self, api, informers);
  co_await controller.run();
}

}  // namespace leasesim
