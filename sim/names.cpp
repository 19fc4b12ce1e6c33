// The table of interned texts: entries that never move, and an open-addressed index over them.
#include "leasesim/names.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <deque>
#include <vector>

namespace leasesim {

namespace {

static_assert(std::endian::native == std::endian::little,
              "stable_hash reads words as little-endian");

constexpr std::uint64_t kOdd1 = 0x9e3779b97f4a7c15;  // the golden ratio in 64 bits
constexpr std::uint64_t kOdd2 = 0xd6e8feb86659fd93;

/// Both halves of the product, so that every input bit reaches every output bit.
std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t word_at(const char* bytes, std::size_t count) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, count);
  return word;
}

}  // namespace

std::uint64_t stable_hash(std::string_view characters) {
  std::uint64_t state = kOdd1 ^ (characters.size() * kOdd2);
  const char* next = characters.data();
  std::size_t left = characters.size();
  for (; left > 8; left -= 8, next += 8) {
    state = fold(state ^ word_at(next, 8), kOdd1) ^ std::rotl(state, 29);
  }
  if (left > 0) state ^= word_at(next, left);
  state = fold(state ^ kOdd2, kOdd1);
  state = (state ^ (state >> 32)) * kOdd2;
  state ^= state >> 29;
  return state == 0 ? 1 : state;  // 0 is the hash of a text that is not set
}

// The index holds places in the deque, counted from 1, whose elements keep their addresses. Its
// order depends on the hashes and is never shown.
struct Names::Table {
  static constexpr std::size_t kBlock = 4096;

  std::deque<TextEntry> entries;
  std::vector<std::unique_ptr<char[]>> blocks;
  char* next = nullptr;
  std::size_t left = 0;
  std::vector<std::uint32_t> slots = std::vector<std::uint32_t>(64, 0);

  std::size_t slot_for(std::uint64_t hash, std::string_view characters) const {
    const std::size_t mask = slots.size() - 1;
    std::size_t slot = hash & mask;
    while (slots[slot] != 0) {
      const TextEntry& entry = entries[slots[slot] - 1];
      if (entry.hash == hash && entry.text() == characters) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  // Characters lie one text behind the other in blocks that never move.
  const char* keep(std::string_view characters) {
    if (characters.size() > left) {
      left = std::max(kBlock, characters.size());
      next = blocks.emplace_back(std::make_unique<char[]>(left)).get();
    }
    char* kept = next;
    std::ranges::copy(characters, kept);
    next += characters.size();
    left -= characters.size();
    return kept;
  }

  void grow() {
    slots.assign(slots.size() * 2, 0);
    for (std::size_t place = 0; place < entries.size(); ++place) {
      const TextEntry& entry = entries[place];
      slots[slot_for(entry.hash, entry.text())] = static_cast<std::uint32_t>(place + 1);
    }
  }
};

Names::Names() : table_(std::make_unique<Table>()) {}
Names::~Names() = default;

Text Names::intern(std::string_view characters) {
  Table& table = *table_;
  const std::uint64_t hash = stable_hash(characters);
  std::size_t slot = table.slot_for(hash, characters);
  if (table.slots[slot] != 0) return Text{&table.entries[table.slots[slot] - 1]};

  if ((table.entries.size() + 1) * 8 > table.slots.size() * 7) {
    table.grow();
    slot = table.slot_for(hash, characters);
  }
  table.entries.push_back(
      {table.keep(characters), static_cast<std::uint32_t>(characters.size()), hash});
  table.slots[slot] = static_cast<std::uint32_t>(table.entries.size());
  return Text{&table.entries.back()};
}

}  // namespace leasesim
