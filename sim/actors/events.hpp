// Posts Events, one after the other, beside the work that they tell of.
//
// upstream: kubernetes/client-go:tools/record/event.go, events_cache.go
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "leasesim/api/client.hpp"

namespace leasesim {

/// An event that was posted before is counted up. One that cannot be posted is lost.
class EventRecorder {
 public:
  EventRecorder(Process& self, Api api, std::string_view component)
      : self_(self), api_(api), component_(self.text(component)), posting_(self, post_for_ever()) {}

  FramePool& frames() const { return self_.frames(); }

  template <ApiObject T>
  void normal(const T& about, std::string_view reason, std::string_view message) {
    add(words_of(kKindOf<T>), about.meta, reason, message, false);
  }
  template <ApiObject T>
  void warning(const T& about, std::string_view reason, std::string_view message) {
    add(words_of(kKindOf<T>), about.meta, reason, message, true);
  }

 private:
  void add(const KindWords& kind, const Meta& about, std::string_view reason,
           std::string_view message, bool warning);
  Task<> post_for_ever();
  Task<> post(Event event);

  using Key = std::tuple<ObjectName, Text, Text, Text>;

  Process& self_;
  Api api_;
  Text component_;
  std::deque<Event> waiting_;
  std::map<Key, Event> posted_;
  Signal added_;
  Child posting_;
};

}  // namespace leasesim
