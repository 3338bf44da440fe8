// CVODE, IDA and ARKODE of SUNDIALS (Hindmarsh et al. 2005) as sources of accepted steps.
//
//   cvode            BDF of order 1 to 5, Newton                     identity or diagonal, non-singular M
//   cvode-adams      Adams-Moulton of order 1 to 12, fixed point     the same; for problems that are not stiff
//   cvode-switching  the one or the other, as the problem is stiff   the same
//   ida              BDF for DAEs of index 1, Newton                 any M
//   arkode           L-stable ESDIRK of order 4(3), Newton           as cvode; the only one that takes a fixed step
//
// The packages control order and step themselves; events, outputs and ends are the driver's business, on their
// interpolants. An M or an option that a method does not take is refused by begin() with FailureKind::invalidInput.
//
// Promise: y is never copied on the way to F; after the first begin() nothing is allocated here.
#include "integrators/method.hpp"
#include "integrators/sundials/stepper.hpp"

namespace dashpot::integrators {
namespace {

/// Of Nordsieck's kind: BDF formulas of order 1 to 5.
MethodTraits bdf(std::string name, std::optional<int> daeOrder, std::string source) {
  return {.name = std::move(name),
          .family = Family::multistep,
          .order = 5,
          .embeddedOrder = 5,
          .denseOrder = 5,
          .daeOrder = daeOrder,
          .takesMass = true,
          .stifflyAccurate = true,
          .alphaDegrees = 51.84,
          .fixedStep = false,
          .source = std::move(source)};
}

}  // namespace

std::vector<MethodDescriptor> sundialsMethods() {
  return {
      {.traits = bdf("cvode", {}, "SUNDIALS CVODE, BDF of order 1 to 5 (Hindmarsh et al. 2005)"),
       .make = sundials::makeCvode},
      {.traits = {.name = "cvode-adams",
                  .family = Family::multistep,
                  .order = 12,
                  .embeddedOrder = 12,
                  .denseOrder = 12,
                  .takesMass = true,
                  .rInfinity = infinity,
                  .fixedStep = false,
                  .source = "SUNDIALS CVODE, Adams-Moulton of order 1 to 12, fixed-point iteration"},
       .make = sundials::makeCvodeAdams},
      {.traits = {.name = "cvode-switching",
                  .family = Family::multistep,
                  .order = 5,
                  .embeddedOrder = 5,
                  .denseOrder = 5,
                  .takesMass = true,
                  .rInfinity = infinity,
                  .fixedStep = false,
                  .source = "SUNDIALS CVODE, Adams-Moulton or BDF as the problem is stiff or not (Petzold 1983)"},
       .make = sundials::makeCvodeSwitching},
      {.traits = bdf("ida", 5, "SUNDIALS IDA, BDF of order 1 to 5 (Hindmarsh et al. 2005)"), .make = sundials::makeIda},
      {.traits = {.name = "arkode",
                  .family = Family::sdirk,
                  .order = 4,
                  .embeddedOrder = 3,
                  .denseOrder = 3,
                  .takesMass = true,
                  .stages = 6,
                  .aStable = true,
                  .lStable = true,
                  .rInfinity = 0,
                  .alphaDegrees = 90,
                  .source = "SUNDIALS ARKODE, ESDIRK"},
       .make = sundials::makeArkode}};
}

}  // namespace dashpot::integrators
