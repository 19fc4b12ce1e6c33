// The table of interned texts: entries that never move, and an open-addressed index over them.
#include "leasesim/names.hpp"

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

// The index holds pointers into the deque, whose elements keep their addresses. Its order depends
// on the hashes and is never shown.
struct Names::Table {
  std::deque<TextEntry> entries;
  std::vector<const TextEntry*> slots = std::vector<const TextEntry*>(64, nullptr);

  std::size_t slot_for(std::uint64_t hash, std::string_view characters) const {
    const std::size_t mask = slots.size() - 1;
    std::size_t slot = hash & mask;
    while (slots[slot] != nullptr &&
           (slots[slot]->hash != hash || slots[slot]->text != characters)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  void grow() {
    std::vector<const TextEntry*> old(slots.size() * 2, nullptr);
    old.swap(slots);
    for (const TextEntry* entry : old) {
      if (entry != nullptr) slots[slot_for(entry->hash, entry->text)] = entry;
    }
  }
};

Names::Names() : table_(std::make_unique<Table>()) {}
Names::~Names() = default;

Text Names::intern(std::string_view characters) {
  const std::uint64_t hash = stable_hash(characters);
  std::size_t slot = table_->slot_for(hash, characters);
  if (table_->slots[slot] != nullptr) return Text{table_->slots[slot]};

  if ((table_->entries.size() + 1) * 2 > table_->slots.size()) {
    table_->grow();
    slot = table_->slot_for(hash, characters);
  }
  table_->entries.push_back(TextEntry{std::string{characters}, hash});
  table_->slots[slot] = &table_->entries.back();
  return Text{table_->slots[slot]};
}

}  // namespace leasesim
