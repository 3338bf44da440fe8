// The Brusselator with diffusion in one dimension as Hairer and Wanner II use it (eq. IV.10.8): A = 1, B = 3,
// alpha = 1/50, u = 1 and v = 3 at both ends, central differences. Unknowns are interleaved: u_1, v_1, u_2, ..., so
// that the Jacobian has two diagonals on either side.
#include "problems/method_of_lines.hpp"
#include "problems/references.hpp"

namespace dashpot::problems {

TestProblem brusselator(int gridPoints) {
  return brusselator(Brusselator{.grid = lineGrid(gridPoints, Boundary::Kind::dirichlet)}).test;
}

TestProblem brusselator() {
  TestProblem result = brusselator(500);
  const auto reference = brusselatorReference();
  result.reference.assign(reference.begin(), reference.end());
  result.referenceDigits = 12;
  return result;
}

}  // namespace dashpot::problems
