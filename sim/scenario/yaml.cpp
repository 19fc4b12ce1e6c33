// YAML by yaml-cpp's events, under a strict profile: what one reader takes for a number and another
// for a text, or what a reader would drop silently, is refused.

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <sstream>

#include "scenario/source.hpp"
#include "scenario/tree_builder.hpp"

namespace leasesim {
namespace {

// Leaves yaml-cpp from within an event: the reason is already among the findings.
struct Stop {};

constexpr std::string_view kDigits = "0123456789";

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  for (const std::string_view candidate : words) {
    if (word == candidate) return true;
  }
  return false;
}

bool is_true(std::string_view word) { return is_one_of(word, {"true", "True", "TRUE"}); }
bool is_false(std::string_view word) { return is_one_of(word, {"false", "False", "FALSE"}); }

// YAML 1.1 takes these for booleans, YAML 1.2 for texts.
bool is_doubtful(std::string_view word) {
  return is_one_of(word, {"y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No",
                          "NO", "off", "Off", "OFF"});
}

std::string_view without_sign(std::string_view word) {
  if (!word.empty() && (word.front() == '-' || word.front() == '+')) word.remove_prefix(1);
  return word;
}

bool all_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of(kDigits) == std::string_view::npos;
}

// A number with a fraction or an exponent in JSON's spelling; empty if the word is none.
std::string decimal(std::string_view word) {
  const bool negative = !word.empty() && word.front() == '-';
  std::string_view rest = without_sign(word);
  const auto exponent_at = rest.find_first_of("eE");
  std::string exponent;
  if (exponent_at != std::string_view::npos) {
    if (!all_digits(without_sign(rest.substr(exponent_at + 1)))) return {};
    exponent = rest.substr(exponent_at);
    rest = rest.substr(0, exponent_at);
  }
  const auto point = rest.find('.');
  const std::string_view whole = rest.substr(0, point);
  const std::string_view part =
      point == std::string_view::npos ? std::string_view{} : rest.substr(point + 1);
  if (!whole.empty() && !all_digits(whole)) return {};
  if (!part.empty() && !all_digits(part)) return {};
  if (whole.empty() && part.empty()) return {};
  if (point == std::string_view::npos && exponent.empty()) return {};
  const auto first = whole.find_first_not_of('0');
  const std::string_view significant = first == std::string_view::npos ? "0" : whole.substr(first);
  std::string out{negative ? "-" : ""};
  out += significant;
  if (!part.empty()) out += '.' + std::string{part};
  return out + exponent;
}

// Whether the quoted text that begins at `at` is closed before the end of the file.
bool is_closed(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      const bool doubled = quote == '\'' && i + 1 < text.size() && text[i + 1] == quote;
      if (!doubled) return true;
      ++i;
    }
  }
  return false;
}

