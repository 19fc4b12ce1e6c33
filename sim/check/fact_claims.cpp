#include "check/fact_claims.hpp"

#include <algorithm>

#include "check/field_values.hpp"
#include "check/words.hpp"

namespace leasesim {
namespace {

using Outcome = ExpectationReport::Outcome;

std::optional<std::size_t> kind_called(std::string_view word) {
  for (std::size_t kind = 0; kind < kFactKinds; ++kind) {
    if (word_of_fact(kind) == word) return kind;
  }
  return std::nullopt;
}

// A fact of each kind with nothing in it: which fields there are.
template <std::size_t... Kinds>
FactBody blank_fact(std::size_t kind, std::index_sequence<Kinds...>) {
  FactBody body;
  ((Kinds == kind ? static_cast<void>(body.emplace<Kinds>()) : void()), ...);
  return body;
}

bool has_field(std::size_t kind, std::string_view wanted) {
  bool found = false;
  for_each_field(blank_fact(kind, std::make_index_sequence<kFactKinds>{}),
                 [&](std::string_view name, const FieldValue&) { found |= name == wanted; });
  return found;
}

// Durations by their size, whatever their spelling; all else as `where` compares.
bool fits_field(const Tree& wanted, const FieldValue& value) {
  if (!value.duration || !wanted.is(Tree::Kind::text)) return fits(wanted, value.node);
  const Comparison comparison = comparison_of(wanted);
  if (!comparison.operand.is(Tree::Kind::text)) return fits(wanted, value.node);
  const auto operand = parse_signed_duration(comparison.operand.as_text());
  if (!operand) return false;
  Comparison by_size = comparison;
  by_size.operand = Tree::integer(operand->count());
  return compares(by_size, Tree::integer(value.duration->count()));
}

std::string lower(std::string_view text) {
  std::string out{text};
  for (char& letter : out) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return out;
}

std::string name_in_facts(const ObjectRef& object) {
  return fact_spelling(object.space.empty() ? object.name : object.space + "/" + object.name);
}

bool passes(const FactFilter& filter, const Fact& fact) {
  if (filter.by && fact.by.view() != filter.by->name) return false;
  bool lease = filter.lease.empty();
  bool node = filter.node.empty();
  bool object = !filter.object;
  bool where = true;
  if (lease && node && object && !filter.where.is(Tree::Kind::map)) return true;
  for_each_field(fact.body, [&](std::string_view name, const FieldValue& value) {
    const bool text = value.node.is(Tree::Kind::text);
    if (name == "lease" && text) {
      lease = lease || value.node.as_text() == fact_spelling(filter.lease);
      object = object || (filter.object->kind == "lease" &&
                          value.node.as_text() == name_in_facts(*filter.object));
    }
    if (name == "node" && text) node = node || value.node.as_text() == filter.node;
    if (name == "object" && text) {
      object = object || value.node.as_text() == name_in_facts(*filter.object);
    }
    if (name == "kind" && text && filter.object) {
      where = where && lower(value.node.as_text()) == filter.object->kind;
    }
    if (const Tree* wanted = filter.where.find(name)) where = where && fits_field(*wanted, value);
  });
  return lease && node && object && where;
}

bool within(const Span& span, Duration at) {
  if (span.between) return span.between->first <= at && at <= span.between->last;
  return (!span.before || at < *span.before) && (!span.after || at > *span.after);
}

// How far outside of the span an instant lies.
Duration off(const Span& span, Duration at) {
  if (span.between) {
    return at < span.between->first ? span.between->first - at : at - span.between->last;
  }
  if (span.before && at >= *span.before) return at - *span.before;
  return span.after && at <= *span.after ? *span.after - at : Duration::zero();
}

class FactWatch : public ClaimWatch {
 public:
  FactWatch(std::string word, FactFilter filter, Span span, Times times, Dispatch& dispatch)
      : word_(std::move(word)),
        filter_(std::move(filter)),
        span_(span),
        times_(times),
        kind_(kind_called(word_)) {
    if (!kind_) return;
    dispatch.add(*kind_, this,
                 [](void* self, const Fact& fact) { static_cast<FactWatch*>(self)->hear(fact); });
  }

  void conclude(ExpectationReport& report) override {
    if (!kind_) {
      report.found = "there is no fact " + word_;
      return;
    }
    if (const std::string missing = missing_field(); !missing.empty()) {
      report.found = word_ + " has no field " + missing;
      return;
    }
    report.measured = first_;
    report.outcome =
        times_.contain(static_cast<std::int64_t>(within_)) ? Outcome::met : Outcome::unmet;
    report.found = counted();
    if (within_ == 0 && nearest_) report.nearest = "one at " + seconds(*nearest_);
  }

