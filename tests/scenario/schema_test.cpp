#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "leasesim/scenario/load.hpp"

namespace leasesim {
namespace {

const std::string kPublished = LEASESIM_SOURCE_DIR "/docs/reference/scenario.schema.json";
const std::string kReference = LEASESIM_SOURCE_DIR "/docs/reference/scenario-format.md";

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Schema, IsPublishedAsTheReaderHasIt) {
  const std::string schema = scenario_schema();
  if (std::getenv("LEASESIM_REWRITE") != nullptr) std::ofstream(kPublished) << schema;

  EXPECT_EQ(content_of(kPublished), schema) << "LEASESIM_REWRITE=1 writes it anew";
}

TEST(Schema, StatesWhatIsRequiredAndRefusesTheRest) {
  const Document schema = *parse_document(scenario_schema(), "schema");

  EXPECT_EQ(json_line(*schema.root.find("required")), R"(["leasesim","name","until"])");
  EXPECT_EQ(json_line(*schema.root.find("additionalProperties")), "false");
  const Tree* faults = schema.root.find("properties")->find("faults");
  EXPECT_EQ(faults->find("items")->find("anyOf")->items().size(), std::variant_size_v<Fault>);
}

void gather_keys(const std::vector<FieldDoc>& fields, std::vector<std::string>& keys) {
  for (const FieldDoc& field : fields) {
    keys.push_back(field.key);
    gather_keys(field.fields, keys);
  }
}

TEST(Reference, NamesEveryKeyOfTheFormat) {
  std::vector<std::string> keys;
  gather_keys(describe_scenario(), keys);
  for (const KindDoc& kind : describe_faults()) gather_keys(kind.fields, keys);
  for (const KindDoc& kind : describe_expectations()) gather_keys(kind.fields, keys);
  const std::string reference = content_of(kReference);

  for (const std::string& key : keys) {
    EXPECT_NE(reference.find('`' + key + '`'), std::string::npos)
        << key << " is not in the reference";
  }
}

TEST(Descriptions, GiveEachKeyOfTheFormatAMeaning) {
  std::vector<FieldDoc> all = describe_scenario();
  for (KindDoc& kind : describe_faults()) {
    EXPECT_FALSE(kind.meaning.empty()) << kind.key;
    all.insert(all.end(), kind.fields.begin(), kind.fields.end());
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_FALSE(all[i].meaning.empty()) << all[i].key;
    EXPECT_FALSE(all[i].shape.empty()) << all[i].key;
    const std::vector<FieldDoc> inner = all[i].fields;
    all.insert(all.end(), inner.begin(), inner.end());
  }
}

}  // namespace
}  // namespace leasesim
