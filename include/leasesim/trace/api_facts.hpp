// Facts about requests, and about what the store then holds.
#pragma once

#include <cstdint>

#include "leasesim/names.hpp"
#include "leasesim/objects/lease.hpp"
#include "leasesim/objects/object.hpp"
#include "leasesim/objects/verb.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// A client handed a request to its connection.
struct RequestSent {
  static constexpr std::string_view kWord = "request-sent";
  std::int64_t request = 0;  ///< counts the run's requests from 1
  Verb verb = Verb::get;
  Kind kind = Kind::lease;
  ObjectName object;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("request", self.request);
    visit("verb", self.verb);
    visit("kind", self.kind);
    visit("object", self.object);
  }
};

/// The server decided a request; `by` is the process that sent it.
struct RequestServed {
  static constexpr std::string_view kWord = "request-served";
  std::int64_t request = 0;
  Verb verb = Verb::get;
  ApiError outcome = ApiError::ok;
  ObjectName object;
  Version version = 0;  ///< of the object in the answer; 0 if none
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("request", self.request);
    visit("verb", self.verb);
    visit("outcome", self.outcome);
    visit("object", self.object);
    visit("version", self.version);
  }
};

/// The client learnt how its request ended: by an answer, or by giving up.
struct AnswerReceived {
  static constexpr std::string_view kWord = "answer-received";
  std::int64_t request = 0;
  ApiError outcome = ApiError::ok;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("request", self.request);
    visit("outcome", self.outcome);
  }
};

/// A Lease has a new content in the store. `by` wrote it; unset: a hand from outside the scenario.
struct LeaseWritten {
  static constexpr std::string_view kWord = "lease-written";
  ObjectName lease;
  Version version = 0;
  Version based_on = 0;  ///< the version that the writer had read; 0: written blindly or created
  Text holder;
  Text previous_holder;  ///< of the content that this one replaced
  bool created = false;
  std::int64_t duration = -1;     ///< leaseDurationSeconds; -1: unset
  std::int64_t transitions = -1;  ///< leaseTransitions; -1: unset
  WallTime renewed{};             ///< renewTime; the epoch if unset
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("version", self.version);
    visit("based_on", self.based_on);
    visit("holder", self.holder);
    visit("previous_holder", self.previous_holder);
    visit("created", self.created);
    visit("duration", self.duration);
    visit("transitions", self.transitions);
    visit("renewed", self.renewed);
  }
};

/// A Lease went from one holder to another one (the empty holder is nobody).
struct LeaseTakenOver {
  static constexpr std::string_view kWord = "lease-taken-over";
  ObjectName lease;
  Text from;
  Text to;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("from", self.from);
    visit("to", self.to);
  }
};

struct LeaseDeleted {
  static constexpr std::string_view kWord = "lease-deleted";
  ObjectName lease;
  Version version = 0;  ///< of the deletion
  Text holder;          ///< of the content that went
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lease", self.lease);
    visit("version", self.version);
    visit("holder", self.holder);
  }
};

/// Any other object was written or deleted.
struct ObjectWritten {
  static constexpr std::string_view kWord = "object-written";
  Kind kind = Kind::config_map;
  ObjectName object;
  Verb verb = Verb::update;
  Version version = 0;
  Version based_on = 0;  ///< as in LeaseWritten
  Version replaced = 0;  ///< the version that was there before; 0: none
  ObjectName under;      ///< the lease that entitled the writer, for effects of workers
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("kind", self.kind);
    visit("object", self.object);
    visit("verb", self.verb);
    visit("version", self.version);
    visit("based_on", self.based_on);
    visit("replaced", self.replaced);
    visit("under", self.under);
  }
};

/// The store was put back to an older state: versions above `to` are forgotten.
struct StoreRestored {
  static constexpr std::string_view kWord = "store-restored";
  Version from = 0;
  Version to = 0;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("from", self.from);
    visit("to", self.to);
  }
};

/// How an object stood when the run ended; told of the objects that the scenario asks about.
struct FinalState {
  static constexpr std::string_view kWord = "final-state";
  Kind kind = Kind::lease;
  ObjectName object;
  Text json;  ///< as Kubernetes spells it; unset: there is no such object
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("kind", self.kind);
    visit("object", self.object);
    visit("json", self.json);
  }
};

}  // namespace leasesim
