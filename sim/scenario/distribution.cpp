// How distributions are spelt: durations and ranges as texts, curves as maps.

#include <algorithm>
#include <array>
#include <charconv>

#include "leasesim/scenario/fields.hpp"

namespace leasesim {
namespace {

// A curve's parameter: a ratio that may be more than one, unlike a chance.
struct Factor {
  Ratio ratio;
};

struct Exponential {
  Duration mean{};
  Duration cap = Distribution::kCap;
};
struct Lognormal {
  Duration median{};
  Factor sigma{{1, 2}};
  Duration cap = Distribution::kCap;
};
struct Pareto {
  Duration scale{};
  Factor alpha{{3, 2}};
  Duration cap = Distribution::kCap;
};

bool less(Ratio a, Ratio b) {
  return static_cast<__int128>(a.numerator) * b.denominator <
         static_cast<__int128>(b.numerator) * a.denominator;
}

// What a curve is made of must make sense before a Distribution is made of it.
void check_scale(Fields& in, std::string_view key, Duration scale, Duration cap) {
  if (in.good(key) && scale <= Duration{}) in.refuse(key, "must be more than 0s");
  if (cap < scale) in.refuse("cap", "is less than \"" + std::string{key} + '"');
  if (cap > Distribution::kCap) in.refuse("cap", "must be a year at most");
  if (scale > Distribution::kCap) in.refuse(key, "must be a year at most");
}

void read(Fields& in, Exponential& curve) {
  in.required("mean", curve.mean, "of all samples");
  in.optional("cap", curve.cap, "no sample is longer");
  check_scale(in, "mean", curve.mean, curve.cap);
}

void read(Fields& in, Lognormal& curve) {
  in.required("median", curve.median, "half of the samples are shorter");
  in.required("sigma", curve.sigma, "standard deviation of the logarithm");
  in.optional("cap", curve.cap, "no sample is longer");
  check_scale(in, "median", curve.median, curve.cap);
}

void read(Fields& in, Pareto& curve) {
  in.required("scale", curve.scale, "the shortest sample");
  in.required("alpha", curve.alpha, "how fast the tail thins out");
  in.optional("cap", curve.cap, "no sample is longer");
  check_scale(in, "scale", curve.scale, curve.cap);
}

// "99.9%" in parts per million, to four places.
std::optional<std::int64_t> share_of(std::string_view text) {
  if (text.empty() || text.back() != '%') return std::nullopt;
  text.remove_suffix(1);
  const auto point = std::min(text.find('.'), text.size());
  std::string digits{text.substr(0, point)};
  const std::string_view part = text.substr(std::min(point + 1, text.size()));
  if (digits.empty() || part.size() > 4 || digits.size() > 3) return std::nullopt;
  digits += part;
  digits.append(4 - part.size(), '0');
  if (digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  std::int64_t share = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), share);
  if (share > 1'000'000) return std::nullopt;
  return share;
}

std::string share_text(std::int64_t share) {
  std::string part = std::to_string(share % 10'000 + 10'000).substr(1);
  while (!part.empty() && part.back() == '0') part.pop_back();
  return std::to_string(share / 10'000) + (part.empty() ? "" : '.' + part) + '%';
}

void read_quantiles(const Tree& node, Distribution& value, const Spot& spot) {
  if (!node.is(Tree::Kind::map) || node.entries().empty()) {
    return spot.want(node, "a map such as { 50%: 2ms, 99%: 40ms }");
  }
  const std::size_t refused_before = spot.reading.refused();
  std::vector<Quantile> points;
  for (const Tree::Entry& entry : node.entries()) {
    const auto share = share_of(entry.key);
    if (!share) {
      spot.reading.refuse(entry.key_place, spot.path,
                          "expected a share such as 50% or 99.9%, found \"" + entry.key + '"');
      continue;
    }
    Quantile point{*share, {}};
    Spelling<Duration>::read(entry.value, point.value, spot.key(entry.key));
    const bool ascends =
        points.empty() || (points.back().share < point.share && points.back().value <= point.value);
    if (!ascends) spot.key(entry.key).refuse(entry.value, "is no step up from the point before it");
    points.push_back(point);
  }
  if (spot.reading.refused() == refused_before) value = Distribution::quantiles(std::move(points));
}

template <class Curve, class Make>
void read_curve(const Tree& node, Distribution& value, const Spot& spot, Make make) {
  const std::size_t refused_before = spot.reading.refused();
  Curve curve;
  Spelling<Curve>::read(node, curve, spot);
  if (spot.reading.refused() == refused_before) value = make(curve);
}

constexpr std::array<std::string_view, 4> kCurves{"exponential", "lognormal", "pareto",
                                                  "quantiles"};

void read_map(const Tree& node, Distribution& value, const Spot& spot) {
  const std::vector<std::string_view> curves{kCurves.begin(), kCurves.end()};
  if (node.entries().size() != 1) {
    return spot.refuse(node, "expected one key, the curve: " + one_of(curves));
  }
  const Tree::Entry& entry = node.entries().front();
  const Spot inner = spot.key(entry.key);
  if (entry.key == "exponential") {
    read_curve<Exponential>(entry.value, value, inner, [](const Exponential& curve) {
      return Distribution::exponential(curve.mean, curve.cap);
    });
  } else if (entry.key == "lognormal") {
    read_curve<Lognormal>(entry.value, value, inner, [](const Lognormal& curve) {
      return Distribution::lognormal(curve.median, curve.sigma.ratio, curve.cap);
    });
  } else if (entry.key == "pareto") {
    read_curve<Pareto>(entry.value, value, inner, [](const Pareto& curve) {
      return Distribution::pareto(curve.scale, curve.alpha.ratio, curve.cap);
    });
  } else if (entry.key == "quantiles") {
    read_quantiles(entry.value, value, inner);
  } else {
    spot.reading.refuse(entry.key_place, spot.path, "unknown curve \"" + entry.key + '"',
                        nearest_word(entry.key, curves));
  }
}

Tree with_key(std::string_view key, Tree value) {
  Tree map = Tree::map();
  map.set(key, std::move(value));
  return map;
}

Tree written_points(const std::vector<Quantile>& points) {
  Tree map = Tree::map();
  for (const Quantile& point : points) {
    map.set(share_text(point.share), Spelling<Duration>::write(point.value));
  }
  return map;
}

}  // namespace

template <>
struct Spelling<Factor> {
  static void read(const Tree& node, Factor& value, const Spot& spot) {
    const bool whole = node.is(Tree::Kind::integer);
    if (!whole && !node.is(Tree::Kind::text)) return spot.want(node, "a ratio such as 3/2");
    const auto parsed = parse_ratio(whole ? json_line(node) : node.as_text());
    if (!parsed) return spot.refuse(node, parsed.error());
    const bool within =
        !less(*parsed, Distribution::kParameterMin) && !less(Distribution::kParameterMax, *parsed);
    if (!within) return spot.want(node, "a ratio from 1/100 to 100");
    value.ratio = *parsed;
  }
  static Tree write(const Factor& value) { return Tree::text(ratio_text(value.ratio)); }
  static Shape shape() { return Spelling<Ratio>::shape(); }
};

void Spelling<Distribution>::read(const Tree& node, Distribution& value, const Spot& spot) {
  if (node.is(Tree::Kind::map)) return read_map(node, value, spot);
  const std::size_t refused_before = spot.reading.refused();
  DurationRange range{};
  Spelling<DurationRange>::read(node, range, spot);
  if (spot.reading.refused() != refused_before) return;
  value = range.low == range.high ? Distribution::constant(range.low)
                                  : Distribution::uniform(range.low, range.high);
}

Tree Spelling<Distribution>::write(const Distribution& value) {
  const Factor factor{value.parameter()};
  switch (value.shape()) {
    case Distribution::Shape::constant:
    case Distribution::Shape::uniform:
      return Spelling<DurationRange>::write({value.least(), value.greatest()});
    case Distribution::Shape::exponential:
      return with_key("exponential",
                      Spelling<Exponential>::write({value.scale(), value.greatest()}));
    case Distribution::Shape::lognormal:
      return with_key("lognormal",
                      Spelling<Lognormal>::write({value.scale(), factor, value.greatest()}));
    case Distribution::Shape::pareto:
      return with_key("pareto", Spelling<Pareto>::write({value.scale(), factor, value.greatest()}));
    case Distribution::Shape::quantiles:
      return with_key("quantiles", written_points(value.points()));
  }
  fail_ensure("a distribution has one of six shapes");
}

Shape Spelling<Distribution>::shape() {
  Shape text = Spelling<DurationRange>::shape();
  text.words = "a duration, a range, or a curve: { exponential: { mean: 3ms } }";
  Tree points = Tree::map();
  points.set("type", Tree::text("object"));
  points.set("additionalProperties", Spelling<Duration>::shape().schema);
  Tree options = Tree::list();
  options.append(std::move(text.schema));
  const auto curve = [&](std::string_view key, Tree schema) {
    FieldDoc doc;
    doc.key = key;
    doc.required = true;
    doc.schema = std::move(schema);
    options.append(schema_of({doc}));
  };
  curve("exponential", Spelling<Exponential>::shape().schema);
  curve("lognormal", Spelling<Lognormal>::shape().schema);
  curve("pareto", Spelling<Pareto>::shape().schema);
  curve("quantiles", std::move(points));
  text.schema = with_key("anyOf", std::move(options));
  return text;
}

}  // namespace leasesim
