// Kubernetes' spelling of objects, and what is said of what does not fit.
#include "leasesim/objects/json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "leasesim/random/streams.hpp"

namespace leasesim {
namespace {

constexpr std::string_view kWhole =
    R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease",)"
    R"("metadata":{"annotations":{"note":"x"},"creationTimestamp":"2026-01-01T00:00:10Z",)"
    R"("finalizers":["example.com/wait"],"labels":{"a":"1","b":""},"name":"demo",)"
    R"("namespace":"kube-system","ownerReferences":[{"apiVersion":"v1","kind":"Tree",)"
    R"("name":"n","uid":"01234567-89ab-4cde-8f00-000000000001"}],"resourceVersion":"42",)"
    R"("uid":"01234567-89ab-4cde-8f00-000000000002"},)"
    R"("spec":{"acquireTime":"2026-01-01T00:00:10.000001Z","holderIdentity":"a",)"
    R"("leaseDurationSeconds":15,"leaseTransitions":3,"preferredHolder":"b",)"
    R"("renewTime":"2026-01-01T00:00:12.500000Z","strategy":"OldestEmulationVersion"}})";

class Json : public ::testing::Test {
 protected:
  Object read(std::string_view json) { return parse_object(names_, json).value(); }
  DecodeError wrong(std::string_view json) { return parse_object(names_, json).error(); }
  DecodeError wrong_spec(std::string_view spec) {
    return parse_object(names_, Kind::lease,
                        R"({"metadata":{"name":"x"},"spec":{)" + std::string{spec} + "}}")
        .error();
  }

  Names names_;
};

TEST_F(Json, AWholeLeaseIsReadAndWrittenToTheLetter) {
  const Object object = read(kWhole);

  EXPECT_EQ(json_text(object), kWhole);
  const Lease& lease = std::get<Lease>(object);
  EXPECT_EQ(lease.meta.name.view(), "kube-system/demo");
  EXPECT_EQ(lease.meta.version, 42U);
  EXPECT_EQ(lease.meta.extra->labels.at(1).key.view(), "b");
  EXPECT_EQ(lease.spec.renewed->microseconds % 1'000'000, 500'000);
}

TEST_F(Json, AnEmptySpecIsPrintedAndAnEmptyHolderDiffersFromNone) {
  Lease lease;
  lease.meta.name = object_name(names_, "", "demo");
  EXPECT_EQ(json_text(lease), R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease",)"
                              R"("metadata":{"name":"demo","namespace":"default"},"spec":{}})");
  lease.spec.holder = names_.intern("");

  EXPECT_NE(json_text(lease).find(R"("spec":{"holderIdentity":""})"), std::string::npos);
  EXPECT_EQ(std::get<Lease>(read(json_text(lease))), lease);
}

TEST_F(Json, OtherKindsAreReadAndWrittenToo) {
  const std::string map = R"({"apiVersion":"v1","data":{"k":"v"},"kind":"ConfigMap",)"
                          R"("metadata":{"name":"m","namespace":"default"}})";
  const std::string space = R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"foo"}})";

  EXPECT_EQ(json_text(read(map)), map);
  EXPECT_EQ(json_text(read(space)), space);
}

TEST_F(Json, WhatAServerFillsInIsDropped) {
  const Object object =
      read(R"({"kind":"Namespace","metadata":{"name":"foo","managedFields":[{}],"selfLink":"/x"},)"
           R"("spec":{"finalizers":["kubernetes"]},"status":{"phase":"Active"}})");

  EXPECT_EQ(meta_of(object).name.view(), "foo");
}

TEST_F(Json, NullIsUnset) {
  const auto object = parse_object(
      names_, Kind::lease,
      R"({"metadata":{"name":"x","creationTimestamp":null},"spec":{"renewTime":null}})");

  ASSERT_TRUE(object);
  EXPECT_FALSE(std::get<Lease>(*object).spec.renewed.has_value());
}

