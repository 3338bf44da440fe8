#include "cli/model_counts.hpp"

#include <array>

namespace dashpot::cli {

namespace {

/// One entry for each name, counting the items of which `kindOf` gives its index.
template <class Items, class KindOf, std::size_t n>
nlohmann::ordered_json perKind(const Items& items, const std::array<const char*, n>& names, KindOf kindOf) {
  std::array<std::size_t, n> counts{};
  for (const auto& item : items) ++counts[static_cast<std::size_t>(kindOf(item))];
  nlohmann::ordered_json json;
  for (std::size_t i = 0; i < n; ++i) json[names[i]] = counts[i];
  return json;
}

}  // namespace

ModelCounts countsOf(const model::FlatModel& model) {
  ModelCounts counts{.equations = model.equations.size()};
  for (const model::Variable& variable : model.variables) {
    switch (variable.variability) {
      case model::Variability::continuous: ++counts.unknowns; break;
      case model::Variability::discrete: ++counts.discrete; break;
      default: ++counts.parameters;
    }
  }
  return counts;
}

nlohmann::ordered_json countsPerKind(const model::FlatModel& model) {
  constexpr std::array equationKinds{"written", "binding", "connection", "flow_sum"};
  constexpr std::array variabilities{"constant", "parameter", "discrete", "continuous"};
  constexpr std::array types{"real", "integer", "boolean", "enumeration", "string"};
  return {{"equations", perKind(model.equations, equationKinds, [](const auto& e) { return e.kind; })},
          {"variables", perKind(model.variables, variabilities, [](const auto& v) { return v.variability; })},
          {"types", perKind(model.variables, types, [](const auto& v) { return v.type; })},
          {"initial_equations", model.initialEquations.size()},
          {"when_clauses", model.whenClauses.size()},
          {"assertions", model.assertions.size()},
          {"functions", model.functions.size()}};
}

}  // namespace dashpot::cli
