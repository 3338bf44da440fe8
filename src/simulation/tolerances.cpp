#include "simulation/tolerances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace dashpot::simulation {

namespace {

struct UnitNominal {
  std::string_view unit;
  double nominal;
};
// Usual sizes in machines, in SI.
constexpr auto unitNominals = std::to_array<UnitNominal>({{"Pa", 1e5},
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
constexpr double unknownScale = 1e-3;

double nominalOfUnit(std::string_view unit) {
  const auto found = std::ranges::find(unitNominals, unit, &UnitNominal::unit);
  return found == unitNominals.end() ? unknownScale : found->nominal;
}

std::unordered_map<std::string_view, std::string_view> unitsByName(const codegen::CompiledModel& model) {
  std::unordered_map<std::string_view, std::string_view> result;
  for (const codegen::VariableInfo& variable : model.variables)
    if (!variable.unit.empty()) result.emplace(variable.name, variable.unit);
  return result;
}

}  // namespace

Tolerances tolerancesFor(BoundModel& model, double tolerance) {
  const codegen::CompiledModel& compiled = model.model();
  Tolerances result;
  result.relative = tolerance;
  const auto nominal = model.evaluate(codegen::Entry::nominal, 0.0, {});
  const auto units = unitsByName(compiled);
  const auto unitOf = [&](const std::string& name) {
    const auto found = units.find(name);
    return found == units.end() ? std::string_view() : found->second;
  };
  for (std::size_t i = 0; i < compiled.stateNames.size(); ++i) {
    const bool isGiven = compiled.hasNominal[i] && nominal && (*nominal)[i] != 0.0;
    const double scale = isGiven ? std::fabs((*nominal)[i]) : nominalOfUnit(unitOf(compiled.stateNames[i]));
    result.absoluteOf.push_back(tolerance * scale);
  }
  return result;
}

std::vector<std::string> scalingWarnings(const codegen::CompiledModel& model, const Tolerances& tolerances,
                                         const Vector& largest) {
  constexpr double largestShare = 0.01;
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < largest.size(); ++i)
    if (largest[i] > 0 && tolerances.absoluteOf[i] > largestShare * largest[i])
      warnings.push_back(
          fmt::format("'{}' never exceeds {:.2g}, but its absolute tolerance is {:.2g}: give it a nominal value of "
                      "that size, or a smaller tolerance",
                      model.stateNames[i], largest[i], tolerances.absoluteOf[i]));
  return warnings;
}

}  // namespace dashpot::simulation
