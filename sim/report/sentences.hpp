// What a fact is in plain words, and how much it matters to a story.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "leasesim/report/page.hpp"
#include "leasesim/trace/fact.hpp"
#include "report/lanes.hpp"

namespace leasesim {

/// How a story takes a sentence in.
enum class Telling : std::uint8_t {
  told,     ///< a line of its own
  routine,  ///< counted, and told in one line with its like
  held,     ///< told unless a `told` sentence of the same instant says it better
};

struct Sentence {
  Telling telling = Telling::told;
  std::string who;   ///< a process, a host, "fault", …
  std::string text;  ///< "leads demo"
  Ink ink = Ink::plain;
  bool answers_fault =
      false;            ///< it shows what a fault's beginning or end did: that need not be told
  std::string kind{};   ///< sentences of one `who` and `kind` are of the same sort
  bool trifle = false;  ///< routine that is not worth a line unless it happened again
};

/// Knows what it takes to word a fact: who leads, which request was what, which fault is which.
class Wording {
 public:
  /// Nothing if a story leaves the fact out. `lanes` are as they stood before the fact.
  std::optional<Sentence> sentence_of(const Fact& fact, const Lanes& lanes);

 private:
  struct Words;
  struct Request {
    Verb verb;
    Kind kind;
    std::string object;
  };
  std::map<std::int64_t, Request> under_way_;
  std::map<std::int64_t, std::string> faults_;
  // The name that a reader knows for an identity: its process, unless several go by it.
  std::string known_as(std::string_view identity) const;
  bool is_own(std::string_view who, std::string_view identity) const;

  std::map<std::string, std::string, std::less<>> identities_;  // of processes, as last seen
  std::map<std::string, std::string, std::less<>> locks_;  // what each last got, or was refused
  std::map<std::string, SimTime, std::less<>> lost_;       // when a process last stopped leading
};

/// "elector-a", "elector-a and elector-b", …
std::string listed_names(const std::vector<std::string>& names);

}  // namespace leasesim
