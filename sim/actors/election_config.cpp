// The configuration of a leader elector: its keys, whose values it starts from, and what client-go
// refuses.
#include <algorithm>
#include <array>

#include "actors/led_work.hpp"
#include "actors/names_of_actors.hpp"
#include "leasesim/actors/catalog.hpp"
#include "leasesim/actors/leader_elector.hpp"

namespace leasesim {
namespace {

// The timings and habits of programs that people run.
struct Preset {
  std::string_view name;
  Duration lease_duration = 15s;
  Duration renew_deadline = 10s;
  Duration retry_period = 2s;
  bool release_on_cancel = false;
  // Unset: as NewFromKubeconfig has it; zero: no limit.
  std::optional<Duration> request_timeout = std::nullopt;
  OnLost on_lost = OnLost::exit;
  std::optional<Duration> graceful_timeout = std::nullopt;
};

// upstream: kubernetes/component-base:config/v1alpha1/defaults.go,
// kubernetes/kubernetes:cmd/kube-scheduler/app/options/options.go,
// kubernetes-sigs/controller-runtime:pkg/manager/manager.go (its graceful time-out),
// openshift/library-go:pkg/config/leaderelection/leaderelection.go,
// openshift/library-go:pkg/controller/controllercmd/builder.go (its client's time-out),
// kubernetes-csi/csi-lib-utils:leaderelection/leader_election.go (its caller's client, without one)
constexpr std::array kPresets{
    Preset{.name = "client-go"},
    Preset{.name = "controller-runtime", .graceful_timeout = 30s},
    Preset{.name = "kube-controller-manager"},
    Preset{.name = "kube-scheduler", .release_on_cancel = true},
    Preset{.name = "cloud-controller-manager"},
    Preset{.name = "library-go",
           .lease_duration = 137s,
           .renew_deadline = 107s,
           .retry_period = 26s,
           .release_on_cancel = true,
           .request_timeout = 107s},
    Preset{.name = "library-go-single-node",
           .lease_duration = 270s,
           .renew_deadline = 240s,
           .retry_period = 60s,
           .release_on_cancel = true,
           .request_timeout = 240s},
    Preset{.name = "csi-sidecar", .retry_period = 5s, .request_timeout = 0s},
};

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> names;
  for (const Preset& preset : kPresets) names.push_back(preset.name);
  return names;
}

void start_from(ElectionConfig& config, std::string_view name) {
  const auto* preset = std::ranges::find(kPresets, name, &Preset::name);
  if (preset == kPresets.end()) return;
  config.lease_duration = preset->lease_duration;
  config.renew_deadline = preset->renew_deadline;
  config.retry_period = preset->retry_period;
  config.release_on_cancel = preset->release_on_cancel;
  config.request_timeout = preset->request_timeout;
  config.on_lost = preset->on_lost;
  config.graceful_timeout = preset->graceful_timeout;
}

void read_client_go(Fields& in, ElectionConfig& config) {
  std::string version = "0." + std::to_string(config.client_go);
  in.optional("client_go", version, "the version of client-go whose rules apply: 0.19 to 0.37");
  if (!in.reading() || !in.has("client_go")) return;
  for (std::int32_t minor = 19; minor <= 37; ++minor) {
    if (version == "0." + std::to_string(minor)) {
      config.client_go = minor;
      return;
    }
  }
  in.refuse("client_go", "expected a version of client-go from \"0.19\" to \"0.37\"", "0.36");
}

}  // namespace

// upstream: kubernetes/client-go:tools/leaderelection/leaderelection.go NewLeaderElector
std::optional<std::string> refused_because(const ElectionConfig& config) {
  if (config.lease_duration <= config.renew_deadline) {
    return "leaseDuration must be greater than renewDeadline";
  }
  if (config.renew_deadline * 10 <= config.retry_period * 12) {
    return "renewDeadline must be greater than retryPeriod*JitterFactor";
  }
  if (config.lease_duration < 1ns) return "leaseDuration must be greater than zero";
  if (config.renew_deadline < 1ns) return "renewDeadline must be greater than zero";
  if (config.retry_period < 1ns) return "retryPeriod must be greater than zero";
  return std::nullopt;
}

