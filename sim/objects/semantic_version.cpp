#include "leasesim/objects/semantic_version.hpp"

#include <algorithm>
#include <charconv>

namespace leasesim {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  });
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  if (text.empty() || !std::ranges::all_of(text, is_digit)) return std::nullopt;
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc{}) return std::nullopt;
  return number;
}

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t dot = text.find('.');
    parts.push_back(text.substr(0, dot));
    if (dot == std::string_view::npos) return parts;
    text.remove_prefix(dot + 1);
  }
}

// Numbers come before words; words by their letters.
std::strong_ordering compare_parts(std::string_view a, std::string_view b) {
  const auto number_a = number_of(a);
  const auto number_b = number_of(b);
  if (number_a && number_b) return *number_a <=> *number_b;
  if (number_a.has_value() != number_b.has_value()) {
    return number_a ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return a <=> b;
}

}  // namespace

std::strong_ordering operator<=>(const SemanticVersion& a, const SemanticVersion& b) {
  if (a.numbers != b.numbers) return a.numbers <=> b.numbers;
  if (a.before.empty() || b.before.empty()) return a.before.empty() <=> b.before.empty();
  const std::size_t common = std::min(a.before.size(), b.before.size());
  for (std::size_t i = 0; i < common; ++i) {
    const auto order = compare_parts(a.before[i], b.before[i]);
    if (order != 0) return order;
  }
  return a.before.size() <=> b.before.size();
}

std::optional<SemanticVersion> parse_semantic_version(std::string_view text) {
  SemanticVersion version;
  if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
    if (!std::ranges::all_of(parts_of(text.substr(plus + 1)), is_word)) return std::nullopt;
    text = text.substr(0, plus);
  }
  if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
    for (const std::string_view part : parts_of(text.substr(dash + 1))) {
      const bool padded =
          part.size() > 1 && part.front() == '0' && std::ranges::all_of(part, is_digit);
      if (!is_word(part) || padded) return std::nullopt;
      version.before.emplace_back(part);
    }
    text = text.substr(0, dash);
  }
  const auto parts = parts_of(text);
  if (parts.size() != version.numbers.size()) return std::nullopt;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = number_of(parts[i]);
    if (!number) return std::nullopt;
    version.numbers[i] = *number;
  }
  return version;
}

}  // namespace leasesim