// upstream: golang/go:src/time/format.go
TEST_F(Json, TimesAreCheckedAsGoChecksThem) {
  struct Row {
    std::string_view text;
    std::string_view stops_at;
    std::string_view wanted;
  };
  constexpr Row kRows[]{
      {"2024-05-01T10:00:00Z", "Z", ".000000"},
      {"2024-05-01T10:00:00.123Z", ".123Z", ".000000"},
      {"2024-05-01T10:00:00.123456789Z", "789Z", "Z07:00"},
      {"hello", "hello", "2006"},
      {"2024-05-01T10:00:00.123456", "", "Z07:00"},
  };
  const auto quoted = [](std::string_view text) { return '"' + std::string{text} + '"'; };
  for (const Row& row : kRows) {
    const DecodeError error = wrong_spec(R"("renewTime":)" + quoted(row.text));

    EXPECT_EQ(error.path, "spec.renewTime");
    EXPECT_EQ(error.why, "parsing time " + quoted(row.text) +
                             " as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse " +
                             quoted(row.stops_at) + " as " + quoted(row.wanted));
  }
}

TEST_F(Json, TimesWithAnOffsetOrACommaAreRead) {
  const auto object = parse_object(names_, Kind::lease,
                                   R"({"metadata":{"name":"x"},"spec":{
      "acquireTime":"2024-05-01T10:00:00,123456Z",
      "renewTime":"2024-05-01T10:00:00.123456+02:00"}})");

  ASSERT_TRUE(object);
  const LeaseSpec& spec = std::get<Lease>(*object).spec;
  EXPECT_EQ(micro_time_text(*spec.acquired), "2024-05-01T10:00:00.123456Z");
  EXPECT_EQ(micro_time_text(*spec.renewed), "2024-05-01T08:00:00.123456Z");
}

// upstream: golang/go:src/encoding/json/decode.go
TEST_F(Json, WrongTypesAreToldInGosWords) {
  EXPECT_EQ(wrong_spec(R"("leaseDurationSeconds":"15")").why,
            "json: cannot unmarshal string into Go struct field "
            "LeaseSpec.spec.leaseDurationSeconds of type int32");
  EXPECT_EQ(wrong_spec(R"("leaseDurationSeconds":15.5)").why,
            "json: cannot unmarshal number 15.5 into Go struct field "
            "LeaseSpec.spec.leaseDurationSeconds of type int32");
  EXPECT_EQ(wrong_spec(R"("leaseTransitions":3000000000)").why,
            "json: cannot unmarshal number 3000000000 into Go struct field "
            "LeaseSpec.spec.leaseTransitions of type int32");
  EXPECT_EQ(wrong_spec(R"("holderIdentity":7)").why,
            "json: cannot unmarshal number into Go struct field LeaseSpec.spec.holderIdentity of "
            "type string");
  EXPECT_EQ(wrong_spec(R"("renewTime":{})").why,
            "json: cannot unmarshal object into Go struct field LeaseSpec.spec.renewTime of type "
            "string");
}

TEST_F(Json, ZeroAndNegativeDurationsAreReadAndLeftToValidation) {
  EXPECT_TRUE(parse_object(names_, Kind::lease,
                           R"({"metadata":{"name":"x"},"spec":{"leaseDurationSeconds":-1}})"));
}

TEST_F(Json, UnknownAndDoubledFieldsAreRefused) {
  EXPECT_EQ(wrong_spec(R"("foo":1)").why, "strict decoding error: unknown field \"spec.foo\"");
  EXPECT_EQ(wrong_spec(R"("HolderIdentity":"a")").path, "spec.HolderIdentity");
  EXPECT_EQ(wrong_spec(R"("holderIdentity":"a","holderIdentity":"b")").why,
            "strict decoding error: duplicate field \"spec.holderIdentity\"");
}

