// A candidate's side of coordinated election.
#include <algorithm>

#include "actors/names_of_actors.hpp"
#include "leasesim/actors/coordinated_election.hpp"
#include "leasesim/api/informer.hpp"

namespace leasesim {
namespace {

constexpr Duration kRefreshedEvery = 5min;
constexpr Duration kFirstRetry = 5ms;
constexpr Duration kLongestRetry = 1000s;

class Candidate {
 public:
  Candidate(Process& self, Api api, ObjectName lease, Text identity, const CandidateConfig& config)
      : self_(self),
        api_(api),
        name_(object_name(self.names(), namespace_of(lease), identity.view())),
        seen_(self, api, self.text(namespace_of(lease)),
              Selector{.labels = {}, .node = {}, .name = identity}) {
    const std::string& emulation =
        config.emulation_version.empty() ? config.binary_version : config.emulation_version;
    wanted_.lease = self.text(short_name(lease));
    wanted_.binary_version = self.text(config.binary_version);
    wanted_.emulation_version = self.text(emulation);
    wanted_.strategy = self.text(config.strategy);
  }

  FramePool& frames() const { return self_.frames(); }

  Task<> run() {
    seen_.on_change([this](const LeaseCandidate*, const LeaseCandidate* now) {
      if (now != nullptr && is_asked(now->spec)) asked_.raise(self_.run().engine);
    });
    Child seeing(self_, seen_.run());
    co_await self_.until(seen_.synced());
    Duration retry = kFirstRetry;
    for (;;) {
      asked_.lower();
      const bool there = co_await ensure();
      const Duration wait = there ? kRefreshedEvery : retry;
      retry = there ? kFirstRetry : std::min(2 * retry, kLongestRetry);
      if (there) {
        co_await self_.unless(asked_, nap(wait));
      } else {
        co_await self_.sleep(wait);
      }
    }
  }

 private:
  static bool is_asked(const LeaseCandidateSpec& spec) {
    return spec.pinged && (!spec.renewed || *spec.pinged > *spec.renewed);
  }
  Task<> nap(Duration duration) { co_await self_.sleep(duration); }

  Task<bool> ensure() {
    auto found = co_await api_.get<LeaseCandidate>(name_);
    if (!found && !found.error().is(ApiError::not_found)) co_return false;
    const bool is_new = !found;
    LeaseCandidate next;
    if (found) next = *found;
    next.meta.name = name_;
    const auto pinged = next.spec.pinged;
    next.spec = wanted_;
    next.spec.pinged = pinged;
    next.spec.renewed = micro_time(self_.wall_now());
    if (is_new) {
      auto created = co_await api_.create(next);
      co_return created.has_value();
    }
    auto written = co_await api_.update(next);
    co_return written.has_value();
  }

  Process& self_;
  Api api_;
  ObjectName name_;
  Informer<LeaseCandidate> seen_;
  LeaseCandidateSpec wanted_;
  Signal asked_;
};

}  // namespace

void read(Fields& in, CandidateConfig& config) {
  in.optional("binary_version", config.binary_version, "which version it is: \"1.36.0\"");
  in.optional("emulation_version", config.emulation_version,
              "which one it behaves as; unset: the same");
  in.optional("strategy", config.strategy, "how the leader is to be chosen");
}

Task<> lease_candidate(Process& self, Api api, ObjectName lease, Text identity,
                       CandidateConfig config) {
  Candidate candidate(self, api, lease, identity, config);
  co_await candidate.run();
}

}  // namespace leasesim
