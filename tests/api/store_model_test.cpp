// The store against a model so naive that it can be checked by eye: a map of plain values.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "leasesim/api/store.hpp"
#include "leasesim/random/streams.hpp"

namespace leasesim {
namespace {

/// A Lease with a holder and a duration, or a ConfigMap with a value.
struct Plain {
  Uid uid;
  Version version = 0;
  std::string value;
  std::optional<std::int32_t> duration;
  friend bool operator==(const Plain&, const Plain&) = default;
};
using Key = std::pair<Kind, std::string>;

struct Model {
  std::map<Key, Plain> objects;
  Version revision = 1;

  static bool valid(const Plain& body) { return body.duration.value_or(1) > 0; }

  ApiError create(const Key& key, const Plain& body, Uid uid) {
    if (!valid(body)) return ApiError::invalid;
    if (body.version != 0) return ApiError::server_error;
    if (objects.contains(key)) return ApiError::already_exists;
    objects[key] = {uid, ++revision, body.value, body.duration};
    return ApiError::ok;
  }
  ApiError update(const Key& key, const Plain& body, Uid uid) {
    const bool lease = key.first == Kind::lease;
    const auto found = objects.find(key);
    const Uid there = found == objects.end() ? Uid{} : found->second.uid;
    if (body.uid.is_set() && body.uid != there) return ApiError::conflict;
    if (found == objects.end()) {
      if (!lease) return ApiError::not_found;
      if (!valid(body)) return ApiError::invalid;
      objects[key] = {uid, ++revision, body.value, body.duration};
      return ApiError::ok;
    }
    Plain& stored = found->second;
    if (body.version == 0 && lease) return ApiError::invalid;
    if (body.version != 0 && body.version != stored.version) return ApiError::conflict;
    if (!valid(body)) return ApiError::invalid;
    if (body.value == stored.value && body.duration == stored.duration) return ApiError::ok;
    stored = {stored.uid, ++revision, body.value, body.duration};
    return ApiError::ok;
  }
  ApiError remove(const Key& key, const DeleteOptions& wanted) {
    const auto found = objects.find(key);
    if (found == objects.end()) return ApiError::not_found;
    if (wanted.uid.is_set() && wanted.uid != found->second.uid) return ApiError::conflict;
    if (wanted.version != 0 && wanted.version != found->second.version) return ApiError::conflict;
    objects.erase(found);
    ++revision;
    return ApiError::ok;
  }
};

/// Draws requests that often hit and often just miss, and gives them to both.
class Duel {
 public:
  explicit Duel(std::uint64_t seed) : key_{mix64(seed)}, store_{Seed{seed}} {}

  void play(int rounds) {
    for (int round = 0; round < rounds && !::testing::Test::HasFatalFailure(); ++round) {
      step();
      compare(round);
    }
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return bounded(Draw{key_, count_++}, bound); }

  void step() {
    const Kind kind = below(3) == 0 ? Kind::config_map : Kind::lease;
    const Key key{kind, std::string{"abcdefgh"[below(8)]}};
    const auto found = model_.objects.find(key);
    Plain body{{}, 0, std::string{"xyz"[below(3)]}, std::nullopt};
    if (kind == Kind::lease && below(4) != 0) {
      body.duration = static_cast<std::int32_t>(below(12)) - 1;
    }
    if (found != model_.objects.end() && below(4) != 0) body.version = found->second.version;
    if (below(8) == 0) body.version = below(model_.revision + 2);
    if (found != model_.objects.end() && below(2) == 0) body.uid = found->second.uid;
    if (!seen_.empty() && below(10) == 0) body.uid = seen_[below(seen_.size())];
    act(key, body);
  }

  void act(const Key& key, const Plain& body) {
    const WriteTime time{SimTime{Duration{static_cast<std::int64_t>(count_)}}, KubeTime{1}};
    const ObjectName name{names_.intern(key.second)};
    const Version before = store_.revision();
    switch (below(8)) {
      case 0:
        return told(
            store_.create(object(key, body), time),
            [&](Uid uid) { return model_.create(key, body, uid); }, before);
      case 1: {
        const DeleteOptions wanted{body.uid, below(2) == 0 ? body.version : 0, {}};
        return told(
            store_.remove(key.first, name, wanted, time),
            [&](Uid) { return model_.remove(key, wanted); }, before);
      }
      default:
        return told(
            store_.update(object(key, body), time),
            [&](Uid uid) { return model_.update(key, body, uid); }, before);
    }
  }

