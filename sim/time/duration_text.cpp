#include "leasesim/time/duration_text.hpp"

#include <array>
#include <limits>
#include <optional>

namespace leasesim {

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

bool is_digit(char character) { return character >= '0' && character <= '9'; }

std::string quoted(std::string_view text) { return '"' + std::string{text} + '"'; }

Err<std::string> refuse(std::string_view wanted, std::string_view found,
                        std::string_view hint = {}) {
  std::string message = "expected " + std::string{wanted} + ", found " + quoted(found);
  if (!hint.empty()) message += "; " + std::string{hint};
  return Err{std::move(message)};
}

/// Digits at the head of `text` with at most one point among them, taken off it.
std::string_view take_number(std::string_view& text) {
  std::size_t length = 0;
  bool point = false;
  while (length < text.size() && (is_digit(text[length]) || (text[length] == '.' && !point))) {
    point = point || text[length] == '.';
    ++length;
  }
  const std::string_view number = text.substr(0, length);
  text.remove_prefix(length);
  return number;
}

enum class Inexact : std::uint8_t { too_fine, too_great, no_number };

/// The number times `unit`, exactly.
Result<std::int64_t, Inexact> scaled(std::string_view number, std::int64_t unit) {
  const std::size_t point = number.find('.');
  const std::string_view whole = number.substr(0, point);
  std::string_view fraction = point == std::string_view::npos ? "" : number.substr(point + 1);
  if (whole.empty() || (point != std::string_view::npos && fraction.empty())) {
    return Err{Inexact::no_number};
  }

  __int128 total = 0;
  for (const char digit : whole) {
    total = total * 10 + (digit - '0');
    if (total > kMost) return Err{Inexact::too_great};
  }
  total *= unit;

  while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
  if (fraction.size() > 18) return Err{Inexact::too_fine};  // an hour has 13 factors of 2
  __int128 parts = 0;
  __int128 of = 1;
  for (const char digit : fraction) {
    parts = parts * 10 + (digit - '0');
    of *= 10;
  }
  if (parts * unit % of != 0) return Err{Inexact::too_fine};
  total += parts * unit / of;
  if (total > kMost) return Err{Inexact::too_great};
  return static_cast<std::int64_t>(total);
}

struct Unit {
  std::string_view name;
  std::int64_t nanoseconds;
};
constexpr std::array kUnits{
    Unit{"h", 3'600'000'000'000}, Unit{"m", 60'000'000'000}, Unit{"s", 1'000'000'000},
    Unit{"ms", 1'000'000},        Unit{"us", 1'000},         Unit{"ns", 1}};

/// Letters (and the bytes of a Greek mu) at the head of `text`, taken off it.
std::string_view take_unit(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && !is_digit(text[length]) && text[length] != '.') ++length;
  const std::string_view unit = text.substr(0, length);
  text.remove_prefix(length);
  return unit;
}

/// The place of a unit in kUnits.
std::optional<std::size_t> find_unit(std::string_view name) {
  if (name == "\u00b5s" || name == "\u03bcs") name = "us";
  for (std::size_t i = 0; i < kUnits.size(); ++i) {
    if (kUnits[i].name == name) return i;
  }
  return std::nullopt;
}

std::string hint_for_unit(std::string_view number, std::string_view unit, bool first) {
  const std::string count{number};
  if (unit.empty() && !first) return "every number needs a unit";
  if (unit.empty())
    return "did you mean " + quoted(count + "ms") + " or " + quoted(count + "s") + "?";
  if (unit == "d" || unit == "day" || unit == "days")
    return "days are written in hours: 1d is \"24h\"";
  if (unit.starts_with("mi")) return "did you mean " + quoted(count + "m") + "?";
  if (unit.starts_with("se")) return "did you mean " + quoted(count + "s") + "?";
  if (unit.starts_with("ho") || unit.starts_with("hr")) {
    return "did you mean " + quoted(count + "h") + "?";
  }
  return "the units are h, m, s, ms, us and ns";
}

constexpr std::string_view kDurationWanted = "a duration such as \"15s\" or \"1h30m\"";

/// What a duration without a sign says; `found` is the whole text, for messages.
Result<Duration, std::string> read_duration(std::string_view text, std::string_view found) {
  if (text == "0") return Duration{};
  if (text.empty()) return refuse(kDurationWanted, found);

  std::int64_t total = 0;
  std::size_t next_unit = 0;
  while (!text.empty()) {
    const std::string_view number = take_number(text);
    const std::string_view unit_name = take_unit(text);
    const bool negative = number.empty() && (unit_name.front() == '-' || unit_name.front() == '+');
    if (negative) return refuse(kDurationWanted, found, "a sign has no meaning here");
    if (number.empty()) return refuse(kDurationWanted, found);

    const auto unit = find_unit(unit_name);
    if (!unit)
      return refuse(kDurationWanted, found, hint_for_unit(number, unit_name, next_unit == 0));
    if (*unit < next_unit) {
      return refuse(kDurationWanted, found, "each unit comes once, the largest first");
    }
    next_unit = *unit + 1;

    const auto part = scaled(number, kUnits[*unit].nanoseconds);
    if (part && *part <= kMost - total) {
      total += *part;
      continue;
    }
    const Inexact why = part ? Inexact::too_great : part.error();
    if (why == Inexact::no_number) return refuse(kDurationWanted, found);
    return refuse(kDurationWanted, found,
                  why == Inexact::too_fine ? "it is finer than a nanosecond"
                                           : "that is longer than 292 years");
  }
  return Duration{total};
}

/// A whole number without a sign.
std::optional<std::int64_t> whole_number(std::string_view text) {
  if (text.empty() || text.find('.') != std::string_view::npos) return std::nullopt;
  std::string_view rest = text;
  const std::string_view digits = take_number(rest);
  if (!rest.empty()) return std::nullopt;
  const auto value = scaled(digits, 1);
  return value ? std::optional{*value} : std::nullopt;
}

/// `count` of a unit that is worth `unit`, as the shortest decimal: "1.5".
std::string decimal(std::uint64_t count, std::uint64_t unit) {
  std::string text = std::to_string(count / unit);
  std::uint64_t rest = count % unit;
  if (rest == 0) return text;
  text += '.';
  while (rest != 0) {
    rest *= 10;
    text += static_cast<char>('0' + rest / unit);
    rest %= unit;
  }
  return text;
}

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

}  // namespace

Result<Duration, std::string> parse_duration(std::string_view text) {
  return read_duration(text, text);
}

Result<Duration, std::string> parse_signed_duration(std::string_view text) {
  const bool negative = text.starts_with('-');
  const bool has_sign = negative || text.starts_with('+');
  auto read = read_duration(has_sign ? text.substr(1) : text, text);
  if (read && negative) return -*read;
  return read;
}

Result<DurationRange, std::string> parse_duration_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    auto point = read_duration(text, text);
    if (!point) return Err{point.error()};
    return DurationRange{*point, *point};
  }

  const auto low = parse_duration(text.substr(0, dots));
  const auto high = parse_duration(text.substr(dots + 2));
  if (!low || !high) {
    return refuse("a range such as \"1ms..5ms\"", text, "in it " + (low ? high : low).error());
  }
  if (*low > *high) {
    return refuse("a range such as \"1ms..5ms\"", text, "its low end comes first");
  }
  return DurationRange{*low, *high};
}

