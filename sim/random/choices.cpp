#include "leasesim/random/choices.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>

namespace leasesim {

namespace {

std::string ends_of(Text sender, Text receiver) { return sender.str() + '>' + receiver.str(); }

/// The address of a stream whatever the seed is.
std::uint64_t address_of(std::string_view who, std::uint64_t incarnation,
                         std::string_view purpose) {
  return stream_key(Seed{}, stable_hash(who), incarnation, Purpose::hash_of(purpose)).value;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t count = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return count;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// Names may hold any character, a purpose no slash: read from the end.
std::optional<Site> parse_site(std::string_view text) {
  const std::size_t last = text.rfind('/');
  if (last == std::string_view::npos || last == 0) return std::nullopt;
  const std::size_t before = text.rfind('/', last - 1);
  if (before == std::string_view::npos) return std::nullopt;
  const std::string_view whole_name = text.substr(0, before);
  const std::size_t hash = whole_name.rfind('#');
  if (hash == std::string_view::npos) return std::nullopt;

  const auto occurrence = parse_count(text.substr(last + 1));
  const auto incarnation = parse_count(whole_name.substr(hash + 1));
  if (!occurrence || !incarnation || last == before + 1) return std::nullopt;
  return Site{std::string{whole_name.substr(0, hash)}, *incarnation,
              std::string{text.substr(before + 1, last - before - 1)}, *occurrence};
}

std::optional<std::int64_t> parse_value(std::string_view text) {
  if (text == "yes") return 1;
  if (text == "no") return 0;
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc{} && stopped == end) return number;
  const auto duration = parse_signed_duration(text);
  return duration ? std::optional{duration->count()} : std::nullopt;
}

}  // namespace

std::string site_text(const Site& site) {
  return site.who + '#' + std::to_string(site.incarnation) + '/' + site.purpose + '/' +
         std::to_string(site.occurrence);
}

std::string choice_text(const Choice& choice) {
  std::string text = site_text(choice.site) + " = ";
  switch (choice.kind) {
    case ChoiceKind::number:
      return text + std::to_string(choice.value);
    case ChoiceKind::duration:
      return text + duration_text(Duration{choice.value});
    case ChoiceKind::chance:
      return text + (choice.value != 0 ? "yes" : "no");
  }
  ensure(false, "a choice is of one of three kinds");
  return text;
}

Result<Override, std::string> parse_override(std::string_view text) {
  const auto refuse = [&](std::string_view wanted, std::string_view found) {
    return Err{"expected " + std::string{wanted} + ", found \"" + std::string{found} + '"'};
  };
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos) {
    return refuse("a choice such as \"elector-b#0/retry-jitter/12 = 1.5ms\"", text);
  }
  const std::string_view place = trimmed(text.substr(0, equals));
  const std::string_view value_text = trimmed(text.substr(equals + 1));
  auto site = parse_site(place);
  if (!site) return refuse("a site such as \"elector-b#0/retry-jitter/12\"", place);
  const auto value = parse_value(value_text);
  if (!value) return refuse("a value such as \"17\", \"1.5ms\" or \"yes\"", value_text);
  return Override{std::move(*site), *value};
}

struct ChoiceBook::Stream {
  std::string who;
  std::uint64_t incarnation;
  std::string purpose;
  std::uint64_t address;
};

ChoiceBook::ChoiceBook() = default;
ChoiceBook::~ChoiceBook() = default;

void ChoiceBook::set(const Override& decision) {
  const Site& site = decision.site;
  const Address address{address_of(site.who, site.incarnation, site.purpose), site.occurrence};
  planned_.insert_or_assign(address, Planned{decision});
}

std::vector<Override> ChoiceBook::unused() const {
  std::vector<Override> all;
  for (const auto& [address, planned] : planned_) {
    if (!planned.used) all.push_back(planned.decision);
  }
  std::ranges::sort(all, {}, &Override::site);
  return all;
}

