// Tasks of one process that run beside each other, some at a time.
#pragma once

#include <cstddef>
#include <list>

#include "leasesim/cluster/process.hpp"

namespace leasesim {

class Crew {
 public:
  Crew(Process& self, std::size_t most) : self_(self), most_(most) {}

  FramePool& frames() const { return self_.frames(); }

  /// Begins a task as soon as a place is free.
  Task<> start(Task<> task);
  /// Waits until all have ended.
  Task<> all_done();

 private:
  Task<> work(Task<> task);
  void clear_away();

  Process& self_;
  std::size_t most_;
  std::list<Child> tasks_;
  Signal ended_;  // one of them did, since it was last looked at
};

}  // namespace leasesim
