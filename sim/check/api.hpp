// Invariants of the store: what writes do to one another.
#pragma once

#include <array>

#include "check/docket.hpp"
#include "check/story.hpp"

namespace leasesim {

/// No write destroys another writer's change that it has not seen.
class NoLostUpdate : public Machine {
 public:
  using Machine::Machine;
  void on(const Fact& fact, const LeaseWritten& body);
  void on(const Fact& fact, const ObjectWritten& body);
  void on(const Fact& fact, const StoreRestored& body);
  void conclude(SimTime end) override;

 private:
  struct OfObject {
    OfObject(Text the_name, std::size_t) : name(the_name) {}
    Text name;
    Kind kind = Kind::lease;
    Version version = 0;  // 0: nobody can say
    Text writer;
    SimTime at{};
    bool two_wrote = false;
    std::string subject() const;
  };
  // What a write replaced, as far as it says so itself; 0: the last one that we heard of.
  struct Write {
    Version version = 0;
    Version based_on = 0;
    Version replaced = 0;
    bool created = false;
  };
  void look(OfObject& object, const Fact& fact, const Write& write);
  void lost(const OfObject& object, const Fact& fact, const Write& write);
  static void forget(Roll<OfObject>& objects);

  PerIndex<char> leases_;                       // not 0: two wrote it
  std::array<Roll<OfObject>, kKinds> objects_;  // by kind; leases have facts of their own
};

}  // namespace leasesim
