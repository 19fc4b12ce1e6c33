// One column for each process, which shows at a glance who runs, who is stopped and who leads.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "leasesim/report/page.hpp"
#include "leasesim/trace/fact.hpp"

namespace leasesim {

/// Follows the facts; knows of each process whether it runs and what it believes to lead.
class Lanes {
 public:
  explicit Lanes(const std::vector<std::string>& cast);

  void take(const Fact& fact);

  /// The mark of each lane, a space between two; empty if there are too many lanes to draw.
  std::string drawn(const Style& style) const;
  /// A letter or number above each lane, of the same width as `drawn`.
  std::string heading() const;
  bool empty() const { return cast_.empty() || cast_.size() > kLanesMax; }

  /// Who else believes to lead this lease, in the order of the cast.
  std::vector<std::string> other_leaders(std::string_view lease, std::string_view but) const;
  bool leads(std::string_view process, std::string_view lease) const;

  static constexpr std::size_t kLanesMax = 12;
  static constexpr std::string_view kLegend =
      "█ leads   ▒ leads, but is stopped   │ runs   ┊ is stopped   · does not run";

 private:
  struct Standing {
    std::string host;
    bool runs = false;
    bool paused = false;
    std::set<std::string, std::less<>> leads;  // leases
  };
  bool stopped(const Standing& standing) const;
  Standing& of(const Fact& fact) { return standings_[fact.by.str()]; }

  std::vector<std::string> cast_;
  std::map<std::string, Standing, std::less<>> standings_;
  std::set<std::string, std::less<>> suspended_;  // hosts
};

}  // namespace leasesim
