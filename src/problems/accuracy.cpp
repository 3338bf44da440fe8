#include "problems/accuracy.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::problems {

Tolerances tolerancesFor(const TestProblem& problem, double relative) {
  Tolerances tolerances{.relative = relative};
  for (const double scale : problem.absoluteScale) tolerances.absoluteOf.push_back(relative * scale);
  return tolerances;
}

double correctDigits(const TestProblem& problem, ConstView y) {
  if (problem.reference.empty()) return NAN;
  double worst = std::pow(10, -problem.referenceDigits);  // the reference itself knows no more
  for (int i = 0; i < problem.problem.size; ++i) {
    if (!problem.compared.empty() && std::ranges::find(problem.compared, i) == problem.compared.end()) continue;
    const double scale = std::max(std::abs(problem.reference[i]), problem.absoluteScale[i]);
    const double error = std::abs(y[i] - problem.reference[i]) / scale;
    if (!(error <= worst)) worst = error;  // keeps a NaN
  }
  return -std::log10(worst);
}

}  // namespace dashpot::problems