 private:
  static constexpr std::size_t kTold = 3;

  void hear(const Fact& fact) {
    if (!passes(filter_, fact)) return;
    const Duration at = fact.at.time_since_epoch();
    if (!within(span_, at)) {
      if (!nearest_ || off(span_, at) < off(span_, *nearest_)) nearest_ = at;
      return;
    }
    if (within_ == 0) first_ = at;
    if (within_ < kTold) told_.push_back(seconds(at));
    within_ += 1;
  }

  std::string counted() const {
    if (within_ == 0) return nearest_ ? "not then" : "not at all";
    const std::string when = " at " + listed(told_) + (within_ > kTold ? ", …" : "");
    return within_ == 1 ? "once," + when : std::to_string(within_) + " times," + when;
  }

  std::string missing_field() const {
    if (!filter_.lease.empty() && !has_field(*kind_, "lease")) return "lease";
    if (!filter_.node.empty() && !has_field(*kind_, "node")) return "node";
    if (!filter_.where.is(Tree::Kind::map)) return {};
    for (const Tree::Entry& entry : filter_.where.entries()) {
      if (!has_field(*kind_, entry.key)) return entry.key;
    }
    return {};
  }

  std::string word_;
  FactFilter filter_;
  Span span_;
  Times times_;
  std::optional<std::size_t> kind_;
  std::uint64_t within_ = 0;
  std::optional<Duration> first_;
  std::optional<Duration> nearest_;
  std::vector<std::string> told_;
};

class FinalWatch : public ClaimWatch {
 public:
  FinalWatch(EndsWith claim, Dispatch& dispatch) : claim_(std::move(claim)) {
    dispatch.add(kFactIndex<FinalState>, this, [](void* self, const Fact& fact) {
      static_cast<FinalWatch*>(self)->hear(*std::get_if<FinalState>(&fact.body));
    });
  }

  void conclude(ExpectationReport& report) override {
    if (!told_) {
      report.found = "the run did not tell how the object stood when it ended";
      return;
    }
    report.outcome = Outcome::unmet;
    if (!json_.has_value() || !claim_.exists) {
      report.found = json_.has_value() ? "there is such an object" : "there is no such object";
      if (json_.has_value() == claim_.exists) report.outcome = Outcome::met;
      return;
    }
    const auto content = parse_document(*json_, "final state");
    if (!content) {
      report.outcome = Outcome::inconclusive;
      report.found = "its final state cannot be read";
      return;
    }
    const bool asks_more = claim_.where.is(Tree::Kind::map);
    report.found = asks_more ? misfits(claim_.where, content->root, "") : "";
    if (!report.found.empty()) return;
    report.outcome = Outcome::met;
    report.found = "so it stood";
  }

 private:
  void hear(const FinalState& body) {
    if (lower(words_of(body.kind).kind) != claim_.object.kind) return;
    if (body.object.view() != name_in_facts(claim_.object)) return;
    told_ = true;
    if (body.json.is_set()) json_ = body.json.str();
  }

  // The fields that differ: "spec.holderIdentity is a, not b".
  static std::string misfits(const Tree& wanted, const Tree& value, const std::string& path) {
    if (!wanted.is(Tree::Kind::map)) {
      if (fits(wanted, value)) return {};
      return path + " is " + described(value) + ", not " + described(wanted);
    }
    std::string text;
    for (const Tree::Entry& entry : wanted.entries()) {
      const Tree* found = value.find(entry.key);
      const std::string below = path.empty() ? entry.key : path + "." + entry.key;
      const std::string said = misfits(entry.value, found == nullptr ? Tree{} : *found, below);
      if (said.empty()) continue;
      text += (text.empty() ? "" : "; ") + said;
    }
    return text;
  }

  EndsWith claim_;
  bool told_ = false;
  std::optional<std::string> json_;
};

}  // namespace

std::unique_ptr<ClaimWatch> watch_happens(const Happens& claim, Dispatch& dispatch) {
  return std::make_unique<FactWatch>(claim.fact.name, claim.filter, claim.span, claim.times,
                                     dispatch);
}

std::unique_ptr<ClaimWatch> watch_never(const Never& claim, Dispatch& dispatch) {
  return std::make_unique<FactWatch>(claim.fact.name, claim.filter, claim.span,
                                     Times{.least = 0, .most = 0}, dispatch);
}

std::unique_ptr<ClaimWatch> watch_ends_with(const EndsWith& claim, Dispatch& dispatch) {
  return std::make_unique<FinalWatch>(claim, dispatch);
}

}  // namespace leasesim
