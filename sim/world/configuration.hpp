// What an actor is given: what the file says of it, and what the file's release settles.
#pragma once

#include "leasesim/actors/catalog.hpp"
#include "leasesim/scenario/scenario.hpp"

namespace leasesim {

/// The process' configuration; `client_go`, where its actor knows that key and the file does not
/// say, follows the release. What is not there stands where its process does.
Tree configuration_of(const ProcessSpec& process, const ActorKind& kind, Release release);

}  // namespace leasesim
