// The waist in: all that a user may declare, as plain data. Names are texts; what they name has
// been checked for the file's own names, and by a Vocabulary for the program's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leasesim/release.hpp"
#include "leasesim/scenario/expectation.hpp"
#include "leasesim/scenario/fault.hpp"
#include "leasesim/scenario/fields.hpp"

namespace leasesim {

/// A link that differs from the network's rest.
struct Link {
  HostRef from;
  HostRef to;
  bool one_way = false;
  std::optional<Distribution> latency;
  std::optional<Ratio> loss;
  Place place;
  friend bool operator==(const Link&, const Link&) = default;
};

struct NetworkSpec {
  Distribution latency = Distribution::uniform(1ms, 5ms);     ///< one way, between any two hosts
  Distribution local_latency = Distribution::constant(50us);  ///< within one host
  Ratio loss{};                                               ///< of segments, which are sent again
  std::vector<Link> links;                                    ///< the last that fits decides
  friend bool operator==(const NetworkSpec&, const NetworkSpec&) = default;
};

/// A loop that sets a host's calendar right again.
struct NtpSpec {
  Duration every = 64s;
  Duration error{};                                    ///< each measurement is off by up to this
  PartsPerMillion slew = PartsPerMillion::whole(500);  ///< how fast small errors are corrected
  Duration step_above = 128ms;                         ///< larger errors are corrected at once
  friend bool operator==(const NtpSpec&, const NtpSpec&) = default;
};

struct ClockSpec {
  Shift offset;             ///< of the calendar at the start: positive is ahead
  PartsPerMillion drift{};  ///< of stopwatch and calendar: positive is fast
  std::optional<NtpSpec> ntp;
  friend bool operator==(const ClockSpec&, const ClockSpec&) = default;
};

struct ApiSpec {
  Distribution service_time = Distribution::constant(1ms);  ///< of each request
  std::int64_t concurrency = 400;                           ///< requests at once; further ones wait
  bool identity_lease = false;        ///< gate APIServerIdentity: it says by a lease that it exists
  bool coordinated_election = false;  ///< gate CoordinatedLeaderElection: it chooses leaders
  friend bool operator==(const ApiSpec&, const ApiSpec&) = default;
};

enum class Runs : std::uint8_t { nothing, api_server };
constexpr auto words(Runs) {
  return std::array{Word{"nothing", Runs::nothing}, Word{"api-server", Runs::api_server}};
}

struct HostSpec {
  std::string name;
  Runs runs = Runs::nothing;
  ClockSpec clock;
  ApiSpec api;
  Place place;
  friend bool operator==(const HostSpec&, const HostSpec&) = default;
};

enum class RestartPolicy : std::uint8_t { never, on_failure, always };
constexpr auto words(RestartPolicy) {
  return std::array{Word{"never", RestartPolicy::never},
                    Word{"on-failure", RestartPolicy::on_failure},
                    Word{"always", RestartPolicy::always}};
}

/// The wait before each restart doubles, as the kubelet's does.
struct BackoffSpec {
  Duration first = 10s;
  Duration most = 300s;
  Duration forgotten_after = 600s;  ///< of running without an end
  friend bool operator==(const BackoffSpec&, const BackoffSpec&) = default;
};

/// A process's client of the API. Unset: as its actor's kind of client has it.
struct ClientSpec {
  std::vector<HostRef> servers;     ///< of API servers, in turn; none: the file's first one
  std::optional<std::int64_t> qps;  ///< requests a second that all its loops share; -1: no limit
  std::optional<std::int64_t> burst;
  std::optional<Duration> timeout;       ///< of each request; 0s: none
  std::optional<Duration> ping_after;    ///< of silence, on the connection
  std::optional<Duration> ping_timeout;  ///< then the connection is given up
  friend bool operator==(const ClientSpec&, const ClientSpec&) = default;
};

struct ProcessSpec {
  std::string name;
  HostRef on;
  ActorRef actor;
  DurationRange starts{};     ///< a range is drawn from
  std::int64_t replicas = 1;  ///< more than one are named name-0, name-1, …
  RestartPolicy restart = RestartPolicy::never;
  BackoffSpec backoff;
  ClientSpec client;
  Tree config;  ///< the actor's own keys, read when the actor is known
  Place place;
  friend bool operator==(const ProcessSpec&, const ProcessSpec&) = default;
};

/// An object that the API server holds when the run begins, in Kubernetes' own spelling.
struct DeclaredObject {
  std::string kind;
  std::string api_version;  ///< empty: the kind's usual one
  std::string space;        ///< namespace; empty: the default one, or none
  std::string name;
  Tree content;
  FileName from;  ///< another file that it was read from; empty: the scenario's own
  Place place;
  friend bool operator==(const DeclaredObject&, const DeclaredObject&) = default;
};
template <>
struct Spelling<DeclaredObject> {
  /// An item `from: leases.yaml` becomes an object that has only `from`, until it is loaded.
  static void read(const Tree& node, DeclaredObject& value, const Spot& spot);
  static Tree write(const DeclaredObject& value) { return value.content; }
  static Shape shape();
};

struct Scenario {
  std::string name;
  std::string story;
  Release kubernetes = kDefaultRelease;  ///< whose rules apply
  Duration until{};                      ///< the run ends then
  std::uint64_t seed = 1;                ///< if the command line names none
  std::optional<SeedRange> seeds;        ///< that the expectations are made of
  WallTime calendar = kCalendarStart;
  NetworkSpec network;
  std::vector<HostSpec> hosts;
  std::vector<ProcessSpec> processes;
  std::vector<DeclaredObject> objects;
  std::vector<PlannedFault> faults;
  std::vector<Expectation> expect;
  FileName file;  ///< as findings name it

  /// What right clocks show at SimTime 0: 2026-01-01T00:00:00.000001Z.
  static constexpr WallTime kCalendarStart{Duration{1'767'225'600'000'001'000}};

  friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// The value of the key `leasesim`: which version of the format a file is written in.
inline constexpr std::string_view kFormat = "v1";

void read(Fields& in, Link& link);
void read(Fields& in, NetworkSpec& network);
void read(Fields& in, NtpSpec& ntp);
void read(Fields& in, ClockSpec& clock);
void read(Fields& in, ApiSpec& api);
void read(Fields& in, HostSpec& host);
void read(Fields& in, BackoffSpec& backoff);
void read(Fields& in, ClientSpec& client);
void read(Fields& in, ProcessSpec& process);
void read(Fields& in, Scenario& scenario);

/// The process of a host's API server: "api-server", or "api-server-<host>" if there are several;
/// empty if the host runs none.
std::string server_process_name(const Scenario& scenario, const HostSpec& host);
bool is_server_process(const Scenario& scenario, std::string_view name);

}  // namespace leasesim
