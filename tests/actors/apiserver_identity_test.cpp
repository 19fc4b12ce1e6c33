// The leases by which API servers say that they exist: spec section 5 of the project's sources.
#include "leasesim/actors/apiserver_identity.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "leasesim/actors/catalog.hpp"
#include "leasesim/check/judge.hpp"
#include "leasesim/scenario/load.hpp"
#include "leasesim/world/run.hpp"

#include "leasesim/objects/expiry.hpp"
namespace leasesim {
namespace {

constexpr std::string_view kUuid = "5f2c1a4e-0b7d-4c55-9a10-2f6f1c3d8e77";
constexpr std::string_view kMaster1 = "kube-system/apiserver-wj467rbl25eeviqacfhvg2yvnm";

TEST(IdentityLeaseName, IsTheHashOfTheHostName) {
  const auto name = [](std::string_view host, Release release) {
    return identity_lease_name(host, release, kUuid);
  };

  EXPECT_EQ(name("master-1", Release::v1_27), "apiserver-wj467rbl25eeviqacfhvg2yvnm");
  EXPECT_EQ(name("master-1", Release::v1_36), "apiserver-wj467rbl25eeviqacfhvg2yvnm");
  EXPECT_EQ(name("kind-control-plane", Release::v1_36), "apiserver-c7uylvfxlbqccnk6myfkwetzze");
  EXPECT_EQ(name("master-1", Release::v1_26), "kube-apiserver-nihm5ngprxqxnpjevp7yosa6ze");
  EXPECT_EQ(name("master-1", Release::v1_25), "kube-apiserver-" + std::string{kUuid});
}

TEST(IdentityLease, ExpiresByTheCalendarOfWhoLooks) {
  const WallTime renewed{1'767'225'600s};
  LeaseSpec spec;
  spec.renewed = micro_time(renewed);
  spec.duration = 3600;

  EXPECT_FALSE(expired_by_calendar(spec, renewed + 3600s));
  EXPECT_TRUE(expired_by_calendar(spec, renewed + 3600s + 1us));
  spec.duration.reset();
  EXPECT_TRUE(expired_by_calendar(spec, renewed));
  spec.duration = 3600;
  spec.renewed.reset();
  EXPECT_TRUE(expired_by_calendar(spec, renewed));
}

// Two servers, the second always there, and what befalls the first.
Trace run_two(const std::string& release, const std::string& fault, const std::string& until,
              std::uint64_t seed = 1) {
  const std::string text = "leasesim: v1\nname: two-servers\nuntil: " + until + "\nkubernetes: \"" +
                           release + R"("
hosts:
  master-1: { runs: api-server, api: { identity_lease: true } }
  master-2: { runs: api-server, api: { identity_lease: true } }
faults:
  - )" + fault + "\n";
  const auto scenario = load_text(text, "two-servers");
  EXPECT_TRUE(scenario.has_value()) << text_of(scenario.error());
  return run(*scenario, standard_actors(), Seed{seed});
}

std::optional<Duration> deletion_of(const Trace& trace, std::string_view lease) {
  for (const Fact& fact : trace.facts) {
    const auto* deleted = std::get_if<LeaseDeleted>(&fact.body);
    if (deleted != nullptr && deleted->lease.view() == lease) return fact.at.time_since_epoch();
  }
  return std::nullopt;
}

struct Writes {
  Duration last{};
  std::string holder;
  std::int64_t created = 0;
};
Writes writes_of(const Trace& trace, std::string_view lease) {
  Writes writes;
  for (const Fact& fact : trace.facts) {
    const auto* written = std::get_if<LeaseWritten>(&fact.body);
    if (written == nullptr || written->lease.view() != lease) continue;
    writes.last = fact.at.time_since_epoch();
    writes.holder = written->holder.str();
    writes.created += written->created ? 1 : 0;
  }
  return writes;
}

TEST(IdentityLease, OfADeadServerIsCollectedOneToTwoHoursAfterItsLastRenewal) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Trace trace = run_two("1.34", "{ at: 1m..59m, crash: api-server-master-1 }", "4h", seed);

    const auto deleted = deletion_of(trace, kMaster1);
    ASSERT_TRUE(deleted.has_value()) << "seed " << seed;
    const Duration silent = *deleted - writes_of(trace, kMaster1).last;
    EXPECT_GE(silent, 3600s) << "seed " << seed;
    EXPECT_LE(silent, 7200s + 1s) << "seed " << seed;
  }
}

