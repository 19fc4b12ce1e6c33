#include "leasesim/actors/kubelet.hpp"

#include <algorithm>
#include <array>
#include <list>

#include "actors/lease_heartbeat.hpp"
#include "actors/names_of_actors.hpp"
#include "leasesim/api/informer.hpp"
#include "leasesim/objects/readiness.hpp"
#include "leasesim/objects/well_known.hpp"

namespace leasesim {
namespace {

using namespace well_known;

constexpr Purpose kStatusJitter{"status-jitter"};
constexpr Purpose kReportShift{"report-shift"};
constexpr std::int64_t kJitterPercent = 4;
constexpr int kStatusTries = 5;
constexpr Duration kFirstRegistration = 100ms;
constexpr Duration kLongestRegistration = 7s;
constexpr Duration kPodRetry = 10s;

struct Aspect {
  std::string_view type;
  std::string_view good;  // the reason while all is well
  std::string_view message;
};
constexpr std::array kPressures{
    Aspect{kMemoryPressure, "KubeletHasSufficientMemory",
           "kubelet has sufficient memory available"},
    Aspect{kDiskPressure, "KubeletHasNoDiskPressure", "kubelet has no disk pressure"},
    Aspect{kPidPressure, "KubeletHasSufficientPID", "kubelet has sufficient PID available"}};

class Kubelet {
 public:
  Kubelet(Process& self, Api api, const KubeletConfig& config)
      : self_(self),
        api_(api),
        config_(config),
        node_(self.text(config.node.empty() ? self.host().name().view() : config.node)),
        seen_(self, api, {}, Selector{.labels = {}, .node = {}, .name = node_.text()}),
        pods_(self, api, {}, Selector{.labels = {}, .node = node_.text(), .name = {}}),
        heartbeat_(self, api, heartbeat_settings()),
        jitter_(self.choices(kStatusJitter)),
        shifts_(self.choices(kReportShift)),
        started_(self.mono_now()) {}

  FramePool& frames() const { return self_.frames(); }

  Task<> run();

 private:
  HeartbeatSettings heartbeat_settings() const;
  Task<> beat();

  Task<> register_node();
  Task<> keep_status();
  Task<> post_status();
  Task<bool> try_to_post(int attempt);
  Node fresh_node() const;
  bool has_news(const Conditions& there) const;
  Conditions conditions_now() const;
  Conditions conditions_after(const Conditions& before) const;
  bool report_is_due() const;
  bool ready() const;
  void posted(bool changed);

  void pod_changed(const Pod* now);
  Task<> sync_pod(ObjectName name, Uid uid);
  Pod as_running(Pod pod) const;

  Process& self_;
  Api api_;
  const KubeletConfig& config_;
  ObjectName node_;
  Informer<Node> seen_;
  Informer<Pod> pods_;
  LeaseHeartbeat heartbeat_;
  Choices jitter_;
  Choices shifts_;
  MonoTime started_;

  std::optional<MonoTime> reported_;
  Duration shift_{};  // of the next report, after one that told of a change

  struct PodWorker {
    PodWorker(Uid of, Process& self, Task<> work) : pod(of), task(self, std::move(work)) {}
    Uid pod;
    Child task;
  };
  std::list<PodWorker> working_;
  std::vector<Uid> started_pods_;
};

Task<> Kubelet::run() {
  const HeartbeatSettings beats = heartbeat_settings();
  self_.note(KubeletStarted{node_, beats.lease, beats.duration, beats.every, config_.status_every});
  pods_.on_change([this](const Pod*, const Pod* now) { pod_changed(now); });
  Child seeing(self_, seen_.run());
  Child beating(self_, beat());
  std::optional<Child> hosting;
  if (config_.runs_pods) hosting.emplace(self_, pods_.run());
  co_await keep_status();
}

// ---- the heartbeat ----

HeartbeatSettings Kubelet::heartbeat_settings() const {
  HeartbeatSettings settings;
  settings.lease = object_name(self_.names(), kNodeLeases, node_.view());
  settings.holder = node_.text();
  settings.duration = config_.lease_duration;
  settings.every = config_.lease_duration / 4;
  settings.owner = node_;
  settings.renewals_need_owner = config_.release >= Release::v1_29;
  settings.rewrites_duration = config_.release >= Release::v1_34;
  return settings;
}

Task<> Kubelet::beat() {
  for (;;) {
    co_await heartbeat_.sync();
    co_await heartbeat_.rest();
  }
}

// ---- the node's status ----

Task<> Kubelet::keep_status() {
  co_await register_node();
  for (;;) {
    co_await post_status();
    const Duration more = jitter(jitter_, config_.status_every * kJitterPercent / 100);
    co_await self_.sleep(config_.status_every + more);
  }
}

// A node that is there already is taken as it is; its status is posted next.
Task<> Kubelet::register_node() {
  for (Duration pause = kFirstRegistration;; pause = std::min(2 * pause, kLongestRegistration)) {
    co_await self_.sleep(pause);
    const Node node = fresh_node();
    auto created = co_await api_.create(node);
    if (created) posted(true);
    if (created || created.error().is(ApiError::already_exists)) co_return;
  }
}

Node Kubelet::fresh_node() const {
  MetaExtra extra;
  const auto label = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) extra.labels.push_back({self_.text(key), self_.text(value)});
  };
  label(kHostname, node_.view());
  label(kRegion, config_.region);
  label(kZone, config_.zone);
  std::ranges::sort(extra.labels, {}, &Labelled::key);
  Node node;
  node.meta.name = node_;
  node.meta.extra = std::make_shared<const MetaExtra>(std::move(extra));
  node.status.conditions = conditions_now();
  return node;
}

