// Every choice of a run is named, so that it can be recorded, replayed and changed by itself.
//
// A choice's name, its site, is who draws, in which incarnation, for what purpose, and for the how
// many-th time: "elector-b#0/retry-jitter/12". For a message the "who" is both ends:
// "elector-b>api". Without a ChoiceBook a choice costs the draw and one branch.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leasesim/names.hpp"
#include "leasesim/random/distributions.hpp"
#include "leasesim/random/streams.hpp"
#include "leasesim/result.hpp"
#include "leasesim/time/duration_text.hpp"
#include "leasesim/time/instants.hpp"

namespace leasesim {

/// The name of one choice.
struct Site {
  std::string who;  ///< a process or host; "sender>receiver" for messages
  std::uint64_t incarnation = 0;
  std::string purpose;
  std::uint64_t occurrence = 0;
  friend auto operator<=>(const Site&, const Site&) = default;
};
/// "elector-b#0/retry-jitter/12".
std::string site_text(const Site& site);

/// What kind of thing was chosen, hence how its value is written: 17, 1.5ms, yes.
enum class ChoiceKind : std::uint8_t { number, duration, chance };

/// One choice that was made, and between which values it could have been.
struct Choice {
  Site site;
  ChoiceKind kind = ChoiceKind::number;
  std::int64_t value = 0;  ///< nanoseconds of a duration; 1 or 0 of a chance
  std::int64_t low = 0;
  std::int64_t high = 0;
  friend bool operator==(const Choice&, const Choice&) = default;
};
/// "elector-b#0/retry-jitter/12 = 1.5ms".
std::string choice_text(const Choice& choice);

/// A choice that is not left to the seed.
struct Override {
  Site site;
  std::int64_t value = 0;
  friend bool operator==(const Override&, const Override&) = default;
};
/// Reads what `choice_text` writes.
Result<Override, std::string> parse_override(std::string_view text);

/// The choices of one run: records them, and decides those that are not left to the seed. Not
/// copyable, not movable; outlives every Choices that was made with it.
class ChoiceBook {
 public:
  ChoiceBook();
  ~ChoiceBook();
  ChoiceBook(const ChoiceBook&) = delete;
  ChoiceBook& operator=(const ChoiceBook&) = delete;

  /// To be called before the run. The last override of a site counts. A value outside of what the
  /// site can choose from is moved to the nearest that is not.
  void set(const Override& decision);
  /// From now on every choice is kept, in the order in which they are made.
  void start_recording() { recording_ = true; }

  const std::vector<Choice>& recorded() const { return recorded_; }
  /// The overrides whose sites never came up, in the order of their sites.
  std::vector<Override> unused() const;

 private:
  friend class Choices;
  struct Stream;
  using Address = std::pair<std::uint64_t, std::uint64_t>;  // of the stream, and the occurrence
  struct Planned {
    Override decision;
    bool used = false;
  };

  const Stream* open(std::string who, std::uint64_t incarnation, std::string_view purpose);
  std::int64_t decide(const Stream& stream, std::uint64_t occurrence, Choice choice);

  std::map<std::uint64_t, std::unique_ptr<Stream>> streams_;  // by address
  std::map<Address, Planned> planned_;
  std::vector<Choice> recorded_;
  bool recording_ = false;
};

/// The draws of one process for one purpose, in order: a cheap value. A copy, or a second one of
/// the same name, repeats the same draws, so make one and keep it.
class Choices {
 public:
  Choices(Seed seed, Text who, std::uint64_t incarnation, Purpose purpose,
          ChoiceBook* book = nullptr);
  /// The draws of the messages from one end of a link to the other; the occurrence is the ordinal
  /// on the link.
  Choices(Seed seed, Text sender, Text receiver, std::uint64_t incarnation, Purpose kind,
          ChoiceBook* book = nullptr);

  /// A number below `bound`, which is between 1 and 2^63 - 1.
  std::uint64_t below(std::uint64_t bound);
  /// A duration from `low` to `high`, both included.
  Duration between(Duration low, Duration high);
  Duration from(const Distribution& distribution) {
    const std::uint64_t occurrence = next_++;
    const Duration drawn = distribution.sample(Draw{key_, occurrence});
    if (stream_ == nullptr) [[likely]]
      return drawn;
    return decide(occurrence, drawn, distribution.least(), distribution.greatest());
  }
  /// True with this chance, which is from 0 to 1.
  bool chance(Ratio ratio);
  /// 64 random bits, for identifiers.
  std::uint64_t bits();

  /// How many draws were made.
  std::uint64_t count() const { return next_; }

 private:
  std::int64_t decide(std::uint64_t occurrence, ChoiceKind kind, std::int64_t drawn,
                      std::int64_t low, std::int64_t high) const;
  Duration decide(std::uint64_t occurrence, Duration drawn, Duration low, Duration high) const;

  StreamKey key_;
  std::uint64_t next_ = 0;
  ChoiceBook* book_ = nullptr;
  const ChoiceBook::Stream* stream_ = nullptr;
};

}  // namespace leasesim
