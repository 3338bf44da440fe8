// All that the program knows of an integration method, in one place: its traits, and how it is made. Each family lists
// its methods beside its formulas; registry.cpp joins the lists, and nothing else has to be told of a new method.
#pragma once

#include "dashpot/integrate.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/stepper.hpp"
#include "integrators/system/system.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <variant>
#include <vector>

namespace dashpot::integrators {

/// A formula, which the driver's own step control advances ...
using MakeFormula = std::function<std::unique_ptr<OneStepMethod>(System&, const Options&)>;
/// ... or something that controls its steps itself. The system must outlive both.
using MakeStepper = std::function<std::unique_ptr<Stepper>(System&, const Options&)>;

struct MethodDescriptor {
  MethodTraits traits;
  std::variant<MakeFormula, MakeStepper> make;
};

// ---- the families, in the order in which `dashpot methods` lists them ------------------------------------------------

std::vector<MethodDescriptor> automaticMethods();          // one of the others, whichever suits
std::vector<MethodDescriptor> explicitMethods();           // Runge-Kutta: tableaux/explicit_rk.hpp
std::vector<MethodDescriptor> thetaMethods();              // backward Euler, trapezoidal rule
std::vector<MethodDescriptor> fullyImplicitMethods();      // Radau IIA, Lobatto IIIC: tableaux/implicit_rk.hpp
std::vector<MethodDescriptor> sdirkMethods();              // diagonally implicit: the same tables
std::vector<MethodDescriptor> rosenbrockMethods();         // tableaux/rosenbrock.hpp
std::vector<MethodDescriptor> sundialsMethods();           // CVODE, IDA, ARKODE
std::vector<MethodDescriptor> switchingMethods();          // an explicit and an implicit formula by turns
std::vector<MethodDescriptor> diagonalMethods();           // diagonal exponential
std::vector<MethodDescriptor> publishedDiagonalMethods();  // the same, as printed
std::vector<MethodDescriptor> transitionMethods();         // linear parts by their transition matrix
std::vector<MethodDescriptor> exponentialMethods();        // tableaux/exponential.hpp
std::vector<MethodDescriptor> multistepMethods();          // Adams-Bashforth; Stoermer and its kin on positions
std::vector<MethodDescriptor> doublingMethods();           // Runge-Kutta with step doubling
std::vector<MethodDescriptor> nystromMethods();            // tableaux/nystrom.hpp
std::vector<MethodDescriptor> newmarkMethods();            // structural dynamics
std::vector<MethodDescriptor> inlinedFormulas();           // of the tables above, for problems they were worked into

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Global order of the interpolated solution. The tables say up to which order an extension satisfies the order
/// conditions; its errors do not accumulate, hence the solution has one order more, if the method has.
inline int interpolatedOrder(int order, int conditions) { return std::min(order, conditions + 1); }

}  // namespace dashpot::integrators
