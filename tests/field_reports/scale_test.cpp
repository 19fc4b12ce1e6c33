// Reports about how much electors ask of the API server: each elector leads under a lease of its
// own.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "field_reports/report_file.hpp"
#include "leasesim/scenario/load.hpp"

namespace leasesim {
namespace {

struct Load {
  int electors = 1;
  std::string timings{};  // other than client-go's
  std::string api = "{ service_time: 0s }";
  std::string until = "30m";
};

Trace play(const Load& load) {
  std::string text =
      "leasesim: v1\nname: load\nuntil: " + load.until +
      "\nnetwork: { latency: 1ms }\nhosts:\n  control-plane: { runs: api-server, api: " + load.api +
      " }\n  a: {}\nprocesses:\n";
  for (int number = 1; number <= load.electors; ++number) {
    const std::string name = "elector-" + std::to_string(number);
    text += "  " + name +
            ": { on: a, actor: leader-elector, starts: 0s..2s, config: { lease: " + name +
            load.timings + " } }\n";
  }
  const auto scenario = load_text(text, "load");
  EXPECT_TRUE(scenario.has_value()) << text_of(scenario.error());
  return leasesim::play(*scenario, 1);
}

std::int64_t writes_of(const Trace& trace) {
  std::int64_t writes = 0;
  for (const Fact& fact : trace.facts) {
    if (std::holds_alternative<LeaseWritten>(fact.body)) ++writes;
  }
  return writes;
}

// The mean time from one renewal of an elector to its next, after a minute to settle.
Duration mean_renewal(const Trace& trace) {
  std::map<ProcessName, SimTime> before;
  Duration sum{};
  std::int64_t count = 0;
  for (const Fact& fact : trace.facts) {
    if (!std::holds_alternative<LeaseRenewed>(fact.body)) continue;
    const auto [last, first] = before.emplace(fact.by, fact.at);
    if (!first && fact.at > SimTime{1min}) {
      sum += fact.at - last->second;
      ++count;
    }
    last->second = fact.at;
  }
  ensure(count > 0, "electors renew");
  return sum / count;
}

std::int64_t losses(const Trace& trace) {
  std::int64_t lost = 0;
  for (const Fact& fact : trace.facts) {
    if (std::holds_alternative<LeadershipLost>(fact.body)) ++lost;
  }
  return lost;
}

constexpr const char* kFiveTimesSlower =
    ", lease_duration: 60s, renew_deadline: 40s, retry_period: 10s";

// 50 electors at two seconds a renewal: 25 PUT a second, 90,000 an hour.
TEST(ReportB47, FiftyElectorsWriteNinetyThousandTimesAnHour) {
  const std::int64_t usual = 2 * writes_of(play({.electors = 50}));
  const std::int64_t slower = 2 * writes_of(play({.electors = 50, .timings = kFiveTimesSlower}));

  EXPECT_NEAR(static_cast<double>(usual), 90'000, 500);
  EXPECT_NEAR(static_cast<double>(usual) / static_cast<double>(slower), 5, 0.05);
}

// 20,000 writes in half an hour are not explained by one leader: it makes 900.
TEST(ReportB48, OneLeaderWritesNineHundredTimesInHalfAnHour) {
  const std::int64_t usual = writes_of(play({.electors = 1}));
  const std::int64_t slower = writes_of(play({.electors = 1, .timings = kFiveTimesSlower}));

  EXPECT_NEAR(static_cast<double>(usual), 900, 5);
  EXPECT_NEAR(static_cast<double>(slower), 180, 2);
  EXPECT_EQ(20'000 / usual, 22);
}

// 200 electors whose requests keep a seat busy for 0.5 s each want 40 seats.
TEST(ReportB50, TooFewSeatsSlowRenewalsDownAndNobodyLoses) {
  const std::string half = "{ service_time: 500ms, concurrency: ";
  const Trace starved = play({.electors = 200, .api = half + "24 }", .until = "10m"});
  const Trace served = play({.electors = 200, .api = half + "87 }", .until = "10m"});

  EXPECT_EQ(losses(starved), 0);
  EXPECT_EQ(losses(served), 0);
  const Duration queued = mean_renewal(starved);
  EXPECT_GE(queued, 4150ms) << "200 electors, 48 requests a second";
  EXPECT_LE(queued, 4250ms);
  EXPECT_EQ(mean_renewal(served), 2'502ms) << "no queue: the pause, the service, and the way";
}

}  // namespace
}  // namespace leasesim
