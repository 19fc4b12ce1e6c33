// Texts and codes of failures that no store test reaches.
//
// upstream: kubernetes/apimachinery:pkg/api/errors/errors.go
#include "leasesim/api/status.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "leasesim/objects/json.hpp"

namespace leasesim {
namespace {

TEST(Status, KindsOfTheCoreGroupHaveNoSuffix) {
  EXPECT_EQ(qualified_resource(Kind::lease), "leases.coordination.k8s.io");
  EXPECT_EQ(qualified_resource(Kind::config_map), "configmaps");
  EXPECT_EQ(qualified_kind(Kind::lease), "Lease.coordination.k8s.io");
  EXPECT_EQ(qualified_kind(Kind::name_space), "Namespace");
}

TEST(Status, NamesStandWithoutTheirNamespace) {
  Names names;

  EXPECT_EQ(not_found_failure(Kind::lease, object_name(names, "kube-system", "demo")).message,
            "leases.coordination.k8s.io \"demo\" not found");
}

TEST(Status, TheStorageKeyOfAClusterScopedKindHasNoNamespace) {
  Names names;
  const Failure failure =
      uid_conflict_failure(Kind::name_space, object_name(names, "", "foo"), Uid{1, 1}, {});

  EXPECT_NE(failure.message.find("Key: /registry/namespaces/foo, "), std::string::npos);
}

TEST(Status, SeveralErrorsStandInBracketsAndRepetitionsAreDropped) {
  Names names;
  const std::vector<std::string> errors{"a: x", "b: y", "a: x"};

  EXPECT_EQ(invalid_failure(Kind::config_map, object_name(names, "", "m"), errors).message,
            "ConfigMap \"m\" is invalid: [a: x, b: y]");
}

// upstream: kubernetes/apiserver:pkg/endpoints/handlers/create.go
TEST(Status, ABodyWithABadTimeIsABadRequestInTheKindsName) {
  Names names;
  const auto decoded =
      parse_object(names, Kind::lease,
                   R"({"metadata":{"name":"x"},"spec":{"renewTime":"2024-05-01T10:00:00Z"}})");
  ASSERT_FALSE(decoded);

  const Failure failure = undecodable_failure(Kind::lease, decoded.error().why);

  EXPECT_EQ(failure.code, 400);
  EXPECT_EQ(failure.reason, "BadRequest");
  EXPECT_EQ(failure.message,
            "Lease in version \"v1\" cannot be handled as a Lease: parsing time "
            "\"2024-05-01T10:00:00Z\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse \"Z\" "
            "as \".000000\"");
}

// upstream: kubernetes/apiserver:pkg/endpoints/handlers/patch.go
TEST(Status, APatchWithABadTimeIsInvalidAndNamesNoObject) {
  const Failure failure = bad_patch_failure(R"({"a":1})", "parsing time …");

  EXPECT_EQ(failure.code, 422);
  EXPECT_EQ(failure.message,
            R"( "" is invalid: patch: Invalid value: "{\"a\":1}": parsing time …)");
}

TEST(Status, AStatusThatAFaultAsksForHasTheUsualReason) {
  EXPECT_EQ(failure_of(503, "").error, ApiError::unavailable);
  EXPECT_EQ(failure_of(503, "").reason, "ServiceUnavailable");
  EXPECT_EQ(failure_of(503, "no").message, "no");
  EXPECT_EQ(failure_of(418, "").error, ApiError::bad_request);
  EXPECT_EQ(failure_of(599, "").error, ApiError::server_error);
}

TEST(Status, OnlyTooManyRequestsAsksForAnotherTryBySelf) {
  EXPECT_EQ(failure_of(429, "").retry_after, Duration{1s});
  EXPECT_FALSE(failure_of(500, "").retry_after.has_value());
}

TEST(Status, WhatTheServerGaveUpMayHaveHappened) {
  EXPECT_EQ(timeout_failure().code, 504);
  EXPECT_TRUE(may_have_happened(timeout_failure().error));
  EXPECT_FALSE(may_have_happened(failure_of(409, "").error));
}

}  // namespace
}  // namespace leasesim
