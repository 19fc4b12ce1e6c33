// A program of one's own, and what it says when it finds a bug in itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/ran.hpp"
#include "leasesim/cli/cli.hpp"

namespace leasesim {

struct BrokenConfig {};
void read(Fields&, BrokenConfig&) {}

namespace {

using testing::HasSubstr;

Task<> broken(Process& self, Api, BrokenConfig) {
  co_await self.sleep(3s);
  self.note(Remark{self.text("about to fail")});
  ensure(false, "a test's own claim holds");
}

int run_with(const ActorCatalog& actors, std::vector<std::string> words) {
  words.insert(words.begin(), "leasesim");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  return cli::main(static_cast<int>(words.size()), argv.data(), actors);
}

ActorCatalog actors_with_a_broken_one() {
  ActorCatalog actors = standard_actors();
  actors.add<BrokenConfig>("broken", "fails", broken);
  return actors;
}

constexpr const char* kBroken = R"(leasesim: v1
name: broken
until: 20s
hosts: { control-plane: { runs: api-server } }
processes: { culprit: { on: control-plane, actor: broken } }
expect:
  - { never: leadership-gained }
)";

TEST(ABugOfOurs, IsToldWithSeedTimeProcessAndCommand) {
  const ActorCatalog actors = actors_with_a_broken_one();
  Folder folder;
  folder.write("broken.yaml", kBroken);
  const std::string path = folder.path() + "/broken.yaml";

  for (const char* option : {"--seed=7", "--seeds=7..9"}) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = run_with(actors, {"run", path, option});
    const std::string err = testing::internal::GetCapturedStderr();
    testing::internal::GetCapturedStdout();

    EXPECT_EQ(code, 4) << option;
    EXPECT_THAT(err, HasSubstr("a test's own claim holds"));
    EXPECT_THAT(err, HasSubstr("seed     7\n"));
    EXPECT_THAT(err, HasSubstr("time     3.000 s\n"));
    EXPECT_THAT(err, HasSubstr("process  culprit\n"));
    EXPECT_THAT(err, HasSubstr("again    leasesim run " + path + " --seed 7\n"));
  }
}

TEST(ABugOfOurs, LeavesTheOtherFilesTheirVerdicts) {
  Folder folder;
  folder.write("broken.yaml", kBroken);

  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = run_with(actors_with_a_broken_one(), {"run", folder.path() + "/broken.yaml",
                                                         "crash-takeover", "-o", "junit"});
  testing::internal::GetCapturedStderr();
  const std::string out = testing::internal::GetCapturedStdout();

  EXPECT_EQ(code, 4);
  EXPECT_THAT(out, HasSubstr("this is a bug of leasesim: a test's own claim holds"));
  EXPECT_THAT(out, HasSubstr("name=\"crash-takeover\""));
}

}  // namespace
}  // namespace leasesim
