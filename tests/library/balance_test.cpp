// Every physical component of the library between things that store: volumes at its hydraulic ports, masses at its
// flanges, inertias at its shafts, capacitors at its pins, bodies at its heat ports. What all of them store and what
// the component says it lost must stay the same (energy), and no fluid may get lost (mass). The circuits are written
// from the catalogue: a new component is tested without a line here.
#include "cli/compilation.hpp"
#include "library/shelf.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <unistd.h>

namespace dashpot::testing {
namespace {

using model::CatalogueComponent;

/// They give or take energy that no circuit shows: sources, gravity, the supply of an amplifier, the surroundings.
bool isOpen(const CatalogueComponent& component) {
  static const std::set<std::string> names{
      "Translational.Weight",  "Electrical.Ground",         "Electrical.OpAmp",         "Electrical.IdealOpAmp",
      "Translational.Fixed",   "Rotational.Fixed",          "Thermal.FixedTemperature", "Thermal.PrescribedTemperature",
      "Thermal.FixedHeatFlow", "Thermal.PrescribedHeatFlow"};
  const bool isSource = component.name.find(".Sources.") != std::string::npos && !component.name.ends_with("Load");
  return isSource || std::ranges::any_of(names, [&](const auto& name) { return component.name.ends_with(name); });
}

/// What is connected to a port: its declaration, its connector, and what of it counts.
struct Neighbour {
  std::string declaration, connector, energy, mass;
};

Neighbour neighbourOf(const model::CataloguePort& port, int i) {
  const std::string name = fmt::format("at_{}", port.name);
  const std::string energy = name + ".energy";
  if (port.type.find("HydraulicPort") != std::string::npos)
    return {fmt::format("Dashpot.Hydraulics.Volumes.FixedVolume {}(V = 1e-3, p_start = {}e5)", name, 80 - 20 * i),
            name + ".port", energy, name + ".m"};
  if (port.type.find("Flange") != std::string::npos)
    return {fmt::format("Dashpot.Mechanics.Translational.Mass {}(m = 5, v_start = {})", name, 0.5 - 0.4 * i),
            name + ".flange_a", energy, ""};
  if (port.type.find("Shaft") != std::string::npos)
    return {fmt::format("Dashpot.Mechanics.Rotational.Inertia {}(J = 0.1, w_start = {})", name, 20 - 15 * i),
            name + ".shaft_a", energy, ""};
  if (port.type.find("HeatPort") != std::string::npos)
    return {fmt::format("Dashpot.Thermal.HeatCapacitor {}(C = 10, T_start = {})", name, 350 - 40 * i), name + ".port",
            energy, ""};
  return {fmt::format("Dashpot.Electrical.Capacitor {}(C = 1e-2, v_start = {})", name, 2.0 - 1.1 * i), name + ".p",
          energy, ""};
}

std::string join(const std::vector<std::string>& terms) {
  return terms.empty() ? "0" : fmt::format("{}", fmt::join(terms, " + "));
}

std::string circuitAround(const CatalogueComponent& component) {
  std::string parts, equations, inputs;
  std::vector<std::string> energies, masses;
  bool hasPins = false, hasHeatPort = false, isHydraulic = false;
  int i = 0;
  for (const auto& port : component.ports) {
    const std::string type = port.type.substr(port.type.rfind('.') + 1);
    if (port.causality == "input")
      inputs += fmt::format("{}{} = {}", inputs.empty() ? "" : ", ", port.name,
                            type == "BooleanInput" ? "true" : "0.5 + 0.4*sin(20*time)");
    if (!port.causality.empty()) continue;
    const Neighbour neighbour = neighbourOf(port, i++);
    parts += "  " + neighbour.declaration + ";\n";
    equations += fmt::format("  connect(part.{}, {});\n", port.name, neighbour.connector);
    energies.push_back(neighbour.energy);
    if (!neighbour.mass.empty()) masses.push_back(neighbour.mass);
    if (neighbour.declaration.find("Capacitor ") != std::string::npos &&
        neighbour.declaration.find("Electrical") != std::string::npos) {
      equations += fmt::format("  connect(at_{}.n, ground.p);\n", port.name);
      hasPins = true;
    }
    hasHeatPort = hasHeatPort || port.name == "heatPort";
    isHydraulic = isHydraulic || type.starts_with("HydraulicPort");
  }
  if (hasPins) parts += "  Dashpot.Electrical.Ground ground;\n";
  if (has(component.variables, "energy")) energies.push_back("part.energy");
  const std::string mass = has(component.variables, "m_fluid") ? "m_fluid" : "m";
  if (isHydraulic && has(component.variables, mass)) masses.push_back("part." + mass);
  const bool isLost = has(component.variables, "loss") && !hasHeatPort;
  return fmt::format(
      "model Balance\n  inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid;\n  {} part({});\n{}"
      "  Real stored = {};\n  Real mass = {};\n  Real heat(start = 0, fixed = true);\nequation\n  der(heat) = {};\n{}"
      "  annotation(experiment(StopTime = 0.5, Tolerance = 1e-8));\nend Balance;\n",
      component.name, inputs, parts, join(energies), join(masses), isLost ? "part.loss" : "0", equations);
}

const Vector& column(const results::Table& table, const std::string& name) {
  for (std::size_t i = 0; i < table.columns().size(); ++i)
    if (table.columns()[i].name == name) return table[i];
  throw std::runtime_error("there is no column " + name);
}

/// By the name of the component.
class Balance : public ::testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static const CatalogueComponent& component() {
    return *std::ranges::find(Shelf::get().components(), GetParam(), &CatalogueComponent::name);
  }
};

TEST_P(Balance, KeepsEnergyAndMass) {
  const std::string text = circuitAround(component());
  const auto file = std::filesystem::path(::testing::TempDir()) / fmt::format("dashpot-balance-{}.mo", getpid());
  std::ofstream(file) << text;
  cli::Compilation compilation(
      {.file = file.string(), .model = "Balance", .libraries = {std::string(testing::sourceTree) + "/library"}});
  const bool isCompiled = compilation.run();
  std::filesystem::remove(file);
  ASSERT_TRUE(isCompiled) << render(compilation.diagnostics, compilation.sources()) << text;
  const std::vector<std::string> names{"stored", "mass", "heat"};
  results::Table table(results::selectColumns(compilation.compiled().recorded, names, compilation.diagnostics));
  const auto outcome = simulation::simulate(compilation.compiled(), {}, table, compilation.diagnostics);
  ASSERT_EQ(outcome.kind, simulation::OutcomeKind::finished)
      << render(compilation.diagnostics, compilation.sources()) << text;
  const Vector &stored = column(table, "stored"), &mass = column(table, "mass"), &heat = column(table, "heat");
  // The error that the mean density of a restriction leaves is some parts in a thousand of what it turned into heat.
  const double moved = std::abs(stored.back() - stored.front()) + std::abs(heat.back());
  const double allowed = 5e-3 * moved + 1e-5 * std::abs(stored.front()) + 1e-6;
  for (std::size_t k = 0; k < stored.size(); ++k) {
    ASSERT_NEAR(stored[k] + heat[k], stored.front(), allowed) << "at " << table.times()[k] << " s\n" << text;
    ASSERT_NEAR(mass[k], mass.front(), 1e-6 * std::abs(mass.front())) << "at " << table.times()[k] << " s\n" << text;
    ASSERT_GE(heat[k] - heat[k == 0 ? 0 : k - 1], -allowed) << "a loss is negative at " << table.times()[k] << " s\n"
                                                            << text;
  }
}

std::vector<std::string> closedComponents() {
  std::vector<std::string> found;
  for (const CatalogueComponent& component : Shelf::get().components())
    if (isPhysical(component) && !isOpen(component)) found.push_back(component.name);
  return found;
}

std::string caseName(const ::testing::TestParamInfo<std::string>& component) {
  std::string name = component.param;
  std::ranges::replace(name, '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Component, Balance, ::testing::ValuesIn(closedComponents()), caseName);

}  // namespace
}  // namespace dashpot::testing
