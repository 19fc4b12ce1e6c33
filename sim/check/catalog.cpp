#include "check/catalog.hpp"

#include <algorithm>
#include <array>

#include "check/api.hpp"
#include "check/beliefs.hpp"
#include "check/effects.hpp"
#include "check/leases.hpp"
#include "check/nodes.hpp"

namespace leasesim {
namespace {

constexpr std::string_view kUsualRisk = "a hand-over of the lease, or two live candidates for it";

template <class OfKind>
std::unique_ptr<Machine> build(Docket& docket, Stage& stage, Dispatch& dispatch) {
  auto machine = std::make_unique<OfKind>(docket, stage);
  dispatch.add(*machine);
  return machine;
}

// A new invariant is a new line here, a class beside its subject, and a row in
// docs/reference/invariants.md.
constexpr std::array kCatalog{
    CatalogEntry{{.name = "one-leader-at-a-time",
                  .meaning = "no two processes believe to lead under one lease at once",
                  .risk = kUsualRisk,
                  .limit = {},
                  .window = "from when the second one begins to believe to when but one is left"},
                 build<OneLeader>},
    CatalogEntry{{.name = "one-actor-at-a-time",
                  .meaning = "once a newer leader has acted, no effect of an older one lands",
                  .risk = "effects of two processes under one lease",
                  .limit = {},
                  .window = "from the newer one's first effect to the older one's last"},
                 build<OneActor>},
    CatalogEntry{{.name = "one-holder-at-a-time",
                  .meaning = "no two processes hold one lock at once, by what each was told",
                  .risk = "a hand-over of the lock, or two who asked for it at once",
                  .limit = {},
                  .window = "from the second one's grant to when but one grant is left"},
                 build<OneHolder>},
    CatalogEntry{{.name = "no-theft",
                  .meaning = "no lease is taken before its holder's last write has run out",
                  .risk = kUsualRisk,
                  .limit = {},
                  .window = "from the taking to when the lease would have been free"},
                 build<NoTheft>},
    CatalogEntry{{.name = "transitions-grow-by-one",
                  .meaning = "leaseTransitions is 0 at creation and grows by one with each taking",
                  .risk = kUsualRisk,
                  .limit = {},
                  .window = "the instant of the write that counts wrongly"},
                 build<TransitionsGrowByOne>},
    CatalogEntry{
        {.name = "takeover-in-time",
         .meaning = "a lease that nobody renews is taken by somebody who could",
         .risk = "a holder that was, or was to be, succeeded",
         .limit = "from the last write, or the release, to the next holder's write; default: "
                  "lease duration + 4.4 retry periods + 1 s, after a release 2.2 retry "
                  "periods + 1 s",
         .window = "from the last write or the release to the next write"},
        build<TakeoverInTime>},
    CatalogEntry{{.name = "leaderless-at-most",
                  .meaning = "somebody believes to lead, but for short times",
                  .risk = "a candidate for the lease",
                  .limit = "without a leader; default: lease duration + 4.4 retry periods + 1 s",
                  .window = "from when nobody believes to lead to when somebody does"},
                 build<LeaderlessAtMost>},
    CatalogEntry{
        {.name = "renewals-in-time",
         .meaning = "a holder writes its lease again before it would have to give up",
         .risk = "a holder that renewed its lease at least once",
         .limit = "between two writes of one holder; default: retry period + renew deadline",
         .window = "from a write to the holder's next one, or to the end of its term"},
        build<RenewalsInTime>},
    CatalogEntry{{.name = "no-lost-update",
                  .meaning = "no write destroys a change of another writer that it has not seen",
                  .risk = "two writers of one object",
                  .limit = {},
                  .window = "the instant of the write"},
                 build<NoLostUpdate>},
    CatalogEntry{{.name = "heartbeat-in-time",
                  .meaning = "a kubelet that lives writes its node's lease again in time",
                  .risk = "a kubelet that renewed its lease",
                  .limit = "between two writes; default: the lease's duration",
                  .window = "from when the write was due to when it came"},
                 build<HeartbeatInTime>},
    CatalogEntry{
        {.name = "silent-node-is-marked-in-time",
         .meaning = "a node that gives no sign of life is called Unknown",
         .risk = "a node that was silent for longer than the grace",
         .limit = "from its last sign of life, or the controller's start; default: grace + 2 "
                  "monitor periods and passes + 100ms",
         .window = "from when it was due to when it happened, or the node spoke"},
        build<SilentNodeIsMarked>},
    CatalogEntry{{.name = "healthy-node-is-never-marked",
                  .meaning = "no node is called Unknown while its kubelet runs",
                  .risk = "a node that a controller watched",
                  .limit = {},
                  .window = "from the marking to when the node is ready again"},
                 build<HealthyNodeIsNeverMarked>},
    CatalogEntry{{.name = "no-eviction-without-silence",
                  .meaning = "no pod is evicted from a node that has lately given a sign of life",
                  .risk = "a pod that was to be evicted",
                  .limit = {},
                  .window = "the instant of the deletion"},
                 build<NoEvictionWithoutSilence>},
    CatalogEntry{{.name = "eviction-in-time",
                  .meaning = "a pod on a silent node is deleted",
                  .risk = "a pod on a node that was called Unknown",
                  .limit = "from the node's last sign of life; default: grace + 3 monitor periods "
                           "and passes + 301s",
                  .window = "from when it was due to when it happened, or the node spoke"},
                 build<EvictionInTime>},
    CatalogEntry{{.name = "no-orphan-lease",
                  .meaning = "the lease of a node that was deleted goes, too",
                  .risk = "a node that was deleted",
                  .limit = "from the node's deletion; default: 1m",
                  .window = "from when it was due to when the lease went"},
                 build<NoOrphanLease>},
    CatalogEntry{{.name = "identity-lease-of-dead-server-ends",
                  .meaning = "the identity lease of an API server that has ended is collected",
                  .risk = "an API server that ended",
                  .limit = "from its last renewal; default: 2h1m",
                  .window = "from when it was due to when the lease went"},
                 build<IdentityLeaseEnds>},
};

constexpr auto kDocs = [] {
  std::array<InvariantDoc, kCatalog.size()> docs{};
  for (std::size_t at = 0; at < kCatalog.size(); ++at) docs[at] = kCatalog[at].doc;
  return docs;
}();

}  // namespace

std::span<const CatalogEntry> invariant_catalog() { return kCatalog; }
std::span<const InvariantDoc> invariants() { return kDocs; }

const InvariantDoc* find_invariant(std::string_view name) {
  const auto found = std::ranges::find(kDocs, name, &InvariantDoc::name);
  return found == kDocs.end() ? nullptr : &*found;
}

}  // namespace leasesim
