// Upstream's rules for objects, with their texts.
//
// upstream: kubernetes/kubernetes:pkg/apis/coordination/validation/validation.go,
// kubernetes/apimachinery:pkg/api/validation/objectmeta.go
#include "leasesim/api/validation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace leasesim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class ValidationTest : public ::testing::Test {
 protected:
  Text text(std::string_view characters) { return names_.intern(characters); }
  Lease lease(std::string_view name = "demo") {
    Lease lease;
    lease.meta.name = ObjectName{text(name)};
    return lease;
  }
  Lease with(const MetaExtra& extra) {
    Lease one = lease();
    one.meta.extra = std::make_shared<const MetaExtra>(extra);
    return one;
  }
  FieldErrors errors_of_strategy(std::string_view strategy) {
    Lease one = lease();
    one.spec.strategy = text(strategy);
    return errors_on_create(one);
  }

  Names names_;
};

TEST_F(ValidationTest, ALeaseDurationIsAtLeastASecond) {
  Lease one = lease();
  one.spec.duration = 1;
  EXPECT_THAT(errors_on_create(one), IsEmpty());
  one.spec.duration = 0;
  EXPECT_THAT(errors_on_create(one),
              ElementsAre("spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0"));
}

TEST_F(ValidationTest, TransitionsAreNotNegative) {
  Lease one = lease();
  one.spec.transitions = 0;
  EXPECT_THAT(errors_on_create(one), IsEmpty());
  one.spec.transitions = -1;
  EXPECT_THAT(errors_on_create(one),
              ElementsAre("spec.leaseTransitions: Invalid value: -1: must be greater than or equal "
                          "to 0"));
}

TEST_F(ValidationTest, AnUnknownStrategyIsNamedUnderADoubledPath) {
  EXPECT_THAT(errors_of_strategy("OldestEmulationVersion"), IsEmpty());
  EXPECT_THAT(errors_of_strategy("X"),
              ElementsAre("spec.strategy.strategy: Unsupported value: \"X\": supported values: "
                          "\"OldestEmulationVersion\""));
}

TEST_F(ValidationTest, AStrategyWithASlashIsAQualifiedName) {
  EXPECT_THAT(errors_of_strategy("example.com/mine"), IsEmpty());
  EXPECT_THAT(errors_of_strategy("example.com/"),
              ElementsAre("spec.strategy.strategy: Invalid value: \"example.com/\": name part must "
                          "be non-empty",
                          StartsWith("spec.strategy.strategy: Invalid value: \"example.com/\": "
                                     "name part must consist of alphanumeric")));
}

TEST_F(ValidationTest, APreferredHolderNeedsAStrategyUnlessItIsEmpty) {
  Lease one = lease();
  one.spec.preferred_holder = text("");
  EXPECT_THAT(errors_on_create(one), IsEmpty());
  one.spec.preferred_holder = text("b");
  EXPECT_THAT(errors_on_create(one), ElementsAre("spec.preferredHolder: Forbidden: may only be "
                                                 "specified if `strategy` is defined"));
}

