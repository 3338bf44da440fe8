// The front door of the integrators: from a method's name to its descriptor, and to a stepper. Users of the library
// call dashpot/integrate.hpp; the driver behind it asks here.
//
// Here stand the forms that everything meets in:
//
//   stepper.hpp          the interface of every method to the driver: accepted steps with an interpolant
//   one_step_method.hpp  a formula that can be attempted with any h, without step control
//   method.hpp           the descriptor of a method, and the list of families
//   hermite.hpp          interpolation from values and slopes at both ends of a step
//
// Each folder is a family of methods, or what all families stand on:
//
//   system                the problem as methods call it: counted evaluations, Jacobian, size of errors, initial slope;
//                         the reduced view, an index-1 problem as an ODE in its states
//   driver                ends, discontinuities, events, checkpoints; step-size control; checks of the input
//   explicit              explicit Runge-Kutta methods, step doubling
//   implicit_runge_kutta  theta methods, Radau IIA and Lobatto IIIC, SDIRK and ESDIRK
//   rosenbrock            linearly implicit Runge-Kutta methods
//   switching             an explicit and an implicit formula by turns, as stiffness demands; the automatic method
//   exponential           exponential Runge-Kutta and Rosenbrock methods
//   diagonal_exponential  each equation's part in its own state exactly; with the published forms
//   linear_parts          linear blocks of a problem by their transition matrix, the rest by Runge-Kutta
//   second_order          positions and velocities: Nystroem, velocity Verlet, Newmark, generalised-alpha
//   multistep             explicit multistep formulas: Adams-Bashforth, leapfrog, Stoermer and its kin
//   sundials              CVODE, IDA and ARKODE
//   inlined               steps that the problem performs itself, since a formula was worked into its equations
//
// In the folder of a family a .cpp without a header is a method, from its formula down to the descriptors that
// method.hpp declares; traits.hpp is what descriptors of several files have in common; the other headers are the parts
// that methods are made of. Coefficients are not here but in tableaux/.
#pragma once

#include "integrators/method.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace dashpot::integrators {

/// All methods that any problem can be given to. Names are unique.
std::span<const MethodDescriptor> descriptors();
/// Those for problems with an inlined step.
std::span<const MethodDescriptor> inlinedDescriptors();

/// Null when no method has this name.
std::unique_ptr<Stepper> makeStepper(std::string_view name, System& system, const Options& options);
/// The bare formula of a one-step method, for single steps; null when the method is none.
std::unique_ptr<OneStepMethod> makeFormula(std::string_view name, System& system, const Options& options);

}  // namespace dashpot::integrators
