#include "check/overlap.hpp"

#include <algorithm>

namespace leasesim {
namespace {
constexpr std::size_t kEvidenceKept = 40;
}

void Overlap::attend(SimTime at, const std::vector<Believer>& present) {
  for (const Believer& one : present) {
    const auto same = [&](const Side& side) { return side.believer.process == one.process; };
    if (std::ranges::none_of(sides_, same)) sides_.push_back({.believer = one});
  }
  count_running(at, present);
}

void Overlap::count_running(SimTime at, const std::vector<Believer>& present) {
  const auto running =
      std::ranges::count_if(present, [](const Believer& one) { return one.process->running(); });
  if (running >= 2) {
    if (!both_run_since_) both_run_since_ = at;
  } else if (both_run_since_) {
    both_ran_ += at - *both_run_since_;
    both_run_since_.reset();
  }
}

void Overlap::acted(SimTime at, const ProcessState& process) {
  for (Side& side : sides_) {
    if (side.believer.process != &process) continue;
    if (side.effects == 0) side.first = at;
    side.last = at;
    side.effects += 1;
  }
}

void Overlap::show(Evidence evidence) {
  if (evidence_.size() >= kEvidenceKept) return;
  const auto later = std::ranges::upper_bound(evidence_, evidence.at, {}, &Evidence::at);
  evidence_.insert(later, std::move(evidence));
}

// From where the second one's effects began to land to where the last but one's ceased to.
std::optional<Duration> Overlap::both_acted() const {
  std::vector<SimTime> firsts;
  std::vector<SimTime> lasts;
  for (const Side& side : sides_) {
    if (side.effects == 0) continue;
    firsts.push_back(side.first);
    lasts.push_back(side.last);
  }
  if (firsts.size() < 2) return std::nullopt;
  std::ranges::sort(firsts);
  std::ranges::sort(lasts, std::greater{});
  return std::max(Duration::zero(), lasts[1] - firsts[1]);
}

Window Overlap::close(SimTime at, bool open) {
  count_running(at, {});
  Window window;
  window.from = from_;
  if (!open) window.to = at;
  window.subject = subject_;
  for (const Side& side : sides_) {
    window.who.push_back({.process = side.believer.process->str(),
                          .identity = side.believer.identity.str(),
                          .since = side.believer.since,
                          .effects = side.effects});
  }
  window.length = at - from_;
  window.both_ran = both_ran_;
  window.both_acted = both_acted();
  window.evidence = std::move(evidence_);
  return window;
}

}  // namespace leasesim
