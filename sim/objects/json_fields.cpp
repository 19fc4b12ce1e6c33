// Go's decoder, as far as its texts go.
// upstream: golang/go:src/encoding/json/decode.go
#include "objects/json_fields.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace leasesim {
namespace {

// What Go calls it when it does not fit; numbers are echoed.
std::string found_text(const nlohmann::json& found) {
  switch (found.type()) {
    case nlohmann::json::value_t::object:
      return "object";
    case nlohmann::json::value_t::array:
      return "array";
    case nlohmann::json::value_t::string:
      return "string";
    case nlohmann::json::value_t::boolean:
      return "bool";
    default:
      return "number";
  }
}

}  // namespace

JsonFields::JsonFields(Decoding& decoding, const nlohmann::json& json, std::string path,
                       std::string_view go_type)
    : decoding_(decoding), json_(json), path_(std::move(path)), go_type_(go_type) {}

std::string JsonFields::path_of(std::string_view key) const {
  return path_.empty() ? std::string{key} : path_ + '.' + std::string{key};
}

const nlohmann::json* JsonFields::take(std::string_view key) {
  asked_.push_back(key);
  const auto found = json_.find(key);
  if (found == json_.end() || found->is_null()) return nullptr;
  return &*found;
}

void JsonFields::mismatch(std::string_view key, const nlohmann::json& found,
                          std::string_view go_kind) {
  std::string what = found_text(found);
  if (found.is_number() && go_kind.starts_with("int")) what += ' ' + found.dump();
  decoding_.fail(path_of(key), "json: cannot unmarshal " + what + " into Go struct field " +
                                   std::string{go_type_} + '.' + path_of(key) + " of type " +
                                   std::string{go_kind});
}

std::optional<std::string> JsonFields::text(std::string_view key) {
  const nlohmann::json* found = take(key);
  if (found == nullptr) return std::nullopt;
  if (found->is_string()) return found->get<std::string>();
  mismatch(key, *found, "string");
  return std::nullopt;
}

std::optional<std::int64_t> JsonFields::integer(std::string_view key, std::int64_t low,
                                                std::int64_t high, std::string_view go_kind) {
  const nlohmann::json* found = take(key);
  if (found == nullptr) return std::nullopt;
  const bool too_large = found->is_number_unsigned() &&
                         found->get<std::uint64_t>() >
                             static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (found->is_number_integer() && !too_large) {
    const auto value = found->get<std::int64_t>();
    if (value >= low && value <= high) return value;
  }
  mismatch(key, *found, go_kind);
  return std::nullopt;
}

void JsonFields::read(std::string_view key, Text& value) {
  if (const auto found = text(key)) value = decoding_.names.intern(*found);
}

void JsonFields::read(std::string_view key, std::optional<bool>& value) {
  const nlohmann::json* found = take(key);
  if (found == nullptr) return;
  if (!found->is_boolean()) return mismatch(key, *found, "bool");
  value = found->get<bool>();
}

void JsonFields::read(std::string_view key, std::optional<std::int32_t>& value) {
  using Limits = std::numeric_limits<std::int32_t>;
  const auto found = integer(key, Limits::min(), Limits::max(), "int32");
  if (found) value = static_cast<std::int32_t>(*found);
}

void JsonFields::read(std::string_view key, std::int64_t& value) {
  using Limits = std::numeric_limits<std::int64_t>;
  value = integer(key, Limits::min(), Limits::max(), "int64").value_or(value);
}

void JsonFields::read(std::string_view key, std::optional<std::int64_t>& value) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (const auto found = integer(key, Limits::min(), Limits::max(), "int64")) value = *found;
}

void JsonFields::read(std::string_view key, std::optional<MicroTime>& value) {
  constexpr MicroTime kGoZero{-62'135'596'800'000'000};  // is written as null
  const auto found = text(key);
  if (!found) return;
  const auto time = parse_micro_time(*found);
  if (!time) return decoding_.fail(path_of(key), time.error());
  if (*time != kGoZero) value = *time;
}

void JsonFields::read(std::string_view key, std::optional<KubeTime>& value) {
  constexpr KubeTime kGoZero{-62'135'596'800};
  const auto found = text(key);
  if (!found) return;
  const auto time = parse_kube_time(*found);
  if (!time) return decoding_.fail(path_of(key), time.error());
  if (*time != kGoZero) value = *time;
}

void JsonFields::read(std::string_view key, Uid& value) {
  const auto found = text(key);
  if (!found || found->empty()) return;
  const auto uid = parse_uid(*found);
  if (!uid) {
    return decoding_.fail(path_of(key), "\"" + *found +
                                            "\" is no uid: 8-4-4-4-12 hexadecimal digits are "
                                            "wanted");
  }
  value = *uid;
}

void JsonFields::read_version(std::string_view key, Version& value) {
  const auto found = text(key);
  if (!found || found->empty()) return;
  const char* end = found->data() + found->size();
  const auto [stop, failed] = std::from_chars(found->data(), end, value);
  if (failed == std::errc{} && stop == end) return;
  const std::string why =
      failed == std::errc::result_out_of_range ? "value out of range" : "invalid syntax";
  value = 0;
  decoding_.fail(path_of(key), std::string{key} + ": Invalid value: \"" + *found +
                                   "\": strconv.ParseUint: parsing \"" + *found + "\": " + why);
}

void JsonFields::read(std::string_view key, std::vector<Labelled>& value) {
  const nlohmann::json* found = object(key);
  if (found == nullptr) return;
  for (const auto& [name, content] : found->items()) {
    if (!content.is_string() && !content.is_null()) return mismatch(key, content, "string");
    const std::string text = content.is_null() ? "" : content.get<std::string>();
    value.push_back({decoding_.names.intern(name), decoding_.names.intern(text)});
  }
  std::ranges::sort(value, {}, &Labelled::key);
}

void JsonFields::read(std::string_view key, std::vector<Text>& value) {
  const nlohmann::json* found = list(key);
  if (found == nullptr) return;
  for (const nlohmann::json& item : *found) {
    if (!item.is_string()) return mismatch(key, item, "string");
    value.push_back(decoding_.names.intern(item.get<std::string>()));
  }
}

const nlohmann::json* JsonFields::object(std::string_view key) {
  const nlohmann::json* found = take(key);
  if (found == nullptr || found->is_object()) return found;
  mismatch(key, *found, "object");
  return nullptr;
}

const nlohmann::json* JsonFields::list(std::string_view key) {
  const nlohmann::json* found = take(key);
  if (found == nullptr || found->is_array()) return found;
  mismatch(key, *found, "[]string");
  return nullptr;
}

void JsonFields::finish() {
  for (const auto& [key, value] : json_.items()) {
    if (std::ranges::find(asked_, key) != asked_.end()) continue;
    return decoding_.fail(path_of(key),
                          "strict decoding error: unknown field \"" + path_of(key) + '"');
  }
}

}  // namespace leasesim
