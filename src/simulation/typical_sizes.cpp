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

/// Of variables with a unit that says how large they are as a rule: that unit.
using UnitsByName = std::unordered_map<std::string_view, std::string_view>;
UnitsByName tellingUnits(const codegen::CompiledModel& model) {
  UnitsByName units;
  for (const codegen::VariableInfo& variable : model.recorded.variables)
    if (sizeOfUnit(variable.unit) > 0) units.emplace(variable.name, variable.unit);
  return units;
}

/// By their units; 0: these do not tell.
Vector sizesByUnit(const codegen::CompiledModel& model, const std::vector<std::string>& names) {
  Vector sizes(names.size(), 0.0);
  if (names.empty()) return sizes;
  const UnitsByName units = tellingUnits(model);
  for (std::size_t i = 0; i < names.size() && !units.empty(); ++i)
    if (const auto found = units.find(names[i]); found != units.end()) sizes[i] = sizeOfUnit(found->second);
  return sizes;
}

}  // namespace

double sizeOfUnit(std::string_view unit) {
  const auto found = std::ranges::find(unitSizes, unit, &UnitSize::unit);
  return found == unitSizes.end() ? 0.0 : found->size;
}

Vector sizesOfStates(BoundModel& model) {
  Vector sizes = sizesByUnit(model.model(), model.model().states.names);
  const Vector nominal = nominalValues(model);
  for (std::size_t i = 0; i < nominal.size(); ++i)
    if (nominal[i] > 0) sizes[i] = nominal[i];
  return sizes;
}

std::vector<std::string> guessedUnits(BoundModel& model) {
  const codegen::CompiledModel& compiled = model.model();
  const UnitsByName known = tellingUnits(compiled);
  const Vector nominal = nominalValues(model);
  std::vector<std::string> units(nominal.size());
  for (std::size_t i = 0; i < units.size() && !known.empty(); ++i)
    if (const auto found = known.find(compiled.states.names[i]); found != known.end() && nominal[i] == 0)
      units[i] = found->second;
  return units;
}

Vector sizesOfIterationVariables(BoundModel& model) {
  const codegen::CompiledModel& compiled = model.model();
  Vector sizes = sizesByUnit(compiled, compiled.initial.names);
  if (sizes.empty()) return sizes;
  const Vector nominal = nominalValues(model);
  std::unordered_map<std::string_view, double> given;
  for (std::size_t i = 0; i < nominal.size(); ++i)
    if (nominal[i] > 0) given.emplace(compiled.states.names[i], nominal[i]);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (const auto found = given.find(compiled.initial.names[i]); found != given.end()) sizes[i] = found->second;
  return sizes;
}

}  // namespace dashpot::simulation
