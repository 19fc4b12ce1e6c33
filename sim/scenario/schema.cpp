// The JSON Schema of scenario files, made of the same descriptions that the reader is made of.

#include "leasesim/scenario/fields.hpp"
#include "leasesim/scenario/load.hpp"

namespace leasesim {
namespace {

Tree text_node(std::string_view text) { return Tree::text(std::string{text}); }

}  // namespace

Tree schema_of(const std::vector<FieldDoc>& fields) {
  Tree schema = Tree::map();
  schema.set("type", text_node("object"));
  schema.set("additionalProperties", Tree::boolean(false));
  Tree properties = Tree::map();
  Tree required = Tree::list();
  for (const FieldDoc& field : fields) {
    Tree property = field.schema;
    if (!field.meaning.empty()) property.set("description", text_node(field.meaning));
    if (!field.shown_default.empty()) {
      property.set("description",
                   text_node(field.meaning + " (default " + field.shown_default + ')'));
    }
    properties.set(field.key, std::move(property));
    if (field.required) required.append(text_node(field.key));
  }
  schema.set("properties", std::move(properties));
  if (!required.items().empty()) schema.set("required", std::move(required));
  return schema;
}

Shape kinds_shape(std::string_view noun, const std::vector<KindDoc>& kinds) {
  Tree options = Tree::list();
  for (const KindDoc& kind : kinds) {
    Tree option = schema_of(kind.fields);
    option.set("description", text_node(kind.meaning));
    options.append(std::move(option));
  }
  Tree schema = Tree::map();
  schema.set("anyOf", std::move(options));
  return {"a map, the " + std::string{noun}, std::move(schema), {}, true};
}

Shape names_shape(Shape item) {
  Tree values = Tree::list();
  values.append(std::move(item.schema));
  Tree nothing = Tree::map();
  nothing.set("type", text_node("null"));
  values.append(std::move(nothing));
  Tree either = Tree::map();
  either.set("anyOf", std::move(values));
  Tree schema = Tree::map();
  schema.set("type", text_node("object"));
  schema.set("additionalProperties", std::move(either));
  return {"a map from names, each " + item.words, std::move(schema), std::move(item.fields), true};
}

std::vector<FieldDoc> describe_scenario() { return describe<Scenario>(); }
std::vector<KindDoc> describe_faults() { return describe_kinds<PlannedFault>(); }
std::vector<KindDoc> describe_expectations() { return describe_kinds<Expectation>(); }

std::string scenario_schema() {
  Tree schema = Tree::map();
  schema.set("$schema", text_node("http://json-schema.org/draft-07/schema#"));
  schema.set("title", text_node("A leasesim scenario"));
  Tree top = schema_of(describe_scenario());
  for (Tree::Entry& entry : top.entries()) {
    schema.set(entry.key, std::move(entry.value));
  }
  Tree formats = Tree::list();
  formats.append(text_node(kFormat));
  schema.find("properties")->find("leasesim")->set("enum", std::move(formats));
  return json_text(schema);
}

}  // namespace leasesim
