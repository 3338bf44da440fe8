// diag-exp-i2 on heat equations with 100,000 unknowns, against CVODE with whichever of its linear solvers is best:
// seconds to three correct digits, and their ratio.
//
//   1d      heat in one dimension, 100,000 points; J tridiagonal, weakly dominant, r = k/h^2 enormous
//   2d      heat in two dimensions, 316 x 316 points; J sparse, its LU costly
//   decay   fast decay in two dimensions, u_t = d (u_xx + u_yy) - c_i u, c_i from 50 to 500; J strictly dominant: no LU
//           at all
//
//   bench_heat [1d] [2d] [decay]
#include "dashpot/integrate.hpp"
#include "problems/method_of_lines.hpp"
#include "study/codes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dashpot {
namespace {

using bench::Code;
using bench::Run;
using problems::Boundary;
using problems::TestProblem;

constexpr double wantedDigits = 3;
constexpr double longest = 300;  // seconds; a code that takes longer is not asked for more

TestProblem heat(bool twoDimensions) {
  problems::HeatEquation equation;
  equation.grid = twoDimensions ? problems::squareGrid(316, Boundary::Kind::dirichlet)
                                : problems::lineGrid(100'000, Boundary::Kind::dirichlet);
  TestProblem test = problems::heatEquation(equation).test;
  test.reference.resize(test.initial.size());
  test.exact(test.end, test.reference);
  test.referenceDigits = 9;
  test.absoluteScale.assign(test.initial.size(), 1.0);
  return test;
}

/// The solution of y' = A y + c cos t at a time when all transients are gone: Re(z e^(it)) with (i - A) z = c. Jacobi's
/// iteration, since A is strictly dominant.
Vector driven(const SparsityPattern& pattern, const VectorFunction& values, const std::function<double(std::size_t)>& c,
              double t) {
  const std::size_t n = pattern.columnStart.size() - 1;
  Vector a(pattern.rows.size()), diagonal(n);
  values(0, Vector(n), a);
  std::vector<std::complex<double>> z(n), next(n);
  constexpr int iterations = 80;  // each contracts by 0.45 at least
  for (int iteration = 0; iteration < iterations; ++iteration) {
    for (std::size_t i = 0; i < n; ++i) next[i] = c(i);
    for (std::size_t column = 0; column < n; ++column)
      for (int k = pattern.columnStart[column]; k < pattern.columnStart[column + 1]; ++k) {
        const auto row = static_cast<std::size_t>(pattern.rows[k]);
        if (row == column)
          diagonal[row] = a[k];
        else
          next[row] += a[k] * z[column];
      }
    for (std::size_t i = 0; i < n; ++i) z[i] = next[i] / (std::complex<double>(0, 1) - diagonal[i]);
  }
  Vector y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = (z[i] * std::polar(1.0, t)).real();
  return y;
}

/// Each point decays towards a slow drive at its own rate; diffusion couples the points weakly.
TestProblem decay() {
  problems::HeatEquation equation;
  equation.grid = problems::squareGrid(316, Boundary::Kind::dirichlet);
  equation.diffusivity = 1e-4;  // d/h^2 = 10
  TestProblem test = problems::heatEquation(equation).test;
  const auto rateOf = [](std::size_t i) { return 50 + 450 * (0.5 + 0.5 * std::sin(0.001 * static_cast<double>(i))); };
  const Problem diffusion = test.problem;
  test.problem.rhs = [=](double t, ConstView y, View f) {
    const Evaluation e = diffusion.rhs(t, y, f);
    for (std::size_t i = 0; i < y.size(); ++i) f[i] -= rateOf(i) * (y[i] - std::cos(t));
    return e;
  };
  test.problem.autonomous = false;
  test.problem.jacobian->values = [=, pattern = diffusion.jacobian->pattern](double t, ConstView y, View j) {
    const Evaluation e = diffusion.jacobian->values(t, y, j);
    for (std::size_t column = 0; column < y.size(); ++column)
      for (int k = pattern.columnStart[column]; k < pattern.columnStart[column + 1]; ++k)
        if (pattern.rows[k] == static_cast<int>(column)) j[k] -= rateOf(column);
    return e;
  };
  test.problem.timeDerivative = {};
  test.end = 1;
  test.exact = {};
  test.absoluteScale.assign(test.initial.size(), 1.0);
  test.reference = driven(diffusion.jacobian->pattern, test.problem.jacobian->values, rateOf, test.end);
  test.referenceDigits = 12;
  return test;
}

std::optional<Run> fastestTo(const Code& code, const TestProblem& test) {
  std::optional<Run> best;
  for (double tolerance = 1e-2; tolerance > 3e-7; tolerance /= 3.1622776601683795) {
    const Run run = bench::runOnce(code, test, tolerance);
    fmt::print("  {:<14} tolerance {:.0e}: {:>8.3f} s, {:.1f} digits, {} steps, {} F, {} J, {} LU{}\n", code.name,
               tolerance, run.seconds, run.digits, run.steps, run.rhsEvals, run.jacEvals, run.lu,
               run.ok ? "" : ", failed");
    std::fflush(stdout);
    if (run.ok && run.digits >= wantedDigits && (!best || run.seconds < best->seconds)) best = run;
    if (best && (run.digits >= wantedDigits + 0.5 || run.seconds > 1.5 * best->seconds)) break;
    if (run.seconds > longest) break;
  }
  return best;
}

void compare(const std::string& title, const TestProblem& test, const std::vector<Code>& yardsticks) {
  fmt::print("\n{}, n = {}\n", title, test.problem.size);
  std::optional<Run> ours = fastestTo({"diag-exp-i2", true}, test), theirs;
  std::string who;
  for (const Code& code : yardsticks) {
    const auto run = fastestTo(code, test);
    if (run && (!theirs || run->seconds < theirs->seconds)) theirs = run, who = code.name;
  }
  if (ours && theirs)
    fmt::print("  {} digits: diag-exp-i2 {:.3f} s, {} {:.3f} s, ratio {:.2f}\n", wantedDigits, ours->seconds, who,
               theirs->seconds, ours->seconds / theirs->seconds);
  else
    fmt::print("  {} digits were not reached by {}\n", wantedDigits, ours ? "CVODE" : "diag-exp-i2");
}

}  // namespace
}  // namespace dashpot

int main(int argc, char** argv) {
  std::vector<std::string> cases(argv + 1, argv + argc);
  if (cases.empty()) cases = {"1d", "2d", "decay"};
  for (const std::string& name : cases) {
    if (name == "1d")
      dashpot::compare("Heat equation in one dimension", dashpot::heat(false),
                       {{"CVODE", false}, {"CVODE+GMRES", false}});
    else if (name == "2d")
      dashpot::compare("Heat equation in two dimensions", dashpot::heat(true),
                       {{"CVODE+KLU", false}, {"CVODE+GMRES", false}});
    else if (name == "decay")
      dashpot::compare("Fast decay, weak diffusion in two dimensions", dashpot::decay(),
                       {{"CVODE+KLU", false}, {"CVODE+GMRES", false}});
    else
      return fmt::print(stderr, "no case '{}'; there are 1d, 2d, decay\n", name), 2;
  }
  return 0;
}
