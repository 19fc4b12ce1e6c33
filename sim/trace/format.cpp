// Writes a trace, line by line and by hand: no tree is built.
#include "leasesim/trace/format.hpp"

#include <charconv>
#include <ostream>

#include "leasesim/time/duration_text.hpp"
#include "leasesim/trace/fact_fields.hpp"

namespace leasesim {
namespace {

constexpr std::size_t kPiece = 1 << 16;

void add_quoted(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '"' || character == '\\') {
      out += '\\';
      out += character;
    } else if (character == '\n') {
      out += "\\n";
    } else if (byte < ' ') {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += character;
    }
  }
  out += '"';
}

template <class Integer>
void add_number(std::string& out, Integer value) {
  char digits[24];
  const auto [end, failed] = std::to_chars(digits, digits + sizeof digits, value);
  ensure(failed == std::errc{}, "24 characters hold any 64-bit number");
  out.append(digits, end);
}

void add_key(std::string& out, std::string_view name) {
  if (out.back() != '{') out += ',';
  out += '"';
  out += name;  // of our own making: nothing in it needs escaping
  out += "\":";
}

void add_value(std::string& out, std::monostate) { out += "null"; }
void add_value(std::string& out, bool value) { out += value ? "true" : "false"; }
void add_value(std::string& out, std::int64_t value) { add_number(out, value); }
void add_value(std::string& out, std::uint64_t value) { add_number(out, value); }
void add_value(std::string& out, std::string_view value) { add_quoted(out, value); }
void add_value(std::string& out, Text value) {
  value.is_set() ? add_quoted(out, value.view()) : add_value(out, std::monostate{});
}
template <class Name>
void add_value(std::string& out, NameOf<Name> value) {
  add_value(out, value.text());
}
void add_value(std::string& out, Duration value) { add_quoted(out, duration_text(value)); }
void add_value(std::string& out, SimTime value) {
  add_quoted(out, seconds_text(value.time_since_epoch(), 9, 0));
}
void add_value(std::string& out, MonoTime value) {
  add_quoted(out, seconds_text(value.time_since_epoch(), 9, 0));
}
void add_value(std::string& out, WallTime value) { add_quoted(out, wall_text(value)); }
template <class Enum>
  requires std::is_enum_v<Enum>
void add_value(std::string& out, Enum value) {
  add_quoted(out, word_of(value));
}

template <class T>
void add_field(std::string& out, std::string_view name, const T& value) {
  add_key(out, name);
  add_value(out, value);
}

void add_head(std::string& out, const TraceHead& head) {
  out += '{';
  add_field(out, "leasesim", kTraceVersion);
  add_field(out, "kind", std::string_view{"Trace"});
  add_field(out, "seed", head.seed.value);
  add_field(out, "until", head.until);
  add_field(out, "calendar", WallTime{Duration{head.calendar_ns}});
  add_key(out, "overrides");
  out += '[';
  for (const std::string& one : head.overrides) {
    if (out.back() != '[') out += ',';
    add_quoted(out, one);
  }
  out += ']';
  add_field(out, "scenario", std::string_view{head.scenario});
  out += '}';
}

void add_fact(std::string& out, const Fact& fact) {
  out += '{';
  add_field(out, "t", fact.at);
  add_field(out, "by", fact.by);
  add_field(out, "fact", word_of(fact.body));
  std::visit(
      [&]<class Body>(const Body& body) {
        Body::fields(
            body, [&](std::string_view name, const auto& value) { add_field(out, name, value); });
      },
      fact.body);
  out += '}';
}

}  // namespace

TraceWriter::TraceWriter(std::ostream& out, const TraceHead& head) : out_(out) {
  add_head(text_, head);
  text_ += '\n';
}

void TraceWriter::take(const Fact& fact) {
  digest_.take(fact);
  add_fact(text_, fact);
  text_ += '\n';
  if (text_.size() >= kPiece) hand_over();
}

void TraceWriter::finish(SimTime end) {
  text_ += '{';
  add_field(text_, "end", end);
  add_field(text_, "facts", digest_.facts());
  add_field(text_, "digest", std::string_view{text_of(digest_.digest())});
  text_ += "}\n";
  hand_over();
  out_.flush();
}

void TraceWriter::hand_over() {
  out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
  text_.clear();
}

std::string head_line(const TraceHead& head) {
  std::string line;
  add_head(line, head);
  return line;
}

std::string fact_line(const Fact& fact) {
  std::string line;
  add_fact(line, fact);
  return line;
}

}  // namespace leasesim
