// One API server in front of the store: takes requests off the wire, lets each take its time, has
// the store decide, and sends the answer back. More servers may stand before one store.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "leasesim/api/call.hpp"
#include "leasesim/api/store.hpp"
#include "leasesim/cluster/network.hpp"
#include "leasesim/cluster/process.hpp"

namespace leasesim {

struct ServerSettings {
  Distribution service_time = Distribution::constant(Duration{});
  std::int64_t seats = 0;  ///< requests served at once; 0: no limit
};

/// What a fault does to the requests that it matches, while it lasts.
struct ServerRule {
  enum class Effect : std::uint8_t {
    fail,          ///< after `delay` answered with `failure`; never applied
    fail_applied,  ///< the same, but it was applied
    slow,          ///< takes `delay` longer before it is applied
    lose_answer,   ///< applied; no answer comes
    cut,           ///< applied; the connection breaks instead of an answer
    delay_answer,  ///< applied; the answer leaves after `delay`
  };
  Effect effect = Effect::fail;
  std::vector<ProcessName> clients;  ///< none: all
  std::vector<Verb> verbs;           ///< none: all
  std::vector<Kind> kinds;           ///< none: all
  std::vector<ObjectName> objects;   ///< none: all
  std::optional<Ratio> share;        ///< of the requests; unset: all
  std::int64_t left = -1;            ///< how many more requests it applies to; -1: no end
  Distribution delay = Distribution::constant(Duration{});
  Failure failure;
  std::int64_t touched = 0;
  bool matches(const Call& call) const;
};

class Server {
 public:
  Server(Process& self, Store& store, Network& network, const ServerSettings& settings);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  Process& process() const { return self_; }
  Network& network() const { return network_; }
  Store& store() const { return store_; }

  // ---- for the wire ----

  bool accepts() const { return self_.alive() && refusals_ == 0; }
  void connected(Connection& connection) { connections_.push_back(&connection); }
  void disconnected(Connection& connection);
  /// Pushes nothing more into a stream.
  void unwatch(WatchStream& stream);
  MessageDraws draws_of(const Process& client, bool toward_us) const;
  void receive(Call& call);
  /// A call's time at the server is over.
  void finish(Call& call);

  // ---- for the world ----

  /// All the servers in front of the store, this one among them: what one writes, each pushes to
  /// its watchers. Without this a server stands alone.
  void stand_with(const std::vector<Server*>& all) { peers_ = &all; }

  void set_service_time(const Distribution& time) { settings_.service_time = time; }
  const Distribution& service_time() const { return settings_.service_time; }
  void add_rule(ServerRule& rule) { rules_.push_back(&rule); }
  void remove_rule(ServerRule& rule) { std::erase(rules_, &rule); }
  /// Breaks every connection and turns new ones away, until told otherwise.
  void refuse(bool refusing);
  /// After a write by nobody's request (an administrator's hand): records it like any other.
  void wrote_by_hand();
  /// The time at which this server would write now.
  WriteTime time() const;

  /// Upstream's caps on how long a request may take.
  /// upstream: kubernetes/apiserver:pkg/endpoints/handlers/rest.go
  static constexpr Duration kWriteMax = 34s;
  static constexpr Duration kReadMax = 60s;

 private:
  /// A crash of its process: what it had in hand is gone, its kernel resets the connections.
  static void died(void* self);
  void reset_connections();
  static void lose(Call& call);
  ServerRule* rule_for(const Call& call);
  void begin(Call& call);
  void decide(Call& call);
  void apply(Call& call);
  void evict(Call& call);
  void reply(Call& call);
  static SharedObject body_of(Call& call);
  void begin_watch(Call& call);
  static void push(WatchStream& stream, const Change& change);
  void tell_watchers(const Change& change);
  std::vector<WatchStream*>& watchers_like(const WatchStream& stream);
  bool has_watchers(Kind kind) const {
    const auto place = static_cast<std::size_t>(kind);
    return !watchers_[place].empty() || !watchers_of_one_[place].empty();
  }
  void wrote(Call& call, ApiResult<SharedObject> result, Version based_on = 0);
  static void answer_with(Call& call, ApiResult<SharedObject> result);
  static Version version_of(const Content& content);
  /// How a write came about, as far as it is recorded.
  struct Written {
    Version based_on = 0;
    ObjectName under;
    bool patched = false;
  };
  void note_change(ProcessName by, const Change& change, const Written& how);

  Process& self_;
  const std::vector<Server*>* peers_ = nullptr;
  Store& store_;
  Network& network_;
  ServerSettings settings_;
  Choices service_draws_;
  Choices fault_draws_;
  std::vector<ServerRule*> rules_;
  std::vector<Connection*> connections_;
  std::array<std::vector<WatchStream*>, kKinds> watchers_;  // by kind; and those of one name alone:
  std::array<std::map<Text, std::vector<WatchStream*>>, kKinds> watchers_of_one_;
  std::vector<Call*> in_hand_;
  Call* first_queued_ = nullptr;
  Call* last_queued_ = nullptr;
  std::int64_t busy_ = 0;
  std::int64_t refusals_ = 0;  // reasons to turn everybody away: they may overlap
};

}  // namespace leasesim
