// Words of facts, and their fields by name.
#include "leasesim/trace/fact.hpp"

#include <gtest/gtest.h>

#include <set>

#include "leasesim/trace/fact_fields.hpp"
#include "trace/some_facts.hpp"

namespace leasesim {
namespace {

TEST(FactWords, EachKindHasAWordOfLowerCaseAndHyphens) {
  for (const FactBody& body : one_of_each()) {
    const std::string_view word = word_of(body);
    EXPECT_FALSE(word.empty());
    EXPECT_EQ(word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos)
        << word;
    EXPECT_EQ(word_of_fact(body.index()), word);
  }
}

TEST(FactWords, AKindKnowsItsPlace) {
  EXPECT_EQ(word_of_fact(kFactIndex<LeadershipGained>), "leadership-gained");
  EXPECT_EQ(word_of_fact(kFactIndex<ProcessStarted>), "process-started");
}

TEST(FactWords, RulesAreSpeltWithHyphens) {
  EXPECT_EQ(word_of(ExpiryRule::wall_clock_window), "wall-clock-window");
  EXPECT_EQ(word_of(ExpiryRule::never), "never");
}

TEST(FactFields, EveryFieldOfAKindHasItsOwnName) {
  for (const FactBody& body : one_of_each()) {
    std::set<std::string_view> seen{"t", "by", "fact", "end"};  // taken by the format
    for_each_value(body, [&](std::string_view name, const FactValue&) {
      EXPECT_TRUE(seen.insert(name).second) << word_of(body) << ": " << name;
    });
  }
}

TEST(FactFields, AValueIsOfItsFieldsSort) {
  Names names;
  LeaseJudgedExpired fact;
  fact.lease = ObjectName{names.intern("demo")};
  fact.version = 7;
  fact.rule = ExpiryRule::wall_clock;
  fact.age = 15'200ms;

  EXPECT_EQ(field_of(fact, "lease"), FactValue{std::string_view{"demo"}});
  EXPECT_EQ(field_of(fact, "version"), FactValue{std::int64_t{7}});
  EXPECT_EQ(field_of(fact, "holder"), FactValue{}) << "unset";
  EXPECT_EQ(field_of(fact, "rule"), FactValue{std::string_view{"wall-clock"}});
  EXPECT_EQ(field_of(fact, "age"), FactValue{Duration{15'200ms}});
  EXPECT_EQ(field_of(fact, "colour"), std::nullopt);
}

TEST(FactFields, TextsAreThoseOfTheTraceOnDisk) {
  LeaseObserved seen;
  seen.on_stopwatch = MonoTime{33'412ms};
  LeaseWritten written;
  written.renewed = WallTime{Duration{1'767'225'600'000'000'001}};
  written.created = true;

  EXPECT_EQ(field_text(seen, "on_stopwatch"), "33.412000000");
  EXPECT_EQ(field_text(written, "renewed"), "2026-01-01T00:00:00.000000001Z");
  EXPECT_EQ(field_text(written, "created"), "true");
  EXPECT_EQ(field_text(written, "duration"), "-1");
  EXPECT_EQ(field_text(written, "holder"), "");
  EXPECT_EQ(field_text(RenewalBegan{{}, 10s}, "deadline"), "10s");
  EXPECT_EQ(field_text(written, "nothing"), std::nullopt);
}

TEST(FactFields, ACalendarBefore1970CountsItsFractionForward) {
  EXPECT_EQ(wall_text(WallTime{Duration{-1}}), "1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(wall_text(WallTime{Duration{0}}), "1970-01-01T00:00:00.000000000Z");
}

TEST(FactFields, FactsAreTheSameAcrossTablesOfNames) {
  Names here;
  Names there;
  const Fact one{SimTime{1s}, here.process("a"), Remark{here.intern("x")}};
  const Fact same{SimTime{1s}, there.process("a"), Remark{there.intern("x")}};

  EXPECT_TRUE(same_fact(one, same));
  EXPECT_FALSE(same_fact(one, {SimTime{2s}, one.by, one.body}));
  EXPECT_FALSE(same_fact(one, {one.at, here.process("b"), one.body}));
  EXPECT_FALSE(same_fact(one, {one.at, one.by, Remark{here.intern("y")}}));
  EXPECT_FALSE(same_fact(one, {one.at, one.by, ProcessCrashed{}}));
}

}  // namespace
}  // namespace leasesim
