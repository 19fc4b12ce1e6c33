// The registry's rules, verb by verb, over one table a kind.
//
// upstream: kubernetes/apiserver:pkg/registry/generic/registry/store.go,
// pkg/registry/rest/update.go, pkg/storage/etcd3/store.go
#include "leasesim/api/store.hpp"

#include <algorithm>

#include "api/object_rules.hpp"
#include "leasesim/api/admission.hpp"
#include "leasesim/api/status.hpp"
#include "leasesim/api/validation.hpp"
#include "leasesim/objects/json.hpp"
#include "leasesim/objects/readiness.hpp"

namespace leasesim {
namespace {

constexpr std::uint64_t kUidVersion = 0x4000;              // a random uid: version 4 …
constexpr std::uint64_t kUidVariant = 0x8000000000000000;  // … of the usual variant

std::string key_of(Kind kind, ObjectName name) {
  if (!words_of(kind).namespaced) return name.str();
  return std::string{namespace_of(name)} + '/' + std::string{short_name(name)};
}

// Equal in all that a writer may decide: neither identity nor times nor version.
bool same_content(const Object& a, const Object& b) {
  const auto same = [&]<class T>(const T& any) {
    return any.content() == std::get_if<T>(&b)->content();
  };
  const auto* lease = std::get_if<Lease>(&a);  // mostly
  const bool same_inside = lease != nullptr ? same(*lease) : std::visit(same, a);
  return same_inside && Meta::same_extra(meta_of(a), meta_of(b));
}

// What most writes are: other metadata untouched, and nothing in the spec that could be refused.
bool plainly_valid(const Object& object, const Object& stored) {
  const auto* lease = std::get_if<Lease>(&object);
  if (lease == nullptr || lease->meta.extra != meta_of(stored).extra) return false;
  const LeaseSpec& spec = lease->spec;
  return spec.duration.value_or(1) > 0 && spec.transitions.value_or(0) >= 0 &&
         !spec.strategy.is_set() && !spec.preferred_holder.is_set();
}

}  // namespace

class Store::Snapshot {
 public:
  std::vector<SharedObject> objects;
  Version revision = 0;
};

Store::Store(Seed seed, StoreSettings settings)
    : uid_key_(stream_key(seed, 0, 0, Purpose{"uid"}.hash())), settings_(settings) {}
Store::~Store() = default;

// ---- reading ----

Store::Entry* Store::entry(Kind kind, ObjectName name) const {
  const Shelf& here = shelf(kind);
  Entry*& last = here.last_found;
  if (last != nullptr && meta_of(*last->object).name == name) return last;
  const auto found = here.table.find(name);
  if (found == here.table.end()) return nullptr;
  last = found->second.get();
  return last;
}

const Object* Store::find(Kind kind, ObjectName name) const {
  const Entry* found = entry(kind, name);
  return found == nullptr ? nullptr : &*found->object;
}

ApiResult<SharedObject> Store::get(Kind kind, ObjectName name) const {
  if (const Entry* found = entry(kind, name)) return found->object;
  return Err{not_found_failure(kind, name)};
}

ObjectList Store::list(Kind kind, Text space, const Selector* selector) const {
  ObjectList list{{}, revision_};
  const std::vector<Entry*>& sorted = shelf(kind).sorted;
  auto next = sorted.begin();
  std::string prefix;
  if (space.is_set() && words_of(kind).namespaced) {
    prefix = space.str() + '/';
    next = std::ranges::lower_bound(sorted, prefix, {}, &Entry::key);
  }
  for (; next != sorted.end() && (*next)->key.starts_with(prefix); ++next) {
    const SharedObject& object = (*next)->object;
    if (selector == nullptr || selector->selects(*object)) list.items.push_back(object);
  }
  return list;
}

ApiResult<Changes> Store::changes_since(Kind kind, Version version) const {
  const History& history = shelf(kind).history;
  const Version known = history.known_since();
  if (version < known) return Err{gone_failure(version, known)};
  return Changes{history, history.count_until(version)};
}

// ---- creating ----

ApiResult<SharedObject> Store::create(SharedObject body, WriteTime time) {
  if (std::holds_alternative<Pod>(*body)) std::get<Pod>(body.edit()).status = {};
  if (std::holds_alternative<PodDisruptionBudget>(*body)) {
    std::get<PodDisruptionBudget>(body.edit()).status = {};
  }
  if (std::holds_alternative<Node>(*body)) taint_as_not_ready(std::get<Node>(body.edit()));
  return declare(std::move(body), time);
}

ApiResult<SharedObject> Store::declare(SharedObject body, WriteTime time) {
  last_change_ = nullptr;
  if (Failure why; !admits(body.edit(), why)) return Err{std::move(why)};
  const Kind kind = kind_of(*body);
  const Meta& meta = meta_of(*body);
  if (meta.version != 0) return Err{version_on_create_failure()};
  if (const Object* there = find(kind, meta.name)) {
    return Err{being_deleted(*there) ? terminating_failure(kind, meta.name)
                                     : already_exists_failure(kind, meta.name)};
  }
  return insert(std::move(body), time);
}

// Drops what a new object may not say, then looks at the rest.
bool Store::admits(Object& object, Failure& why) const {
  if (!namespace_allows(object, why)) return false;
  if (!settings_.coordinated_election) drop_coordination(object, nullptr);
  if (auto* pod = std::get_if<Pod>(&object)) add_default_tolerations(*pod);
  if (being_deleted(object)) {
    edit_extra(object, [](MetaExtra& extra) {
      extra.deleted.reset();
      extra.grace.reset();
    });
  }
  const FieldErrors errors = errors_on_create(object);
  if (errors.empty()) return true;
  why = invalid_failure(kind_of(object), meta_of(object).name, errors);
  return false;
}

// Admission comes before all else: a namespace has to be there, and to be there to stay.
bool Store::namespace_allows(const Object& body, Failure& why) const {
  const Kind kind = kind_of(body);
  if (!settings_.namespaces_must_exist || !words_of(kind).namespaced) return true;
  const ObjectName name = meta_of(body).name;
  const std::string_view space = namespace_of(name);
  const std::vector<Entry*>& sorted = shelf(Kind::name_space).sorted;
  const auto found = std::ranges::lower_bound(sorted, space, {}, &Entry::key);
  if (found == sorted.end() || (*found)->key != space) {
    const TextEntry entry{space.data(), static_cast<std::uint32_t>(space.size()),
                          stable_hash(space)};
    why = not_found_failure(Kind::name_space, ObjectName{Text{&entry}});
    return false;
  }
  if (!being_deleted(*(*found)->object)) return true;
  why = forbidden_failure(kind, name,
                          "unable to create new content in namespace " + std::string{space} +
                              " because it is being terminated");
  return false;
}

SharedObject Store::insert(SharedObject object, WriteTime time) {
  Meta& meta = meta_of(object.edit());
  meta.uid = next_uid();
  meta.created = time.calendar;
  meta.version = ++revision_;

  Change& change = shelf(kind_of(*object)).history.add(time.at);
  change.type = Change::Type::added;
  change.object = object;
  change.previous = {};
  last_change_ = &change;
  put(object);
  return object;
}

void Store::put(SharedObject object) {
  const Kind kind = kind_of(*object);
  const ObjectName name = meta_of(*object).name;
  Shelf& here = shelf(kind);
  auto made = std::make_unique<Entry>(Entry{std::move(object), key_of(kind, name)});
  const auto place = std::ranges::lower_bound(here.sorted, made->key, {}, &Entry::key);
  here.sorted.insert(place, made.get());
  const bool fresh = here.table.emplace(name, std::move(made)).second;
  ensure(fresh, "an object is stored under its name once");
}

Uid Store::next_uid() {
  const std::uint64_t count = uids_++;
  const std::uint64_t high = Draw{uid_key_, 2 * count}.bits();
  const std::uint64_t low = Draw{uid_key_, 2 * count + 1}.bits();
  return {(high & ~std::uint64_t{0xf000}) | kUidVersion, (low >> 2) | kUidVariant};
}

// ---- updating ----

ApiResult<SharedObject> Store::update(SharedObject body, WriteTime time, Subresource part) {
  last_change_ = nullptr;
  const Kind kind = kind_of(*body);
  const Meta& meta = meta_of(*body);
  Entry* stored = entry(kind, meta.name);
  const Uid there = stored == nullptr ? Uid{} : meta_of(*stored->object).uid;
  if (meta.uid.is_set() && meta.uid != there) {
    return Err{uid_conflict_failure(kind, meta.name, meta.uid, there)};
  }
  if (stored == nullptr) {
    if (part != Subresource::none || !rules_of(kind).creates) {
      return Err{not_found_failure(kind, meta.name)};
    }
    if (Failure why; !admits(body.edit(), why)) return Err{std::move(why)};
    return insert(std::move(body), time);
  }
  if (meta.version == 0) {
    if (!rules_of(kind).unconditional)
      return Err{version_needed_failure(kind, meta.name, settings_.release)};
  } else if (meta.version != meta_of(*stored->object).version) {
    return Err{conflict_failure(kind, meta.name)};
  }
  if (has_status(kind)) keep_other_part(body.edit(), *stored->object, part);
  return replace(*stored, std::move(body), time);
}

ApiResult<SharedObject> Store::patch(Names& names, Kind kind, ObjectName name,
                                     std::string_view patch, WriteTime time) {
  last_change_ = nullptr;
  Entry* stored = entry(kind, name);
  if (stored == nullptr) return Err{not_found_failure(kind, name)};
  const Object& old = *stored->object;
  auto patched = merge_patched(names, old, patch);
  if (!patched) return Err{bad_patch_failure(patch, patched.error().why)};
  const Meta& meta = meta_of(*patched);
  if (meta.version != 0 && meta.version != meta_of(old).version)
    return Err{conflict_failure(kind, name)};
  if (has_status(kind)) keep_other_part(*patched, old, Subresource::none);
  return replace(*stored, std::move(*patched), time);
}

ApiResult<SharedObject> Store::merge_status(const Object& wanted, WriteTime time) {
  last_change_ = nullptr;
  const Kind kind = kind_of(wanted);
  Entry* stored = entry(kind, meta_of(wanted).name);
  if (stored == nullptr) return Err{not_found_failure(kind, meta_of(wanted).name)};
  Object merged = *stored->object;
  if (auto* node = std::get_if<Node>(&merged)) {
    merge_conditions(node->status.conditions, std::get<Node>(wanted).status.conditions);
  }
  if (auto* pod = std::get_if<Pod>(&merged)) {
    const PodStatus& status = std::get<Pod>(wanted).status;
    pod->status.phase = status.phase;
    merge_conditions(pod->status.conditions, status.conditions);
  }
  return replace(*stored, std::move(merged), time);
}

ApiResult<SharedObject> Store::overwrite(SharedObject body, WriteTime time) {
  last_change_ = nullptr;
  const Kind kind = kind_of(*body);
  Entry* stored = entry(kind, meta_of(*body).name);
  if (stored == nullptr) return Err{not_found_failure(kind, meta_of(*body).name)};
  return replace(*stored, std::move(body), time);
}

ApiResult<SharedObject> Store::replace(Entry& stored, SharedObject body, WriteTime time) {
  if (plainly_valid(*body, *stored.object)) return write(stored, std::move(body), time);

  Object& object = body.edit();
  const Kind kind = kind_of(object);
  if (!settings_.coordinated_election) drop_coordination(object, &*stored.object);
  keep_what_stands(object, *stored.object);
  const FieldErrors errors = errors_on_update(object, *stored.object);
  if (!errors.empty()) return Err{invalid_failure(kind, meta_of(object).name, errors)};
  if (being_deleted(object) && may_go(object)) {
    keep_identity(meta_of(object), meta_of(*stored.object));
    stored.object = std::move(body);
    return erase(kind, stored, time);
  }
  return write(stored, std::move(body), time);
}

SharedObject Store::write(Entry& stored, SharedObject body, WriteTime time) {
  if (same_content(*stored.object, *body)) return stored.object;
  const Meta& old = meta_of(*stored.object);
  Meta& meta = meta_of(body.edit());
  keep_identity(meta, old);
  meta.version = ++revision_;

  Change& change = shelf(kind_of(*body)).history.add(time.at);
  change.type = Change::Type::modified;
  change.previous = std::move(stored.object);
  change.object = body;
  last_change_ = &change;
  stored.object = std::move(body);
  return stored.object;
}

// ---- deleting ----

ApiResult<SharedObject> Store::remove(Kind kind, ObjectName name, const DeleteOptions& options,
                                      WriteTime time) {
  last_change_ = nullptr;
  Entry* stored = entry(kind, name);
  if (stored == nullptr) return Err{not_found_failure(kind, name)};
  const Meta& meta = meta_of(*stored->object);
  if (options.uid.is_set() && options.uid != meta.uid) {
    return Err{delete_conflict_failure(kind, name, options.uid, meta.uid)};
  }
  if (options.version != 0 && options.version != meta.version) {
    return Err{delete_conflict_failure(kind, name, options.version, meta.version)};
  }
  constexpr std::array<std::string_view, 3> kKept{"default", "kube-system", "kube-public"};
  if (kind == Kind::name_space && std::ranges::find(kKept, name.view()) != kKept.end()) {
    return Err{forbidden_failure(kind, name, "this namespace may not be deleted")};
  }
  const Object& object = *stored->object;
  const std::int64_t grace = grace_for(object, options);
  const bool stays = kind == Kind::name_space || has_finalizers(object);
  if (grace == 0 && !stays) return erase(kind, *stored, time);
  // A second deletion may only leave less time.
  if (being_deleted(object) && grace >= extra_of(object)->grace.value_or(0)) return stored->object;
  return begin_deletion(*stored, grace, time);
}

SharedObject Store::begin_deletion(Entry& stored, std::int64_t grace, WriteTime time) {
  SharedObject object = stored.object;
  edit_extra(object.edit(), [&](MetaExtra& extra) {
    if (!extra.deleted && extra.generation > 0) ++extra.generation;
    extra.deleted = KubeTime{time.calendar.seconds + grace};
    extra.grace = grace;
  });
  return write(stored, std::move(object), time);
}

// ---- evicting ----

ApiResult<Done> Store::charge_eviction(ObjectName name, WriteTime time) {
  last_change_ = nullptr;
  const Object* found = find(Kind::pod, name);
  if (found == nullptr) return Err{not_found_failure(Kind::pod, name)};
  const auto& pod = std::get<Pod>(*found);
  if (being_deleted(*found) || pod.status.phase != PodPhase::running) return Done{};

  Entry* budget = nullptr;
  for (Entry* candidate : shelf(Kind::disruption_budget).sorted) {
    const auto& spec = std::get<PodDisruptionBudget>(*candidate->object).spec;
    const ObjectName its_name = meta_of(*candidate->object).name;
    if (namespace_of(its_name) != namespace_of(name) || !carries(pod.meta, spec.selector)) continue;
    if (budget != nullptr) return Err{many_budgets_failure()};
    budget = candidate;
  }
  if (budget == nullptr) return Done{};

  auto charged = std::get<PodDisruptionBudget>(*budget->object);
  const bool budget_is_healthy =
      charged.status.healthy >= charged.status.desired && charged.status.desired > 0;
  if (!is_ready(pod.status.conditions) && budget_is_healthy) return Done{};
  if (charged.status.allowed <= 0) return Err{budget_failure()};
  --charged.status.allowed;
  write(*budget, charged, time);
  return Done{};
}

SharedObject Store::erase(Kind kind, Entry& stored, WriteTime time) {
  Shelf& here = shelf(kind);
  const ObjectName name = meta_of(*stored.object).name;
  Change& change = here.history.add(time.at);
  change.type = Change::Type::deleted;
  change.previous = stored.object;
  change.object = stored.object;
  meta_of(change.object.edit()).version = ++revision_;

  const auto place = std::ranges::lower_bound(here.sorted, stored.key, {}, &Entry::key);
  ensure(place != here.sorted.end() && *place == &stored, "what is stored is listed");
  here.sorted.erase(place);
  here.last_found = nullptr;
  here.table.erase(name);
  last_change_ = &change;
  return change.object;
}

// ---- the whole ----

std::shared_ptr<const Store::Snapshot> Store::snapshot() const {
  auto taken = std::make_shared<Snapshot>();
  taken->revision = revision_;
  for (const Shelf& here : shelves_) {
    for (const Entry* stored : here.sorted) taken->objects.push_back(stored->object);
  }
  return taken;
}

// Uids do not start again: what is created after a restore is another object.
void Store::restore(const Snapshot& older) {
  last_change_ = nullptr;
  revision_ = older.revision;
  for (Shelf& here : shelves_) {
    here.sorted.clear();
    here.last_found = nullptr;
    here.table.clear();
    here.history.clear(older.revision);
  }
  for (const SharedObject& object : older.objects) put(object);
}

}  // namespace leasesim
