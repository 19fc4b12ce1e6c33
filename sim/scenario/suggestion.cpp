#include "leasesim/scenario/suggestion.hpp"

#include <algorithm>

namespace leasesim {
namespace {

// Longer words are no slips of the finger, and the table grows with the square of their length.
constexpr std::size_t kWordMax = 64;

std::string folded(std::string_view word) {
  std::string out{word};
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_' || c == ' ') c = '-';
  }
  return out;
}

// Edits from one word to the other: insert, drop, change, or swap two neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, changed});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string_view>& words) {
  if (word.empty() || word.size() > kWordMax) return {};
  const std::string wanted = folded(word);
  std::string_view nearest;
  std::size_t least = kWordMax;
  for (const std::string_view candidate : words) {
    if (candidate.size() > kWordMax) continue;
    const std::size_t edits = distance(wanted, folded(candidate));
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (edits < least && edits <= std::max<std::size_t>(1, longer / 3) && edits < longer) {
      least = edits;
      nearest = candidate;
    }
  }
  return std::string{nearest};
}

std::string one_of(const std::vector<std::string_view>& words, std::size_t most) {
  std::string out;
  const std::size_t shown = std::min(words.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += '"' + std::string{words[i]} + '"';
  }
  if (words.size() > shown) out += " or " + std::to_string(words.size() - shown) + " more";
  return out;
}

}  // namespace leasesim
