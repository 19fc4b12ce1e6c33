#include "actors/events.hpp"

#include <array>
#include <charconv>

namespace leasesim {
namespace {

// An event's name ends with the nanosecond at which it was made.
std::string name_of_event(std::string_view about, WallTime now) {
  std::array<char, 20> digits{};
  const auto nanos = static_cast<std::uint64_t>(now.time_since_epoch().count());
  const auto [end, failed] = std::to_chars(digits.data(), digits.data() + digits.size(), nanos, 16);
  ensure(failed == std::errc{}, "20 digits hold any 64-bit number");
  return std::string{about} + "." + std::string{digits.data(), end};
}

}  // namespace

void EventRecorder::add(const KindWords& kind, const Meta& about, std::string_view reason,
                        std::string_view message, bool warning) {
  const WallTime now = self_.wall_now();
  const std::string_view space = kind.namespaced ? namespace_of(about.name) : "default";
  Event event;
  event.meta.name = object_name(self_.names(), space, name_of_event(short_name(about.name), now));
  event.involved_kind = self_.text(kind.kind);
  event.involved = about.name;
  event.involved_uid = about.uid;
  event.reason = self_.text(reason);
  event.message = self_.text(message);
  event.component = component_;
  event.warning = warning;
  event.first = kube_time(now);
  event.last = event.first;
  waiting_.push_back(event);
  added_.raise(self_.run().engine);
}

Task<> EventRecorder::post_for_ever() {
  for (;;) {
    while (waiting_.empty()) {
      co_await self_.until(added_);
      added_.lower();
    }
    const Event event = waiting_.front();
    waiting_.pop_front();
    co_await post(event);
  }
}

Task<> EventRecorder::post(Event event) {
  const Key key{event.involved, event.involved_kind, event.reason, event.message};
  const auto known = posted_.find(key);
  if (known == posted_.end()) {
    auto created = co_await api_.create(event);
    if (created) posted_[key] = *created;
    co_return;
  }
  Event& again = known->second;
  ++again.count;
  again.last = event.last;
  const std::string patch = "{\"count\":" + std::to_string(again.count) + ",\"lastTimestamp\":\"" +
                            kube_time_text(again.last) + "\"}";
  // One that was deleted meanwhile is not posted again.
  [[maybe_unused]] const auto patched =
      co_await api_.patch<Event>(again.meta.name, self_.text(patch));
}

}  // namespace leasesim