Task<> Kubelet::post_status() {
  for (int attempt = 0; attempt < kStatusTries; ++attempt) {
    const bool done = co_await try_to_post(attempt);
    if (done) co_return;
  }
}

// Looks at the node as it knows it, the second time at what the API server has; says nothing if
// there is nothing new to say.
Task<bool> Kubelet::try_to_post(int attempt) {
  const Node* known = attempt == 0 ? seen_.find(node_) : nullptr;
  if (known != nullptr && !has_news(known->status.conditions) && !report_is_due()) co_return true;
  Node node;
  if (known != nullptr) {
    node = *known;
  } else {
    auto found = co_await api_.get<Node>(node_);
    if (!found) co_return false;
    node = *found;
  }
  const bool changed = has_news(node.status.conditions);
  if (!changed && !report_is_due()) co_return true;
  node.status.conditions = conditions_after(node.status.conditions);
  auto written = co_await api_.patch_status(node);
  if (!written) co_return false;
  posted(changed);
  co_return true;
}

// Whether a condition is missing, or says something else than the kubelet would.
bool Kubelet::has_news(const Conditions& there) const {
  const auto says = [&](std::string_view type, ConditionStatus status) {
    const Condition* condition = find_condition(there, type);
    return condition != nullptr && condition->status == status;
  };
  if (!says(kReady, ready() ? ConditionStatus::yes : ConditionStatus::no)) return true;
  return std::ranges::any_of(
      kPressures, [&](const Aspect& aspect) { return !says(aspect.type, ConditionStatus::no); });
}

// What is posted: a condition that stays as it was keeps the time of its last change.
Conditions Kubelet::conditions_after(const Conditions& before) const {
  Conditions wanted = conditions_now();
  for (Condition& condition : wanted) {
    const Condition* old = find_condition(before, condition.type.view());
    if (old != nullptr && old->status == condition.status) condition.changed = old->changed;
  }
  return wanted;
}

// Since a change is told at once, the next report would come soon after it: it is moved, so that
// the reports of many nodes that changed together do not stay together.
void Kubelet::posted(bool changed) {
  reported_ = self_.mono_now();
  const Duration most = report_frequency(config_);
  shift_ = changed ? jitter(shifts_, most) - most / 2 : Duration{};
}

bool Kubelet::report_is_due() const {
  return !reported_ || self_.mono_now() > *reported_ + report_frequency(config_) + shift_;
}

Conditions Kubelet::conditions_now() const {
  const KubeTime now = kube_time(self_.wall_now());
  Conditions conditions;
  for (const Aspect& aspect : kPressures) {
    conditions.push_back({self_.text(aspect.type), ConditionStatus::no, now, now,
                          self_.text(aspect.good), self_.text(aspect.message)});
  }
  if (ready()) {
    conditions.push_back({self_.text(kReady), ConditionStatus::yes, now, now,
                          self_.text("KubeletReady"),
                          self_.text("kubelet is posting ready status")});
  } else {
    conditions.push_back({self_.text(kReady), ConditionStatus::no, now, now,
                          self_.text("KubeletNotReady"), self_.text("container runtime is down")});
  }
  return conditions;
}

