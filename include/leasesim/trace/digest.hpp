// One number for a whole run: equal exactly when the same facts happened in the same order.
#pragma once

#include <memory>
#include <string>

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

class DigestSink : public FactSink {
 public:
  DigestSink();
  ~DigestSink() override;
  DigestSink(const DigestSink&) = delete;
  DigestSink& operator=(const DigestSink&) = delete;

  void take(const Fact& fact) override;
  /// Of all facts so far.
  Digest digest() const;
  std::uint64_t facts() const { return facts_; }

 private:
  struct State;
  std::unique_ptr<State> state_;
  std::uint64_t facts_ = 0;
};

}  // namespace leasesim
