#include "actors/crew.hpp"

namespace leasesim {

Task<> Crew::start(Task<> task) {
  clear_away();
  while (tasks_.size() >= most_) {
    co_await self_.until(ended_);
    ended_.lower();
    clear_away();
  }
  tasks_.emplace_back(self_, work(std::move(task)));
}

Task<> Crew::all_done() {
  for (clear_away(); !tasks_.empty(); clear_away()) {
    co_await self_.until(ended_);
    ended_.lower();
  }
}

Task<> Crew::work(Task<> task) {
  co_await std::move(task);
  ended_.raise(self_.run().engine);
}

void Crew::clear_away() {
  tasks_.remove_if([](const Child& child) { return child.done(); });
}

}  // namespace leasesim
