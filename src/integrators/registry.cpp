#include "integrators/registry.hpp"

#include <algorithm>
#include <limits>

#include "integrators/exponential.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/one_step_stepper.hpp"
#include "integrators/second_order.hpp"
#include "integrators/sundials.hpp"
#include "tableaux/explicit_rk.hpp"
#include "tableaux/exponential.hpp"
#include "tableaux/implicit_rk.hpp"
#include "tableaux/rosenbrock.hpp"
#include "tableaux/two_step_error.hpp"

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

/// The tables say up to which order an extension satisfies the order conditions. Its errors do not accumulate, hence
/// the interpolated solution has one order more, if the method has.
int interpolatedOrder(int order, int conditions) { return std::min(order, conditions + 1); }

MethodTraits traitsOf(const tableaux::ExplicitTable& table) {
  return {.name = std::string(table.name),
          .family = "explicit",
          .order = table.order,
          .embeddedOrder = table.embeddedOrder,
          .denseOrder = interpolatedOrder(table.order, table.denseOrder),
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
          .denseOrder = interpolatedOrder(table.order, tableaux::continuousExtension(table).order),
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

/// What the table of an implicit method does not say itself; tests decide each from the coefficients, or measure it.
struct ImplicitFacts {
  std::string_view name;
  bool lStable;  // all are A-stable
  double rInfinity;
  int daeOrder;
};

constexpr ImplicitFacts implicitFacts[] = {
    {"radau3", true, 0, 3},
    {"radau5", true, 0, 5},
    {"radau9", true, 0, 9},
    {"radau13", true, 0, 13},
    {"lobatto4", true, 0, 4},
    {"lobatto6", true, 0, 6},
    {"hw-sdirk", true, 0, 4},
    {"hw-sdirk-alt", true, 0, 4},
    {"tr-bdf2", true, 0, 2},
    {"sdirk2", true, 0, 2},
    {"sdirk3", true, 0, 3},
    {"norsett2", false, 0.7320508075688772, 2},
    {"norsett3", false, 0.6304149, 2},
    {"cash-dirk", true, 0, 4},
    {"kencarp4", true, 0, 4},
    {"kencarp5", true, 0, 5},
};

/// The order of the error estimate: that of the embedded formula, or of the two-step error method where there is none.
int estimateOrder(const tableaux::ImplicitTable& table) {
  return table.embeddedOrder > 0 ? table.embeddedOrder : tableaux::findTwoStepError("hw-sdirk")->order;
}

/// Radau methods of high order refine their interpolants to order p - 1 (collocation_refinement.hpp).
int refinedOrder(const tableaux::ImplicitTable& table) { return table.diagonallyImplicit() ? 0 : table.order - 1; }

MethodTraits traitsOf(const tableaux::ImplicitTable& table, const ImplicitFacts& facts) {
  return {.name = std::string(table.name),
          .family = table.diagonallyImplicit() ? "sdirk" : "implicit",
          .order = table.order,
          .embeddedOrder = estimateOrder(table),
          .denseOrder = std::max(interpolatedOrder(table.order, table.denseOrder), refinedOrder(table)),
          .daeOrder = facts.daeOrder,
          .stages = table.stages(),
          .aStable = true,
          .lStable = facts.lStable,
          .rInfinity = facts.rInfinity,
          .alphaDegrees = 90,
          .source = std::string(table.source)};
}

MethodTraits radauTraits() {
  MethodTraits traits = traitsOf(*tableaux::findImplicit("radau13"), implicitFacts[3]);
  traits.name = "radau";
  traits.daeOrder = 5;
  traits.fixedStep = false;
  traits.source = "Hairer and Wanner 1999: Radau IIA of order 5, 9 and 13, chosen step by step";
  return traits;
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
      {.name = "theta-055-published",
       .family = "implicit",
       .order = 1,
       .embeddedOrder = 2,
       .denseOrder = 1,
       .daeOrder = 1,
       .stages = 2,
       .aStable = true,
       .lStable = false,
       .rInfinity = 9.0 / 11,
       .alphaDegrees = 90,
       .source = "Hall and Watt 1976, theta = 0.55; error estimate h/20 (F1 - F0)"},
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

/// Order and dense order with held inputs, which is the default with a fixed step.
MethodTraits transitionTraits() {
  return {.name = "transition",
          .family = "transition",
          .order = 1,
          .embeddedOrder = 2,
          .denseOrder = 1,
          .daeOrder = {},
          .stages = 4,
          .rhsPerStep = 4,
          .rInfinity = infinity,
          .source = "Smith (1974): linear parts by transition matrix, the rest by RK4"};
}

MethodTraits traitsOf(const tableaux::ExponentialTable& table) {
  const auto stages = static_cast<int>(table.stages.size()) + 1;
  // With a fixed L the remainder is explicit: nothing can be said of stability in general.
  const bool linearised = table.rosenbrock;
  return {.name = std::string(table.name),
          .family = "exponential",
          .order = table.order,
          .embeddedOrder = table.embeddedOrder,
          .denseOrder = table.denseOrder,
          .daeOrder = {},
          .stages = stages,
          .rhsPerStep = static_cast<double>(stages),
          .aStable = linearised,
          .lStable = linearised,
          .rInfinity = 0,
          .alphaDegrees = linearised ? 90.0 : 0.0,
          .source = std::string(table.source)};
}

std::vector<MethodTraits> allMethods() {
  std::vector<MethodTraits> all;
  for (const auto& table : tableaux::explicitTables()) all.push_back(traitsOf(table));
  const std::vector<MethodTraits> others = otherMethods();
  all.insert(all.end(), others.begin(), others.begin() + 3);
  for (const ImplicitFacts& facts : implicitFacts) {
    all.push_back(traitsOf(*tableaux::findImplicit(facts.name), facts));
    if (facts.name == "radau13") all.push_back(radauTraits());
  }
  for (const auto& table : tableaux::rosenbrockTables()) all.push_back(traitsOf(table));
  all.insert(all.end(), others.begin() + 3, others.end());
  all.push_back(integrators::typeInsensitiveTraits());
  const std::vector<MethodTraits> diagonal = integrators::diagonalExponentialTraits();
  all.insert(all.end(), diagonal.begin(), diagonal.end());
  all.push_back(transitionTraits());
  for (const auto& table : tableaux::exponentialTables()) all.push_back(traitsOf(table));
  for (MethodTraits& traits : integrators::secondOrderTraits()) all.push_back(std::move(traits));
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
  for (const auto make : {makeMultistepStepper, makeDoublingStepper})
    if (auto stepper = make(name, system, options)) return stepper;
  for (const auto make :
       {makeExplicit, makeTheta, makeRosenbrock, makeFullyImplicit, makeSdirk, makeDiagonalExponential,
        makePublishedDiagonal, makeTypeInsensitive, makeTransition, makeExponential, makeNystrom, makeNewmark})
    if (auto method = make(name, system, options)) {
      if (options.estimate == ErrorEstimate::stepPairs) {
        const auto* const error = tableaux::findTwoStepError(name == "hw-sdirk-alt" ? "hw-sdirk" : name);
        method = makeStepPairs(std::move(method), system.size(), error->linearOrder + 1);
      }
      return makeOneStepStepper(std::move(method), *traits, system, options);
    }
  return makeSundialsStepper(name, system, options);
}

}  // namespace integrators
}  // namespace dashpot
