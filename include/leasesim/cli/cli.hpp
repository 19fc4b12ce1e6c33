// The command line: what a program of one's own calls with its catalog of actors.
#pragma once

#include "leasesim/actors/catalog.hpp"

namespace leasesim::cli {

/// Runs one command; what it returns is the program's exit code: 0 all met, 1 something unmet,
/// 2 could not run, 3 inconclusive, 4 a bug of leasesim's own, 130 interrupted.
int main(int argc, char** argv, const ActorCatalog& actors);

}  // namespace leasesim::cli