TEST_F(Json, AKindThatIsNotKeptIsNamed) {
  EXPECT_EQ(wrong(R"({"kind":"Secret"})").why, "no kind \"Secret\" is kept here");
  EXPECT_EQ(wrong("{}").path, "kind");
  EXPECT_EQ(
      parse_object(names_, Kind::lease, R"({"kind":"ConfigMap","apiVersion":"v1"})").error().why,
      "no kind \"ConfigMap\" is registered for version \"v1\"");
  EXPECT_EQ(wrong(R"({"kind":"Lease","apiVersion":"coordination.k8s.io/v1beta1"})").why,
            "the API version in the data (coordination.k8s.io/v1beta1) does not match the expected "
            "API version (coordination.k8s.io/v1)");
}

TEST_F(Json, VersionsAndUidsAreTextsOfTheirOwnForm) {
  EXPECT_EQ(wrong(R"({"kind":"Lease","metadata":{"resourceVersion":"abc"}})").why,
            "resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid "
            "syntax");
  EXPECT_EQ(wrong(R"({"kind":"Lease","metadata":{"uid":"x"}})").path, "metadata.uid");
}

TEST_F(Json, RubbishIsRefusedAndNotThrown) {
  for (const char* text : {"", "{", "[]", "nul", "\"x\"", R"({"kind":7})", "{\"kind\":\"\xff\"}"}) {
    EXPECT_FALSE(parse_object(names_, text)) << text;
  }
  EXPECT_FALSE(parse_object(names_, std::string(100'000, '[')));
}

TEST_F(Json, AMergePatchSetsFieldsAndNullRemovesThem) {
  const Object before = read(kWhole);

  const auto after =
      merge_patched(names_, before, R"({"spec":{"holderIdentity":"thief","strategy":null}})");

  ASSERT_TRUE(after);
  const LeaseSpec& spec = std::get<Lease>(*after).spec;
  EXPECT_EQ(spec.holder.view(), "thief");
  EXPECT_FALSE(spec.strategy.is_set());
  EXPECT_EQ(spec.transitions, 3);
  EXPECT_FALSE(merge_patched(names_, before, R"({"spec":{"renewTime":"soon"}})"));
}

TEST_F(Json, AnyObjectThatIsWrittenIsReadBackTheSame) {
  std::uint64_t count = 0;
  const auto below = [&](std::uint64_t bound) { return bounded(Draw{{9}, count++}, bound); };
  const auto text = [&] {
    return names_.intern(std::array{"", "a", "\"q\\", "line\nend", "\u00fc"}[below(5)]);
  };
  for (int i = 0; i < 500; ++i) {
    Lease lease;
    lease.meta.name = object_name(names_, below(2) == 0 ? "" : "space", "x");
    lease.meta.version = below(3);
    if (below(2) == 0) lease.meta.uid = {count, below(9)};
    if (below(2) == 0) lease.meta.created = KubeTime{static_cast<std::int64_t>(below(1'000'000))};
    if (below(2) == 0) lease.spec.holder = text();
    if (below(2) == 0) lease.spec.duration = static_cast<std::int32_t>(below(99)) - 50;
    if (below(2) == 0) lease.spec.transitions = static_cast<std::int32_t>(below(9));
    if (below(2) == 0) lease.spec.renewed = MicroTime{static_cast<std::int64_t>(below(1ULL << 50))};
    if (below(2) == 0) lease.spec.acquired = MicroTime{-static_cast<std::int64_t>(below(1U << 30))};
    if (below(3) == 0) lease.spec.preferred_holder = text();
    if (below(3) == 0) {
      MetaExtra extra;
      extra.labels = {{names_.intern("k"), text()}};
      extra.finalizers = {text()};
      extra.generation = static_cast<std::int64_t>(below(5));
      extra.owners = {{text(), text(), text(), Uid{1, count}, below(2) == 0, {}}};
      lease.meta.extra = std::make_shared<const MetaExtra>(extra);
    }

    ASSERT_EQ(read(json_text(lease)), Object{lease}) << json_text(lease);
  }
}

}  // namespace
}  // namespace leasesim
