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
  OfObject& object = objects_[static_cast<std::size_t>(body.kind)].of(body.object.text());
  object.kind = body.kind;
  if (body.verb == Verb::remove) {
    object.version = 0;
    return;
  }
  if (body.verb == Verb::patch) {
    object.version = body.version;  // it changes what it names, and nothing else
    object.writer = fact.by.text();
    object.at = fact.at;
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
  for (Roll<OfObject>& kept : objects_) forget(kept);
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
  for (const Roll<OfObject>& kept : objects_) {
    for (const OfObject& object : kept.all()) {
      if (object.two_wrote) docket_.at_risk(object.subject(), "two wrote it");
    }
  }
}

}  // namespace leasesim
