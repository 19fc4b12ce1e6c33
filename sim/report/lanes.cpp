#include "report/lanes.hpp"

#include <algorithm>

namespace leasesim {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

bool is_name_end(char c) { return c == '-' || c == '_' || c == '.'; }

// What tells one name from the others: its first character behind the part that all begin with.
char initial_of(const std::string& name, std::size_t shared) {
  return shared < name.size() ? name[shared] : name.back();
}

std::size_t shared_beginning(const std::vector<std::string>& names) {
  std::size_t shared = names.size() < 2 ? 0 : names.front().size();
  for (const std::string& name : names) {
    const auto differs = std::ranges::mismatch(name, names.front()).in1;
    shared = std::min(shared, static_cast<std::size_t>(differs - name.begin()));
  }
  // "node-1" and "node-12" share a beginning that ends within a word; their words start earlier.
  const std::string& first = names.front();
  while (shared > 0 && !is_name_end(first[shared - 1])) --shared;
  return shared;
}

}  // namespace

Lanes::Lanes(const std::vector<std::string>& cast) : cast_(cast) {
  for (const std::string& name : cast_) standings_[name];
}

void Lanes::take(const Fact& fact) {
  std::visit(
      Overloaded{
          [&](const ProcessStarted& started) { of(fact) = {started.host.str(), true, false, {}}; },
          [&](const ProcessExited&) { of(fact) = {}; },
          [&](const ProcessCrashed&) { of(fact) = {}; },
          [&](const ProcessPaused&) { of(fact).paused = true; },
          [&](const ProcessResumed&) { of(fact).paused = false; },
          [&](const HostSuspended& slept) { suspended_.insert(slept.host.str()); },
          [&](const HostResumed& woke) { suspended_.erase(woke.host.str()); },
          [&](const LeadershipGained& gained) { of(fact).leads.insert(gained.lease.str()); },
          [&](const LeadershipLost& lost) { of(fact).leads.erase(lost.lease.str()); },
          [](const auto&) {},
      },
      fact.body);
}

bool Lanes::stopped(const Standing& standing) const {
  return standing.paused || suspended_.contains(standing.host);
}

std::string Lanes::drawn(const Style& style) const {
  if (empty()) return {};
  std::string out;
  for (const std::string& name : cast_) {
    const Standing& standing = standings_.find(name)->second;
    if (!out.empty()) out += ' ';
    if (!standing.runs) {
      out += style.paint(Ink::faint, "·");
    } else if (standing.leads.empty()) {
      out += style.paint(Ink::faint, stopped(standing) ? "┊" : "│");
    } else {
      out += style.paint(Ink::subject, stopped(standing) ? "▒" : "█");
    }
  }
  return out;
}

std::string Lanes::heading() const {
  if (empty()) return {};
  const std::size_t shared = shared_beginning(cast_);
  std::string letters;
  for (const std::string& name : cast_) {
    const char initial = initial_of(name, shared);
    const bool taken = letters.find(initial) != std::string::npos;
    letters += taken ? static_cast<char>('1' + static_cast<char>(letters.size() % 9)) : initial;
  }
  std::string out;
  for (const char letter : letters) {
    if (!out.empty()) out += ' ';
    out += letter;
  }
  return out;
}

std::vector<std::string> Lanes::other_leaders(std::string_view lease, std::string_view but) const {
  std::vector<std::string> others;
  for (const auto& [name, standing] : standings_) {
    if (name != but && standing.leads.contains(lease)) others.push_back(name);
  }
  return others;
}

bool Lanes::leads(std::string_view process, std::string_view lease) const {
  const auto found = standings_.find(process);
  return found != standings_.end() && found->second.leads.contains(lease);
}

}  // namespace leasesim
