// XXH3 over the canonical bytes of facts.
#include "leasesim/trace/digest.hpp"

#include <array>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace leasesim {
namespace {

constexpr std::size_t kRoom = 4096;
// Kind, time, process, and of fields no more than the body has bytes.
constexpr std::size_t kLongestFact = (3 + sizeof(FactBody)) * sizeof(std::uint64_t);

}  // namespace

struct DigestSink::State {
  XXH3_state_t hash;
  std::array<unsigned char, kRoom + kLongestFact> bytes;
};

DigestSink::DigestSink()
    : state_(std::make_unique<State>()),
      next_(state_->bytes.data()),
      full_(state_->bytes.data() + kRoom) {
  XXH3_128bits_reset(&state_->hash);
}
DigestSink::~DigestSink() = default;

void DigestSink::take(const Fact& fact) {
  std::visit([&](const auto& body) { add(fact.at, fact.by, body); }, fact.body);
}

void DigestSink::flush() const {
  unsigned char* const begin = state_->bytes.data();
  XXH3_128bits_update(&state_->hash, begin, static_cast<std::size_t>(next_ - begin));
  next_ = begin;
}

Digest DigestSink::digest() const {
  flush();
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
