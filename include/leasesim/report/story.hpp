// A run told as a story: what happened, when and by whom, with the routine folded away.
#pragma once

#include <iosfwd>
#include <memory>

#include "leasesim/report/page.hpp"
#include "leasesim/scenario/scenario.hpp"
#include "leasesim/trace/fact.hpp"

namespace leasesim {

/// Writes the story while the run goes on; its memory grows with the cast, not with time.
///
/// A line has the time in seconds, a lane for each process (up to twelve of them), who, and what.
/// Renewals, polls, effects and failing requests are folded into one line each, told before the
/// next thing that their process does; what happens over and over is told a few times and counted.
class Story : public FactSink {
 public:
  Story(std::ostream& out, const Scenario& scenario, const Page& page);
  ~Story() override;
  Story(const Story&) = delete;
  Story& operator=(const Story&) = delete;

  /// Facts come in order of time.
  void take(const Fact& fact) override;
  /// Tells what is still folded. Called once, when the run has ended.
  void finish(SimTime end);

 private:
  class Teller;
  std::unique_ptr<Teller> teller_;
};

/// The processes of a scenario with replicas written out, in the order of the file.
std::vector<std::string> cast_of(const Scenario& scenario);

}  // namespace leasesim