Result<PartsPerMillion, std::string> parse_rate(std::string_view text) {
  constexpr std::string_view kWanted = "a rate such as \"+200ppm\" or \"-0.5ppm\"";
  const bool negative = text.starts_with('-');
  std::string_view rest = text;
  if (negative || text.starts_with('+')) rest.remove_prefix(1);

  const std::string_view number = take_number(rest);
  if (number.empty()) return refuse(kWanted, text);
  if (rest.empty())
    return refuse(kWanted, text, "did you mean " + quoted(std::string{text} + "ppm") + "?");
  if (rest == "%") return refuse(kWanted, text, "1% is \"10000ppm\"");
  if (rest != "ppm" && rest != "ppb") return refuse(kWanted, text, "the units are ppm and ppb");

  const auto thousandths = scaled(number, rest == "ppm" ? 1000 : 1);
  if (!thousandths) {
    return refuse(kWanted, text,
                  thousandths.error() == Inexact::too_fine ? "it is finer than 0.001ppm" : "");
  }
  return PartsPerMillion{negative ? -*thousandths : *thousandths};
}

Result<Ratio, std::string> parse_ratio(std::string_view text) {
  constexpr std::string_view kWanted = "a ratio such as \"1/20\"";
  const std::size_t slash = text.find('/');
  const auto numerator = whole_number(text.substr(0, slash));
  const auto denominator = slash == std::string_view::npos ? std::optional{std::int64_t{1}}
                                                           : whole_number(text.substr(slash + 1));
  if (numerator && denominator && *denominator > 0) return Ratio{*numerator, *denominator};
  if (denominator && *denominator == 0) return refuse(kWanted, text, "nothing is divided by 0");

  // People write 0.05 or 5%: show the same as a ratio.
  std::string_view rest = text;
  const std::string_view number = take_number(rest);
  const auto millionths = scaled(number, 1'000'000);
  if (!millionths || (rest != "" && rest != "%")) return refuse(kWanted, text);
  std::int64_t top = *millionths;
  std::int64_t bottom = rest == "%" ? 100'000'000 : 1'000'000;
  for (const std::int64_t prime : {2, 5}) {
    for (; top % prime == 0 && bottom % prime == 0; top /= prime) bottom /= prime;
  }
  return refuse(kWanted, text, "did you mean " + quoted(ratio_text({top, bottom})) + "?");
}

