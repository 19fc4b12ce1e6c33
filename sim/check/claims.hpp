// The file's expectations, watched while the run goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "check/dispatch.hpp"
#include "check/docket.hpp"
#include "leasesim/check/verdict.hpp"
#include "leasesim/scenario/expectation.hpp"

namespace leasesim {

/// One expectation. It hears what it is about and says in the end what became of it.
class ClaimWatch {
 public:
  virtual ~ClaimWatch() = default;
  /// Fills in outcome, found, nearest and measured.
  virtual void conclude(ExpectationReport& report) = 0;
};

/// Gives the docket of an invariant with a limit; null if there is no such invariant.
using DocketFinder = std::function<Docket*(std::string_view name, std::optional<Duration> limit)>;

std::unique_ptr<ClaimWatch> watch_claim(const Claim& claim, const DocketFinder& dockets,
                                        Dispatch& dispatch);

/// "breaks one-leader-at-a-time, lease: demo, from: 33s..42s"
std::string text_of(const Claim& claim);

/// `default/demo` and `demo` name one object; this is how facts spell it.
std::string fact_spelling(std::string_view name);

/// Whether a value fits what `where` says of it: a map of its fields, a comparison or a value.
bool fits(const Tree& wanted, const Tree& value);

}  // namespace leasesim
