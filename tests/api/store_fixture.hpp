// A store with one table of names, and short words for what tests put into it.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "leasesim/api/store.hpp"

namespace leasesim {

inline constexpr WriteTime kNow{SimTime{10s}, KubeTime{1'767'225'610}};
inline constexpr WriteTime kLater{SimTime{20s}, KubeTime{1'767'225'620}};
inline constexpr std::string_view kModified =
    "Operation cannot be fulfilled on leases.coordination.k8s.io \"demo\": the object has been "
    "modified; please apply your changes to the latest version and try again";

class StoreTest : public ::testing::Test {
 protected:
  ObjectName name(std::string_view text) { return ObjectName{names_.intern(text)}; }
  Lease lease(std::string_view text, std::string_view holder = "a") {
    Lease lease;
    lease.meta.name = name(text);
    lease.spec.holder = names_.intern(holder);
    lease.spec.duration = 15;
    return lease;
  }
  ConfigMap config_map(std::string_view text, std::string_view value = "1") {
    ConfigMap map;
    map.meta.name = name(text);
    map.data = {{names_.intern("key"), names_.intern(value)}};
    return map;
  }
  Namespace name_space(std::string_view text) {
    Namespace space;
    space.meta.name = name(text);
    return space;
  }
  std::shared_ptr<const MetaExtra> with_finalizer(std::string_view finalizer) {
    MetaExtra extra;
    extra.finalizers = {names_.intern(finalizer)};
    return std::make_shared<const MetaExtra>(extra);
  }

  template <class T = Lease>
  T created(const T& object) {
    return std::get<T>(*store_.create(object, kNow).value());
  }
  template <class T = Lease>
  const T& stored(std::string_view text) {
    return std::get<T>(*store_.find(kKindOf<T>, name(text)));
  }
  static void expect(const ApiResult<SharedObject>& result, ApiError error, int code,
                     std::string_view reason, std::string_view message) {
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().error, error);
    EXPECT_EQ(result.error().code, code);
    EXPECT_EQ(result.error().reason, reason);
    EXPECT_EQ(result.error().message, message);
  }

  Names names_;
  Store store_{Seed{7}};
};

}  // namespace leasesim
