#include "cli/many_seeds.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "cli/interrupt.hpp"
#include "cli/one_run.hpp"

namespace leasesim {
namespace {

constexpr std::uint64_t kNone = UINT64_MAX;

// Hands out the seeds in order, so that the lowest that fails is found whoever runs it.
class Crew {
 public:
  Crew(const Scenario& scenario, const ActorCatalog& actors, SeedRange seeds)
      : scenario_(scenario),
        actors_(actors),
        first_(seeds.first),
        count_(seeds.last - seeds.first + 1) {}

  void work() {
    SeedsVerdict mine;
    for (;;) {
      const std::uint64_t index = next_.fetch_add(1);
      if (index >= count_ || index >= failed_.load() || interrupted()) break;
      try {
        const Seed seed{first_ + index};
        mine.add(seed, verdict_of(scenario_, actors_, seed));
      } catch (const std::exception&) {
        fail(index);
        continue;
      }
      done_.fetch_add(1);
    }
    const std::scoped_lock lock{mutex_};
    sum_.merge(mine);
    --working_;
    changed_.notify_one();
  }

  ManySeeds wait(unsigned jobs, const std::function<void(std::uint64_t)>& progress) {
    working_ = jobs;
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < jobs; ++i) threads.emplace_back([this] { work(); });
    std::unique_lock lock{mutex_};
    while (working_ > 0) {
      changed_.wait_for(lock, std::chrono::milliseconds{200});
      progress(done_.load());
    }
    ManySeeds out;
    out.verdict = std::move(sum_);
    if (failed_.load() != kNone) out.failed = Seed{first_ + failed_.load()};
    out.interrupted = !out.failed && done_.load() < count_;
    return out;
  }

 private:
  void fail(std::uint64_t index) {
    std::uint64_t known = failed_.load();
    while (index < known && !failed_.compare_exchange_weak(known, index)) {
    }
  }

  const Scenario& scenario_;
  const ActorCatalog& actors_;
  std::uint64_t first_;
  std::uint64_t count_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> failed_{kNone};
  std::mutex mutex_;
  std::condition_variable changed_;
  SeedsVerdict sum_;      // under the mutex
  unsigned working_ = 0;  // under the mutex
};

}  // namespace

ManySeeds judge_seeds(const Scenario& scenario, const ActorCatalog& actors, SeedRange seeds,
                      unsigned jobs, const std::function<void(std::uint64_t done)>& progress) {
  if (jobs == 0) jobs = std::max(1U, std::thread::hardware_concurrency());
  const std::uint64_t count = seeds.last - seeds.first + 1;
  jobs = static_cast<unsigned>(std::min<std::uint64_t>(jobs, count));
  Crew crew{scenario, actors, seeds};
  return crew.wait(jobs, progress);
}

}  // namespace leasesim
