// The checks of lists and links, on small trees.
#include <gtest/gtest.h>

#include "tidy/checks.hpp"
#include "tidy/markdown.hpp"

namespace leasesim::tidy {
namespace {

TEST(RegistrationCheck, EverySourceIsBuilt) {
  const auto list = source("sim/CMakeLists.txt", "set(sources\n  api/store.cpp\n)\n");

  EXPECT_EQ(check_registration({list, source("sim/api/store.cpp", "")}).size(), 0U);
  EXPECT_EQ(check_registration({list, source("sim/api/tore.cpp", "")}).size(), 1U);
  EXPECT_EQ(check_registration({list, source("sim/store.cpp", "")}).size(), 1U);
}

TEST(RegistrationCheck, EveryHeaderIsIncluded) {
  const auto header = source("include/leasesim/api/a.hpp", "");
  const auto user = source("docs/a.cpp", "#include \"leasesim/api/a.hpp\"\n");

  EXPECT_EQ(check_registration({header}).size(), 1U);
  EXPECT_EQ(check_registration({header, source("include/x.txt", user.text)}).size(), 1U);
  EXPECT_EQ(check_registration({source("docs/README.md", "[a](a.cpp)"), header, user}).size(), 0U);
}

TEST(RegistrationCheck, EveryScenarioIsShippedAndIndexed) {
  const auto scenario = source("scenarios/a.yaml", "");
  const auto list = source("scenarios/CMakeLists.txt", "set(names\n  a.yaml\n)\n");
  const auto index = source("scenarios/README.md", "[a](a.yaml)\n");

  EXPECT_EQ(check_registration({scenario, list, index}).size(), 0U);
  EXPECT_EQ(check_registration({scenario, list}).size(), 1U);
  EXPECT_EQ(check_registration({scenario, index}).size(), 1U);
}

TEST(RegistrationCheck, EveryDocumentIsLinkedAndEveryGoldenRead) {
  EXPECT_EQ(check_registration({source("docs/a.md", "[me](a.md)\n")}).size(), 1U);
  EXPECT_EQ(
      check_registration({source("docs/a.md", ""), source("README.md", "[a](docs/a.md)\n")}).size(),
      0U);
  const auto golden = source("tests/golden/load/a.txt", "");
  const auto list = source("tests/CMakeLists.txt", "a_test.cpp\n");
  EXPECT_EQ(check_registration({golden}).size(), 1U);
  EXPECT_EQ(
      check_registration({list, golden, source("tests/a_test.cpp", "\"golden/load\"")}).size(), 0U);
}

TEST(LinkCheck, LinksLeadToFilesFoldersAndHeadings) {
  const auto page = source("docs/b/page.md", "# The *first* rule: a\n");
  const auto faults = [&](const std::string& link) {
    return check_links({source("docs/a.md", "see [it](" + link + ")\n"), page}).size();
  };

  EXPECT_EQ(faults("b/page.md"), 0U);
  EXPECT_EQ(faults("../docs/b/"), 0U);
  EXPECT_EQ(faults("https://example.org/x"), 0U);
  EXPECT_EQ(faults("b/page.md#the-first-rule-a"), 0U);
  EXPECT_EQ(faults("b/page.md#the-second-rule"), 1U);
  EXPECT_EQ(faults("page.md"), 1U);
  EXPECT_EQ(faults("../b/page.md"), 1U);
}

TEST(LinkCheck, CodeHoldsNoLinks) {
  const auto page = source("docs/a.md", "`[a](b)`\n```\n[a](b)\n```\n[a](c)\n");

  ASSERT_EQ(links_of(page).size(), 1U);
  EXPECT_EQ(links_of(page)[0].target, "c");
  EXPECT_EQ(links_of(page)[0].line, 5U);
}

}  // namespace
}  // namespace leasesim::tidy
