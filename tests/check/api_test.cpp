#include <gtest/gtest.h>

#include "check/played.hpp"

namespace leasesim {
namespace {

using Outcome = InvariantReport::Outcome;

// A write of a config map: version `based_on` was read, version `replaced` was there.
ObjectWritten write(Played& run, Version version, Version based_on, Version replaced) {
  return {.object = run.object("settings"),
          .verb = replaced == 0 ? Verb::create : Verb::update,
          .version = version,
          .based_on = based_on,
          .replaced = replaced,
          .under = {}};
}

InvariantReport lost(const Played& run) {
  return report_on(run.verdict(), "no-lost-update", "configmap/settings");
}

TEST(NoLostUpdate, IsBrokenByABlindWriteOverAnothersChange) {
  Played run;
  run.at(1s).by("a", write(run, 1, 0, 0));
  run.at(2s).by("b", write(run, 2, 0, 1));

  const InvariantReport report = lost(run);

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_EQ(report.windows[0].from, second(2));
  EXPECT_EQ(report.windows[0].causes.front(), Cause::blind_write);
}

TEST(NoLostUpdate, IsBrokenByAWriteThatHadSeenAnOlderVersion) {
  Played run;
  run.at(1s).by("a", write(run, 1, 0, 0));
  run.at(2s).by("b", write(run, 2, 1, 1));
  run.at(3s).by("a", write(run, 3, 1, 2));

  EXPECT_EQ(lost(run).windows_total, 1u);
}

TEST(NoLostUpdate, IsKeptByWritesThatHadSeenWhatTheyReplace) {
  Played run;
  run.at(1s).by("a", write(run, 1, 0, 0));
  run.at(2s).by("b", write(run, 2, 1, 1));
  run.at(3s).by("a", write(run, 3, 2, 2));

  EXPECT_EQ(lost(run).outcome, Outcome::held);
}

TEST(NoLostUpdate, LetsAWriterOverwriteItselfBlindly) {
  Played run;
  run.at(1s).by("a", write(run, 1, 0, 0));
  run.at(2s).by("b", write(run, 2, 1, 1));
  run.at(3s).by("b", write(run, 3, 0, 2));

  EXPECT_EQ(lost(run).outcome, Outcome::held);
}

TEST(NoLostUpdate, TakesAnObjectThatWasDeletedForANewOne) {
  Played run;
  ObjectWritten deletion = write(run, 0, 0, 1);
  deletion.verb = Verb::remove;
  run.at(1s).by("a", write(run, 1, 0, 0));
  run.at(2s).by("a", deletion);
  run.at(3s).by("b", write(run, 3, 0, 0));

  EXPECT_EQ(lost(run).windows_total, 0u);
}

TEST(NoLostUpdate, SeesALeaseThatAHandOverwrites) {
  Played run = election(4s);
  run.at(6s).by("", LeaseWritten{.lease = run.demo(),
                                 .version = 99,
                                 .holder = run.text("z"),
                                 .previous_holder = run.text("elector-a")});

  const InvariantReport report = report_on(run.verdict(), "no-lost-update");

  ASSERT_EQ(report.windows_total, 1u);
  EXPECT_EQ(report.windows[0].who[0].process, "elector-a");
}

TEST(NoLostUpdate, IsNotAtRiskWithOneWriter) {
  Played run;
  run.at(1s).by("a", write(run, 1, 0, 0));
  run.at(2s).by("a", write(run, 2, 1, 1));

  EXPECT_EQ(lost(run).outcome, Outcome::not_at_risk);
}

}  // namespace
}  // namespace leasesim