TEST(IdentityLease, IsRenewedEveryTenSecondsOrUpToFourPercentLater) {
  const Trace trace = run_two("1.36", "{ at: 1m, pause: api-server-master-2, for: 1s }", "1h");

  std::optional<SimTime> before;
  for (const Fact& fact : trace.facts) {
    const auto* written = std::get_if<LeaseWritten>(&fact.body);
    if (written == nullptr || written->lease.view() != kMaster1) continue;
    if (before && !written->created) {
      EXPECT_GE(fact.at - *before, 10s);
      EXPECT_LE(fact.at - *before, 10'400ms + 10ms);
    }
    before = fact.at;
  }
}

// The first server dies at ten minutes, and is there again a minute later.
struct Restarted {
  std::string former;  // holder
  Writes writes;
  std::optional<Duration> deleted;
};
Restarted restarted(const std::string& release) {
  const std::string fault = "{ at: 10m, crash: api-server-master-1, for: 1m }";
  const Trace trace = run_two(release, fault, "30m");
  return {writes_of(run_two(release, fault, "10m"), kMaster1).holder, writes_of(trace, kMaster1),
          deletion_of(trace, kMaster1)};
}

TEST(IdentityLease, OfARestartedServerKeepsItsHolderUpTo134) {
  const Restarted server = restarted("1.34");

  EXPECT_EQ(server.writes.holder, server.former);
  EXPECT_EQ(server.writes.created, 1);
  EXPECT_EQ(server.deleted, std::nullopt);
}

TEST(IdentityLease, OfARestartedServerIsMadeAnewFrom135On) {
  const Restarted server = restarted("1.35");

  EXPECT_NE(server.writes.holder, server.former);
  EXPECT_EQ(server.writes.created, 2);
  ASSERT_TRUE(server.deleted.has_value());
  EXPECT_GE(*server.deleted, 11min);
  EXPECT_LE(*server.deleted, 11min + 1s);
}

TEST(IdentityLease, GoesWithAServerThatIsStoppedFrom135On) {
  const std::string fault = "{ at: 10m, stop: api-server-master-1 }";

  const auto since = deletion_of(run_two("1.35", fault, "30m"), kMaster1);
  const auto before = deletion_of(run_two("1.34", fault, "30m"), kMaster1);

  ASSERT_TRUE(since.has_value());
  EXPECT_GE(*since, 10min);
  EXPECT_LE(*since, 10min + 11s);
  EXPECT_EQ(before, std::nullopt);
}

TEST(IdentityLease, KeepsTheLabelsOfOthers) {
  const std::string text = R"(leasesim: v1
name: labelled
until: 1m
hosts:
  master-1: { runs: api-server, api: { identity_lease: true } }
faults:
  - at: 15s
    patch: lease/)" + std::string{kMaster1} +
                           R"(
    set: { metadata: { labels: { team: a, kubernetes.io/hostname: other } } }
expect:
  - ends_with: lease/)" + std::string{kMaster1} +
                           R"(
    where:
      metadata:
        labels:
          team: a
          kubernetes.io/hostname: master-1
          apiserver.kubernetes.io/identity: kube-apiserver
)";
  const auto scenario = load_text(text, "labelled");
  ASSERT_TRUE(scenario.has_value()) << text_of(scenario.error());

  const Verdict verdict = judge(*scenario, run(*scenario, standard_actors(), Seed{1}));

  EXPECT_EQ(verdict.outcome, Verdict::Outcome::holds) << verdict.because;
}

// A lease that can never be created keeps the beat going: in 1.35 and 1.36 the server cannot stop.
TEST(IdentityLease, ThatCannotBeCreatedHoldsUpTheStopIn135And136) {
  const auto exits = [](const std::string& release) {
    const std::string text =
        "leasesim: v1\nname: one-server\nuntil: 30m\nkubernetes: \"" + release + R"("
hosts:
  master-1: { runs: api-server, api: { identity_lease: true } }
faults:
  - { at: 0s, fail: requests, of: api-server, verbs: [create], code: 422, for: 30m }
  - { at: 10m, stop: api-server }
)";
    const auto scenario = load_text(text, "one-server");
    EXPECT_TRUE(scenario.has_value()) << text_of(scenario.error());
    for (const Fact& fact : run(*scenario, standard_actors(), Seed{1}).facts) {
      if (std::holds_alternative<ProcessExited>(fact.body)) return true;
    }
    return false;
  };

  EXPECT_TRUE(exits("1.34"));
  EXPECT_FALSE(exits("1.35"));
  EXPECT_FALSE(exits("1.36"));
  EXPECT_TRUE(exits("1.37"));
}

// Its owner only finds out at its next renewal, and makes another.
TEST(IdentityLease, OfALiveServerIsDeletedByACollectorWhoseClockIsFarAhead) {
  const std::string text = R"(leasesim: v1
name: clock-ahead
until: 2h
hosts:
  master-1: { runs: api-server, api: { identity_lease: true } }
  master-2: { runs: api-server, api: { identity_lease: true }, clock: { offset: 1h } }
)";
  const auto scenario = load_text(text, "clock-ahead");
  ASSERT_TRUE(scenario.has_value()) << text_of(scenario.error());

  const Trace trace = run(*scenario, standard_actors(), Seed{1});

  const auto deleted = deletion_of(trace, kMaster1);
  ASSERT_TRUE(deleted.has_value());
  EXPECT_GE(*deleted, 1h);
  EXPECT_EQ(writes_of(trace, kMaster1).created, 2);
}

}  // namespace
}  // namespace leasesim
