// Go's reading of "2006-01-02T15:04:05.000000Z07:00" and of RFC 3339, with its error texts.
// upstream: golang/go:src/time/format.go
#include "leasesim/time/micro_time.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace leasesim {

namespace {

constexpr std::string_view kMicroLayout = "2006-01-02T15:04:05.000000Z07:00";
constexpr std::string_view kRfc3339Layout = "2006-01-02T15:04:05Z07:00";
constexpr std::int64_t kMillion = 1'000'000;

bool is_digit(std::string_view text, std::size_t place) {
  return place < text.size() && text[place] >= '0' && text[place] <= '9';
}

/// The width of the UTF-8 character that begins here; 0 if what begins here is none.
std::size_t character_width(std::string_view text) {
  const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(text[place]); };
  const unsigned char lead = byte(0);
  const std::size_t width = lead < 0x80   ? 1
                            : lead < 0xc2 ? 0
                            : lead < 0xe0 ? 2
                            : lead < 0xf0 ? 3
                            : lead < 0xf5 ? 4
                                          : 0;
  if (width == 0 || width > text.size()) return 0;
  for (std::size_t i = 1; i < width; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
  const bool beyond = (lead == 0xed && byte(1) > 0x9f) || (lead == 0xf4 && byte(1) > 0x8f);
  return overlong || beyond ? 0 : width;
}

/// In quotation marks, with every byte that is not printable ASCII as \x and two digits.
std::string quoted(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t width = std::max<std::size_t>(1, character_width(text));
    for (const char character : text.substr(0, width)) {
      const auto byte = static_cast<unsigned char>(character);
      if (byte >= 0x80 || byte < ' ') {
        out += "\\x";
        out += kHex[byte >> 4];
        out += kHex[byte & 15];
        continue;
      }
      if (character == '"' || character == '\\') out += '\\';
      out += character;
    }
    text.remove_prefix(width);
  }
  return out + '"';
}

/// Walks once through a timestamp. The first thing that is wrong is kept as Go's error text.
class Reader {
 public:
  Reader(std::string_view text, std::string_view layout)
      : all_(text), rest_(text), layout_(layout) {}

  Result<MicroTime, std::string> read() {
    date();
    time_of_day();
    layout_ == kMicroLayout ? six_digits() : any_digits();
    zone();
    if (good() && !rest_.empty()) fail(": extra text: " + quoted(rest_));
    if (good()) check_day();
    if (!good()) return Err{std::move(error_)};
    return instant();
  }

 private:
  bool good() const { return error_.empty(); }
  void fail(const std::string& message) { error_ = "parsing time " + quoted(all_) + message; }
  void cannot_parse(std::string_view found, std::string_view element) {
    fail(" as " + quoted(layout_) + ": cannot parse " + quoted(found) + " as " + quoted(element));
  }

  void date() {
    if (rest_.size() < 4 ||
        !std::ranges::all_of(rest_.substr(0, 4), [](char c) { return c >= '0' && c <= '9'; })) {
      return cannot_parse(rest_, "2006");
    }
    for (int i = 0; i < 4; ++i) year_ = year_ * 10 + (rest_[static_cast<std::size_t>(i)] - '0');
    rest_.remove_prefix(4);
    literal('-');
    two_digits("01", month_);
    if (good() && (month_ < 1 || month_ > 12)) fail(": month out of range");
    literal('-');
    two_digits("02", day_);
    literal('T');
  }

  void time_of_day() {
    hour();
    literal(':');
    two_digits("04", minute_);
    if (good() && minute_ > 59) fail(": minute out of range");
    literal(':');
    two_digits("05", second_);
    if (good() && second_ > 59) fail(": second out of range");
  }

  void literal(char wanted) {
    if (!good()) return;
    if (!rest_.starts_with(wanted)) return cannot_parse(rest_, {&wanted, 1});
    rest_.remove_prefix(1);
  }

  void two_digits(std::string_view element, int& value) {
    if (!good()) return;
    if (!is_digit(rest_, 0) || !is_digit(rest_, 1)) return cannot_parse(rest_, element);
    value = (rest_[0] - '0') * 10 + (rest_[1] - '0');
    rest_.remove_prefix(2);
  }

  /// Go takes an hour of one digit too.
  void hour() {
    if (!good()) return;
    if (is_digit(rest_, 1)) {
      two_digits("15", hour_);
    } else {
      if (!is_digit(rest_, 0)) return cannot_parse(rest_, "15");
      hour_ = rest_[0] - '0';
      rest_.remove_prefix(1);
    }
    if (good() && hour_ > 23) fail(": hour out of range");
  }

  /// A point or comma and exactly six digits. Go reads the digits as a signed number, so a plus
  /// sign may stand for the first of them.
  void six_digits() {
    if (!good()) return;
    const std::string_view found = rest_.substr(0, 7);
    if (found.size() < 7 || (found[0] != '.' && found[0] != ',')) {
      return cannot_parse(rest_, ".000000");
    }
    const bool has_sign = found[1] == '+' || found[1] == '-';
    for (std::size_t i = has_sign ? 2 : 1; i < 7; ++i) {
      if (!is_digit(found, i)) return cannot_parse(rest_, ".000000");
      micros_ = micros_ * 10 + (found[i] - '0');
    }
    rest_.remove_prefix(7);
    if (found[1] == '-' && micros_ != 0) fail(": fractional second out of range");
  }

