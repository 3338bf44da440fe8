#include "server/jobs/model_description.hpp"

#include "results/results.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace dashpot::server {

namespace {

using nlohmann::json;

// As many as can be told apart in the plots that a page opens with.
constexpr std::size_t mostPrincipal = 14;

void index(ModelDescription& description) {
  for (std::size_t i = 0; i < description.columns.size(); ++i)
    description.byName.emplace(description.columns[i].name, i);
}

}  // namespace

const results::Column* ModelDescription::find(const std::string& name) const {
  const auto found = byName.find(name);
  return found == byName.end() ? nullptr : &columns[found->second];
}

ModelDescription describe(const codegen::RecordedVariables& recorded, const std::vector<std::string>& inputs) {
  ModelDescription description;
  std::unordered_map<std::string_view, const codegen::VariableInfo*> known;
  for (const codegen::VariableInfo& variable : recorded.variables) known.emplace(variable.name, &variable);
  Diagnostics none;
  description.columns = results::selectColumns(recorded, {}, none, {.parameters = true, .protectedOnes = false});
  std::unordered_map<std::uint32_t, std::uint32_t> places;
  for (results::Column& column : description.columns) {
    const auto info = known.find(column.name);
    description.kinds.push_back(info == known.end() ? codegen::VariableKind::algebraic : info->second->kind);
    if (column.isParameter) continue;
    const auto [place, isNew] = places.emplace(column.index, static_cast<std::uint32_t>(description.outputs.size()));
    if (isNew) description.outputs.push_back(column.index);
    column.index = place->second;
  }
  for (const results::Column& column : results::principalColumns(recorded, mostPrincipal))
    description.principal.push_back(column.name);
  for (const std::string& name : inputs) {
    const auto info = known.find(name);
    description.inputs.push_back({name, info == known.end() ? std::string() : info->second->unit.text()});
  }
  index(description);
  return description;
}

json toJson(const ModelDescription& description) {
  json columns = json::array();
  for (std::size_t i = 0; i < description.columns.size(); ++i) {
    const results::Column& column = description.columns[i];
    columns.push_back({column.name, column.unit, column.displayUnit, column.index, column.negated, column.isParameter,
                       column.isBoolean, column.description, static_cast<int>(description.kinds[i])});
  }
  json inputs = json::array();
  for (const ModelDescription::Input& input : description.inputs) inputs.push_back({input.name, input.unit});
  return {{"columns", std::move(columns)},
          {"outputs", description.outputs},
          {"principal", description.principal},
          {"inputs", std::move(inputs)}};
}

ModelDescription descriptionFrom(const json& json) {
  ModelDescription description;
  for (const auto& each : json.at("columns")) {
    description.columns.push_back({.name = each.at(0),
                                   .unit = each.at(1),
                                   .displayUnit = each.at(2),
                                   .index = each.at(3),
                                   .negated = each.at(4),
                                   .isParameter = each.at(5),
                                   .isBoolean = each.at(6),
                                   .description = each.at(7)});
    description.kinds.push_back(static_cast<codegen::VariableKind>(each.at(8).get<int>()));
  }
  description.outputs = json.at("outputs").get<std::vector<std::uint32_t>>();
  description.principal = json.at("principal").get<std::vector<std::string>>();
  for (const auto& each : json.at("inputs")) description.inputs.push_back({each.at(0), each.at(1)});
  index(description);
  return description;
}

}  // namespace dashpot::server
