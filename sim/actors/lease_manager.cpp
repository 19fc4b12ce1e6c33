// The letters in comments are the branches of RequestLease as docs/reference/actors.md lists them.
#include "leasesim/actors/lease_manager.hpp"

#include "actors/names_of_actors.hpp"

namespace leasesim {
namespace {

// What RequestLease does about a lease that it read.
enum class Step : std::uint8_t { refuse, nothing, renew, acquire };

std::optional<WallTime> due(const LeaseSpec& spec) {
  if (!spec.renewed || !spec.duration) return std::nullopt;
  return wall_time(*spec.renewed) + std::chrono::seconds{*spec.duration};
}

// The unsound part: both ends of the window were stamped by somebody else's calendar.
bool valid(const LeaseSpec& spec, WallTime now) {
  const std::optional<WallTime> end = due(spec);
  return end && now <= *end && wall_time(*spec.renewed) <= now;
}

Step step_for(const LeaseSpec& spec, Text me, WallTime now, Duration wanted) {
  if (spec.holder != me) {
    return valid(spec, now) ? Step::refuse    // F1
                            : Step::acquire;  // F2
  }
  const std::optional<WallTime> end = due(spec);
  if (!end) return Step::acquire;                                      // C1
  if (*end < now) return spec.acquired ? Step::renew : Step::acquire;  // C2b, C2a
  return *end < now + wanted ? Step::renew : Step::nothing;            // C3, C4
}

// A holder that is set, even to nothing, is somebody.
AlreadyHeld held_by(Process& self, const LeaseSpec& spec) {
  return {spec.holder.is_set() ? spec.holder : self.text("unknown")};
}

std::shared_ptr<const MetaExtra> owned_by(Process& self, const LockedObject& object,
                                          const std::shared_ptr<const MetaExtra>& old) {
  MetaExtra extra = old ? *old : MetaExtra{};
  OwnerReference owner;
  // Upstream writes the version alone: the group is lost.
  const auto slash = object.api_version.find('/');
  const auto version =
      slash == std::string::npos ? object.api_version : object.api_version.substr(slash + 1);
  owner.api_version = self.text(version);
  owner.kind = self.text(object.kind);
  owner.name = self.text(object.name);
  owner.uid = object.uid;
  extra.owners = {owner};
  return std::make_shared<const MetaExtra>(std::move(extra));
}

std::string lower_case(std::string text) {
  for (char& letter : text) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return text;
}

void note_takeover(const Process& self, const Lease& found, WallTime now) {
  const LeaseSpec& spec = found.spec;
  if (spec.holder.view().empty()) return;
  const Duration age = spec.renewed ? now - wall_time(*spec.renewed) : Duration{};
  self.note(LeaseJudgedExpired{found.meta.name, found.meta.version, spec.holder,
                               ExpiryRule::wall_clock_window, age,
                               std::chrono::seconds{spec.duration.value_or(0)}});
}

void note_grant(const Process& self, const Lease& granted) {
  self.note(LockGranted{granted.meta.name, granted.spec.holder,
                        std::chrono::seconds{granted.spec.duration.value_or(0)},
                        granted.spec.transitions.value_or(0)});
}

}  // namespace

LockedObject locked_node(std::string_view name) {
  // Locks name nodes that need not be there; the same node has the same one in every run.
  const Uid uid{stable_hash(name), stable_hash("Node")};
  return {"v1", "Node", std::string{name}, uid};
}

std::string text_of(const LeaseError& error) {
  if (const auto* held = std::get_if<AlreadyHeld>(&error)) {
    return "can't update or invalidate the lease because it is held by different owner: " +
           held->holder.str();
  }
  return std::get<Failure>(error).message;
}

std::string lease_namespace(const std::optional<std::string>& environment) {
  return environment.value_or(std::string{kLeaseNamespace});
}

LeaseManager::LeaseManager(Process& self, Api api, Text holder, std::string_view space)
    : self_(&self), api_(api), me_(holder), space_(self.text(space)) {}

ApiResult<ObjectName> LeaseManager::lease_of(const LockedObject& object) const {
  if (object.kind.empty() || object.api_version.empty()) {
    Failure failure{ApiError::bad_request, 0, "", "", {}};
    failure.message = "couldn't find kind or version for obj " + object.name;
    return Err{failure};
  }
  const std::string name = lower_case(object.kind + "-" + object.name);
  return object_name(self_->names(), space_.view(), name);
}

// ---- RequestLease ----

Task<Result<Lease, LeaseError>> LeaseManager::request(LockedObject object, Duration duration) {
  using Outcome = Result<Lease, LeaseError>;
  const auto failed = [](const LeaseError& error) -> Outcome { return Err{error}; };

  const ApiResult<ObjectName> name = lease_of(object);
  if (!name) co_return failed(name.error());
  auto found = co_await api_.get<Lease>(*name);
  if (!found) {
    if (!found.error().is(ApiError::not_found)) co_return failed(found.error());  // B
    auto created = co_await create(*name, object, duration);                      // A
    co_return created;
  }

  const WallTime now = self_->wall_now();
  const Step step = step_for(found->spec, me_, now, duration);
  if (step == Step::refuse) {
    const AlreadyHeld held = held_by(*self_, found->spec);
    self_->note(LeaseRefused{*name, held.holder});
    co_return failed(held);
  }
  if (step == Step::nothing) {
    note_grant(*self_, *found);
    co_return Outcome{*found};
  }
  const bool renewal = found->spec.holder == me_;
  if (!renewal) note_takeover(*self_, *found, now);

  Lease next = *found;
  next.meta.extra = owned_by(*self_, object, found->meta.extra);
  next.spec.holder = me_;
  next.spec.duration = whole_seconds(duration);
  next.spec.renewed = micro_time(now);
  if (step == Step::acquire) {
    next.spec.acquired = next.spec.renewed;
    next.spec.transitions = one_more(found->spec.transitions.value_or(0));
  }
  auto written = co_await api_.update(next);
  if (!written) co_return failed(written.error());
  if (renewal) self_->note(LeaseRenewed{*name, written->meta.version});
  note_grant(*self_, *written);
  co_return Outcome{*written};
}

Task<Result<Lease, LeaseError>> LeaseManager::create(ObjectName name, LockedObject object,
                                                     Duration duration) {
  Lease first;
  first.meta.name = name;
  first.meta.extra = owned_by(*self_, object, nullptr);
  first.spec.holder = me_;
  first.spec.duration = whole_seconds(duration);
  first.spec.acquired = micro_time(self_->wall_now());
  first.spec.renewed = first.spec.acquired;
  first.spec.transitions = 0;
  auto created = co_await api_.create(first);
  if (!created) co_return Err{LeaseError{created.error()}};
  note_grant(*self_, *created);
  co_return *created;
}

// ---- InvalidateLease, GetLease ----

Task<Result<Done, LeaseError>> LeaseManager::invalidate(LockedObject object) {
  using Outcome = Result<Done, LeaseError>;
  const auto failed = [](const LeaseError& error) -> Outcome { return Err{error}; };

  const ApiResult<ObjectName> name = lease_of(object);
  if (!name) co_return failed(name.error());
  auto found = co_await api_.get<Lease>(*name);
  if (!found) {
    if (!found.error().is(ApiError::not_found)) co_return failed(found.error());
    co_return Outcome{Done{}};
  }
  if (found->spec.holder.is_set() && found->spec.holder != me_) {
    co_return failed(held_by(*self_, found->spec));
  }
  // Without preconditions: whoever took the lease since the read loses it.
  auto removed = co_await api_.remove<Lease>(*name);
  self_->note(LeaseReleased{*name, removed.has_value()});
  if (!removed) co_return failed(removed.error());
  co_return Outcome{Done{}};
}

Task<ApiResult<Lease>> LeaseManager::get(LockedObject object) {
  const ApiResult<ObjectName> name = lease_of(object);
  if (!name) co_return Err{name.error()};
  auto found = co_await api_.get<Lease>(*name);
  co_return found;
}

// ---- NewManager ----

Task<Result<LeaseManager, std::string>> new_lease_manager(Process& self, Api api, Text holder,
                                                          std::string space) {
  using Outcome = Result<LeaseManager, std::string>;
  const auto failed = [](const std::string& why) -> Outcome { return Err{why}; };

  Namespace wanted;
  wanted.meta.name = object_name(self.names(), "", space);
  auto found = co_await api.get<Namespace>(wanted.meta.name);
  if (!found) {
    if (!found.error().is(ApiError::not_found)) {
      co_return failed("couldn't get lease namespace: " + found.error().message);
    }
    auto created = co_await api.create(wanted);
    if (!created) {
      co_return failed("couldn't create lease namespace: " + created.error().message);
    }
  }
  const LeaseManager manager(self, api, holder, space);
  co_return manager;
}

}  // namespace leasesim
