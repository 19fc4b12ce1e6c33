// What the program's exit code says.
#pragma once

#include <algorithm>
#include <array>

#include "leasesim/check/verdict.hpp"

namespace leasesim {

enum class ExitCode : int {
  met = 0,
  unmet = 1,
  could_not_run = 2,
  inconclusive = 3,
  bug = 4,
  interrupted = 130,
};

constexpr ExitCode code_of(Verdict::Outcome outcome) {
  switch (outcome) {
    case Verdict::Outcome::holds:
      return ExitCode::met;
    case Verdict::Outcome::violated:
      return ExitCode::unmet;
    case Verdict::Outcome::inconclusive:
      return ExitCode::inconclusive;
  }
  return ExitCode::bug;
}

/// Of two commands' or files' codes the one that is to be told.
constexpr ExitCode worse(ExitCode a, ExitCode b) {
  constexpr std::array kWorstFirst{ExitCode::interrupted,   ExitCode::bug,
                                   ExitCode::could_not_run, ExitCode::unmet,
                                   ExitCode::inconclusive,  ExitCode::met};
  return *std::min(std::ranges::find(kWorstFirst, a), std::ranges::find(kWorstFirst, b));
}

}  // namespace leasesim