namespace {

// What the others wait: since v0.27 what the record says, in whole seconds.
Duration waited_by_others(const ElectionConfig& config) {
  if (config.client_go < 27) return config.lease_duration;
  return std::chrono::seconds{whole_seconds(config.lease_duration)};
}

}  // namespace

Duration slack(const ElectionConfig& config) {
  return waited_by_others(config) - config.retry_period - config.renew_deadline;
}

namespace {

// Which key to point at for the first rule that is broken.
std::string_view key_to_blame(const ElectionConfig& config) {
  if (config.lease_duration <= config.renew_deadline) return "lease_duration";
  if (config.renew_deadline * 10 <= config.retry_period * 12) return "renew_deadline";
  return "retry_period";
}

std::string way_out(const ElectionConfig& config) {
  if (config.lease_duration <= config.renew_deadline) {
    return "lease_duration: " + duration_text(config.renew_deadline + config.retry_period * 5 / 2);
  }
  return "retry_period: " + duration_text(config.renew_deadline / 5);
}

}  // namespace

std::vector<Suspicion> suspicions_of(const ElectionConfig& config) {
  std::vector<Suspicion> found;
  const Duration rest = slack(config);
  const Duration waited = waited_by_others(config);
  const std::string timings = duration_text(waited) + " - " + duration_text(config.retry_period) +
                              " - " + duration_text(config.renew_deadline);
  if (rest < Duration{}) {
    found.push_back({"lease_duration",
                     "client-go accepts these timings, but a leader that is cut "
                     "off leads on for " +
                         duration_text(-rest) + " after its lease may be taken (" + timings +
                         " is negative)"});
  } else if (config.release_on_cancel && rest < config.renew_deadline) {
    found.push_back({"release_on_cancel", "a leader that is cut off goes on for up to " +
                                              duration_text(config.renew_deadline) +
                                              " while it tries to release; only " +
                                              duration_text(rest) + " of slack (" + timings +
                                              ") cover that"});
  }
  if (whole_seconds(config.lease_duration) == 0) {
    found.push_back({"lease_duration",
                     "a Lease holds whole seconds, and the API server refuses one of none: nobody "
                     "will ever lead"});
  } else if (waited != config.lease_duration) {
    found.push_back(
        {"lease_duration", "a Lease holds whole seconds: others wait " + duration_text(waited)});
  }
  if (config.on_lost == OnLost::carry_on || config.work_never_stops) {
    found.push_back({"on_lost", "after a loss this program neither exits nor competes again"});
  }
  return found;
}

std::optional<Contender> contender_of(const ElectionConfig& config) {
  return Contender{config.lease, config.identity};
}

void read(Fields& in, ElectionConfig& config) {
  in.optional("preset", config.preset, "whose timings and habits to start from");
  if (in.reading()) {
    const auto names = preset_names();
    if (std::ranges::find(names, config.preset) == names.end()) {
      in.refuse("preset", "unknown preset \"" + config.preset + "\"",
                nearest_word(config.preset, names));
    }
    start_from(config, config.preset);
  }
  in.required("lease", config.lease, "the lease competed for: name, or namespace/name");
  in.optional("identity", config.identity,
              "the holder text; default: <process>_<uuid>, a new one in every life");
  in.optional("lease_duration", config.lease_duration, "how long others wait after a renewal");
  in.optional("renew_deadline", config.renew_deadline, "how long a leader tries to renew");
  in.optional("retry_period", config.retry_period, "between two tries");
  in.optional("release_on_cancel", config.release_on_cancel, "gives the lease back at the end");
  read_client_go(in, config);
  in.optional("request_timeout", config.request_timeout,
              "for each request; default: the preset's, else half the renew deadline, 1s at least; "
              "0s: none");
  in.optional("on_lost", config.on_lost, "what the program does when it has lost the lease");
  in.optional("rejoin_after", config.rejoin_after, "with on_lost: rejoin");
  in.optional(
      "graceful_timeout", config.graceful_timeout,
      "asked to stop, it goes on renewing for up to this until the work has ended; unset: the "
      "elector stops first");
  read_duties(in, config);
  in.optional("coordinated", config.coordinated,
              "stands for a coordinated election: the control plane chooses the leader");
  if (!in.reading()) return;
  if (const auto why = refused_because(config)) {
    in.refuse(key_to_blame(config), "client-go refuses these timings: " + *why, way_out(config));
  }
}

}  // namespace leasesim
