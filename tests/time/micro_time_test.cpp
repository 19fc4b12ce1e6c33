#include "leasesim/time/micro_time.hpp"

#include <gtest/gtest.h>

#include "leasesim/random/streams.hpp"

namespace leasesim {
namespace {

constexpr MicroTime kTen{1'714'557'600'123'456};  // 2024-05-01T10:00:00.123456Z

MicroTime parsed(std::string_view text) {
  const auto read = parse_micro_time(text);
  EXPECT_TRUE(read) << text << ": " << (read ? "" : read.error());
  return read ? *read : MicroTime{-1};
}

std::string refusal(std::string_view text) {
  const auto read = parse_micro_time(text);
  return read ? "accepted as " + micro_time_text(*read) : read.error();
}

std::string without_place(std::string_view text) {
  const std::string whole = refusal(text);
  const std::size_t place = whole.find(" as \"2006-01-02T15:04:05.000000Z07:00\": ");
  return place == std::string::npos ? whole : whole.substr(whole.find("cannot"));
}

TEST(MicroTime, IsPrintedInUtcWithSixDigits) {
  EXPECT_EQ(micro_time_text(kTen), "2024-05-01T10:00:00.123456Z");
  EXPECT_EQ(micro_time_text({0}), "1970-01-01T00:00:00.000000Z");
  EXPECT_EQ(micro_time_text({-1}), "1969-12-31T23:59:59.999999Z");
}

// upstream: kubernetes/apimachinery:pkg/apis/meta/v1/micro_time.go
TEST(MicroTime, IsReadWithAnyOffsetAndACommaToo) {
  EXPECT_EQ(parsed("2024-05-01T10:00:00.123456Z"), kTen);
  EXPECT_EQ(parsed("2024-05-01T12:00:00.123456+02:00"), kTen);
  EXPECT_EQ(parsed("2024-05-01T04:30:00,123456-05:30"), kTen);
}

// The texts are those that Go 1.26 gives.
TEST(MicroTime, IsRefusedInGoesOwnWords) {
  EXPECT_EQ(refusal("2024-05-01T10:00:00Z"),
            "parsing time \"2024-05-01T10:00:00Z\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot "
            "parse \"Z\" as \".000000\"");
  EXPECT_EQ(refusal("hello"),
            "parsing time \"hello\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse "
            "\"hello\" as \"2006\"");
  EXPECT_EQ(without_place("2024-05-01T10:00:00.123Z"), "cannot parse \".123Z\" as \".000000\"");
  EXPECT_EQ(without_place("2024-05-01T10:00:00.123456789Z"), "cannot parse \"789Z\" as \"Z07:00\"");
  EXPECT_EQ(without_place("2024-05-01T10:00:00.123456"), "cannot parse \"\" as \"Z07:00\"");
  EXPECT_EQ(without_place("2024/05-01T10:00:00.123456Z"),
            "cannot parse \"/05-01T10:00:00.123456Z\" as \"-\"");
  EXPECT_EQ(without_place("2024-05-01 10:00:00.123456Z"),
            "cannot parse \" 10:00:00.123456Z\" as \"T\"");
  EXPECT_EQ(without_place("2024-05-01Tx:00:00.123456Z"),
            "cannot parse \"x:00:00.123456Z\" as \"15\"");
}

TEST(MicroTime, NamesWhatIsOutOfRange) {
  const auto out_of_range = [](std::string_view text, std::string_view what) {
    EXPECT_EQ(refusal(text),
              "parsing time \"" + std::string{text} + "\": " + std::string{what} + " out of range");
  };
  out_of_range("2024-13-01T10:00:00.123456Z", "month");
  out_of_range("2024-00-01T10:00:00.123456Z", "month");
  out_of_range("2023-02-29T10:00:00.123456Z", "day");
  out_of_range("2024-04-31T10:00:00.123456Z", "day");
  out_of_range("2024-05-01T24:00:00.123456Z", "hour");
  out_of_range("2024-05-01T10:60:00.123456Z", "minute");
  out_of_range("2024-05-01T10:00:60.123456Z", "second");
  out_of_range("2024-05-01T10:00:00.123456+25:00", "time zone offset hour");
  out_of_range("2024-05-01T10:00:00.123456+25:61", "time zone offset minute");
  out_of_range("2024-05-01T10:00:00.-23456Z", "fractional second");
}

TEST(MicroTime, FollowsGoIntoItsOddCorners) {
  EXPECT_EQ(parsed("2024-05-01T7:04:05.000000Z"), parsed("2024-05-01T07:04:05.000000Z"));
  EXPECT_EQ(parsed("2024-05-01T10:00:00.+23456Z"), parsed("2024-05-01T10:00:00.023456Z"));
  EXPECT_EQ(parsed("2024-05-01T10:00:00.000000+24:60"), parsed("2024-04-30T09:00:00.000000Z"));
  EXPECT_EQ(refusal("2024-05-01T10:00:00.123456Z0"),
            "parsing time \"2024-05-01T10:00:00.123456Z0\": extra text: \"0\"");
  EXPECT_EQ(refusal("\"\\\xc3\xa9\xff\n"),
            "parsing time \"\\\"\\\\\\xc3\\xa9\\xff\\x0a\" as "
            "\"2006-01-02T15:04:05.000000Z07:00\": cannot parse "
            "\"\\\"\\\\\\xc3\\xa9\\xff\\x0a\" as \"2006\"");
}

TEST(MicroTime, IsReadBackAsItWasPrinted) {
  // Years 0 to 9999.
  constexpr std::uint64_t kSpan = 315'537'897'600'000'000;
  constexpr std::int64_t kYearOne = -62'135'596'800'000'000;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const auto after = static_cast<std::int64_t>(bounded(Draw{StreamKey{2}, i}, kSpan));
    const MicroTime time{kYearOne + after};
    ASSERT_EQ(parsed(micro_time_text(time)), time);
  }
}

TEST(MicroTime, CutsAWallClockOffTowardsThePast) {
  EXPECT_EQ(micro_time(WallTime{1'999ns}), MicroTime{1});
  EXPECT_EQ(micro_time(WallTime{-1ns}), MicroTime{-1});
  EXPECT_EQ(kube_time(WallTime{1'999ms}), KubeTime{1});
  EXPECT_EQ(kube_time(WallTime{-1ns}), KubeTime{-1});
  EXPECT_EQ(wall_time(kTen), WallTime{1'714'557'600'123'456us});
}

TEST(MicroTime, TellsOnlyTheSecondToWhoeverComparesRecords) {
  // Two renewals within one second look alike to client-go, one a microsecond later does not.
  // upstream: kubernetes/client-go:tools/leaderelection/resourcelock/leaselock.go
  const auto second = [](std::string_view text) { return seconds_of(parsed(text)); };
  EXPECT_EQ(second("2024-05-01T10:00:00.000000Z"), second("2024-05-01T10:00:00.999999Z"));
  EXPECT_NE(second("2024-05-01T10:00:00.999999Z"), second("2024-05-01T10:00:01.000000Z"));
  EXPECT_EQ(seconds_of({-1}), KubeTime{-1});
  EXPECT_EQ(seconds_of({-1'000'000}), KubeTime{-1});
}

TEST(MicroTime, BeyondOurCalendarsComesToTheHorizon) {
  EXPECT_EQ(wall_time(parsed("9999-12-31T23:59:59.999999Z")), kWallHorizon);
  EXPECT_EQ(wall_time(parsed("0001-01-01T00:00:00.000000Z")), kWallDawn);
  EXPECT_GT(kWallHorizon + 2'147'483'647s, kWallHorizon);
  EXPECT_GT(kWallHorizon, wall_time(parsed("2150-01-01T00:00:00.000000Z")));
}

// upstream: kubernetes/apimachinery:pkg/apis/meta/v1/time.go
TEST(KubeTime, HasWholeSecondsAndIsReadWithAFraction) {
  EXPECT_EQ(kube_time_text({1'714'557'600}), "2024-05-01T10:00:00Z");
  EXPECT_EQ(*parse_kube_time("2024-05-01T10:00:00Z"), KubeTime{1'714'557'600});
  EXPECT_EQ(*parse_kube_time("2024-05-01T10:00:00.987654321Z"), KubeTime{1'714'557'600});
  EXPECT_EQ(*parse_kube_time("2024-05-01T12:00:00+02:00"), KubeTime{1'714'557'600});
  EXPECT_EQ(parse_kube_time("2024-05-01").error(),
            "parsing time \"2024-05-01\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as "
            "\"T\"");
}

}  // namespace
}  // namespace leasesim
