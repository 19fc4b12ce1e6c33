// docs/reference/actors.md tells of every actor, key and profile that there is.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "leasesim/actors/catalog.hpp"
#include "leasesim/actors/lease_holder.hpp"

namespace leasesim {
namespace {

std::string reference() {
  std::ifstream file(LEASESIM_SOURCE_DIR "/docs/reference/actors.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// From an actor's heading to the next, and the duties that several actors share.
std::string chapter(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find("\n## " + name + "\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

TEST(ActorsReference, HasAChapterForEachActorWithAllItsKeys) {
  const std::string text = reference();
  const std::string duties = chapter(text, "Duties");
  const ActorCatalog catalog = standard_actors();
  for (const ActorKind& kind : catalog.kinds()) {
    const std::string own = chapter(text, kind.name);
    EXPECT_FALSE(own.empty()) << kind.name;
    for (const FieldDoc& key : kind.keys()) {
      const std::string row = "| `" + key.key + "` |";
      const bool told = own.find(row) != std::string::npos || duties.find(row) != std::string::npos;
      EXPECT_TRUE(told) << kind.name << ": " << key.key;
    }
  }
}

TEST(ActorsReference, NamesEachProfileOfTheLeaseHolder) {
  const std::string own = chapter(reference(), "lease-holder");
  for (const std::string_view name : lease_holder_profiles()) {
    EXPECT_NE(own.find("`" + std::string{name} + "`"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace leasesim
