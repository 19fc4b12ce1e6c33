// One number for a whole run: equal exactly when the same facts happened in the same order.
//
// A fact is a row of 8-byte little-endian words: the hash of its kind's word, its time in
// nanoseconds, the hash of its process' name, then its fields in their order. Texts count by the
// hash of their content (0: unset), numbers and times by value, members of closed sets by their
// place in the set. The kind says how many words there are, so no two runs share a row of bytes.
#pragma once

#include <bit>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

#include "leasesim/random/streams.hpp"
#include "leasesim/trace/fact.hpp"

namespace leasesim {

/// 128 bits over the canonical little-endian fields of every fact, names by content.
struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend bool operator==(Digest, Digest) = default;
};
/// 32 hexadecimal digits.
std::string text_of(Digest digest);

namespace detail {

static_assert(std::endian::native == std::endian::little, "the canonical bytes are written as is");

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

}  // namespace detail

class DigestSink : public FactSink {
 public:
  DigestSink();
  ~DigestSink() override;
  DigestSink(const DigestSink&) = delete;
  DigestSink& operator=(const DigestSink&) = delete;

  void take(const Fact& fact) override;
  /// The same, for who knows the kind beforehand.
  template <class Body>
  void add(SimTime at, ProcessName by, const Body& body) {
    detail::Words words{next_};  // here, so that its place stays in a register
    constexpr std::uint64_t kKind = Purpose::hash_of(Body::kWord);
    words.put(kKind);
    words.add(at);
    words.add(by);
    Body::fields(body, [&](std::string_view, const auto& value) { words.add(value); });
    next_ = words.next;
    ++facts_;
    if (next_ >= full_) flush();
  }
  /// Of all facts so far.
  Digest digest() const;
  std::uint64_t facts() const { return facts_; }

 private:
  // Facts gather in a buffer, so that the hash works on long stretches.
  struct State;
  void flush() const;

  std::unique_ptr<State> state_;
  mutable unsigned char* next_;
  const unsigned char* full_;
  std::uint64_t facts_ = 0;
};

}  // namespace leasesim
