// The Brusselator with diffusion in one dimension, by the method of lines; Hairer and Wanner II, eq. IV.10.8:
//   u_t = A + u^2 v - (B + 1) u + alpha u_xx,   v_t = B u - u^2 v + alpha v_xx   on 0 < x < 1,
// A = 1, B = 3, alpha = 1/50, u = 1, v = 3 at both ends; central differences. Unknowns are interleaved: u_1, v_1,
// u_2, ..., so that the Jacobian has two diagonals on either side.
#include <cmath>
#include <numbers>
#include <string>

#include "problems/assemble.hpp"
#include "problems/problems.hpp"
#include "problems/references.hpp"

namespace dashpot::problems {

TestProblem brusselator(int gridPoints) {
  static constexpr double a = 1, b = 3, alpha = 1.0 / 50, uEnd = 1, vEnd = 3;
  const int n = gridPoints;
  const double diffusion = alpha * (n + 1.0) * (n + 1.0);

  const auto rhs = [n, diffusion](double, ConstView y, View f) {
    double uLeft = uEnd, vLeft = vEnd;
    for (int i = 0; i < n; ++i) {
      const double u = y[2 * i], v = y[2 * i + 1];
      const double uRight = i + 1 < n ? y[2 * i + 2] : uEnd;
      const double vRight = i + 1 < n ? y[2 * i + 3] : vEnd;
      const double uuv = u * u * v;
      f[2 * i] = a + uuv - (b + 1) * u + diffusion * (uLeft - 2 * u + uRight);
      f[2 * i + 1] = b * u - uuv + diffusion * (vLeft - 2 * v + vRight);
      uLeft = u;
      vLeft = v;
    }
  };
  const auto stamps = [n, diffusion](double, ConstView y, auto&& add) {
    for (int i = 0; i < n; ++i) {
      const int iu = 2 * i, iv = 2 * i + 1;
      const double u = y[iu], v = y[iv];
      add(iu, iu, 2 * u * v - (b + 1) - 2 * diffusion);
      add(iu, iv, u * u);
      add(iv, iu, b - 2 * u * v);
      add(iv, iv, -u * u - 2 * diffusion);
      if (i + 1 == n) break;
      add(iu, iu + 2, diffusion);
      add(iv, iv + 2, diffusion);
      add(iu + 2, iu, diffusion);
      add(iv + 2, iv, diffusion);
    }
  };

  TestProblem result{
      .name = "brusselator",
      .title = "Brusselator with diffusion in one dimension, " + std::to_string(n) + " grid points",
      .source = "Hairer and Wanner II, IV.10 (BRUSS)",
      .problem = autonomous(2 * n, rhs, sparseJacobian(2 * n, stamps), {}),
      .end = 10,
      .initial = Vector(2 * n),
      .absoluteScale = Vector(2 * n, 1.0),
  };
  for (int i = 0; i < n; ++i) {
    const double x = (i + 1.0) / (n + 1.0);
    result.initial[2 * i] = 1 + std::sin(2 * std::numbers::pi * x);
    result.initial[2 * i + 1] = 3;
    result.problem.names.push_back("u" + std::to_string(i + 1));
    result.problem.names.push_back("v" + std::to_string(i + 1));
  }
  return result;
}

TestProblem brusselator() {
  TestProblem result = brusselator(500);
  const auto reference = brusselatorReference();
  result.reference.assign(reference.begin(), reference.end());
  result.referenceDigits = 12;
  return result;
}

}  // namespace dashpot::problems