class Handler final : public YAML::EventHandler {
 public:
  Handler(const Source& source, Reading& reading, TreeBuilder& builder)
      : source_(source), reading_(reading), builder_(builder) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      reading_.refuse(place(mark), "", "a second document begins here; a file holds one");
      throw Stop{};
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (builder_.wants_key()) need(builder_.refuse(place(mark), "a key must be a text"));
    Tree node;
    node.put_at(place(mark));
    need(builder_.scalar(std::move(node), anchor));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (builder_.wants_key()) need(builder_.refuse(place(mark), "a key must be a text"));
    need(builder_.alias(anchor, place(mark)));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (tag == "!") last_quoted_ = mark;
    if (builder_.wants_key()) return take_key(mark, tag, value);
    if (tag == "!" || tag == "tag:yaml.org,2002:str") {
      return need(builder_.scalar(Tree::text(value, place(mark)), anchor));
    }
    need_no_tag(mark, tag);
    need(builder_.scalar(plain(value, place(mark)), anchor));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    need_no_tag(mark, tag);
    need(builder_.begin_list(place(mark), anchor));
  }
  void OnSequenceEnd() override { need(builder_.end()); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    need_no_tag(mark, tag);
    need(builder_.begin_map(place(mark), anchor));
  }
  void OnMapEnd() override { need(builder_.end()); }

  // yaml-cpp lets the end of the file close a quoted text. Only the last one can be open.
  void check_last_quote() {
    if (last_quoted_.is_null()) return;
    const std::string_view text = source_.text();
    const std::size_t at = source_.offset_of(static_cast<std::size_t>(last_quoted_.line),
                                             static_cast<std::size_t>(last_quoted_.column));
    const bool quoted = at < text.size() && (text[at] == '"' || text[at] == '\'');
    if (quoted && !is_closed(text, at)) {
      reading_.refuse(place(last_quoted_), "", "a quoted text that is never closed");
    }
  }

  Place place(const YAML::Mark& mark) const {
    if (mark.line < 0 || mark.column < 0) return {1, 1};
    return source_.place_in_line(static_cast<std::size_t>(mark.line),
                                 static_cast<std::size_t>(mark.column));
  }

 private:
  static void need(bool went_well) {
    if (!went_well) throw Stop{};
  }

  void need_no_tag(const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!") {
      need(builder_.refuse(place(mark), "tags such as \"" + tag + "\" are not supported"));
    }
  }

  void take_key(const YAML::Mark& mark, const std::string& tag, const std::string& value) {
    if (tag == "?" && value == "<<") {
      need(builder_.refuse(place(mark), "merge keys are not supported; write the keys out"));
    }
    need(builder_.key(value, place(mark)));
  }

  Tree plain(const std::string& word, Place at) {
    if (is_true(word) || is_false(word)) return Tree::boolean(is_true(word), at);
    if (is_doubtful(word)) {
      builder_.refuse(at, word +
                              " is a boolean to some YAML readers and a text to others; write \"" +
                              word + "\", true or false");
      return Tree::text(word, at);
    }
    const std::string_view digits = without_sign(word);
    if (all_digits(digits)) return whole_number(word, at);
    if (std::string number = decimal(word); !number.empty()) {
      return Tree::number(std::move(number), at);
    }
    return Tree::text(word, at);
  }

  Tree whole_number(const std::string& word, Place at) {
    const std::string_view digits = without_sign(word);
    if (digits.size() > 1 && digits.front() == '0') {
      builder_.refuse(at, word + " is octal to some YAML readers and decimal to others; write \"" +
                              word + "\", or no leading zero");
    }
    const std::string_view from = word.front() == '+' ? digits : std::string_view{word};
    std::int64_t value = 0;
    const auto end = from.data() + from.size();
    const auto read = std::from_chars(from.data(), end, value);
    if (read.ec == std::errc{} && read.ptr == end) return Tree::integer(value, at);
    return Tree::number(std::string{from}, at);
  }

  const Source& source_;
  Reading& reading_;
  TreeBuilder& builder_;
  YAML::Mark last_quoted_ = YAML::Mark::null_mark();
  int documents_ = 0;
};

// yaml-cpp's words for what happens most, put so that they help.
std::string in_plain_words(const std::string& message) {
  if (message == YAML::ErrorMsg::MAP_VALUE) {
    return "a \": \" where no key can stand; quote a text that contains one";
  }
  if (message == YAML::ErrorMsg::END_OF_MAP_FLOW) return "a { that is never closed";
  if (message == YAML::ErrorMsg::END_OF_SEQ_FLOW) return "a [ that is never closed";
  if (message == YAML::ErrorMsg::UNKNOWN_ANCHOR) return "an alias whose anchor is not defined";
  return message;
}

// A tab among the blanks that indent a line: the reason behind many a puzzling message.
bool indented_by_tab(std::string_view line) {
  const auto end = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(0, end).find('\t') != std::string_view::npos;
}

void complain(const YAML::Exception& error, const Source& source, const Handler& handler,
              Reading& reading) {
  const auto line = static_cast<std::size_t>(std::max(error.mark.line, 0));
  if (indented_by_tab(source.line(line))) {
    const std::size_t tab = source.line(line).find('\t');
    reading.refuse(source.place_in_line(line, tab), "",
                   "a tab indents this line; YAML wants spaces");
    return;
  }
  reading.refuse(handler.place(error.mark), "", "not valid YAML: " + in_plain_words(error.msg));
}

}  // namespace

Tree parse_yaml(std::string_view text, Reading& reading) {
  const Source source{text};
  TreeBuilder builder{reading};
  Handler handler{source, reading, builder};
  try {
    std::istringstream stream{std::string{text}};
    YAML::Parser parser{stream};
    while (parser.HandleNextDocument(handler)) {
    }
    handler.check_last_quote();
    return builder.take_root();
  } catch (const Stop&) {
  } catch (const YAML::Exception& error) {
    complain(error, source, handler, reading);
  }
  return {};
}

}  // namespace leasesim
