#include "leasesim/actors/node_lock.hpp"

#include <algorithm>
#include <array>

#include "leasesim/actors/lease_manager.hpp"

namespace leasesim {
namespace {

class NodeLock {
 public:
  NodeLock(Process& self, Api api, const NodeLockConfig& config)
      : self_(self),
        config_(config),
        api_(api),
        me_(self.text(config.holder)),
        node_(locked_node(config.node)),
        manager_(self, api, me_, lease_namespace(config.lease_namespace)),
        lease_(*manager_.lease_of(node_)) {}

  FramePool& frames() const { return self_.frames(); }

  Task<> run();
  /// What it believed ends with it.
  void lost_because(std::string_view why);
  void note_start() const;

 private:
  Task<bool> find_namespace();
  Task<> obtain();
  Task<> keep();
  Task<> keep_requesting();
  Task<> release();

  void gained(const Lease& granted);
  Duration pause_after(const LeaseError& error);
  Duration next_backoff();

  Process& self_;
  const NodeLockConfig& config_;
  Api api_;
  Text me_;
  LockedObject node_;
  LeaseManager manager_;
  ObjectName lease_;
  bool believes_ = false;
  Duration backoff_{};
};

Task<> NodeLock::run() {
  const bool ready = co_await find_namespace();
  if (!ready) co_return;
  co_await obtain();
  if (!config_.release_after) {
    co_await keep();
    co_return;
  }
  co_await self_.within(*config_.release_after, keep());
  co_await release();
}

// The maintenance operator builds its manager once and exits if it can't; the health check builds
// one whenever it looks at a node.
Task<bool> NodeLock::find_namespace() {
  const std::string space = lease_namespace(config_.lease_namespace);
  for (;;) {
    auto manager = co_await new_lease_manager(self_, api_, me_, space);
    if (manager) co_return true;
    if (config_.exits_without_namespace) {
      self_.exit_with(1, manager.error());
      co_return false;
    }
    const Duration pause = next_backoff();
    co_await self_.sleep(pause);
  }
}

// Asks until the lock is ours, for as long as that takes: an operator's work queue has no limit.
Task<> NodeLock::obtain() {
  for (;;) {
    auto granted = co_await manager_.request(node_, config_.duration);
    if (granted) {
      gained(*granted);
      co_return;
    }
    if (already_held(granted.error())) lost_because("taken");
    const Duration pause = pause_after(granted.error());
    co_await self_.sleep(pause);
  }
}

Task<> NodeLock::keep() {
  if (config_.requests_for) {
    co_await self_.within(*config_.requests_for, keep_requesting());
  } else {
    co_await keep_requesting();
  }
  co_await forever();
}

Task<> NodeLock::keep_requesting() {
  if (config_.request_every == Duration{}) co_await forever();
  for (;;) {
    co_await self_.sleep(config_.request_every);
    co_await obtain();
  }
}

Task<> NodeLock::release() {
  for (;;) {
    auto released = co_await manager_.invalidate(node_);
    const bool taken = !released && already_held(released.error());
    if (released || taken) {
      lost_because(taken ? "taken" : "released");
      co_return;
    }
    const Duration pause = next_backoff();
    co_await self_.sleep(pause);
  }
}

// ---- belief ----

void NodeLock::note_start() const {
  const std::string& rules = config_.preset.empty() ? "node-lock" : config_.preset;
  self_.note(ElectorStarted{lease_, me_, self_.text(rules), ExpiryRule::wall_clock_window,
                            config_.duration, config_.duration, config_.request_every});
}

void NodeLock::gained(const Lease& granted) {
  backoff_ = Duration{};
  if (believes_) return;
  believes_ = true;
  self_.note(LeadershipGained{lease_, me_, granted.spec.transitions.value_or(0)});
}

void NodeLock::lost_because(std::string_view why) {
  if (!believes_) return;
  believes_ = false;
  self_.note(LeadershipLost{lease_, me_, self_.text(why)});
}

Duration NodeLock::pause_after(const LeaseError& error) {
  if (!already_held(error) || !config_.refused_retry) return next_backoff();
  backoff_ = Duration{};  // to the work queue, asking to be called again later is a success
  return *config_.refused_retry;
}

// upstream: kubernetes/client-go:util/workqueue/default_rate_limiters.go
Duration NodeLock::next_backoff() {
  backoff_ = backoff_ == Duration{} ? config_.backoff : std::min(backoff_ * 2, config_.backoff_max);
  return backoff_;
}

}  // namespace

Task<> node_lock(Process& self, Api api, NodeLockConfig config) {
  NodeLock lock(self, api, config);
  lock.note_start();
  co_await self.unless(self.stop(), lock.run());
  lock.lost_because("stopped");
}

// ---- the file's spelling ----

namespace {

constexpr std::array<std::string_view, 2> kPresets{"node-maintenance", "node-health-check"};

// While it drains the maintenance operator comes back every half minute or so, then no more; an
// hour is more than most drains take.
// upstream: medik8s/node-maintenance-operator:internal/controller/nodemaintenance_controller.go
void node_maintenance(NodeLockConfig&) {}

// upstream: medik8s/node-healthcheck-operator:controllers/resources/lease.go
void node_health_check(NodeLockConfig& config, std::string_view name) {
  config.holder = "NodeHealthCheck-" + std::string{name};
  config.duration = 660s;
  config.request_every = 600s;
  config.refused_retry = 60s;
  config.exits_without_namespace = false;
}

void read_preset(Fields& in, NodeLockConfig& config) {
  in.optional("preset", config.preset, "whose habits to start from; the other keys change them");
  if (!in.reading() || config.preset.empty()) return;
  if (config.preset == kPresets[0]) return node_maintenance(config);
  if (config.preset == kPresets[1]) return node_health_check(config, "workers");
  in.refuse("preset", "unknown preset \"" + config.preset + "\"",
            nearest_word(config.preset, {kPresets.begin(), kPresets.end()}));
}

}  // namespace

void read(Fields& in, NodeLockConfig& config) {
  read_preset(in, config);
  in.required("node", config.node, "the node that is locked");
  in.optional("holder", config.holder, "the holder text, the same in all replicas");
  in.optional("lease_namespace", config.lease_namespace,
              "LEASE_NAMESPACE; default: medik8s-leases, unless present");
  in.optional("duration", config.duration, "how long the lock is asked for");
  in.optional("request_every", config.request_every,
              "between requests once the lock is ours; 0s: no more");
  in.optional("requests_for", config.requests_for,
              "how long after the first grant it goes on asking; then the lock runs out");
  in.optional("refused_retry", config.refused_retry,
              "after a refusal; default: the back-off, as after other failures");
  in.optional("backoff", config.backoff, "the wait after a failure, doubled with each in a row");
  in.optional("backoff_max", config.backoff_max, "the longest of these waits");
  in.optional("release_after", config.release_after,
              "how long after the first grant it gives the lock back and ends");
  in.optional("exits_without_namespace", config.exits_without_namespace,
              "exits if the namespace can't be had; else it tries again");
  if (!in.reading()) return;
  if (config.duration < 1s) in.refuse("duration", "a Lease counts whole seconds", "1s");
  if (config.backoff <= Duration{}) in.refuse("backoff", "without a wait it would ask for ever");
}

}  // namespace leasesim
