// analysis/jacobian_cost.hpp
//
// What Jacobians cost as circuits grow (Esque 2008, 5.3): the time of a step of a Rosenbrock method on chains of N
// volumes, with the exact Jacobian, with differences by colours of its pattern, and with one difference per unknown, as
// a code that knows no pattern forms them. Processor time by repetition, round robin over all of them.
#pragma once

#include "analysis/chart.hpp"
#include "base/expected.hpp"

namespace dashpot::analysis {

struct JacobianCostPlan {
  std::string method = "rodas3";
  std::vector<int> sizes{5, 10, 15, 20};
  double step = 1e-4;  // [s]
  int steps = 1000;
  double seconds = 2;  // for repetitions
};

/// Microseconds per step over N; the notes tell the share of the Jacobian, and the power of N with which each grows. The
/// error says what the method cannot do.
[[nodiscard]] Expected<Chart, std::string> jacobianCost(const JacobianCostPlan& plan);

/// The slope of the straight line through log y over log x, by least squares.
[[nodiscard]] double growthExponent(const Vector& x, const Vector& y);

}  // namespace dashpot::analysis
