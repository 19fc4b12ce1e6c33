#include "check/catalog.hpp"

#include <algorithm>
#include <array>

#include "check/api.hpp"
#include "check/beliefs.hpp"
#include "check/effects.hpp"
#include "check/leases.hpp"

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
