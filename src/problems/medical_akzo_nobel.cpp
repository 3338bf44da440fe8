// Penetration of radio-labelled antibodies into tissue infected by a tumour: Akzo Nobel's medical problem, by lines.
//   u_t = u_xx - k u v,  v_t = -k u v  for x > 0,  u(0, t) = phi(t);  zeta = x / (x + c) maps x to 0 <= zeta < 1.
// Test set of Mazzia and Magherini (medakzo): 200 grid points, unknowns interleaved (u_1, v_1, u_2, ...); phi falls
// from 2 to 0 at t = 5. Where the antibody u has come, the tissue v is used up.
#include "problems/assemble.hpp"
#include "problems/problems.hpp"
#include "problems/references.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace dashpot::problems {

TestProblem medicalAkzoNobel() {
  static constexpr int n = 200;
  static constexpr double k = 100, c = 4, injectionEnd = 5;
  static constexpr double dz = 1.0 / n;

  // beta u_zz + alpha u_z by central differences: weights of the left, the middle and the right neighbour.
  struct Weights {
    double left, middle, right;
  };
  std::vector<Weights> weights;
  for (int j = 1; j <= n; ++j) {
    const double z1 = j * dz - 1;
    const double alpha = 2 * z1 * z1 * z1 / (c * c), beta = z1 * z1 * z1 * z1 / (c * c);
    const double second = beta / (dz * dz), first = alpha / (2 * dz);
    weights.push_back({second - first, -2 * second, second + first});
  }
  weights.back() = {0, 0, 0};  // zeta = 1 is infinitely far away: no transport

  const auto rhs = [weights](double t, auto y, auto f) {
    auto left = std::remove_cvref_t<decltype(f[0])>(t < injectionEnd ? 2.0 : 0.0);
    for (int j = 0; j < n; ++j) {
      const auto u = y[2 * j], v = y[2 * j + 1];
      const auto right = j + 1 < n ? y[2 * j + 2] : 0.0;
      const auto reaction = k * u * v;
      f[2 * j] = weights[j].left * left + weights[j].middle * u + weights[j].right * right - reaction;
      f[2 * j + 1] = -reaction;
      left = u;
    }
  };
  const auto stamps = [weights](double, auto y, auto&& add) {
    for (int j = 0; j < n; ++j) {
      const int u = 2 * j, v = 2 * j + 1;
      add(u, u, weights[j].middle - k * y[v]);
      add(u, v, -k * y[u]);
      add(v, u, -k * y[v]);
      add(v, v, -k * y[u]);
      if (j + 1 == n) break;
      if (j > 0) add(u, u - 2, weights[j].left);
      add(u, u + 2, weights[j].right);
    }
  };
  const auto timeDerivative = [](double, ConstView, View ft) { std::fill(ft.begin(), ft.end(), 0.0); };

  const auto reference = medicalAkzoNobelReference();
  TestProblem result{
      .name = "medical-akzo-nobel",
      .title = "Penetration of antibodies into tissue, 200 grid points",
      .source = "Akzo Nobel research laboratories; IVP test set (medakzo)",
      .problem = driven(2 * n, rhs, sparseJacobian(2 * n, stamps), timeDerivative, {}),
      .end = 20,
      .initial = Vector(2 * n, 0.0),
      .reference = Vector(reference.begin(), reference.end()),
      .referenceDigits = 11,
      .absoluteScale = Vector(2 * n, 1.0),
      .counted = countedSystem(rhs, stamps),
  };
  result.problem.discontinuities = {injectionEnd};
  for (int j = 0; j < n; ++j) {
    result.initial[2 * j + 1] = 1;
    result.problem.names.push_back("u" + std::to_string(j + 1));
    result.problem.names.push_back("v" + std::to_string(j + 1));
  }
  return result;
}

}  // namespace dashpot::problems