const ChoiceBook::Stream* ChoiceBook::open(std::string who, std::uint64_t incarnation,
                                           std::string_view purpose) {
  const std::uint64_t address = address_of(who, incarnation, purpose);
  std::unique_ptr<Stream>& stream = streams_[address];
  if (!stream) {
    stream = std::make_unique<Stream>(
        Stream{std::move(who), incarnation, std::string{purpose}, address});
  }
  return stream.get();
}

std::int64_t ChoiceBook::decide(const Stream& stream, std::uint64_t occurrence, Choice choice) {
  const auto planned = planned_.find({stream.address, occurrence});
  if (planned != planned_.end()) {
    planned->second.used = true;
    choice.value = std::clamp(planned->second.decision.value, choice.low, choice.high);
  }
  if (recording_) {
    choice.site = {stream.who, stream.incarnation, stream.purpose, occurrence};
    recorded_.push_back(choice);
  }
  return choice.value;
}

Choices::Choices(Seed seed, Text who, std::uint64_t incarnation, Purpose purpose, ChoiceBook* book)
    : key_(stream_key(seed, who.hash(), incarnation, purpose.hash())), book_(book) {
  if (book_ != nullptr) stream_ = book_->open(who.str(), incarnation, purpose.name());
}

Choices::Choices(Seed seed, Text sender, Text receiver, std::uint64_t incarnation, Purpose kind,
                 ChoiceBook* book)
    : key_(extend(stream_key(seed, sender.hash(), incarnation, kind.hash()), receiver.hash())),
      book_(book) {
  if (book_ != nullptr) stream_ = book_->open(ends_of(sender, receiver), incarnation, kind.name());
}

std::uint64_t Choices::below(std::uint64_t bound) {
  constexpr std::uint64_t kBoundMax = std::numeric_limits<std::int64_t>::max();
  ensure(bound >= 1 && bound <= kBoundMax, "a choice is among 1 to 2^63 - 1 things");
  const std::uint64_t occurrence = next_++;
  const auto drawn = static_cast<std::int64_t>(bounded(Draw{key_, occurrence}, bound));
  const auto high = static_cast<std::int64_t>(bound - 1);
  return static_cast<std::uint64_t>(decide(occurrence, ChoiceKind::number, drawn, 0, high));
}

Duration Choices::between(Duration low, Duration high) {
  return from(Distribution::uniform(low, high));
}

bool Choices::chance(Ratio ratio) {
  ensure(ratio.denominator > 0 && ratio.numerator >= 0 && ratio.numerator <= ratio.denominator,
         "a chance is from 0 to 1");
  const std::uint64_t occurrence = next_++;
  const auto below_one =
      bounded(Draw{key_, occurrence}, static_cast<std::uint64_t>(ratio.denominator));
  const std::int64_t drawn = below_one < static_cast<std::uint64_t>(ratio.numerator) ? 1 : 0;
  return decide(occurrence, ChoiceKind::chance, drawn, 0, 1) != 0;
}

std::uint64_t Choices::bits() {
  const std::uint64_t occurrence = next_++;
  const auto drawn = std::bit_cast<std::int64_t>(Draw{key_, occurrence}.bits());
  using Limits = std::numeric_limits<std::int64_t>;
  return static_cast<std::uint64_t>(
      decide(occurrence, ChoiceKind::number, drawn, Limits::min(), Limits::max()));
}

std::int64_t Choices::decide(std::uint64_t occurrence, ChoiceKind kind, std::int64_t drawn,
                             std::int64_t low, std::int64_t high) const {
  if (stream_ == nullptr) [[likely]]
    return drawn;
  return book_->decide(*stream_, occurrence, Choice{{}, kind, drawn, low, high});
}

Duration Choices::decide(std::uint64_t occurrence, Duration drawn, Duration low,
                         Duration high) const {
  return Duration{
      decide(occurrence, ChoiceKind::duration, drawn.count(), low.count(), high.count())};
}

}  // namespace leasesim
