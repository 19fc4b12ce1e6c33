// Reads the fields of one JSON object into typed values, with Go's texts for what does not fit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "leasesim/objects/json.hpp"

namespace leasesim {

/// Where a decoding stands: the names it interns into, and the first thing that went wrong.
struct Decoding {
  Names& names;
  std::optional<DecodeError> error{};

  void fail(std::string path, std::string why) {
    if (!error) error = DecodeError{std::move(path), std::move(why)};
  }
};

/// One JSON object at a path. Fields are asked for by name; what nobody asked for is unknown.
class JsonFields {
 public:
  /// `go_type` is the struct that upstream decodes into: it occurs in error texts.
  JsonFields(Decoding& decoding, const nlohmann::json& json, std::string path,
             std::string_view go_type);

  void read(std::string_view key, Text& value);
  void read(std::string_view key, std::optional<bool>& value);
  void read(std::string_view key, std::optional<std::int32_t>& value);
  void read(std::string_view key, std::int64_t& value);
  void read(std::string_view key, std::optional<std::int64_t>& value);
  void read(std::string_view key, std::optional<MicroTime>& value);
  void read(std::string_view key, std::optional<KubeTime>& value);
  void read(std::string_view key, Uid& value);
  /// resourceVersion: a decimal number as text.
  void read_version(std::string_view key, Version& value);
  /// A map of texts, sorted by key.
  void read(std::string_view key, std::vector<Labelled>& value);
  void read(std::string_view key, std::vector<Text>& value);

  /// A nested object or list; null if it is not there.
  const nlohmann::json* object(std::string_view key);
  const nlohmann::json* list(std::string_view key);
  std::string path_of(std::string_view key) const;
  bool has(std::string_view key) const { return json_.contains(key); }
  /// There, but without meaning here.
  void ignore(std::string_view key) { asked_.push_back(key); }
  /// Fields that nobody asked for are an error.
  void finish();

 private:
  const nlohmann::json* take(std::string_view key);
  void mismatch(std::string_view key, const nlohmann::json& found, std::string_view go_kind);
  std::optional<std::string> text(std::string_view key);
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t low, std::int64_t high,
                                      std::string_view go_kind);

  Decoding& decoding_;
  const nlohmann::json& json_;
  std::string path_;
  std::string_view go_type_;
  std::vector<std::string_view> asked_;
};

}  // namespace leasesim
