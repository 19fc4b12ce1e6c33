#include "leasesim/scenario/when.hpp"

#include <charconv>

namespace leasesim {
namespace {

constexpr std::string_view kWanted =
    "a time (20s), a range (100s..102s) or an anchor (3rd renewal by elector-a)";

// Takes a word from the front, up to the next blank.
std::string_view take_word(std::string_view& text) {
  const auto end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

// "3rd": the number, if one of the four endings follows it.
std::optional<std::int64_t> ordinal_of(std::string_view word) {
  std::int64_t number = 0;
  const char* end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  const std::string_view ending{read.ptr, static_cast<std::size_t>(end - read.ptr)};
  const bool ends_well = ending == "st" || ending == "nd" || ending == "rd" || ending == "th";
  if (read.ec != std::errc{} || !ends_well || number < 1) return std::nullopt;
  return number;
}

std::string ordinal_text(std::int64_t number) {
  const auto tens = number % 100;
  const bool teen = tens >= 11 && tens <= 13;
  const std::string_view ending = teen               ? "th"
                                  : number % 10 == 1 ? "st"
                                  : number % 10 == 2 ? "nd"
                                  : number % 10 == 3 ? "rd"
                                                     : "th";
  return std::to_string(number) + std::string{ending};
}

// Whether the text is an anchor at all: its " by " or its ordinal says so.
bool looks_anchored(std::string_view text) { return text.find(' ') != std::string_view::npos; }

void read_anchor(const Tree& node, std::string_view text, When& value, const Spot& spot) {
  Anchor anchor;
  if (const auto after = text.find(" after "); after != std::string_view::npos) {
    const auto offset = parse_duration(text.substr(0, after));
    if (!offset) return spot.refuse(node, offset.error());
    anchor.after = *offset;
    text.remove_prefix(after + 7);
    if (text.substr(0, 4) == "the ") text.remove_prefix(4);
  }
  const auto ordinal = ordinal_of(take_word(text));
  const auto by = text.rfind(" by ");
  if (!ordinal || by == std::string_view::npos) return spot.want(node, kWanted);
  anchor.ordinal = *ordinal;

  const Tree event = Tree::text(std::string{text.substr(0, by)}, node.place());
  const auto index = read_word(event, all_words<AnchorEvent>(), spot);
  if (!index) return;
  anchor.event = words(AnchorEvent{})[*index].value;
  anchor.by = text.substr(by + 4);
  spot.reading.refer({Role::process, anchor.by, node.place(), spot.path});
  value = std::move(anchor);
}

}  // namespace

void Spelling<When>::read(const Tree& node, When& value, const Spot& spot) {
  if (node.is(Tree::Kind::text) && looks_anchored(node.as_text())) {
    return read_anchor(node, node.as_text(), value, spot);
  }
  DurationRange range{};
  Spelling<DurationRange>::read(node, range, spot);
  value = range;
}

Tree Spelling<When>::write(const When& value) {
  if (const auto* range = std::get_if<DurationRange>(&value)) {
    return Spelling<DurationRange>::write(*range);
  }
  const Anchor& anchor = std::get<Anchor>(value);
  std::string text;
  if (anchor.after != Duration{}) text = duration_text(anchor.after) + " after the ";
  text += ordinal_text(anchor.ordinal) + ' ' + std::string{spelt(anchor.event)} + " by ";
  return Tree::text(text + anchor.by);
}

Shape Spelling<When>::shape() {
  return text_shape("a time (20s), a range (100s..102s) or an anchor (3rd renewal by elector-a)");
}

}  // namespace leasesim
