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

Vector sizesByName(BoundModel& model, const std::vector<std::string>& names) {
  const codegen::CompiledModel& compiled = model.model();
  std::unordered_map<std::string_view, double> known;
  for (const codegen::VariableInfo& variable : compiled.variables)
    if (const double size = sizeOfUnit(variable.unit); size > 0) known.emplace(variable.name, size);
  if (const auto nominal = model.evaluate(codegen::Entry::nominal, 0.0, {}))
    for (std::size_t i = 0; i < compiled.stateNames.size(); ++i)
      if (compiled.hasNominal[i] && (*nominal)[i] != 0.0) known[compiled.stateNames[i]] = std::fabs((*nominal)[i]);
  Vector sizes;
  for (const std::string& name : names) {
    const auto found = known.find(name);
    sizes.push_back(found == known.end() ? 0.0 : found->second);
  }
  return sizes;
}

}  // namespace

double sizeOfUnit(std::string_view unit) {
  const auto found = std::ranges::find(unitSizes, unit, &UnitSize::unit);
  return found == unitSizes.end() ? 0.0 : found->size;
}

Vector sizesOfStates(BoundModel& model) { return sizesByName(model, model.model().stateNames); }

Vector sizesOfIterationVariables(BoundModel& model) { return sizesByName(model, model.model().iterationNames); }

}  // namespace dashpot::simulation
