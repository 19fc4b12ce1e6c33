// Facts as canonical bytes, and XXH3 over them.
//
// A fact is a row of 8-byte little-endian words: the hash of its kind's word, its time in
// nanoseconds, the hash of its process' name, then its fields in their order. Texts count by the
// hash of their content (0: unset), numbers and times by value, members of closed sets by their
// place in the set. The kind says how many words there are, so no two runs share a row of bytes.
#include "leasesim/trace/digest.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "leasesim/random/streams.hpp"

namespace leasesim {
namespace {

static_assert(std::endian::native == std::endian::little, "the canonical bytes are written as is");

constexpr std::size_t kRoom = 4096;
constexpr std::size_t kLongestFact = 32 * sizeof(std::uint64_t);

/// Writes words at a place that moves on.
struct Words {
  unsigned char* next;

  void put(std::uint64_t word) {
    std::memcpy(next, &word, sizeof word);
    next += sizeof word;
  }
  void add(std::uint64_t value) { put(value); }
  void add(std::int64_t value) { put(static_cast<std::uint64_t>(value)); }
  void add(bool value) { put(value ? 1 : 0); }
  void add(Text value) { put(value.hash()); }
  template <class Name>
  void add(NameOf<Name> value) {
    put(value.text().hash());
  }
  void add(Duration value) { add(value.count()); }
  template <class Clock>
  void add(std::chrono::time_point<Clock, Duration> value) {
    add(value.time_since_epoch());
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void add(Enum value) {
    put(static_cast<std::uint64_t>(value));
  }
};

}  // namespace

// Facts gather in a buffer, so that the hash works on long stretches.
struct DigestSink::State {
  XXH3_state_t hash;
  std::array<unsigned char, kRoom + kLongestFact> bytes;
  std::size_t used = 0;

  void flush() {
    XXH3_128bits_update(&hash, bytes.data(), used);
    used = 0;
  }
};

DigestSink::DigestSink() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->hash); }
DigestSink::~DigestSink() = default;

void DigestSink::take(const Fact& fact) {
  State& state = *state_;
  unsigned char* const begin = state.bytes.data() + state.used;
  const unsigned char* const end = std::visit(
      [&]<class Body>(const Body& body) {
        Words words{begin};  // here, so that its place stays in a register
        constexpr std::uint64_t kKind = Purpose::hash_of(Body::kWord);
        words.put(kKind);
        words.add(fact.at);
        words.add(fact.by);
        Body::fields(body, [&](std::string_view, const auto& value) { words.add(value); });
        return words.next;
      },
      fact.body);
  const auto length = static_cast<std::size_t>(end - begin);
  ensure(length <= kLongestFact, "a fact fits the room kept for it");
  state.used += length;
  if (state.used >= kRoom) state.flush();
  ++facts_;
}

Digest DigestSink::digest() const {
  state_->flush();
  const XXH128_hash_t hash = XXH3_128bits_digest(&state_->hash);
  return {hash.high64, hash.low64};
}

std::string text_of(Digest digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(32, '0');
  for (std::size_t place = 0; place < 16; ++place) {
    text[place] = kDigits[(digest.high >> (60 - 4 * place)) & 15];
    text[16 + place] = kDigits[(digest.low >> (60 - 4 * place)) & 15];
  }
  return text;
}

}  // namespace leasesim
