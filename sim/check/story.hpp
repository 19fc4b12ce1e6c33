// Why: what made a window possible, told from what the stage remembers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/stage.hpp"
#include "leasesim/check/verdict.hpp"

namespace leasesim {

/// Sentences and causes, as they are found.
class Teller {
 public:
  void say(const std::string& sentence);
  void blame(Cause cause);
  bool blamed() const { return !causes_.empty(); }
  /// Gives the window its paragraph and its causes; `unknown` if none was found.
  void sign(Window& window) const;

 private:
  std::string text_;
  std::vector<Cause> causes_;
};

/// One who takes part, as it stood at one time.
struct Snapshot {
  Snapshot(const LeaseState& lease, const ProcessState& process);

  std::string name;
  ProcessState process;
  std::optional<HostState> host;
  std::optional<Candidate> candidate;
};

/// How things stood when a second one began to believe that it leads.
struct Opening {
  Opening(const LeaseState& lease, const ProcessState& the_older, const ProcessState& the_newer);

  Snapshot older;
  Snapshot newer;
  std::optional<Succession> succession;
  bool one_identity = false;
};

/// How a window with two leaders ended.
struct Closing {
  enum class Way : std::uint8_t { stepped_down, crashed, exited, open };
  Way way = Way::open;
  const ProcessState* who = nullptr;  ///< who ceased; none if the window is open
};

/// The paragraph on a window of one-leader-at-a-time; its times and parts are filled in already.
void tell_two_leaders(Window& window, const Opening& opening, const LeaseState& lease,
                      const Closing& closing);

/// How the present holder came to judge the lease free: the middle of several stories.
void tell_succession(Teller& teller, const Succession& succession);

}  // namespace leasesim
