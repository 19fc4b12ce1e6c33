// What the kinds carry beside their metadata, as JSON and back.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "leasesim/objects/object.hpp"
#include "objects/json_fields.hpp"

namespace leasesim {

void read_content(Decoding& decoding, JsonFields& top, Lease& lease);
void read_content(Decoding& decoding, JsonFields& top, ConfigMap& map);
void read_content(Decoding& decoding, JsonFields& top, Namespace& space);
void read_content(Decoding& decoding, JsonFields& top, Node& node);
void read_content(Decoding& decoding, JsonFields& top, Pod& pod);
void read_content(Decoding& decoding, JsonFields& top, Event& event);
void read_content(Decoding& decoding, JsonFields& top, LeaseCandidate& candidate);
void read_content(Decoding& decoding, JsonFields& top, PodDisruptionBudget& budget);

void add_content(nlohmann::json& json, const Lease& lease);
void add_content(nlohmann::json& json, const ConfigMap& map);
void add_content(nlohmann::json& json, const Namespace& space);
void add_content(nlohmann::json& json, const Node& node);
void add_content(nlohmann::json& json, const Pod& pod);
void add_content(nlohmann::json& json, const Event& event);
void add_content(nlohmann::json& json, const LeaseCandidate& candidate);
void add_content(nlohmann::json& json, const PodDisruptionBudget& budget);

/// A map of texts.
nlohmann::json json_map(const std::vector<Labelled>& entries);

}  // namespace leasesim