TEST_F(ValidationTest, HolderAndTimesAreNobodysBusiness) {
  Lease one = lease();
  one.spec.holder = text("");
  one.spec.acquired = MicroTime{9'000'000'000'000'000};
  one.spec.renewed = MicroTime{-9'000'000'000'000'000};

  EXPECT_THAT(errors_on_create(one), IsEmpty());
}

TEST_F(ValidationTest, ANameIsRequired) {
  EXPECT_THAT(errors_on_create(Lease{}),
              ElementsAre("metadata.name: Required value: name or generateName is required"));
}

TEST_F(ValidationTest, NamesOfLeasesAreSubdomains) {
  for (const char* good : {"a", "a-b", "a.b", "0.a-1", "apiserver-abc"}) {
    EXPECT_THAT(errors_on_create(lease(good)), IsEmpty()) << good;
  }
  for (const char* bad : {"A", "a_b", "-a", "a-", "a..b", ".a", "a.", "a:b", "a.-b", "ä"}) {
    EXPECT_THAT(errors_on_create(lease(bad)),
                ElementsAre(HasSubstr("a lowercase RFC 1123 subdomain must consist of")))
        << bad;
  }
  EXPECT_THAT(errors_on_create(lease(std::string(253, 'a'))), IsEmpty());
  EXPECT_THAT(errors_on_create(lease(std::string(254, 'a'))),
              ElementsAre(HasSubstr(": must be no more than 253 characters")));
}

TEST_F(ValidationTest, NamesOfNamespacesAreLabels) {
  Namespace space;
  space.meta.name = ObjectName{text("a.b")};
  EXPECT_THAT(errors_on_create(space),
              ElementsAre("metadata.name: Invalid value: \"a.b\": must not contain dots"));
  space.meta.name = ObjectName{text("A")};
  EXPECT_THAT(errors_on_create(space),
              ElementsAre(HasSubstr("a lowercase RFC 1123 label must consist of")));
  EXPECT_THAT(label_errors(std::string(64, 'a')),
              ElementsAre("must be no more than 63 characters"));
}

TEST_F(ValidationTest, ANamespaceOfAnObjectIsALabelToo) {
  EXPECT_THAT(errors_on_create(lease("Up/x")),
              ElementsAre(StartsWith("metadata.namespace: Invalid value: \"Up\": a lowercase RFC "
                                     "1123 label")));
}

TEST_F(ValidationTest, LabelsHaveQualifiedKeysAndShortValues) {
  MetaExtra extra;
  extra.labels = {{text("example.com/a_B.c"), text("")}, {text("b"), text("v_1.x")}};
  EXPECT_THAT(errors_on_create(with(extra)), IsEmpty());
  extra.labels = {{text("a/b/c"), text("-")}};
  EXPECT_THAT(errors_on_create(with(extra)),
              ElementsAre(StartsWith("metadata.labels: Invalid value: \"a/b/c\": a qualified name"),
                          StartsWith("metadata.labels: Invalid value: \"-\": a valid label must")));
}

TEST_F(ValidationTest, QualifiedNamesTellWhichPartIsWrong) {
  EXPECT_THAT(qualified_name_errors("/a"), ElementsAre("prefix part must be non-empty"));
  EXPECT_THAT(qualified_name_errors("A_/a"),
              ElementsAre(StartsWith("prefix part a lowercase RFC 1123 subdomain")));
  EXPECT_THAT(qualified_name_errors(std::string(64, 'a')),
              ElementsAre("name part must be no more than 63 characters"));
  EXPECT_THAT(label_value_errors(std::string(64, 'a')),
              ElementsAre("must be no more than 63 characters"));
}

TEST_F(ValidationTest, AnnotationsMayBeLongButNotTooLong) {
  MetaExtra extra;
  extra.annotations = {{text("UP"), text(std::string(262'142, 'x'))}};
  EXPECT_THAT(errors_on_create(with(extra)), IsEmpty()) << "the case of keys does not matter";
  extra.annotations = {{text("UP"), text(std::string(262'143, 'x'))}};
  EXPECT_THAT(errors_on_create(with(extra)),
              ElementsAre("metadata.annotations: Too long: may not be more than 262144 bytes"));
}

TEST_F(ValidationTest, AnOwnerIsNamedInFull) {
  MetaExtra extra;
  extra.owners = {{text("v1"), text("Node"), text("n"), Uid{1, 1}, {}, {}}};
  EXPECT_THAT(errors_on_create(with(extra)), IsEmpty());
  extra.owners = {{text("apps/"), {}, {}, {}, {}, {}}};
  EXPECT_THAT(
      errors_on_create(with(extra)),
      ElementsAre("metadata.ownerReferences.apiVersion: Invalid value: \"apps/\": version must not "
                  "be empty",
                  "metadata.ownerReferences.kind: Invalid value: \"\": must not be empty",
                  "metadata.ownerReferences.name: Invalid value: \"\": must not be empty",
                  "metadata.ownerReferences.uid: Invalid value: \"\": must not be empty"));
}

TEST_F(ValidationTest, OnlyOneOwnerIsTheController) {
  MetaExtra extra;
  extra.owners = {{text("v1"), text("A"), text("x"), Uid{1, 1}, true, {}},
                  {text("v1"), text("B"), text("y"), Uid{1, 2}, true, {}}};

  EXPECT_THAT(errors_on_create(with(extra)),
              ElementsAre(HasSubstr("Only one reference can have Controller set to true. Found "
                                    "\"true\" in references for A/x and B/y")));
}

TEST_F(ValidationTest, KeysOfAConfigMapAreFileNames) {
  ConfigMap map;
  map.meta.name = ObjectName{text("m")};
  map.data = {{text("a.B_c-1"), text("anything")}};
  EXPECT_THAT(errors_on_create(map), IsEmpty());
  map.data = {{text("a b"), text("")}};
  EXPECT_THAT(
      errors_on_create(map),
      ElementsAre(StartsWith("data[a b]: Invalid value: \"a b\": a valid config key must")));
  map.data = {{text(".."), text("")}};
  EXPECT_THAT(errors_on_create(map),
              ElementsAre("data[..]: Invalid value: \"..\": must not be '..'"));
}

TEST_F(ValidationTest, SeveralErrorsAreAllTold) {
  Lease one = lease("A");
  one.spec.duration = 0;
  one.spec.transitions = -3;

  EXPECT_THAT(errors_on_create(one), ::testing::SizeIs(3));
}

TEST_F(ValidationTest, AWriterDoesNotBeginADeletion) {
  MetaExtra extra;
  extra.deleted = KubeTime{0};

  EXPECT_THAT(errors_on_update(with(extra), lease()),
              ElementsAre("metadata.deletionTimestamp: Invalid value: \"1970-01-01T00:00:00Z\": "
                          "field is immutable"));
}

}  // namespace
}  // namespace leasesim
