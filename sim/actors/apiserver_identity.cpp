#include "leasesim/actors/apiserver_identity.hpp"

#include <sha2.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "actors/lease_heartbeat.hpp"
#include "actors/names_of_actors.hpp"
#include "leasesim/objects/expiry.hpp"

namespace leasesim {
namespace {

constexpr Duration kLasts = 3600s;
constexpr Duration kRenewedEvery = 10s;
constexpr Duration kCollectedEvery = 3600s;
constexpr Duration kDeletionMax = 10s;
constexpr std::string_view kSpace = "kube-system";
constexpr std::string_view kProgram = "kube-apiserver";

// The label by which the leases of a release's servers are known.
Labelled mark_of(Process& self, Release release) {
  const std::string_view key =
      release <= Release::v1_26 ? "k8s.io/component" : "apiserver.kubernetes.io/identity";
  return {self.text(key), self.text(kProgram)};
}

// ---- the name ----

std::string with_length(std::string_view text) {
  std::string out{static_cast<char>(text.size() >> 8), static_cast<char>(text.size() & 0xff)};
  return out += text;
}

// The first 16 bytes of the SHA-256.
std::array<std::uint8_t, 16> hash_of(std::string_view text) {
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> whole{};
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  SHA256Final(whole.data(), &context);
  std::array<std::uint8_t, 16> half{};
  std::copy_n(whole.begin(), half.size(), half.begin());
  return half;
}

// RFC 4648 base32, in small letters and without padding.
std::string base32(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "abcdefghijklmnopqrstuvwxyz234567";
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const std::uint8_t byte : bytes) {
    bits = (bits << 8) | byte;
    for (held += 8; held >= 5; held -= 5) out += kDigits[(bits >> (held - 5)) & 31];
  }
  if (held > 0) out += kDigits[(bits << (5 - held)) & 31];
  return out;
}

// ---- the server's own lease ----

void set_label(std::vector<Labelled>& labels, const Labelled& label) {
  const auto place = std::ranges::lower_bound(labels, label.key, {}, &Labelled::key);
  if (place != labels.end() && place->key == label.key) {
    place->value = label.value;
  } else {
    labels.insert(place, label);
  }
}

// The labels that every write asserts, beside those that are there.
std::function<void(Lease&)> labels_of(Process& self, const ApiServerIdentityConfig& config) {
  const Labelled mark = mark_of(self, config.release);
  const Labelled host{self.text("kubernetes.io/hostname"), self.text(config.hostname)};
  return [mark, host](Lease& lease) {
    MetaExtra extra = lease.meta.extra ? *lease.meta.extra : MetaExtra{};
    set_label(extra.labels, mark);
    set_label(extra.labels, host);
    lease.meta.extra = std::make_shared<const MetaExtra>(std::move(extra));
  };
}

Task<> remove_lease(Api api, ObjectName lease) {
  // Whatever the answer: what is there is renewed then.
  [[maybe_unused]] const auto removed = co_await api.remove<Lease>(lease);
}

Task<> renew_for_ever(LeaseHeartbeat& heartbeat) {
  for (;;) {
    co_await heartbeat.sync();
    co_await heartbeat.rest();
  }
}

// In 1.35 and 1.36 the end waits for a beat that is under way, however long that takes.
Task<> renew_until_stopped(Process& self, LeaseHeartbeat& heartbeat, Release release) {
  const bool waits = release == Release::v1_35 || release == Release::v1_36;
  if (!waits) {
    co_await self.unless(self.stop(), renew_for_ever(heartbeat));
    co_return;
  }
  while (!self.stop().raised()) {
    co_await heartbeat.sync();
    co_await self.unless(self.stop(), heartbeat.rest());
  }
}

// ---- the collector ----

bool is_marked(const Lease& lease, const Labelled& mark) {
  if (!lease.meta.extra) return false;
  const std::vector<Labelled>& labels = lease.meta.extra->labels;
  return std::ranges::find(labels, mark) != labels.end();
}

// What looks expired is read once more before it is deleted. Between the two its server may come
// back; what was written after the second look is lost.
Task<> collect(Process& self, Api api, Release release) {
  const Labelled mark = mark_of(self, release);
  const Text space = self.text(kSpace);
  for (;;) {
    auto all = co_await api.list<Lease>(space);
    const Listed<Lease> leases = all ? std::move(*all) : Listed<Lease>{};
    for (const Lease& seen : leases) {
      if (!is_marked(seen, mark) || !expired_by_calendar(seen.spec, self.wall_now())) continue;
      auto now = co_await api.get<Lease>(seen.meta.name);
      if (!now || !expired_by_calendar(now->spec, self.wall_now())) continue;
      co_await remove_lease(api, seen.meta.name);
    }
    co_await self.sleep(kCollectedEvery);
  }
}

}  // namespace

std::string identity_lease_name(std::string_view hostname, Release release, std::string_view uuid) {
  if (release <= Release::v1_25) return std::string{kProgram} + "-" + std::string{uuid};
  if (release == Release::v1_26) return std::string{kProgram} + "-" + base32(hash_of(hostname));
  return "apiserver-" + base32(hash_of(with_length(hostname) + with_length(kProgram)));
}

Task<> apiserver_identity(Process& self, Api api, ApiServerIdentityConfig config) {
  const std::string uuid = drawn_uuid(self);
  const std::string name = identity_lease_name(config.hostname, config.release, uuid);
  const ObjectName lease = object_name(self.names(), kSpace, name);
  const bool replaces = config.release >= Release::v1_35;

  // 1. Since 1.35 what a former process of this host left is cleared away; before, it is renewed
  //    under the former's holder.
  if (replaces) co_await self.within(kDeletionMax, remove_lease(api, lease));

  // 2. It is renewed, and those of the dead are collected, until the server stops.
  LeaseHeartbeat heartbeat(
      self, api,
      {lease, self.text(name + "_" + uuid), kLasts, kRenewedEvery, labels_of(self, config)});
  Child collector(self, collect(self, api, config.release));
  co_await renew_until_stopped(self, heartbeat, config.release);

  collector.cancel();

  // 3. Since 1.35 a server that is stopped takes its lease along.
  if (replaces) co_await self.within(kDeletionMax, remove_lease(api, lease));
}

}  // namespace leasesim
