#include "check/api.hpp"

#include "check/words.hpp"

namespace leasesim {

std::string NoLostUpdate::OfObject::subject() const {
  if (kind == Kind::lease) return name.str();
  std::string word{words_of(kind).kind};
  for (char& letter : word) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return word + "/" + name.str();
}

Roll<NoLostUpdate::OfObject>& NoLostUpdate::of_kind(Kind kind) {
  switch (kind) {
    case Kind::lease:
      break;  // they have facts of their own
    case Kind::config_map:
      return config_maps_;
    case Kind::name_space:
      return namespaces_;
  }
  throw Bug("every kind of object but leases has its list");
}

// The stage knows what a lease was before; of all other objects we keep the last write ourselves.
void NoLostUpdate::on(const Fact& fact, const LeaseWritten& body) {
  const LeaseState& lease = stage_.lease(body.lease);
  const LeaseRecord& before = lease.before;
  if (!before.known || body.created || before.writer == lease.now.writer) return;
  OfObject object{lease.name, lease.index};
  object.version = before.version;
  object.writer = before.writer == nullptr ? Text{} : before.writer->name;
  object.at = before.at;
  look(object, fact, {.version = body.version, .based_on = body.based_on});
  leases_.of(lease.index) = 1;
}

void NoLostUpdate::on(const Fact& fact, const ObjectWritten& body) {
  if (body.kind == Kind::lease) return;  // told by facts of its own
  OfObject& object = of_kind(body.kind).of(body.object.text());
  object.kind = body.kind;
  if (body.verb == Verb::remove) {
    object.version = 0;
    return;
  }
  look(object, fact,
       {.version = body.version,
        .based_on = body.based_on,
        .replaced = body.replaced,
        .created = body.replaced == 0});
}

// Versions above the restored one name other contents from here on.
void NoLostUpdate::on(const Fact&, const StoreRestored&) {
  for (const Kind kind : {Kind::config_map, Kind::name_space}) forget(of_kind(kind));
}

void NoLostUpdate::forget(Roll<OfObject>& objects) {
  for (OfObject& object : objects.all()) object.version = 0;
}

void NoLostUpdate::look(OfObject& object, const Fact& fact, const Write& write) {
  const Version replaced = write.replaced != 0 ? write.replaced : object.version;
  const bool follows_another = object.version != 0 && object.writer != fact.by.text();
  if (follows_another && !write.created) {
    object.two_wrote = true;
    const bool unseen = replaced == object.version && write.based_on < replaced;
    if (unseen) lost(object, fact, write);
  }
  object.version = write.version;
  object.writer = fact.by.text();
  object.at = fact.at;
}

void NoLostUpdate::lost(const OfObject& object, const Fact& fact, const Write& write) {
  const auto name_of = [](Text name) {
    return name.is_set() ? name.str() : std::string{"somebody outside the cast"};
  };
  Window window;
  window.from = fact.at;
  window.to = fact.at;
  window.subject = object.subject();
  window.who = {{.process = object.writer.str(), .identity = {}, .since = object.at, .effects = 1},
                {.process = fact.by.str(), .identity = {}, .since = fact.at, .effects = 1}};
  window.evidence.push_back(evidence_of(fact));
  Teller teller;
  teller.blame(Cause::blind_write);
  if (!fact.by.is_set()) teller.blame(Cause::edited);
  teller.say("At " + seconds(fact.at) + " " + name_of(fact.by.text()) + " overwrote version " +
             std::to_string(object.version) + " of " + object.subject() + ", written by " +
             name_of(object.writer) + " at " + seconds(object.at) + ", " +
             (write.based_on == 0
                  ? "without insisting on any version."
                  : "having seen only version " + std::to_string(write.based_on) + "."));
  teller.sign(window);
  docket_.add(std::move(window));
}

void NoLostUpdate::conclude(SimTime) {
  for (const LeaseState& lease : stage_.leases()) {
    if (leases_.of(lease.index) != 0) docket_.at_risk(lease.str(), "two wrote it");
  }
  for (const Kind kind : {Kind::config_map, Kind::name_space}) {
    for (const OfObject& object : of_kind(kind).all()) {
      if (object.two_wrote) docket_.at_risk(object.subject(), "two wrote it");
    }
  }
}

}  // namespace leasesim
