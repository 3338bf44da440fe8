#include "integrators/registry.hpp"

#include <algorithm>
#include <limits>

#include "integrators/one_step_method.hpp"
#include "integrators/one_step_stepper.hpp"
#include "integrators/sundials.hpp"
#include "tableaux/explicit_rk.hpp"
#include "tableaux/rosenbrock.hpp"

namespace dashpot {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a Rosenbrock table does not say itself; tests decide each from the coefficients, or measure it.
struct RosenbrockFacts {
  std::string_view name;
  bool aStable;
  bool lStable;
  double rInfinity;
  double alphaDegrees;
  int daeOrder;
  int rhsPerStep;
};

constexpr RosenbrockFacts rosenbrockFacts[] = {
    {"rosenbrock-euler", true, true, 0, 90, 1, 1},
    {"ros2", true, true, 0, 90, 2, 2},
    {"ros2p", true, true, 0, 90, 2, 2},
    {"ode23s", true, true, 0, 90, 2, 2},
    {"ros3p", true, false, 0.7320508075688772, 90, 3, 2},
    {"rodas3", true, true, 0, 90, 3, 3},
    {"ros4", true, true, 1.519e-5, 90, 2, 3},
    {"grk4t", false, false, 0.45357191, 89.354, 2, 3},
    {"grk4a", true, false, 0.99543347, 90, 2, 3},
    {"rodas4", true, true, 0, 90, 4, 6},
    {"rodas4p", true, true, 0, 90, 4, 6},
    {"rodas5p", true, true, 0, 90, 5, 8},
};

MethodTraits traitsOf(const tableaux::ExplicitTable& table) {
  return {.name = std::string(table.name),
          .family = "explicit",
          .order = table.order,
          .embeddedOrder = table.embeddedOrder,
          .denseOrder = table.denseOrder,
          .daeOrder = {},
          .stages = table.stages,
          .rhsPerStep = static_cast<double>(table.stages - (table.firstSameAsLast ? 1 : 0)),
          .rInfinity = infinity,
          .variableStep = table.embeddedOrder > 0,
          .source = std::string(table.source)};
}

MethodTraits traitsOf(const tableaux::RosenbrockTable& table) {
  const auto facts = std::ranges::find(rosenbrockFacts, table.name, &RosenbrockFacts::name);
  return {.name = std::string(table.name),
          .family = "rosenbrock",
          .order = table.order,
          .embeddedOrder = table.embeddedOrder,
          .denseOrder = tableaux::continuousExtension(table).order,
          .daeOrder = facts->daeOrder,
          .stages = table.stages,
          .rhsPerStep = static_cast<double>(facts->rhsPerStep),
          .aStable = facts->aStable,
          .lStable = facts->lStable,
          .rInfinity = facts->rInfinity,
          .alphaDegrees = facts->alphaDegrees,
          .variableStep = table.embeddedOrder > 0,
          .source = std::string(table.source)};
}

std::vector<MethodTraits> otherMethods() {
  return {
      {.name = "backward-euler",
       .family = "implicit",
       .order = 1,
       .embeddedOrder = 2,
       .denseOrder = 1,
       .daeOrder = 1,
       .stages = 1,
       .aStable = true,
       .lStable = true,
       .rInfinity = 0,
       .alphaDegrees = 90,
       .source = "Euler; error estimate h/2 (F1 - F0), filtered"},
      {.name = "trapezoidal",
       .family = "implicit",
       .order = 2,
       .embeddedOrder = 3,
       .denseOrder = 2,
       .daeOrder = 2,
       .stages = 2,
       .aStable = true,
       .lStable = false,
       .rInfinity = 1,
       .alphaDegrees = 90,
       .source = "Crank and Nicolson (1947); error estimate from the third derivative"},
      {.name = "cvode",
       .family = "multistep",
       .order = 5,
       .embeddedOrder = 5,
       .denseOrder = 5,
       .daeOrder = {},
       .alphaDegrees = 51.84,
       .fixedStep = false,
       .source = "SUNDIALS CVODE, BDF of order 1 to 5 (Hindmarsh et al. 2005)"},
      {.name = "cvode-adams",
       .family = "multistep",
       .order = 12,
       .embeddedOrder = 12,
       .denseOrder = 12,
       .daeOrder = {},
       .rInfinity = infinity,
       .fixedStep = false,
       .source = "SUNDIALS CVODE, Adams-Moulton of order 1 to 12, fixed-point iteration"},
      {.name = "ida",
       .family = "multistep",
       .order = 5,
       .embeddedOrder = 5,
       .denseOrder = 5,
       .daeOrder = 5,
       .alphaDegrees = 51.84,
       .fixedStep = false,
       .source = "SUNDIALS IDA, BDF of order 1 to 5 (Hindmarsh et al. 2005)"},
      {.name = "arkode",
       .family = "sdirk",
       .order = 4,
       .embeddedOrder = 3,
       .denseOrder = 3,
       .daeOrder = {},
       .stages = 6,
       .aStable = true,
       .lStable = true,
       .rInfinity = 0,
       .alphaDegrees = 90,
       .source = "SUNDIALS ARKODE, ESDIRK"},
  };
}

std::vector<MethodTraits> allMethods() {
  std::vector<MethodTraits> all;
  for (const auto& table : tableaux::explicitTables()) all.push_back(traitsOf(table));
  const std::vector<MethodTraits> others = otherMethods();
  all.insert(all.end(), others.begin(), others.begin() + 2);
  for (const auto& table : tableaux::rosenbrockTables()) all.push_back(traitsOf(table));
  all.insert(all.end(), others.begin() + 2, others.end());
  const std::vector<MethodTraits> diagonal = integrators::diagonalExponentialTraits();
  all.insert(all.end(), diagonal.begin(), diagonal.end());
  return all;
}

}  // namespace

std::span<const MethodTraits> methods() {
  static const std::vector<MethodTraits> all = allMethods();
  return all;
}

const MethodTraits* findMethod(std::string_view name) {
  const auto all = methods();
  const auto it = std::ranges::find(all, name, &MethodTraits::name);
  return it == all.end() ? nullptr : &*it;
}

namespace integrators {

std::unique_ptr<Stepper> makeStepper(std::string_view name, System& system, const Options& options) {
  const MethodTraits* const traits = findMethod(name);
  if (!traits) return nullptr;
  for (const auto make : {makeExplicit, makeTheta, makeRosenbrock, makeDiagonalExponential, makePublishedDiagonal})
    if (auto method = make(name, system, options))
      return makeOneStepStepper(std::move(method), *traits, system, options);
  return makeSundialsStepper(name, system, options);
}

}  // namespace integrators
}  // namespace dashpot
