// Explicit formulas as published with an error, kept to reproduce results. They are found by name, but are not among
// explicitTables().
#include "tableaux/explicit_tables.hpp"

namespace dashpot::tableaux {

// Beamis 1990, appendix B: the classical Runge-Kutta method with two slips. The fourth stage is evaluated at the start
// of the step, so k4 = k1 and three stages are left; and inputs are taken at the start of the step in all stages, so
// all abscissae are zero. R(z) = 1 + z + z^2/3 + z^3/12: order 1, unstable on the whole imaginary axis.
ExplicitTable rk4Published() {
  return {
      .name = "rk4-published",
      .source = "Beamis (1990), App. B, as printed: k4 = k1, inputs held over the step",
      .stages = 3,
      .denseStages = 3,
      .order = 1,
      .embeddedOrder = 0,
      .denseOrder = 1,
      .a = {{{}, {1.0 / 2}, {0, 1.0 / 2}}},
      .c = {},
      .b = {1.0 / 3, 1.0 / 3, 1.0 / 3},
      .denseDegree = 1,
      .dense = {{{1.0 / 3}, {1.0 / 3}, {1.0 / 3}}},
  };
}

}  // namespace dashpot::tableaux
