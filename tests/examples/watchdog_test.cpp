// An actor of one's own with its tests, as docs/tutorial/5-an-actor-of-your-own.md tells it.
#include <gmock/gmock.h>

#include <array>

#include "leasesim/actors/catalog.hpp"
#include "leasesim/actors/leader_elector.hpp"
#include "leasesim/world/run.hpp"
#include "support/config.hpp"
#include "support/small_world.hpp"

namespace leasesim {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::SizeIs;

struct WatchdogConfig {
  std::string lease;
  Duration patience = 30s;
  Duration period = 1s;
};

// For scenario files: which keys there are and what they mean. Unknown keys are refused for us.
void read(Fields& in, WatchdogConfig& config) {
  in.required("lease", config.lease, "the lease that is watched");
  in.optional("patience", config.patience, "how long it may stay unchanged");
  in.optional("period", config.period, "between two looks");
}

// Says once that a lease has gone silent: unchanged for longer than `patience`, by our own clock.
Task<> watchdog(Process& self, Api api, WatchdogConfig config) {
  const ObjectName lease = object_name(self.names(), "default", config.lease);
  std::optional<Version> version;
  MonoTime changed_at = self.mono_now();

  // For as long as the process lives: a watchdog that gives up is none.
  for (;;) {
    auto found = co_await api.get<Lease>(lease);
    if (found && found->meta.version != version) {
      version = found->meta.version;
      changed_at = self.mono_now();
    }
    if (self.mono_now() - changed_at > config.patience) {
      self.note(Remark{self.text("lease is silent")});
      co_return;
    }
    co_await self.sleep(config.period);
  }
}

ElectionConfig elector() { return config_from<ElectionConfig>("lease: demo"); }
WatchdogConfig patient_for_ten_seconds() {
  return config_from<WatchdogConfig>("lease: demo\npatience: 10s");
}

TEST(Watchdog, SpeaksOncePatienceRunsOutAfterTheHolderDies) {
  SmallWorld world{Seed{1}};
  world.add("elector", leader_elector, elector());
  world.add("dog", watchdog, patient_for_ten_seconds());
  world.at(20s, crash("elector"));

  world.run_until(60s);

  // The last renewal came between 18 s and 20 s, the dog saw it within a second, waited ten, and
  // looked again within another.
  EXPECT_THAT(world.facts<Remark>("dog"), SizeIs(1));
  EXPECT_THAT(world.first<Remark>("dog"), AllOf(Ge(28s), Le(32s)));
}

TEST(Watchdog, StaysQuietWhileTheLeaseIsRenewed) {
  SmallWorld world{Seed{1}};
  world.add("elector", leader_elector, elector());
  world.add("dog", watchdog, patient_for_ten_seconds());

  world.run_until(1h);

  EXPECT_THAT(world.facts<Remark>(), IsEmpty());
}

TEST(Watchdog, CountsOnItsOwnStopwatch) {
  SmallWorld world{Seed{1}};
  world.add("elector", leader_elector, elector());
  world.add("dog", watchdog, patient_for_ten_seconds(),
            {.offset = 1h, .drift = PartsPerMillion::whole(500'000)});
  world.at(20s, crash("elector"));

  world.run_until(60s);

  // Its stopwatch gains a half, so its ten seconds are 6.7; how wrong its calendar is means
  // nothing.
  EXPECT_THAT(world.first<Remark>("dog"), AllOf(Ge(24s), Le(28.4s)));
}

ActorCatalog actors_with_a_dog() {
  ActorCatalog catalog = standard_actors();
  catalog.add<WatchdogConfig>("watchdog", "says once that a lease has gone silent", watchdog);
  return catalog;
}

constexpr std::string_view kScenario = R"(# A dog that barks.
leasesim: v1
name: watchdog
until: 60s
hosts: { control-plane: { runs: api-server }, a: {}, b: {} }
processes:
  elector: { on: a, actor: leader-elector, config: { lease: demo } }
  dog: { on: b, actor: watchdog, config: { lease: demo, patience: 10s } }
faults:
  - { at: 20s, crash: elector }
expect:
  - { happens: remark, by: dog, between: [28s, 32s], times: 1 }
)";

TEST(Watchdog, IsNamedInAScenarioLikeAnyOtherActor) {
  const ActorCatalog catalog = actors_with_a_dog();
  const auto scenario = load_text(kScenario, "watchdog.yaml");
  ASSERT_TRUE(scenario.has_value());
  ASSERT_TRUE(check_scenario(*scenario, catalog).has_value());
  Recorder recorder;
  std::array<FactSink*, 1> sinks{&recorder};
  Names names;
  run(*scenario, catalog, Seed{1}, sinks, {.names = &names});

  const auto barked = std::ranges::count_if(recorder.facts(), [](const Fact& fact) {
    return std::holds_alternative<Remark>(fact.body) && fact.by.view() == "dog";
  });
  EXPECT_EQ(barked, 1);
}

TEST(Watchdog, RefusesKeysThatItDoesNotHave) {
  EXPECT_THAT(refusals_of<WatchdogConfig>("lease: demo\npatiense: 10s"),
              ElementsAre(HasSubstr("unknown key \"patiense\"")));
  EXPECT_THAT(refusals_of<WatchdogConfig>("patience: 10s"), ElementsAre(HasSubstr("lease")));
}

}  // namespace
}  // namespace leasesim
