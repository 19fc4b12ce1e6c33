#include "leasesim/time/duration_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "leasesim/random/streams.hpp"

namespace leasesim {
namespace {

using testing::HasSubstr;

Duration parsed(std::string_view text) {
  const auto read = parse_duration(text);
  EXPECT_TRUE(read) << text << ": " << (read ? "" : read.error());
  return read ? *read : Duration::min();
}

std::string refusal(std::string_view text) {
  const auto read = parse_duration(text);
  return read ? "accepted as " + duration_text(*read) : read.error();
}

TEST(DurationText, ReadsWhatGoReads) {
  EXPECT_EQ(parsed("15s"), 15s);
  EXPECT_EQ(parsed("1h30m"), 90min);
  EXPECT_EQ(parsed("250ms"), 250ms);
  EXPECT_EQ(parsed("1m0.5s"), 60'500ms);
  EXPECT_EQ(parsed("1.5h"), 90min);
  EXPECT_EQ(parsed("0"), 0s);
  EXPECT_EQ(parsed("0s"), 0s);
  EXPECT_EQ(parsed("3us"), 3us);
  EXPECT_EQ(parsed("3\u00b5s"), 3us);  // micro sign
  EXPECT_EQ(parsed("3\u03bcs"), 3us);  // Greek letter mu
  EXPECT_EQ(parsed("1h2m3s4ms5us6ns"), 3723s + 4ms + 5us + 6ns);
}

TEST(DurationText, IsExactToTheNanosecondAndNoFiner) {
  EXPECT_EQ(parsed("0.000000001s"), 1ns);
  EXPECT_EQ(parsed("1.100000000000s"), 1100ms);
  EXPECT_EQ(parsed("0.000000000005h"), 18ns);
  EXPECT_THAT(refusal("0.0000000001s"), HasSubstr("finer than a nanosecond"));
  EXPECT_THAT(refusal("1.5ns"), HasSubstr("finer than a nanosecond"));
  EXPECT_THAT(refusal("0.0000000000000000000000001h"), HasSubstr("finer than a nanosecond"));
}

TEST(DurationText, RefusesWhatDoesNotFit) {
  EXPECT_EQ(parsed("9223372036854775807ns"), Duration::max());
  EXPECT_THAT(refusal("9223372036854775808ns"), HasSubstr("longer than 292 years"));
  EXPECT_THAT(refusal("2562048h"), HasSubstr("longer than 292 years"));
  EXPECT_THAT(refusal("2562047h48m"), HasSubstr("longer than 292 years"));
  EXPECT_THAT(refusal("99999999999999999999999999999999999999999999h"), HasSubstr("292 years"));
}

TEST(DurationText, GuessesWhatWasMeant) {
  EXPECT_EQ(refusal("300"),
            "expected a duration such as \"15s\" or \"1h30m\", found \"300\"; did you mean "
            "\"300ms\" or \"300s\"?");
  EXPECT_THAT(refusal("5min"), HasSubstr("did you mean \"5m\"?"));
  EXPECT_THAT(refusal("5sec"), HasSubstr("did you mean \"5s\"?"));
  EXPECT_THAT(refusal("2hours"), HasSubstr("did you mean \"2h\"?"));
  EXPECT_THAT(refusal("2d"), HasSubstr("days are written in hours"));
  EXPECT_THAT(refusal("5parsecs"), HasSubstr("the units are h, m, s, ms, us and ns"));
  EXPECT_THAT(refusal("1h30"), HasSubstr("every number needs a unit"));
  EXPECT_THAT(refusal("30m1h"), HasSubstr("each unit comes once, the largest first"));
  EXPECT_THAT(refusal("-5s"), HasSubstr("a sign has no meaning here"));
  for (const char* text : {"", "s", ".s", "5.s", ".5s", "1.2.3s", " 5s", "5 s", "no", "1h-5m"}) {
    EXPECT_THAT(refusal(text), HasSubstr("expected a duration")) << text;
  }
}

TEST(DurationText, ReadsSignsWhereTheyHaveAMeaning) {
  EXPECT_EQ(*parse_signed_duration("-5s"), -5s);
  EXPECT_EQ(*parse_signed_duration("+5s"), 5s);
  EXPECT_EQ(*parse_signed_duration("5s"), 5s);
  EXPECT_FALSE(parse_signed_duration("--5s"));
  EXPECT_FALSE(parse_signed_duration("-"));
  EXPECT_THAT(parse_signed_duration("-300").error(), HasSubstr("found \"-300\""));
}

TEST(DurationText, PrintsTheShortestTextAsGoDoes) {
  EXPECT_EQ(duration_text(15s), "15s");
  EXPECT_EQ(duration_text(90s), "1m30s");
  EXPECT_EQ(duration_text(1500us), "1.5ms");
  EXPECT_EQ(duration_text(2h), "2h");
  EXPECT_EQ(duration_text(1h + 1ns), "1h0.000000001s");
  EXPECT_EQ(duration_text(-7200s), "-2h");
  EXPECT_EQ(duration_text(0s), "0s");
  EXPECT_EQ(duration_text(999ns), "999ns");
  EXPECT_EQ(duration_text(Duration::min()), "-2562047h47m16.854775808s");
}

TEST(DurationText, PrintsWhatItReadsBack) {
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const std::uint64_t bits = Draw{StreamKey{1}, i}.bits();
    const Duration duration{static_cast<std::int64_t>(bits >> (1 + i % 63))};
    ASSERT_EQ(parsed(duration_text(duration)), duration) << duration.count();
    ASSERT_EQ(*parse_signed_duration(duration_text(-duration)), -duration);
  }
}

TEST(DurationRangeText, ReadsTwoEndsOrOnePoint) {
  EXPECT_EQ(*parse_duration_range("1ms..5ms"), (DurationRange{1ms, 5ms}));
  EXPECT_EQ(*parse_duration_range("2.5s..1m"), (DurationRange{2500ms, 1min}));
  EXPECT_EQ(*parse_duration_range("3s"), (DurationRange{3s, 3s}));
  EXPECT_EQ(range_text({1ms, 5ms}), "1ms..5ms");
  EXPECT_EQ(range_text({3s, 3s}), "3s");
}

TEST(DurationRangeText, SaysWhichEndIsWrong) {
  EXPECT_THAT(parse_duration_range("1..5ms").error(), HasSubstr("did you mean \"1ms\" or \"1s\"?"));
  EXPECT_THAT(parse_duration_range("1ms..").error(), HasSubstr("found \"1ms..\""));
  EXPECT_THAT(parse_duration_range("5ms..1ms").error(), HasSubstr("its low end comes first"));
  EXPECT_THAT(parse_duration_range("300").error(), HasSubstr("\"300ms\" or \"300s\""));
}

TEST(RateText, ReadsPartsPerMillionAndTheirThousandths) {
  EXPECT_EQ(*parse_rate("+20000ppm"), PartsPerMillion::whole(20'000));
  EXPECT_EQ(*parse_rate("-50ppm"), PartsPerMillion::whole(-50));
  EXPECT_EQ(*parse_rate("0.5ppm"), PartsPerMillion{500});
  EXPECT_EQ(*parse_rate("-12ppb"), PartsPerMillion{-12});
  EXPECT_EQ(rate_text(PartsPerMillion::whole(20'000)), "+20000ppm");
  EXPECT_EQ(rate_text(PartsPerMillion{-500}), "-0.5ppm");
  EXPECT_EQ(rate_text({}), "0ppm");
  EXPECT_THAT(parse_rate("0.0001ppm").error(), HasSubstr("finer than 0.001ppm"));
  EXPECT_THAT(parse_rate("200").error(), HasSubstr("did you mean \"200ppm\"?"));
  EXPECT_THAT(parse_rate("2%").error(), HasSubstr("1% is \"10000ppm\""));
  EXPECT_FALSE(parse_rate("fast"));
}

TEST(RatioText, ReadsFractionsAndTranslatesDecimals) {
  EXPECT_EQ(*parse_ratio("1/20"), (Ratio{1, 20}));
  EXPECT_EQ(*parse_ratio("3/2"), (Ratio{3, 2}));
  EXPECT_EQ(*parse_ratio("0"), (Ratio{0, 1}));
  EXPECT_EQ(ratio_text({1, 20}), "1/20");
  EXPECT_THAT(parse_ratio("0.05").error(), HasSubstr("did you mean \"1/20\"?"));
  EXPECT_THAT(parse_ratio("2.5%").error(), HasSubstr("did you mean \"1/40\"?"));
  EXPECT_THAT(parse_ratio("1/0").error(), HasSubstr("nothing is divided by 0"));
  for (const char* text : {"", "/", "1/", "/2", "-1/2", "1/2/3", "half"}) {
    EXPECT_FALSE(parse_ratio(text)) << text;
  }
  EXPECT_TRUE(parse_chance("1"));
  EXPECT_THAT(parse_chance("3/2").error(), HasSubstr("a chance from 0 to 1"));
}

TEST(SecondsText, CutsOffWhatItDoesNotShow) {
  EXPECT_EQ(seconds_text(33'412'999us, 3, 8), "  33.412");
  EXPECT_EQ(seconds_text(33'412'999us, 0, 0), "33");
  EXPECT_EQ(seconds_text(1ns, 9, 0), "0.000000001");
  EXPECT_EQ(seconds_text(-1500ms, 1, 6), "  -1.5");
  EXPECT_EQ(seconds_text(-1ns, 3, 0), "0.000");
  EXPECT_EQ(seconds_text(123456s, 1, 3), "123456.0");
}

}  // namespace
}  // namespace leasesim
