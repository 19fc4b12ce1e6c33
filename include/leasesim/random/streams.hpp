// Random numbers that are addressed, not consumed: a number is a function of a key and a counter.
//
// There is no generator with a state that everybody moves, so one draw more here is no other draw
// there, and any number can be asked for at any time, in any order. The mixing function is the
// finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
// OOPSLA 2014).
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace leasesim {

/// What distinguishes one run of a scenario from another.
struct Seed {
  std::uint64_t value = 0;
  friend bool operator==(Seed, Seed) = default;
};

/// The address of a stream.
struct StreamKey {
  std::uint64_t value = 0;
  friend bool operator==(StreamKey, StreamKey) = default;
};

/// One to one, and every bit of the result depends on every bit of the input.
constexpr std::uint64_t mix64(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// 2^64 divided by the golden ratio.
inline constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

/// Adds one part to a key; the order of the parts matters.
constexpr StreamKey extend(StreamKey key, std::uint64_t part) {
  return {mix64((key.value ^ part) + kGolden)};
}

/// The key of what `name` in its n-th incarnation draws for one purpose.
constexpr StreamKey stream_key(Seed seed, std::uint64_t name, std::uint64_t incarnation,
                               std::uint64_t purpose) {
  return extend(extend(extend(extend(StreamKey{}, seed.value), name), incarnation), purpose);
}

/// The random numbers of one occurrence. The first is nearly always the only one; those that follow
/// replace rejected ones, so that a rejection does not shift the occurrences after it.
class Draw {
 public:
  /// Each key has its own stride, so no two streams are shifted copies of one another.
  constexpr Draw(StreamKey key, std::uint64_t occurrence)
      : bits_(mix64(key.value + occurrence * (std::rotl(key.value, 32) | 1))) {}

  /// The draw that begins with these bits, whatever its address.
  static constexpr Draw of_bits(std::uint64_t bits) { return Draw{bits}; }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr void reject() { bits_ = mix64(bits_ + kGolden); }

 private:
  explicit constexpr Draw(std::uint64_t bits) : bits_(bits) {}

  std::uint64_t bits_;
};

/// A number below `bound` (at least 1), each equally likely: D. Lemire, "Fast random integer
/// generation in an interval", ACM TOMACS 2019.
constexpr std::uint64_t bounded(Draw draw, std::uint64_t bound) {
  auto product = static_cast<unsigned __int128>(draw.bits()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) [[unlikely]] {
    const std::uint64_t surplus = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < surplus) {
      draw.reject();
      product = static_cast<unsigned __int128>(draw.bits()) * bound;
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

/// What a draw is for: a short name with its hash. Made from a literal, at compile time.
class Purpose {
 public:
  template <std::size_t N>
  consteval Purpose(const char (&literal)[N])  // NOLINT(*-explicit-*): a literal is a purpose
      : name_(literal, N - 1), hash_(hash_of({literal, N - 1})) {}

  constexpr std::string_view name() const { return name_; }
  constexpr std::uint64_t hash() const { return hash_; }

  /// Of the characters alone; the same that a Purpose of that name has.
  static constexpr std::uint64_t hash_of(std::string_view name) {
    std::uint64_t hash = mix64(name.size() + kGolden);
    for (const char character : name) {
      hash = mix64(hash ^ static_cast<unsigned char>(character)) + kGolden;
    }
    return hash;
  }

 private:
  std::string_view name_;
  std::uint64_t hash_;
};

}  // namespace leasesim
