// F10: what a leader wrote may land after its belief has ended. Leases give no fencing.
#include <gtest/gtest.h>

#include "support/duel.hpp"

namespace leasesim {
namespace {

// A leader that writes all the time and is cut off from its lease; its writes take `slow_by` from
// just before the end of its belief.
struct LateEffects {
  explicit LateEffects(Duration slow_by) {
    DuelSetting setting;
    setting.a.work.emplace().every = 20ms;
    setting.a.request_timeout = 0s;
    duel.emplace(Seed{1}, setting);
    SmallWorld& world = duel->world();
    world.at(20s, [](SmallWorld& at) {
      ServerRule rule = failing();
      rule.kinds = {Kind::lease};
      at.add_rule(rule);
    });
    world.at(20s, [slow_by](SmallWorld& at) {
      const Duration stop = renewals(at, "a").back().answered + 12s;
      at.at(stop - 100ms, [slow_by](SmallWorld& then) {
        ServerRule rule;
        rule.effect = ServerRule::Effect::slow;
        rule.kinds = {Kind::config_map};
        rule.delay = Distribution::constant(slow_by);
        then.add_rule(rule);
      });
    });
    duel->run_until(120s);
  }
  Duration last_effect_after_the_end() const {
    return duel->world().last<ObjectWritten>("a") - duel->stop();
  }
  std::optional<Duel> duel;
};

TEST(Effects, LandUpToTheServersCapAfterTheBeliefHasEnded) {
  const LateEffects run(34s);
  const Duration late = run.last_effect_after_the_end();
  EXPECT_LE(late, 34s) << "F10: Lambda is 34 s for writes";
  EXPECT_GE(late, 34s * 99 / 100);
}

TEST(Effects, ThatTakeLongerThanTheCapNeverLand) {
  const LateEffects run(34s + 1ms);
  EXPECT_LT(run.last_effect_after_the_end(), Duration{});
}

}  // namespace
}  // namespace leasesim
