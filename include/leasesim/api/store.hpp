// What the API servers keep: typed objects, one revision counter, and a while of history.
//
// Knows no clock and no network: whoever writes says what time it is. Pointers to objects and
// changes hold until the next write.
// upstream: kubernetes/apiserver:pkg/registry/generic/registry/store.go
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "leasesim/api/history.hpp"
#include "leasesim/api/request.hpp"
#include "leasesim/random/streams.hpp"
#include "leasesim/release.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// When a write happens: in true time, for the age of history, and by the server's calendar, which
/// is what gets written down.
struct WriteTime {
  SimTime at{};
  KubeTime calendar;
};

struct StoreSettings {
  Release release = kDefaultRelease;
  /// Whether what has a namespace may only be created in one that exists.
  bool namespaces_must_exist = false;
  /// Whether strategy and preferredHolder of a Lease are kept (gate CoordinatedLeaderElection).
  bool coordinated_election = false;
};

class Store {
 public:
  explicit Store(Seed seed, StoreSettings settings = {});
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// Of the last write, or where an empty store begins; never 0.
  Version revision() const { return revision_; }

  /// The object as it is now; null if there is none.
  const Object* find(Kind kind, ObjectName name) const;
  ApiResult<SharedObject> get(Kind kind, ObjectName name) const;
  /// In the order of "namespace/name"; of one namespace, or of all if `space` is unset; all that
  /// `selector` selects, if there is one.
  ObjectList list(Kind kind, Text space, const Selector* selector = nullptr) const;

  // Writes answer with the object as it is then, by the rules of upstream's registry.

  /// A new object; what the body says of uid and times is ignored, a version in it is refused.
  /// Pods and budgets begin with an empty status.
  ApiResult<SharedObject> create(SharedObject body, WriteTime time);
  /// The same with the status that the body has, as no client could write it.
  ApiResult<SharedObject> declare(SharedObject body, WriteTime time);
  /// Insists on uid and version if the body carries them; makes a missing object where its kind
  /// allows that. Writing what is there changes nothing. Of kinds with a status either that is
  /// written or all the rest.
  ApiResult<SharedObject> update(SharedObject body, WriteTime time,
                                 Subresource part = Subresource::none);
  /// A JSON merge patch; one that names a version insists on it.
  ApiResult<SharedObject> patch(Names& names, Kind kind, ObjectName name, std::string_view patch,
                                WriteTime time);
  /// A strategic merge patch of a status, given as the object that has it: its conditions take the
  /// place of those of the same type.
  ApiResult<SharedObject> merge_status(const Object& wanted, WriteTime time);
  /// Whatever is there goes, or waits for its finalizers, or, a Pod, for its grace to end. The
  /// answer is the object as it was last.
  ApiResult<SharedObject> remove(Kind kind, ObjectName name, const DeleteOptions& options,
                                 WriteTime time);
  /// Whether a Pod may be evicted. Where its budget has a say, that is charged with it.
  /// upstream: kubernetes/kubernetes:pkg/registry/core/pod/storage/eviction.go
  ApiResult<Done> charge_eviction(ObjectName pod, WriteTime time);
  /// As an administrator's patch: the last writer wins, whatever the body says of uid and version.
  /// Still validated, and not found if it is not there.
  ApiResult<SharedObject> overwrite(SharedObject body, WriteTime time);

  /// Of the last write, so that it can be recorded and told to watchers; null if it failed or
  /// changed nothing.
  const Change* last_change() const { return last_change_; }

  /// Changes of one kind after a version, oldest first; a Failure (gone) if some are forgotten. A
  /// version that is not reached yet has none: its watcher waits.
  ApiResult<Changes> changes_since(Kind kind, Version version) const;

  /// The whole content, to be put back later: versions and all. Grows with the store.
  class Snapshot;
  std::shared_ptr<const Snapshot> snapshot() const;
  /// As etcd's restore: the revision goes back too, and no history is left.
  void restore(const Snapshot& older);

  void allow_coordinated_election(bool allowed) { settings_.coordinated_election = allowed; }

 private:
  struct Entry {
    SharedObject object;
    std::string key;  // "namespace/name", as the list is sorted
  };
  struct HashOfContent {
    std::size_t operator()(ObjectName name) const { return name.text().hash(); }
  };
  // All objects of a kind. The table is only ever asked for one key; lists go by `sorted`.
  struct Shelf {
    std::unordered_map<ObjectName, std::unique_ptr<Entry>, HashOfContent> table;
    std::vector<Entry*> sorted;
    History history;
    mutable Entry* last_found = nullptr;  // asked for again, mostly
  };

  Shelf& shelf(Kind kind) { return shelves_[static_cast<std::size_t>(kind)]; }
  const Shelf& shelf(Kind kind) const { return shelves_[static_cast<std::size_t>(kind)]; }
  Entry* entry(Kind kind, ObjectName name) const;
  Uid next_uid();

  bool admits(Object& object, Failure& why) const;
  bool namespace_allows(const Object& body, Failure& why) const;
  SharedObject insert(SharedObject object, WriteTime time);
  ApiResult<SharedObject> replace(Entry& stored, SharedObject body, WriteTime time);
  SharedObject write(Entry& stored, SharedObject body, WriteTime time);
  SharedObject erase(Kind kind, Entry& stored, WriteTime time);
  SharedObject begin_deletion(Entry& stored, std::int64_t grace, WriteTime time);
  void put(SharedObject object);

  StreamKey uid_key_;
  StoreSettings settings_;
  std::array<Shelf, std::variant_size_v<Object>> shelves_;
  Version revision_ = 1;
  std::uint64_t uids_ = 0;
  const Change* last_change_ = nullptr;
};

}  // namespace leasesim
