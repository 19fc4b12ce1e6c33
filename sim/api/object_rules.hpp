// The rules of upstream's strategies for one object at a time: what a write may change, and when
// what is being deleted goes.
//
// upstream: kubernetes/kubernetes:pkg/registry/*/*/strategy.go,
// kubernetes/apiserver:pkg/registry/rest/update.go
#pragma once

#include "leasesim/api/request.hpp"
#include "leasesim/objects/object.hpp"

namespace leasesim {

/// What a PUT may do.
struct UpdateRules {
  bool creates;        ///< AllowCreateOnUpdate
  bool unconditional;  ///< AllowUnconditionalUpdate
};
UpdateRules rules_of(Kind kind);

/// Null if there is none.
inline const MetaExtra* extra_of(const Object& object) { return meta_of(object).extra.get(); }
template <class Edit>
void edit_extra(Object& object, Edit&& edit) {
  Meta& meta = meta_of(object);
  MetaExtra extra = meta.extra ? *meta.extra : MetaExtra{};
  edit(extra);
  meta.extra = std::make_shared<const MetaExtra>(std::move(extra));
}

bool has_finalizers(const Object& object);
bool being_deleted(const Object& object);
/// What has begun to go may wait: a namespace for its content to go, which is a controller's work,
/// a pod for its grace to end, and whatever has finalizers for those.
bool may_go(const Object& object);
/// The seconds that a deletion leaves an object.
std::int64_t grace_for(const Object& object, const DeleteOptions& options);

bool has_status(Kind kind);
/// A write of one part of an object leaves the other as it stands.
void keep_other_part(Object& object, const Object& stored, Subresource part);
/// Conditions take the place of those of their type.
void merge_conditions(Conditions& conditions, const Conditions& wanted);

/// Deletion, once begun, is no writer's to take back; generation is nobody's to change here.
void keep_what_stands(Object& object, const Object& stored);
void keep_identity(Meta& meta, const Meta& stored);
/// With the gate off, strategy and preferredHolder are kept only where they were set before.
void drop_coordination(Object& object, const Object* stored);

}  // namespace leasesim