Result<Ratio, std::string> parse_chance(std::string_view text) {
  auto ratio = parse_ratio(text);
  if (ratio && ratio->numerator > ratio->denominator) {
    return refuse("a chance from 0 to 1 such as \"1/20\"", text);
  }
  return ratio;
}

std::string duration_text(Duration duration) {
  std::string text = duration < Duration{} ? "-" : "";
  std::uint64_t rest = magnitude(duration.count());
  if (rest == 0) return "0s";
  if (rest < 1'000) return text + decimal(rest, 1) + "ns";
  if (rest < 1'000'000) return text + decimal(rest, 1'000) + "us";
  if (rest < 1'000'000'000) return text + decimal(rest, 1'000'000) + "ms";

  for (const Unit& unit : {kUnits[0], kUnits[1]}) {
    const auto size = static_cast<std::uint64_t>(unit.nanoseconds);
    if (rest >= size) text += std::to_string(rest / size) + std::string{unit.name};
    rest %= size;
  }
  if (rest != 0) text += decimal(rest, 1'000'000'000) + "s";
  return text;
}

std::string range_text(DurationRange range) {
  if (range.low == range.high) return duration_text(range.low);
  return duration_text(range.low) + ".." + duration_text(range.high);
}

std::string rate_text(PartsPerMillion rate) {
  if (rate.thousandths == 0) return "0ppm";
  return (rate.thousandths < 0 ? "-" : "+") + decimal(magnitude(rate.thousandths), 1000) + "ppm";
}

std::string ratio_text(Ratio ratio) {
  return std::to_string(ratio.numerator) + "/" + std::to_string(ratio.denominator);
}

std::string seconds_text(Duration duration, int decimals, int width) {
  ensure(decimals >= 0 && decimals <= 9, "a nanosecond is the ninth decimal of a second");
  constexpr std::uint64_t kBillion = 1'000'000'000;
  const std::uint64_t size = magnitude(duration.count());

  std::string fraction = std::to_string(kBillion + size % kBillion);  // nine digits behind a 1
  fraction[0] = '.';
  fraction.resize(decimals == 0 ? 0 : static_cast<std::size_t>(decimals) + 1);
  std::string text = std::to_string(size / kBillion) + fraction;
  const bool shows_sign =
      duration < Duration{} && text.find_first_not_of("0.") != std::string::npos;
  if (shows_sign) text.insert(text.begin(), '-');

  const auto wanted = static_cast<std::size_t>(width < 0 ? 0 : width);
  if (text.size() < wanted) text.insert(0, wanted - text.size(), ' ');
  return text;
}

}  // namespace leasesim
