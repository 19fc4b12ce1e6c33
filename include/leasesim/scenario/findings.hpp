// What reading a file gathers: what is wrong with it, and whom it names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "leasesim/scenario/document.hpp"

namespace leasesim {

class Names;

/// What a name in a file must be the name of.
enum class Role : std::uint8_t { host, process, actor, fact, invariant };

/// A name that must exist elsewhere in the file, or in the vocabulary.
struct Reference {
  Role role;
  std::string name;
  Place place;
  std::string path;
};

/// One file being read. Not copyable: everybody who reads adds to the same one.
class Reading {
 public:
  /// `names` makes the interned texts of an actor's config; scenarios themselves need none.
  explicit Reading(std::string file, Names* names = nullptr)
      : file_(std::move(file)), names_(names) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  void refuse(Place place, std::string path, std::string message, std::string suggestion = {});
  void refer(Reference reference) { references_.push_back(std::move(reference)); }

  const std::string& file() const { return file_; }
  Names& names() const;
  bool clean() const { return error_.findings.empty(); }
  /// How much has been refused so far: to see whether something more was.
  std::size_t refused() const { return error_.findings.size() + error_.left_out; }
  const std::vector<Reference>& references() const { return references_; }
  /// The findings in the order of the file. Requires that there are some.
  LoadError take_error();

 private:
  std::string file_;
  Names* names_;
  LoadError error_;
  std::vector<Reference> references_;
};

}  // namespace leasesim
