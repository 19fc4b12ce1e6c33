// The lease manager against the vectors that upstream's own code was seen to answer.
// upstream: medik8s/common:pkg/lease/manager.go
#include "leasesim/actors/lease_manager.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "support/small_world.hpp"

namespace leasesim {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kLease = "medik8s-leases/node-n1";

// ---- what the processes of these tests do ----

struct Answers {
  std::vector<Result<Lease, LeaseError>> requests;
  std::vector<Result<Done, LeaseError>> invalidations;
  std::vector<std::string> constructions;  // "ok", or the error
};

Task<> request_once(Process& self, Api api, Duration duration, Answers& answers) {
  LeaseManager manager(self, api, self.text("me"), kLeaseNamespace);
  const LockedObject node = locked_node("N1");
  auto answer = co_await manager.request(node, duration);
  answers.requests.push_back(answer);
}

Task<> request_machine(Process& self, Api api) {
  LeaseManager manager(self, api, self.text("me"), kLeaseNamespace);
  const LockedObject machine{"machine.openshift.io/v1beta1", "Machine", "M1", Uid{1, 2}};
  auto answer = co_await manager.request(machine, 60s);
  static_cast<void>(answer);
}

Task<> invalidate_once(Process& self, Api api, Answers& answers) {
  LeaseManager manager(self, api, self.text("me"), kLeaseNamespace);
  const LockedObject node = locked_node("N1");
  auto answer = co_await manager.invalidate(node);
  answers.invalidations.push_back(answer);
}

Task<> construct_once(Process& self, Api api, std::string space, Answers& answers) {
  auto manager = co_await new_lease_manager(self, api, self.name().text(), space);
  answers.constructions.push_back(manager ? "ok" : manager.error());
}

// Nothing takes any time, so "now" is the world's first instant.
SmallWorld::Setting timeless() {
  SmallWorld::Setting setting;
  setting.latency = Distribution::constant(Duration{});
  return setting;
}

void request(SmallWorld& world, Duration duration, Answers& answers) {
  const auto main = [&answers, duration](Process& self, Api api) {
    return request_once(self, api, duration, answers);
  };
  world.add_process("me", main, {});
  world.run_until(1s);
}

void invalidate(SmallWorld& world, Answers& answers) {
  const auto main = [&answers](Process& self, Api api) {
    return invalidate_once(self, api, answers);
  };
  world.add_process("me", main, {});
  world.run_until(1s);
}

// ---- leases as the table writes them ----

// "holder duration acquired renewed transitions"; times in seconds from now, - is unset.
std::optional<Lease> lease_from(SmallWorld& world, const std::string& row, WallTime now) {
  if (row == "absent") return std::nullopt;
  std::istringstream words(row);
  std::string holder, duration, acquired, renewed, transitions;
  words >> holder >> duration >> acquired >> renewed >> transitions;
  const auto number = [](const std::string& word) -> std::optional<std::int32_t> {
    if (word == "-") return std::nullopt;
    return std::stoi(word);
  };
  const auto stamp = [&](const std::string& word) -> std::optional<MicroTime> {
    if (word == "-") return std::nullopt;
    return micro_time(now + std::chrono::seconds{std::stoi(word)});
  };
  Lease lease;
  lease.meta.name = world.object(kLease);
  if (holder != "-") lease.spec.holder = world.text(holder == "\"\"" ? "" : holder);
  lease.spec.duration = number(duration);
  lease.spec.acquired = stamp(acquired);
  lease.spec.renewed = stamp(renewed);
  lease.spec.transitions = number(transitions);
  return lease;
}

std::string row_of(const Lease* lease, WallTime now) {
  if (lease == nullptr) return "absent";
  const auto number = [](const std::optional<std::int32_t>& value) {
    return value ? std::to_string(*value) : "-";
  };
  const auto stamp = [&](const std::optional<MicroTime>& time) {
    return time ? std::to_string((wall_time(*time) - now) / 1s) : "-";
  };
  const std::string holder = lease->spec.holder.view().empty() ? "\"\"" : lease->spec.holder.str();
  return (lease->spec.holder.is_set() ? holder : "-") + " " + number(lease->spec.duration) + " " +
         stamp(lease->spec.acquired) + " " + stamp(lease->spec.renewed) + " " +
         number(lease->spec.transitions);
}

struct Vector {
  std::string before;
  Duration asked;
  std::string result;  // "ok", or who holds it
  std::string after;   // empty: unchanged, and nothing was written
};

const std::vector<Vector> kVectors{
    {"absent", 3600s, "ok", "me 3600 0 0 0"},
    {"absent", 1900ms, "ok", "me 1 0 0 0"},
    {"me 60 -99 - 3", 60s, "ok", "me 60 0 0 4"},
    {"me 60 - -99 3", 60s, "ok", "me 60 0 0 4"},
    {"me 60 -500 -99 3", 60s, "ok", "me 60 -500 0 3"},
    {"me 3600 -5 -5 3", 3600s, "ok", "me 3600 -5 0 3"},
    {"me 3600 -5 -5 3", 60s, "ok", ""},
    {"me 60 -5 30 3", 60s, "ok", ""},
    {"x 60 -5 -5 3", 60s, "x", ""},
    {"- 60 -5 -5 3", 60s, "unknown", ""},
    {"\"\" 60 -5 -5 3", 60s, "", ""},
    {"x 60 -500 -61 3", 60s, "ok", "me 60 0 0 4"},
    {"x 60 -500 -61 -", 60s, "ok", "me 60 0 0 1"},
    {"x 3600 1 1 0", 60s, "ok", "me 60 0 0 1"},
    {"x 60 -5 - 3", 60s, "ok", "me 60 0 0 4"},
    {"x - -5 -5 3", 60s, "ok", "me 60 0 0 4"},
    // The edges of the window belong to it.
    {"x 60 -60 -60 3", 60s, "x", ""},
    {"x 60 0 0 3", 60s, "x", ""},
    // Renewed as soon as any time has passed since the last renewal, not before.
    {"me 60 -500 0 3", 60s, "ok", ""},
    {"me 60 -500 -1 3", 60s, "ok", "me 60 -500 0 3"},
    // An own lease that is due this instant has not expired: it keeps its acquireTime, set or not.
    {"me 60 - -60 3", 60s, "ok", "me 60 - 0 3"},
};

TEST(LeaseManager, AnswersEachRequestAsUpstreamDoes) {
  for (const Vector& row : kVectors) {
    SCOPED_TRACE(row.before + ", asked for " + std::to_string(row.asked / 1ms) + " ms");
    const SmallWorld::Setting setting = timeless();
    SmallWorld world{Seed{1}, setting};
    const WallTime now = setting.calendar;
    if (const auto lease = lease_from(world, row.before, now)) world.put(*lease);
    const auto written_by_hand = world.facts<LeaseWritten>().size();

    Answers answers;
    request(world, row.asked, answers);

    ASSERT_THAT(answers.requests, SizeIs(1));
    const auto& answer = answers.requests.front();
    EXPECT_EQ(row_of(world.lease(kLease), now), row.after.empty() ? row.before : row.after);
    const auto writes = world.facts<LeaseWritten>().size() - written_by_hand;
    EXPECT_EQ(writes, row.after.empty() ? 0U : 1U);
    if (row.result == "ok") {
      ASSERT_TRUE(answer) << text_of(answer.error());
      EXPECT_EQ(row_of(&*answer, now), row_of(world.lease(kLease), now));
      EXPECT_THAT(world.facts<LockGranted>("me"), SizeIs(1));
    } else {
      ASSERT_FALSE(answer);
      EXPECT_EQ(text_of(answer.error()),
                "can't update or invalidate the lease because it is held by different owner: " +
                    row.result);
      EXPECT_THAT(world.facts<LockGranted>(), IsEmpty());
    }
  }
}

TEST(LeaseManager, OwnsTheLeaseByTheNodeAloneAndKeepsItsLabels) {
  const SmallWorld::Setting setting = timeless();
  SmallWorld world{Seed{1}, setting};
  Lease old = *lease_from(world, "x 60 -500 -61 3", setting.calendar);
  MetaExtra extra;
  extra.labels = {{world.text("team"), world.text("storage")}};
  extra.owners = {{world.text("v1"), world.text("Pod"), world.text("p"), Uid{1, 1}, true, true}};
  old.meta.extra = std::make_shared<const MetaExtra>(extra);
  world.put(old);

  Answers answers;
  request(world, 60s, answers);

  const MetaExtra& now = *world.lease(kLease)->meta.extra;
  ASSERT_THAT(now.owners, SizeIs(1));
  EXPECT_EQ(
      now.owners[0],
      (OwnerReference{
          world.text("v1"), world.text("Node"), world.text("N1"), locked_node("N1").uid, {}, {}}));
  EXPECT_EQ(now.labels, extra.labels);
}

TEST(LeaseManager, LosesTheGroupOfAnOwnersVersion) {
  SmallWorld world{Seed{1}, timeless()};
  world.add_process("me", request_machine, {});
  world.run_until(1s);

  const Lease* lease = world.lease("medik8s-leases/machine-m1");
  ASSERT_NE(lease, nullptr);
  EXPECT_EQ(lease->meta.extra->owners[0].api_version.view(), "v1beta1");
}

TEST(LeaseManager, RefusesAnObjectThatDoesNotSayWhatItIs) {
  SmallWorld world{Seed{1}};
  std::string why;
  Answers answers;
  const auto named = [&](Process& self, Api api) {
    const LeaseManager manager(self, api, self.text("me"), kLeaseNamespace);
    const auto name = manager.lease_of({"v1", "", "N1", {}});
    if (!name) why = name.error().message;
    return request_once(self, api, 60s, answers);
  };
  world.add_process("me", named, {});
  world.run_until(1s);

  EXPECT_EQ(why, "couldn't find kind or version for obj N1");
}

TEST(LeaseManager, PassesOnWhatTheApiServerSays) {
  SmallWorld world{Seed{1}};
  world.at(0s, serve_by(failing()));

  Answers answers;
  request(world, 60s, answers);

  ASSERT_THAT(answers.requests, SizeIs(1));
  EXPECT_EQ(text_of(answers.requests[0].error()), "etcdserver: request timed out");
}

TEST(LeaseManager, DoesNotTryAgainAfterAConflict) {
  SmallWorld::Setting setting;
  setting.latency = Distribution::constant(10ms);
  SmallWorld world{Seed{1}, setting};
  world.put(*lease_from(world, "x 60 -500 -61 3", setting.calendar));
  // Read at 30 ms, written at 50 ms.
  world.at(40ms, steal_lease(std::string{kLease}, "y"));

  Answers answers;
  request(world, 60s, answers);

  ASSERT_THAT(answers.requests, SizeIs(1));
  ASSERT_FALSE(answers.requests[0]);
  EXPECT_TRUE(std::get<Failure>(answers.requests[0].error()).is(ApiError::conflict));
  EXPECT_EQ(world.lease(kLease)->spec.holder.view(), "y");
}

struct Invalidation {
  std::string before;
  std::string result;
  bool gone;
};

TEST(LeaseManager, InvalidatesWhatIsItsOwnOrNobodys) {
  const std::vector<Invalidation> rows{
      {"absent", "ok", true},           {"me 60 -5 -5 3", "ok", true},
      {"me 60 -500 -99 3", "ok", true}, {"- 60 -5 -5 3", "ok", true},
      {"x 60 -5 -5 3", "x", false},     {"x 60 -500 -99 3", "x", false},
      {"\"\" 60 -5 -5 3", "", false},
  };
  for (const Invalidation& row : rows) {
    SCOPED_TRACE(row.before);
    const SmallWorld::Setting setting = timeless();
    SmallWorld world{Seed{1}, setting};
    if (const auto lease = lease_from(world, row.before, setting.calendar)) world.put(*lease);

    Answers answers;
    invalidate(world, answers);

    ASSERT_THAT(answers.invalidations, SizeIs(1));
    EXPECT_EQ(answers.invalidations[0].has_value(), row.result == "ok");
    EXPECT_EQ(world.lease(kLease) == nullptr, row.gone);
    if (row.result != "ok") {
      EXPECT_EQ(std::get<AlreadyHeld>(answers.invalidations[0].error()).holder.view(), row.result);
    }
  }
}

TEST(LeaseManager, DeletesASuccessorsLeaseThatItDidNotSee) {
  SmallWorld::Setting setting;
  setting.latency = Distribution::constant(10ms);
  SmallWorld world{Seed{1}, setting};
  world.put(*lease_from(world, "me 60 -5 -5 3", setting.calendar));
  // Read at 30 ms, deleted at 50 ms.
  world.at(40ms, steal_lease(std::string{kLease}, "x"));

  Answers answers;
  invalidate(world, answers);

  EXPECT_TRUE(answers.invalidations.at(0));
  EXPECT_EQ(world.lease(kLease), nullptr);
}

// ---- construction ----

TEST(LeaseManager, CreatesItsNamespaceOnce) {
  SmallWorld world{Seed{1}};
  Answers answers;
  const auto construct = [&answers](Process& self, Api api) {
    return construct_once(self, api, std::string{kLeaseNamespace}, answers);
  };
  world.add_process("first", construct, {});
  world.add_process("later", construct, {.starts = 1s});
  world.run_until(2s);

  EXPECT_THAT(answers.constructions, testing::ElementsAre("ok", "ok"));
}

TEST(LeaseManager, FailsForTheSlowerOfTwoWhoCreateTheNamespace) {
  SmallWorld world{Seed{1}};
  Answers answers;
  const auto construct = [&answers](Process& self, Api api) {
    return construct_once(self, api, std::string{kLeaseNamespace}, answers);
  };
  world.add_process("one", construct, {});
  world.add_process("two", construct, {});
  world.run_until(2s);

  EXPECT_THAT(answers.constructions,
              testing::UnorderedElementsAre("ok",
                                            "couldn't create lease namespace: namespaces "
                                            "\"medik8s-leases\" already exists"));
}

TEST(LeaseManager, TakesAnEmptyLeaseNamespaceAtItsWordAndFails) {
  EXPECT_EQ(lease_namespace(std::nullopt), "medik8s-leases");
  EXPECT_EQ(lease_namespace("locks"), "locks");
  const std::string space = lease_namespace("");
  ASSERT_EQ(space, "");

  SmallWorld world{Seed{1}};
  Answers answers;
  const auto construct = [&](Process& self, Api api) {
    return construct_once(self, api, space, answers);
  };
  world.add_process("me", construct, {});
  world.run_until(2s);

  ASSERT_THAT(answers.constructions, SizeIs(1));
  EXPECT_THAT(answers.constructions[0], testing::StartsWith("couldn't create lease namespace: "));
}

}  // namespace
}  // namespace leasesim
