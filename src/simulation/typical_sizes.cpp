#include "simulation/typical_sizes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace dashpot::simulation {

namespace {

struct UnitSize {
  std::string_view unit;
  double size;
};
constexpr auto unitSizes = std::to_array<UnitSize>({{"Pa", 1e5},
                                                    {"K", 300},
                                                    {"N", 100},
                                                    {"N.m", 10},
                                                    {"kg/s", 0.1},
                                                    {"m3/s", 1e-4},
                                                    {"m", 1e-2},
                                                    {"m/s", 0.1},
                                                    {"rad", 1},
                                                    {"rad/s", 10},
                                                    {"V", 1},
                                                    {"A", 1e-2},
                                                    {"kg", 1},
                                                    {"m3", 1e-3}});

/// Of y; 0: the model gives none.
Vector nominalValues(BoundModel& model) {
  const std::vector<bool>& isGiven = model.model().states.hasNominal;
  Vector values = model.evaluate(codegen::Entry::nominal, 0.0, {}).value_or(Vector(isGiven.size(), 0.0));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = isGiven[i] ? std::fabs(values[i]) : 0.0;
  return values;
}

/// There are few names among many variables, so the names are what is looked up.
Vector sizesByName(BoundModel& model, const std::vector<std::string>& names) {
  const codegen::CompiledModel& compiled = model.model();
  std::unordered_map<std::string_view, double> sizes;
  for (const std::string& name : names) sizes.emplace(name, 0.0);
  const auto take = [&](std::string_view name, double size, bool isBetter) {
    const auto found = sizes.find(name);
    if (found != sizes.end() && (isBetter || found->second == 0)) found->second = size;
  };
  for (const codegen::VariableInfo& variable : compiled.recorded.variables)
    if (const double size = sizeOfUnit(variable.unit); size > 0) take(variable.name, size, false);
  const Vector nominal = nominalValues(model);
  for (std::size_t i = 0; i < nominal.size(); ++i)
    if (nominal[i] > 0) take(compiled.states.names[i], nominal[i], true);
  Vector result;
  for (const std::string& name : names) result.push_back(sizes.at(name));
  return result;
}

}  // namespace

double sizeOfUnit(std::string_view unit) {
  const auto found = std::ranges::find(unitSizes, unit, &UnitSize::unit);
  return found == unitSizes.end() ? 0.0 : found->size;
}

Vector sizesOfStates(BoundModel& model) { return sizesByName(model, model.model().states.names); }

std::vector<std::string> guessedUnits(BoundModel& model) {
  const codegen::CompiledModel& compiled = model.model();
  std::unordered_map<std::string_view, std::string_view> known;
  for (const codegen::VariableInfo& variable : compiled.recorded.variables)
    if (sizeOfUnit(variable.unit) > 0) known.emplace(variable.name, variable.unit);
  const Vector nominal = nominalValues(model);
  std::vector<std::string> units(nominal.size());
  for (std::size_t i = 0; i < units.size(); ++i)
    if (const auto found = known.find(compiled.states.names[i]); found != known.end() && nominal[i] == 0)
      units[i] = found->second;
  return units;
}

Vector sizesOfIterationVariables(BoundModel& model) { return sizesByName(model, model.model().initial.names); }

}  // namespace dashpot::simulation