bool Kubelet::ready() const {
  const Duration age = self_.mono_now() - started_;
  return std::ranges::none_of(config_.unready, [&](const UnreadySpan& span) {
    return span.from <= age && age < span.from + span.lasts;
  });
}

// ---- its pods ----

bool runs_and_is_ready(const Pod& pod) {
  return pod.status.phase == PodPhase::running && is_ready(pod.status.conditions);
}

bool worth_another_try(const Failure& failure) {
  return !failure.is(ApiError::not_found) && !failure.is(ApiError::conflict);
}

// One worker a pod, as long as there is something to do for it.
void Kubelet::pod_changed(const Pod* now) {
  working_.remove_if([](const PodWorker& worker) { return worker.task.done(); });
  if (now == nullptr) return;
  const Uid uid = now->meta.uid;
  if (std::ranges::find(working_, uid, &PodWorker::pod) != working_.end()) return;
  working_.emplace_back(uid, self_, sync_pod(now->meta.name, uid));
}

Task<> Kubelet::sync_pod(ObjectName name, Uid uid) {
  for (;;) {
    const Pod* pod = pods_.find(name);
    if (pod == nullptr || pod->meta.uid != uid) co_return;
    if (being_deleted(pod->meta)) {
      co_await self_.sleep(config_.pod_stops_in);
      const DeleteOptions at_once{.uid = uid, .version = 0, .grace = 0};
      auto removed = co_await api_.remove<Pod>(name, at_once);
      if (removed || !worth_another_try(removed.error())) co_return;
      co_await self_.sleep(kPodRetry);
    } else if (runs_and_is_ready(*pod)) {
      co_return;
    } else if (std::ranges::find(started_pods_, uid) == started_pods_.end()) {
      co_await self_.sleep(config_.pod_starts_in);
      started_pods_.push_back(uid);
    } else {
      const Pod running = as_running(*pod);
      auto written = co_await api_.patch_status(running);
      if (written && !being_deleted(written->meta)) co_return;  // what comes next comes as an event
      if (!written) co_await self_.sleep(kPodRetry);
    }
  }
}

Pod Kubelet::as_running(Pod pod) const {
  const KubeTime now = kube_time(self_.wall_now());
  pod.status.phase = PodPhase::running;
  pod.status.conditions = {{self_.text(kReady), ConditionStatus::yes, {}, now, {}, {}}};
  return pod;
}

}  // namespace

ClientSettings kubelet_client() { return {.timeout = 10s, .every = Duration{}}; }

Duration report_frequency(const KubeletConfig& config) {
  constexpr Duration kUsual = 5min;
  return config.report_every.value_or(config.status_every_is_given ? config.status_every : kUsual);
}

void read(Fields& in, UnreadySpan& span) {
  in.required("from", span.from, "since the kubelet started");
  in.required("for", span.lasts, "how long");
}

void read(Fields& in, KubeletConfig& config) {
  in.optional("node", config.node, "the node it speaks for; unset: the host's name");
  in.optional("kubernetes", config.release, "whose rules it follows; unset: the scenario's");
  in.optional("lease_duration", config.lease_duration,
              "nodeLeaseDurationSeconds: the lease is renewed every quarter of it");
  in.optional("status_every", config.status_every, "nodeStatusUpdateFrequency");
  config.status_every_is_given = in.reading() && in.has("status_every");
  in.optional("report_every", config.report_every,
              "nodeStatusReportFrequency; unset: 5min, or status_every where that is given");
  in.optional("zone", config.zone, "the label topology.kubernetes.io/zone of a new node");
  in.optional("region", config.region, "the label topology.kubernetes.io/region of a new node");
  in.optional("runs_pods", config.runs_pods, "whether it watches for pods and runs them");
  in.optional("pod_starts_in", config.pod_starts_in, "from a pod's binding to Ready");
  in.optional("pod_stops_in", config.pod_stops_in, "from a pod's deletion to its end");
  in.optional("unready", config.unready, "when it reports its node as not ready");
  if (!in.reading()) return;
  if (config.lease_duration < 1s) in.refuse("lease_duration", "less than a second", "40s");
  if (config.status_every <= Duration{}) in.refuse("status_every", "no time at all", "10s");
}

Task<> kubelet(Process& self, Api api, KubeletConfig config) {
  Kubelet kubelet(self, api, config);
  co_await self.unless(self.stop(), kubelet.run());
}

}  // namespace leasesim
