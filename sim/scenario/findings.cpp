#include "leasesim/scenario/findings.hpp"

#include <algorithm>
#include <tuple>

namespace leasesim {

void Reading::refuse(Place place, std::string path, std::string message, std::string suggestion) {
  if (error_.findings.size() >= kFindingsMax) {
    ++error_.left_out;
    return;
  }
  // Kept in the order of the file, whatever the order in which its parts are read.
  const auto after = std::upper_bound(error_.findings.begin(), error_.findings.end(), place,
                                      [](Place wanted, const Finding& other) {
                                        return std::tie(wanted.line, wanted.column) <
                                               std::tie(other.place.line, other.place.column);
                                      });
  error_.findings.insert(
      after, {file_, place, std::move(path), std::move(message), std::move(suggestion)});
}

Names& Reading::names() const {
  ensure(names_ != nullptr, "interned names are read with a table of names at hand");
  return *names_;
}

LoadError Reading::take_error() {
  ensure(!clean(), "an error is made of findings");
  return std::move(error_);
}

}  // namespace leasesim
