// Names, identities and words of objects.
#include "leasesim/objects/object.hpp"

#include <gtest/gtest.h>

#include <set>

#include "leasesim/objects/verb.hpp"

namespace leasesim {
namespace {

TEST(ObjectName, TheDefaultNamespaceIsLeftOut) {
  Names names;

  EXPECT_EQ(object_name(names, "", "demo").view(), "demo");
  EXPECT_EQ(object_name(names, "default", "demo"), object_name(names, "", "demo"));
  EXPECT_EQ(object_name(names, "kube-system", "demo").view(), "kube-system/demo");
}

TEST(ObjectName, NamespaceAndNameComeApartAgain) {
  Names names;
  const ObjectName plain = object_name(names, "", "demo");
  const ObjectName full = object_name(names, "kube-node-lease", "worker-1");

  EXPECT_EQ(namespace_of(plain), "default");
  EXPECT_EQ(short_name(plain), "demo");
  EXPECT_EQ(namespace_of(full), "kube-node-lease");
  EXPECT_EQ(short_name(full), "worker-1");
}

TEST(Uid, IsPrintedAsKubernetesPrintsIt) {
  EXPECT_EQ(uid_text({0x0123456789ab4cde, 0x8f00000000000001}),
            "01234567-89ab-4cde-8f00-000000000001");
  EXPECT_EQ(uid_text({}), "");
}

TEST(Uid, TextAndBackIsTheSame) {
  for (const Uid uid : {Uid{1, 0}, Uid{0, 1}, Uid{~0ULL, ~0ULL}, Uid{0x1234, 0xabcdef}}) {
    EXPECT_EQ(parse_uid(uid_text(uid)), uid);
  }
  EXPECT_EQ(parse_uid("ABCDEF01-0000-4000-8000-000000000000"),
            parse_uid("abcdef01-0000-4000-8000-000000000000"));
}

TEST(Uid, WhatIsNotThirtySixCharactersOfTheRightKindIsNone) {
  for (const char* text :
       {"", "0", "01234567-89ab-4cde-8f00-00000000001", "01234567-89ab-4cde-8f00-00000000000g",
        "01234567089ab-4cde-8f00-000000000001", "0123456-789ab-4cde-8f00-000000000001"}) {
    EXPECT_EQ(parse_uid(text), std::nullopt) << text;
  }
}

// upstream: kubernetes/api:coordination/v1/types.go, core/v1/types.go
TEST(Kinds, AreSpeltAsKubernetesSpellsThem) {
  EXPECT_EQ(words_of(Kind::lease).resource, "leases");
  EXPECT_EQ(words_of(Kind::lease).api_version, "coordination.k8s.io/v1");
  EXPECT_EQ(words_of(Kind::config_map).kind, "ConfigMap");
  EXPECT_TRUE(words_of(Kind::config_map).namespaced);
  EXPECT_FALSE(words_of(Kind::name_space).namespaced);
}

TEST(Kinds, AnObjectKnowsItsKindAndItsMetadata) {
  Object object = ConfigMap{};
  meta_of(object).version = 5;

  EXPECT_EQ(kind_of(object), Kind::config_map);
  EXPECT_EQ(std::get<ConfigMap>(object).meta.version, 5U);
  EXPECT_EQ(kKindOf<Namespace>, kind_of(Object{Namespace{}}));
}

TEST(Words, EveryOutcomeHasItsOwn) {
  std::set<std::string_view> words;
  for (int error = 0; error <= static_cast<int>(ApiError::cancelled); ++error) {
    words.insert(word_of(static_cast<ApiError>(error)));
  }
  EXPECT_EQ(words.size(), static_cast<std::size_t>(ApiError::cancelled) + 1);
  EXPECT_FALSE(words.contains(""));
  EXPECT_EQ(word_of(ApiError::already_exists), "already-exists");
}

TEST(Words, RemoveIsSpeltDelete) {
  EXPECT_EQ(word_of(Verb::remove), "delete");
  EXPECT_EQ(word_of(Verb::list), "list");
}

}  // namespace
}  // namespace leasesim
