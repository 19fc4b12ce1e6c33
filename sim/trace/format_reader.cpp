// Reads a trace back, strictly: what cannot have been written is refused, with its line.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "leasesim/time/duration_text.hpp"
#include "leasesim/trace/fact_fields.hpp"
#include "leasesim/trace/format.hpp"

namespace leasesim {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kBillion = 1'000'000'000;

/// How many members a closed set has, counting from 0.
template <class Enum>
constexpr std::size_t kMembers = 0;
template <>
constexpr std::size_t kMembers<Verb> = static_cast<std::size_t>(Verb::remove) + 1;
template <>
constexpr std::size_t kMembers<ApiError> = static_cast<std::size_t>(ApiError::cancelled) + 1;
template <>
constexpr std::size_t kMembers<Kind> = kKinds;
template <>
constexpr std::size_t kMembers<ConditionStatus> =
    static_cast<std::size_t>(ConditionStatus::yes) + 1;
template <>
constexpr std::size_t kMembers<TaintEffect> = static_cast<std::size_t>(TaintEffect::no_execute) + 1;
template <>
constexpr std::size_t kMembers<ExpiryRule> = static_cast<std::size_t>(ExpiryRule::never) + 1;

// Nine digits, and nothing else.
std::optional<std::int64_t> nanoseconds(std::string_view digits) {
  const bool nine = digits.size() == 9 &&
                    std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  std::int64_t value = 0;
  if (!nine) return std::nullopt;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// "33.412000000", perhaps with a minus.
std::optional<Duration> parse_seconds(std::string_view text) {
  const bool minus = text.starts_with('-');
  if (minus) text.remove_prefix(1);
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto fraction = nanoseconds(text.substr(dot + 1));
  std::int64_t whole = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + dot, whole);
  const bool fits = failed == std::errc{} && end == text.data() + dot && whole >= 0 && fraction &&
                    whole < std::numeric_limits<std::int64_t>::max() / kBillion;
  if (!fits) return std::nullopt;
  const std::int64_t all = whole * kBillion + *fraction;
  return Duration{minus ? -all : all};
}

// "2026-01-01T00:00:00.000000001Z"
std::optional<WallTime> parse_wall(std::string_view text) {
  constexpr std::size_t kDot = 19;
  if (text.size() != kDot + 11 || text[kDot] != '.' || !text.ends_with('Z')) return std::nullopt;
  const auto second = parse_kube_time(text);
  const auto fraction = nanoseconds(text.substr(kDot + 1, 9));
  if (!second || !fraction) return std::nullopt;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / kBillion;
  if (second->seconds >= kMost || second->seconds <= -kMost) return std::nullopt;
  return WallTime{Duration{second->seconds * kBillion + *fraction}};
}

/// The fields of one line, asked for by name. Keeps the first thing that is wrong.
class Line {
 public:
  Line(const Json& json, Names& names) : json_(json), names_(names) {}

  bool has(const char* key) const { return json_.contains(key); }
  bool clean() const { return wrong_.empty(); }

  template <class T>
  void read(std::string_view name, T& value) {
    const Json* found = take(name);
    if (found != nullptr && !take_value(*found, value)) {
      wrong_ = "field \"" + std::string{name} + "\": " + wanted(value) + " is wanted, not " +
               found->dump();
    }
  }

  /// What is wrong with the line; empty if nothing is. All its fields have been asked for.
  std::string verdict() const {
    if (!wrong_.empty() || asked_.size() == json_.size()) return wrong_;
    for (const auto& [key, value] : json_.items()) {
      if (std::ranges::find(asked_, key) == asked_.end()) return "unknown field \"" + key + '"';
    }
    return wrong_;
  }
  void refuse(std::string why) {
    if (wrong_.empty()) wrong_ = std::move(why);
  }

 private:
  const Json* take(std::string_view name) {
    if (!clean()) return nullptr;
    const auto found = json_.find(name);
    if (found == json_.end()) {
      wrong_ = "missing field \"" + std::string{name} + '"';
      return nullptr;
    }
    asked_.push_back(name);
    return &*found;
  }

