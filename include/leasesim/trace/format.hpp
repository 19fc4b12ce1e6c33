// A trace on disk: one JSON object a line.
//
// The first line is the head, each further one a fact, the last one the end with the number of
// facts and their digest, so that a file that was cut off or changed is noticed:
//
//     {"leasesim":"v1","kind":"Trace","seed":7,"until":"70.000000000",…,"scenario":"…"}
//     {"t":"33.412000000","by":"elector-b","fact":"leadership-gained","lease":"demo",…}
//     {"end":"70.000000000","facts":812,"digest":"0f3c…"}
//
// Instants are seconds with nine digits, calendars RFC 3339 with nine, durations "15s"; a text that
// is unset is null. Reading is strict: fields may stand in any order, but all of them, and no
// other.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

#include "leasesim/result.hpp"
#include "leasesim/trace/digest.hpp"
#include "leasesim/trace/trace.hpp"

namespace leasesim {

inline constexpr std::string_view kTraceVersion = "v1";

/// Writes facts as they happen. The stream is written to in large pieces and outlives the writer.
class TraceWriter : public FactSink {
 public:
  TraceWriter(std::ostream& out, const TraceHead& head);

  void take(const Fact& fact) override;
  /// Writes the last line and hands everything to the stream; once, after the last fact.
  void finish(SimTime end);

 private:
  void hand_over();

  std::ostream& out_;
  std::string text_;  // not yet handed over
  DigestSink digest_;
};

/// The head's line, without the line's end.
std::string head_line(const TraceHead& head);
/// One fact's line, without the line's end.
std::string fact_line(const Fact& fact);

/// Where a text stops being a trace, and what is wrong there.
struct TraceError {
  std::size_t line = 0;  ///< counted from 1
  std::string message;
  friend bool operator==(const TraceError&, const TraceError&) = default;
};

/// The whole text of a file. The facts are those that were written, and their digest is the same.
Result<Trace, TraceError> read_trace(std::string_view text);

}  // namespace leasesim
