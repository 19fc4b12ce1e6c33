// What befalls the store by somebody's hand.
#include "world/objects.hpp"
#include "world/troubles.hpp"
#include "world/world.hpp"

namespace leasesim {
namespace {

// A request by hand that comes to nothing says why.
void note_refusal(World& world, std::string_view request, const std::string& why) {
  const std::string text = std::string{request} + " is refused: " + why;
  world.shared().note({}, Remark{world.shared().names.intern(text)});
}

class DeleteTrouble final : public Trouble {
 public:
  DeleteTrouble(World& world, Kind kind, ObjectName name)
      : world_(world), kind_(kind), name_(name) {}
  void begin() override {
    Server& server = world_.server();
    const auto removed = server.store().remove(kind_, name_, {}, server.time());
    if (!removed) return note_refusal(world_, "the deletion", removed.error().message);
    touch();
    server.wrote_by_hand();
  }

 private:
  World& world_;
  Kind kind_;
  ObjectName name_;
};

// A merge patch, as `kubectl patch --type=merge` would send it.
class PatchTrouble final : public Trouble {
 public:
  PatchTrouble(World& world, Kind kind, ObjectName name, const Tree& patch)
      : world_(world), kind_(kind), name_(name), patch_(json_line(patch)) {}
  void begin() override {
    Server& server = world_.server();
    Store& store = server.store();
    Names& names = world_.shared().names;
    const Object* stored = store.find(kind_, name_);
    const auto patched =
        merge_patched(names, stored != nullptr ? *stored : blank_object(kind_, name_), patch_);
    if (!patched) {
      const DecodeError& error = patched.error();
      const std::string where = error.path.empty() ? "" : error.path + ": ";
      return note_refusal(world_, "the patch", where + error.why);
    }
    const auto written = stored != nullptr ? store.overwrite(*patched, server.time())
                                           : store.create(*patched, server.time());
    if (!written) return note_refusal(world_, "the patch", written.error().message);
    touch();
    server.wrote_by_hand();
  }

 private:
  World& world_;
  Kind kind_;
  ObjectName name_;
  std::string patch_;
};

// The older state is kept when its time comes.
class RestoreTrouble final : public Trouble {
 public:
  RestoreTrouble(World& world, SimTime as_of) : world_(world), keep_(*this) {
    world.shared().engine.arm(keep_, as_of);
  }
  void begin() override {
    if (!kept_) return;
    Store& store = world_.store();
    const Version from = store.revision();
    store.restore(*kept_);
    if (store.revision() != from) touch();
    world_.shared().note({}, StoreRestored{from, store.revision()});
  }

 private:
  struct Keep : Wakeup {
    explicit Keep(RestoreTrouble& trouble) : Wakeup(&now), of(trouble) {}
    RestoreTrouble& of;
    static void now(Wakeup& self) {
      RestoreTrouble& trouble = static_cast<Keep&>(self).of;
      trouble.kept_ = trouble.world_.store().snapshot();
    }
  };

  World& world_;
  Keep keep_;
  std::shared_ptr<const Store::Snapshot> kept_;
};

}  // namespace

TroublePtr make_trouble(const DeleteObject& fault, const Plan& plan) {
  return std::make_unique<DeleteTrouble>(plan.world, *kind_meant(fault.object.kind),
                                         object_named(plan.world.shared().names, fault.object));
}

TroublePtr make_trouble(const PatchObject& fault, const Plan& plan) {
  return std::make_unique<PatchTrouble>(plan.world, *kind_meant(fault.object.kind),
                                        object_named(plan.world.shared().names, fault.object),
                                        fault.set);
}

TroublePtr make_trouble(const RestoreStore& fault, const Plan& plan) {
  const SimTime as_of = fault.to.ago ? plan.at - fault.to.time : SimTime{} + fault.to.time;
  return std::make_unique<RestoreTrouble>(plan.world, as_of);
}

}  // namespace leasesim
