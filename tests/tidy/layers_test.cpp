// The check of the layers, on includes that the table allows and forbids.
#include <gtest/gtest.h>

#include "tidy/checks.hpp"

namespace leasesim::tidy {
namespace {

bool allowed(const std::string& path, const std::string& include) {
  return check_layers(source(path, "// A file.\n#include " + include + "\n")).empty();
}

TEST(LayerCheck, AllowsOwnFolderAndVocabulary) {
  EXPECT_TRUE(allowed("sim/api/store.cpp", "\"api/store_rows.hpp\""));
  EXPECT_TRUE(allowed("sim/check/judge.cpp", "\"leasesim/time/instants.hpp\""));
  EXPECT_TRUE(allowed("sim/check/judge.cpp", "\"leasesim/result.hpp\""));
}

TEST(LayerCheck, ChecksAndReportsSeeOnlyData) {
  EXPECT_TRUE(allowed("sim/check/judge.cpp", "\"leasesim/trace/fact.hpp\""));
  EXPECT_FALSE(allowed("sim/check/judge.cpp", "\"leasesim/engine/engine.hpp\""));
  EXPECT_FALSE(allowed("sim/check/judge.cpp", "\"leasesim/objects/lease.hpp\""));
  EXPECT_FALSE(allowed("sim/report/text.cpp", "\"leasesim/world/world.hpp\""));
}

TEST(LayerCheck, LowerLevelsDoNotKnowHigherOnes) {
  EXPECT_FALSE(allowed("include/leasesim/engine/engine.hpp", "\"leasesim/trace/fact.hpp\""));
  EXPECT_FALSE(allowed("sim/time/host_clock.cpp", "\"leasesim/objects/lease.hpp\""));
  EXPECT_FALSE(allowed("sim/world/world.cpp", "\"leasesim/check/judge.hpp\""));
  EXPECT_TRUE(allowed("sim/world/world.cpp", "\"leasesim/actors/catalog.hpp\""));
  EXPECT_TRUE(allowed("sim/cli/run.cpp", "\"leasesim/check/judge.hpp\""));
}

TEST(LayerCheck, ActorsSeeOfScenariosTheFieldsAlone) {
  EXPECT_TRUE(allowed("sim/actors/worker.cpp", "\"leasesim/scenario/fields.hpp\""));
  EXPECT_FALSE(allowed("sim/actors/worker.cpp", "\"leasesim/scenario/scenario.hpp\""));
}

TEST(LayerCheck, PublicHeadersDoNotIncludePrivateOnes) {
  EXPECT_FALSE(allowed("include/leasesim/engine/engine.hpp", "\"engine/event_queue.hpp\""));
}

TEST(LayerCheck, HeadersAreNamedWithTheirFolder) {
  EXPECT_FALSE(allowed("sim/api/store.cpp", "\"store_rows.hpp\""));
}

TEST(LayerCheck, EachLibraryHasItsPlaces) {
  EXPECT_TRUE(allowed("sim/cli/cli.cpp", "<boost/program_options.hpp>"));
  EXPECT_FALSE(allowed("sim/report/text.cpp", "<boost/program_options.hpp>"));
  EXPECT_TRUE(allowed("sim/scenario/yaml.cpp", "<yaml-cpp/eventhandler.h>"));
  EXPECT_FALSE(allowed("sim/world/world.cpp", "<yaml-cpp/eventhandler.h>"));
  EXPECT_TRUE(allowed("sim/trace/format.cpp", "<nlohmann/json.hpp>"));
  EXPECT_FALSE(allowed("sim/trace/digest.cpp", "<nlohmann/json.hpp>"));
  EXPECT_FALSE(allowed("sim/engine/task.cpp", "<boost/asio.hpp>"));
}

TEST(LayerCheck, TheKernelDoesNotKnowTheMachine) {
  EXPECT_FALSE(allowed("sim/engine/engine.cpp", "<thread>"));
  EXPECT_FALSE(allowed("sim/scenario/load.cpp", "<fstream>"));
  EXPECT_FALSE(allowed("sim/random/streams.cpp", "<random>"));
  EXPECT_FALSE(allowed("sim/api/server.cpp", "<sys/socket.h>"));
  EXPECT_TRUE(allowed("sim/engine/engine.cpp", "<vector>"));
  EXPECT_TRUE(allowed("sim/explore/sweep.cpp", "<thread>"));
  EXPECT_TRUE(allowed("sim/cli/files.cpp", "<fstream>"));
}

TEST(LayerCheck, AnUnknownFolderIsRefused) {
  EXPECT_FALSE(allowed("sim/stuff/a.cpp", "\"leasesim/time/instants.hpp\""));
  EXPECT_FALSE(allowed("sim/world/a.cpp", "\"leasesim/stuff/a.hpp\""));
}

TEST(LayerCheck, TestsMayIncludeAnything) {
  EXPECT_TRUE(allowed("tests/check/judge_test.cpp", "\"leasesim/world/world.hpp\""));
}

}  // namespace
}  // namespace leasesim::tidy
