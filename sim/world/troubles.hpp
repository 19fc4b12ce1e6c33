// The makers of each subject's troubles.
#pragma once

#include "world/faults.hpp"

namespace leasesim {

using TroublePtr = std::unique_ptr<Trouble>;

/// What a maker may know of the plan around its fault.
struct Plan {
  World& world;
  SimTime at{};        ///< when it begins; unset (0) if it is anchored
  bool lasts = false;  ///< it ends by itself
};

// processes and machines, clocks
TroublePtr make_trouble(const Pause& fault, const Plan& plan);
TroublePtr make_trouble(const Crash& fault, const Plan& plan);
TroublePtr make_trouble(const Restart& fault, const Plan& plan);
TroublePtr make_trouble(const Stop& fault, const Plan& plan);
TroublePtr make_trouble(const Suspend& fault, const Plan& plan);
TroublePtr make_trouble(const StepWall& fault, const Plan& plan);
TroublePtr make_trouble(const SlewWall& fault, const Plan& plan);
TroublePtr make_trouble(const Drift& fault, const Plan& plan);
TroublePtr make_trouble(const FreezeWall& fault, const Plan& plan);

// the network
TroublePtr make_trouble(const Partition& fault, const Plan& plan);
TroublePtr make_trouble(const Slow& fault, const Plan& plan);
TroublePtr make_trouble(const Lose& fault, const Plan& plan);

// the API server's answers
TroublePtr make_trouble(const DropAnswer& fault, const Plan& plan);
TroublePtr make_trouble(const DelayAnswer& fault, const Plan& plan);
TroublePtr make_trouble(const ApiDown& fault, const Plan& plan);
TroublePtr make_trouble(const SlowApi& fault, const Plan& plan);
TroublePtr make_trouble(const FailRequests& fault, const Plan& plan);
TroublePtr make_trouble(const Webhook& fault, const Plan& plan);

// the store
TroublePtr make_trouble(const DeleteObject& fault, const Plan& plan);
TroublePtr make_trouble(const PatchObject& fault, const Plan& plan);
TroublePtr make_trouble(const RestoreStore& fault, const Plan& plan);

}  // namespace leasesim