  // The uid is the store's to choose: the model takes it over, as the new object's.
  template <class Expected>
  void told(const ApiResult<SharedObject>& result, Expected&& expected, Version before) {
    const Uid uid = result ? meta_of(**result).uid : Uid{};
    const ApiError wanted = expected(uid);
    ASSERT_EQ(result ? ApiError::ok : result.error().error, wanted);
    ASSERT_EQ(store_.last_change() != nullptr, store_.revision() != before);
    if (result) seen_.push_back(uid);
  }

  Object object(const Key& key, const Plain& body) {
    const auto fill = [&](auto object) {
      object.meta.name = ObjectName{names_.intern(key.second)};
      object.meta.uid = body.uid;
      object.meta.version = body.version;
      return object;
    };
    if (key.first == Kind::config_map) {
      ConfigMap map = fill(ConfigMap{});
      map.data = {{names_.intern("value"), names_.intern(body.value)}};
      return map;
    }
    Lease lease = fill(Lease{});
    lease.spec.holder = names_.intern(body.value);
    lease.spec.duration = body.duration;
    return lease;
  }

  static Plain plain(const Object& object) {
    const Meta& meta = meta_of(object);
    if (const auto* map = std::get_if<ConfigMap>(&object)) {
      return {meta.uid, meta.version, map->data.front().value.str(), std::nullopt};
    }
    const LeaseSpec& spec = std::get<Lease>(object).spec;
    return {meta.uid, meta.version, spec.holder.str(), spec.duration};
  }

  void compare(int round) {
    std::map<Key, Plain> content;
    for (const Kind kind : {Kind::lease, Kind::config_map}) {
      for (const SharedObject& shared : store_.list(kind, {}).items) {
        const Object& object = *shared;
        content[{kind, meta_of(object).name.str()}] = plain(object);
        ASSERT_NE(store_.find(kind, meta_of(object).name), nullptr);
      }
    }
    ASSERT_EQ(content, model_.objects) << "after round " << round;
    ASSERT_EQ(store_.revision(), model_.revision) << "after round " << round;
  }

  StreamKey key_;
  std::uint64_t count_ = 0;
  Names names_;
  Store store_;
  Model model_;
  std::vector<Uid> seen_;
};

TEST(StoreModel, ThousandsOfRandomRequestsEndAsTheModelSays) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) Duel{seed}.play(1'000);
}

TEST(StoreModel, ReplayedChangesRebuildTheContent) {
  Names names;
  Store store{Seed{3}};
  std::uint64_t count = 0;
  const auto below = [&](std::uint64_t bound) { return bounded(Draw{{5}, count++}, bound); };
  for (int i = 0; i < 2'000; ++i) {
    Lease lease;
    lease.meta.name = ObjectName{names.intern(std::string{"abcdefgh"[below(8)]})};
    if (below(4) == 0) {
      (void)store.remove(Kind::lease, lease.meta.name, {}, {});
      continue;
    }
    lease.spec.duration = static_cast<std::int32_t>(below(5)) + 1;
    if (const Object* there = store.find(Kind::lease, lease.meta.name)) {
      lease.meta.version = meta_of(*there).version;
    }
    ASSERT_TRUE(store.update(lease, {}));
  }

  std::map<std::string, Object> replayed;
  const auto changes = store.changes_since(Kind::lease, 1);
  Version last = 1;
  for (const Change& change : *changes) {
    EXPECT_GT(change.version(), last);
    last = change.version();
    const std::string name = change.name().str();
    if (change.type == Change::Type::deleted) {
      replayed.erase(name);
    } else {
      EXPECT_EQ(replayed.contains(name), change.type == Change::Type::modified);
      replayed[name] = *change.object;
    }
  }

  std::map<std::string, Object> content;
  for (const SharedObject& object : store.list(Kind::lease, {}).items) {
    content[meta_of(*object).name.str()] = *object;
  }
  EXPECT_EQ(replayed, content);
}

}  // namespace
}  // namespace leasesim