  bool take_value(const Json& found, bool& value) const {
    if (!found.is_boolean()) return false;
    value = found.get<bool>();
    return true;
  }
  bool take_value(const Json& found, std::int64_t& value) const {
    using Limits = std::numeric_limits<std::int64_t>;
    if (!found.is_number_integer()) return false;
    const bool fits = !found.is_number_unsigned() ||
                      found.get<std::uint64_t>() <= static_cast<std::uint64_t>(Limits::max());
    if (fits) value = found.get<std::int64_t>();
    return fits;
  }
  bool take_value(const Json& found, std::uint64_t& value) const {
    if (!found.is_number_unsigned()) return false;
    value = found.get<std::uint64_t>();
    return true;
  }
  bool take_value(const Json& found, std::string& value) const {
    if (!found.is_string()) return false;
    value = found.get<std::string>();
    return true;
  }
  bool take_value(const Json& found, std::vector<std::string>& value) const {
    const bool texts = found.is_array() &&
                       std::ranges::all_of(found, [](const Json& one) { return one.is_string(); });
    if (texts) value = found.get<std::vector<std::string>>();
    return texts;
  }
  bool take_value(const Json& found, Text& value) const {
    if (found.is_null()) return true;
    if (!found.is_string()) return false;
    value = names_.intern(found.get_ref<const std::string&>());
    return true;
  }
  template <class Name>
  bool take_value(const Json& found, NameOf<Name>& value) const {
    Text text;
    const bool fits = take_value(found, text);
    value = NameOf<Name>{text};
    return fits;
  }
  bool take_value(const Json& found, Duration& value) const {
    if (!found.is_string()) return false;
    const auto duration = parse_signed_duration(found.get_ref<const std::string&>());
    if (duration) value = *duration;
    return duration.has_value();
  }
  template <class Clock>
  bool take_value(const Json& found, std::chrono::time_point<Clock, Duration>& value) const {
    if (!found.is_string()) return false;
    const auto seconds = parse_seconds(found.get_ref<const std::string&>());
    if (seconds) value = std::chrono::time_point<Clock, Duration>{*seconds};
    return seconds.has_value();
  }
  bool take_value(const Json& found, WallTime& value) const {
    if (!found.is_string()) return false;
    const auto time = parse_wall(found.get_ref<const std::string&>());
    if (time) value = *time;
    return time.has_value();
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  bool take_value(const Json& found, Enum& value) const {
    if (!found.is_string()) return false;
    for (std::size_t member = 0; member < kMembers<Enum>; ++member) {
      value = static_cast<Enum>(member);
      if (word_of(value) == found.get_ref<const std::string&>()) return true;
    }
    return false;
  }

  static std::string wanted(bool) { return "true or false"; }
  static std::string wanted(std::int64_t) { return "a whole number"; }
  static std::string wanted(std::uint64_t) { return "a whole number from 0"; }
  static std::string wanted(const std::string&) { return "a text"; }
  static std::string wanted(const std::vector<std::string>&) { return "a list of texts"; }
  static std::string wanted(Text) { return "a text or null"; }
  template <class Name>
  static std::string wanted(NameOf<Name>) {
    return "a name or null";
  }
  static std::string wanted(Duration) { return "a duration such as \"15s\""; }
  template <class Clock>
  static std::string wanted(std::chrono::time_point<Clock, Duration>) {
    return "seconds with nine digits such as \"33.412000000\"";
  }
  static std::string wanted(WallTime) {
    return "a time such as \"2026-01-01T00:00:00.000000000Z\"";
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  static std::string wanted(Enum) {
    static_assert(kMembers<Enum> > 0, "the reader knows every closed set");
    std::string words = "one of";
    for (std::size_t member = 0; member < kMembers<Enum>; ++member) {
      words += (member == 0 ? " \"" : ", \"");
      words += word_of(static_cast<Enum>(member));
      words += '"';
    }
    return words;
  }

  const Json& json_;
  Names& names_;
  std::string wrong_;
  std::vector<std::string_view> asked_;
};

template <std::size_t... I>
constexpr auto body_makers(std::index_sequence<I...>) {
  using Maker = FactBody (*)();
  return std::array<Maker, sizeof...(I)>{+[] { return FactBody{std::in_place_index<I>}; }...};
}
constexpr auto kMakers = body_makers(std::make_index_sequence<kFactKinds>{});

void read_fact(Line& line, Fact& fact) {
  std::string word;
  line.read("t", fact.at);
  line.read("by", fact.by);
  line.read("fact", word);
  if (!line.clean()) return;
  std::size_t kind = 0;
  while (kind < kFactKinds && word_of_fact(kind) != word) ++kind;
  if (kind == kFactKinds) return line.refuse("unknown fact \"" + word + '"');
  fact.body = kMakers[kind]();
  std::visit(
      [&]<class Body>(Body& body) {
        Body::fields(body, [&](std::string_view name, auto& value) { line.read(name, value); });
      },
      fact.body);
}

void read_head(Line& line, TraceHead& head) {
  std::string version;
  std::string kind;
  WallTime calendar;
  line.read("leasesim", version);
  line.read("kind", kind);
  if (!line.clean() || kind != "Trace") return line.refuse("the head of a trace is wanted here");
  if (version != kTraceVersion) {
    return line.refuse("this is a trace of format \"" + version + "\"; \"" +
                       std::string{kTraceVersion} + "\" is wanted");
  }
  line.read("seed", head.seed.value);
  line.read("until", head.until);
  line.read("calendar", calendar);
  line.read("overrides", head.overrides);
  line.read("scenario", head.scenario);
  head.calendar_ns = calendar.time_since_epoch().count();
}

/// Line after line, until the end or the first thing that is wrong.
class TraceReader {
 public:
  explicit TraceReader(std::string_view text) : rest_(text) {
    trace_.names = std::make_shared<Names>();
  }

  Result<Trace, TraceError> read() {
    while (wrong_.empty() && !rest_.empty()) take_line();
    if (wrong_.empty() && !ended_) {
      ++number_;
      wrong_ = number_ == 1 ? "an empty file is no trace"
                            : "the trace is cut off: its last line is missing";
    }
    if (!wrong_.empty()) return Err{TraceError{number_, wrong_}};
    return std::move(trace_);
  }

 private:
  void take_line() {
    ++number_;
    const std::size_t end = rest_.find('\n');
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (ended_) {
      wrong_ = "nothing is wanted after the end";
      return;
    }
    const auto json = parsed(text);
    if (!json) return;
    Line line{*json, *trace_.names};
    if (number_ == 1) {
      read_head(line, trace_.head);
    } else if (line.has("end")) {
      read_end(line);
    } else {
      Fact fact;
      read_fact(line, fact);
      digest_.take(fact);
      trace_.facts.push_back(fact);
    }
    wrong_ = line.verdict();
  }

  void read_end(Line& line) {
    SimTime end;
    std::uint64_t facts = 0;
    std::string digest;
    line.read("end", end);
    line.read("facts", facts);
    line.read("digest", digest);
    if (!line.clean()) return;
    ended_ = true;
    if (facts != trace_.facts.size()) {
      return line.refuse("the end speaks of " + std::to_string(facts) + " facts, but there are " +
                         std::to_string(trace_.facts.size()));
    }
    if (digest != text_of(digest_.digest())) {
      line.refuse("the facts were changed: their digest is " + text_of(digest_.digest()) +
                  ", not " + digest);
    }
  }

  // nlohmann keeps the last of doubled keys: they are counted while it parses.
  std::optional<Json> parsed(std::string_view text) {
    std::set<std::string> keys;
    std::string doubled;
    const auto note = [&](int, Json::parse_event_t event, Json& value) {
      if (event == Json::parse_event_t::key && !keys.insert(value.get<std::string>()).second) {
        doubled = value.get<std::string>();
      }
      return true;
    };
    Json json = Json::parse(text, note, false);
    if (json.is_discarded() || !json.is_object()) {
      wrong_ = rest_.empty() && number_ > 1 ? "the trace is cut off in the middle of a line"
                                            : "a JSON object is wanted here";
    } else if (!doubled.empty()) {
      wrong_ = "doubled field \"" + doubled + '"';
    }
    if (!wrong_.empty()) return std::nullopt;
    return json;
  }

  std::string_view rest_;
  Trace trace_;
  DigestSink digest_;
  std::size_t number_ = 0;
  std::string wrong_;
  bool ended_ = false;
};

}  // namespace

Result<Trace, TraceError> read_trace(std::string_view text) { return TraceReader{text}.read(); }

}  // namespace leasesim
