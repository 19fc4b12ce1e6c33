#include "check/words.hpp"

#include <algorithm>

#include "check/field_values.hpp"

namespace leasesim {
namespace {

std::string padded(std::int64_t number, std::size_t width) {
  std::string digits = std::to_string(number);
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return digits;
}

// A value of a document as a reader would type it.
std::string plain(const Tree& node) {
  return node.is(Tree::Kind::text) ? node.as_text() : json_line(node);
}

}  // namespace

std::string seconds(Duration duration) {
  const bool negative = duration < Duration::zero();
  const Duration size = negative ? -duration : duration;
  const std::size_t places = size != Duration::zero() && size < 1ms ? 6 : 3;
  const Duration unit = places == 6 ? Duration{1us} : Duration{1ms};
  std::string fraction = padded(size % 1s / unit, places);
  while (fraction.size() > 1 && fraction.back() == '0') fraction.pop_back();
  return (negative ? "-" : "") + std::to_string(size / 1s) + "." + fraction + " s";
}

Evidence evidence_of(const Fact& fact) {
  Evidence evidence{
      .at = fact.at, .by = fact.by.str(), .fact = std::string{word_of(fact.body)}, .text = {}};
  for_each_field(fact.body, [&](std::string_view name, const FieldValue& value) {
    if (!evidence.text.empty()) evidence.text += ' ';
    evidence.text += std::string{name} + '=' + plain(value.node);
  });
  return evidence;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t at = 0; at < names.size(); ++at) {
    if (at > 0) text += at + 1 == names.size() ? " and " : ", ";
    text += names[at];
  }
  return text;
}

}  // namespace leasesim
