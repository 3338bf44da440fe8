// What the registry says of the diagonal exponential methods.
//
// On y' = lambda y, lambda real, all of them but the quadratures are exact. Their stability is a matter of the
// coupling: alphaDegrees is that of the real 2 x 2 system of a complex lambda, and none is A-stable, because for three
// coupled equations with all eigenvalues in the left half-plane a step can be unstable (`dashpot stability NAME
// --matrix`).
#include "integrators/registry.hpp"

namespace dashpot::integrators {
namespace {

constexpr auto thesis = "diagonal exponential integrator, University of Bath thesis (1980s)";

struct Facts {
  const char* name;
  int order;
  int embeddedOrder;
  int denseOrder;
  int stages;
  double rhsPerStep;  // 0: varies
  double alphaDegrees;
  bool variableStep;
  const char* remark;
};

constexpr Facts facts[] = {
    {"diag-exp-e", 1, 2, 1, 1, 1, 45, true, "formula E (3.6), a = diag J, error from the change of b"},
    {"diag-exp-i1", 1, 2, 1, 1, 0, 90, true, "formula I1 (3.7), error from the change of b"},
    {"diag-exp-i2", 2, 3, 2, 2, 0, 90, true, "formula I2 (3.11) with mean a; error from the second difference of b"},
    {"diag-exp-pc", 2, 1, 2, 2, 0, 72.7, true, "weighted mean of predictor E and corrector I1"},
    {"diag-exp-e-extrapolated", 2, 1, 2, 2, 2, 32, true, "2 M_e^2 - M_f from two half steps and one step of E"},
    {"diag-exp-simpson", 3, 0, 3, 3, 5, 0, false, "Simpson's rule in the variation of constants, consistent exponent"},
    {"diag-exp-e-published", 1, 2, 1, 2, 2, 45, true, "formula E with Richardson's estimate (4.16)"},
    {"diag-exp-i1-published", 1, 0, 1, 1, 0, 90, false, "formula I1 (3.7)"},
    {"diag-exp-i2-published", 1, 0, 1, 2, 0, 90, false, "formula I2 (3.11), a at the start of the step"},
    {"diag-exp-i2-end-published", 1, 0, 1, 2, 0, 90, false, "formula I2 (3.11), a at the end of the step"},
    {"diag-exp-pc-published", 1, 2, 1, 2, 0, 90, true, "predictor E, corrector I1, Milne's estimate (4.19)"},
    {"diag-exp-e-extrapolated-published", 1, 0, 1, 2, 2, 18, false, "3 M_f - 2 M_e^2 (7.16)"},
    {"diag-exp-trapezoid-published", 2, 0, 2, 3, 3, 0, false, "trapezoid in the variation of constants (7.38)"},
    {"diag-exp-simpson-published", 3, 0, 3, 3, 5, 0, false, "Simpson's rule in the variation of constants (7.20)"},
};

}  // namespace

std::vector<MethodTraits> diagonalExponentialTraits() {
  std::vector<MethodTraits> all;
  for (const Facts& f : facts)
    all.push_back({.name = f.name,
                   .family = "diagonal-exponential",
                   .order = f.order,
                   .embeddedOrder = f.embeddedOrder,
                   .denseOrder = f.denseOrder,
                   .daeOrder = {},
                   .stages = f.stages,
                   .rhsPerStep = f.rhsPerStep,
                   .alphaDegrees = f.alphaDegrees,
                   .variableStep = f.variableStep,
                   .source = std::string(thesis) + "; " + f.remark});
  return all;
}

}  // namespace dashpot::integrators
