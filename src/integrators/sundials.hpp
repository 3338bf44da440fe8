// CVODE, IDA and ARKODE of SUNDIALS (Hindmarsh et al. 2005) as sources of accepted steps.
//
//   cvode         BDF of order 1 to 5, Newton                      identity or diagonal, non-singular M
//   cvode-adams   Adams-Moulton of order 1 to 12, fixed point      the same; for problems that are not stiff
//   ida           BDF for DAEs of index 1, Newton                  any M
//   arkode        L-stable ESDIRK of order 4(3), Newton            as cvode; the only one that takes a fixed step
//
// The packages control order and step themselves; events, outputs and ends are the driver's business, on their
// interpolants. An M or an option that a method does not take is refused by begin() with FailureKind::invalidInput.
//
// Promise: y is never copied on the way to F; after the first begin() nothing is allocated here.
#pragma once

#include <memory>
#include <string_view>

#include "integrators/stepper.hpp"
#include "integrators/system.hpp"

namespace dashpot::integrators {

/// `name` is one of the four above; null for any other. The system must outlive the stepper.
std::unique_ptr<Stepper> makeSundialsStepper(std::string_view name, System& system, const Options& options);

}  // namespace dashpot::integrators
