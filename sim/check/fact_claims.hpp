// The expectations that look at facts one by one: happens, never, ends_with.
#pragma once

#include <memory>

#include "check/claims.hpp"

namespace leasesim {

std::unique_ptr<ClaimWatch> watch_happens(const Happens& claim, Dispatch& dispatch);
std::unique_ptr<ClaimWatch> watch_never(const Never& claim, Dispatch& dispatch);
std::unique_ptr<ClaimWatch> watch_ends_with(const EndsWith& claim, Dispatch& dispatch);

}  // namespace leasesim
