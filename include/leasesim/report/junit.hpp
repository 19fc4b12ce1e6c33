// Verdicts for continuous integration: JUnit's XML, the part of it that all readers understand.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "leasesim/report/json.hpp"

namespace leasesim {

/// A suite a scenario, a case an expectation. `classname` is the scenario's path with dots, `name`
/// the expectation in its own words, made unique. A failure's message stands in its text once more,
/// because some readers drop the attribute. Times are 0: equal runs give equal bytes; how long was
/// simulated is a property.
void write_junit(std::ostream& out, std::span<const Report> reports);

/// Text as XML may hold it between tags: what XML 1.0 cannot hold is replaced.
std::string xml_text(std::string_view text);
/// The same for an attribute's value: line breaks survive there as references only.
std::string xml_attribute(std::string_view text);

}  // namespace leasesim