  /// A fraction of any length, or none; what is finer than a microsecond is cut off.
  void any_digits() {
    if (!good() || rest_.empty() || (rest_[0] != '.' && rest_[0] != ',') || !is_digit(rest_, 1)) {
      return;
    }
    std::size_t length = 1;
    int unit = 100'000;
    for (; is_digit(rest_, length); ++length) {
      micros_ += (rest_[length] - '0') * unit;
      unit /= 10;
    }
    rest_.remove_prefix(length);
  }

  void zone() {
    if (!good()) return;
    if (rest_.starts_with('Z')) return rest_.remove_prefix(1);
    if (rest_.size() < 6 || rest_[3] != ':') return cannot_parse(rest_, "Z07:00");

    const auto pair = [&](std::size_t place) {
      const bool digits = is_digit(rest_, place) && is_digit(rest_, place + 1);
      return digits ? (rest_[place] - '0') * 10 + (rest_[place + 1] - '0') : -1;
    };
    const int hours = pair(1);
    const int minutes = hours < 0 ? -1 : pair(4);
    // Go complains of the range before the sign, of minutes before hours; 24 hours or 60 minutes
    // are in range.
    if (minutes > 60) return fail(": time zone offset minute out of range");
    if (hours > 24) return fail(": time zone offset hour out of range");
    const bool has_sign = rest_[0] == '+' || rest_[0] == '-';
    if (hours < 0 || minutes < 0 || !has_sign) return cannot_parse(rest_, "Z07:00");
    offset_ = (hours * 60 + minutes) * 60 * (rest_[0] == '-' ? -1 : 1);
    rest_.remove_prefix(6);
  }

  std::chrono::year_month_day calendar_day() const {
    return {std::chrono::year{year_}, std::chrono::month{static_cast<unsigned>(month_)},
            std::chrono::day{static_cast<unsigned>(day_)}};
  }
  void check_day() {
    if (!calendar_day().ok()) fail(": day out of range");
  }

  MicroTime instant() const {
    const auto days = std::chrono::sys_days{calendar_day()}.time_since_epoch().count();
    const std::int64_t seconds =
        std::int64_t{days} * 86'400 + hour_ * 3'600 + minute_ * 60 + second_ - offset_;
    return {seconds * kMillion + micros_};
  }

  std::string_view all_;
  std::string_view rest_;
  std::string_view layout_;
  std::string error_;
  int year_ = 0, month_ = 0, day_ = 0, hour_ = 0, minute_ = 0, second_ = 0, micros_ = 0;
  int offset_ = 0;  // seconds east of Greenwich
};

/// `value` in decimal with leading zeros to `digits`, at `place`.
void put(std::string& text, std::size_t place, std::size_t digits, std::int64_t value) {
  for (std::size_t i = digits; i-- > 0; value /= 10) {
    text[place + i] = static_cast<char>('0' + value % 10);
  }
}

/// Up to the whole second, without a zone.
std::string to_the_second(std::int64_t seconds) {
  constexpr std::int64_t kDay = 86'400;
  const std::int64_t days = (seconds - (seconds % kDay + kDay) % kDay) / kDay;
  constexpr std::int64_t kDaysMax = 10'000'000;  // some 27,000 years, within std::chrono's calendar
  ensure(days > -kDaysMax && days < kDaysMax, "a timestamp lies within the calendar");

  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{days}}};
  const std::int64_t of_day = seconds - days * kDay;
  const int year = static_cast<int>(date.year());
  // Years outside of 0 to 9999 come only from zone offsets at the very ends; they are printed
  // longer.
  std::string text = "0000-00-00T00:00:00";
  put(text, 0, 4, (year < 0 ? -year : year) % 10'000);
  put(text, 5, 2, static_cast<unsigned>(date.month()));
  put(text, 8, 2, static_cast<unsigned>(date.day()));
  put(text, 11, 2, of_day / 3'600);
  put(text, 14, 2, of_day / 60 % 60);
  put(text, 17, 2, of_day % 60);
  if (year > 9'999) text.insert(0, std::to_string(year / 10'000));
  if (year < 0) text.insert(0, "-");
  return text;
}

/// `count` of `unit` nanoseconds, moved into the reach of a WallTime.
WallTime within_horizon(std::int64_t count, std::int64_t unit) {
  const auto wide = static_cast<__int128>(count) * unit;
  const auto low = static_cast<__int128>(kWallDawn.time_since_epoch().count());
  const auto high = static_cast<__int128>(kWallHorizon.time_since_epoch().count());
  return WallTime{Duration{static_cast<std::int64_t>(std::clamp(wide, low, high))}};
}

}  // namespace

WallTime wall_time(MicroTime time) { return within_horizon(time.microseconds, 1'000); }
WallTime wall_time(KubeTime time) { return within_horizon(time.seconds, 1'000'000'000); }

std::string micro_time_text(MicroTime time) {
  const std::int64_t seconds = seconds_of(time).seconds;
  std::string fraction = ".000000Z";
  put(fraction, 1, 6, time.microseconds - seconds * kMillion);
  return to_the_second(seconds) + fraction;
}

std::string kube_time_text(KubeTime time) { return to_the_second(time.seconds) + 'Z'; }

Result<MicroTime, std::string> parse_micro_time(std::string_view text) {
  return Reader{text, kMicroLayout}.read();
}

Result<KubeTime, std::string> parse_kube_time(std::string_view text) {
  const auto read = Reader{text, kRfc3339Layout}.read();
  if (!read) return Err{read.error()};
  return seconds_of(*read);
}

}  // namespace leasesim
