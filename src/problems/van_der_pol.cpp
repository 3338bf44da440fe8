// The oscillator of van der Pol (1926) with time scaled by the period: fast jumps between slow arcs.
// Hairer and Wanner II, eq. IV.10.1; reference of the test set of Mazzia and Magherini.
#include "problems/assemble.hpp"
#include "problems/problems.hpp"

namespace dashpot::problems {

TestProblem vanDerPol(double mu) {
  const auto rhs = [mu](double, auto y, auto f) {
    f[0] = y[1];
    f[1] = mu * ((1 - y[0] * y[0]) * y[1] - y[0]);
  };
  const auto stamps = [mu](double, auto y, auto&& add) {
    add(0, 1, 1.0);
    add(1, 0, mu * (-2 * y[0] * y[1] - 1));
    add(1, 1, mu * (1 - y[0] * y[0]));
  };
  TestProblem result{
      .name = "van-der-pol",
      .title = "Van der Pol oscillator, scaled",
      .source = "van der Pol 1926; Hairer and Wanner II, IV.10; IVP test set (vdpol)",
      .problem = autonomous(2, rhs, denseJacobian(2, stamps), {"y", "y'"}),
      .end = 2,
      .initial = {2, 0},
      .absoluteScale = {1, 1},
      .counted = countedSystem(rhs, stamps),
  };
  result.problem.pairs = {{.position = 0, .velocity = 1}};
  return result;
}

TestProblem vanDerPol() {
  TestProblem result = vanDerPol(1e6);
  result.reference = {0.1706167732170483e1, -0.8928097010247975e0};
  result.referenceDigits = 13;
  return result;
}

}  // namespace dashpot::problems
