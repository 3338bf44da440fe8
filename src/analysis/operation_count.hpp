// The cost of a step: additions, multiplications, divisions and function calls, counted by running the formula and the
// right-hand side on an instrumented number (base/counted.hpp), not by constants typed in.
//
//   CountedProblem problem = countedProblem(size, [](double t, auto y, auto f) { ... }, initial, pairs);
//   const auto cost = countOperations("ab3", problem, {.step = 0.01, .steps = 1000});
//
// Step sizes and what follows from them alone (h^2, h/12) are computed once and cost nothing. The step is fixed and
// there is no error estimate. Implicit methods evaluate and factor J once per step; their elimination knows the zeros
// of the matrix (counted_algebra.hpp). Counted are explicit Runge-Kutta, multistep and Nystroem methods (these on x'' =
// f(t, x)), Rosenbrock methods and implicit Runge-Kutta methods. Methods of SUNDIALS cannot run on another number type,
// and those that change their formula as they go (radau, rkf45-dirk), or work with matrix functions, have no cost of a
// step.
#pragma once

#include "base/counted.hpp"
#include "base/expected.hpp"
#include "dashpot/integrate.hpp"
#include "problems/problems.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::analysis {

struct CountedProblem {
  using Rhs = std::function<Evaluation(double t, std::span<const Counted> y, std::span<Counted> f)>;

  int size = 0;
  Rhs rhs{};
  Vector initial{};
  std::vector<PositionVelocity> pairs{};
  problems::CountedSystem::Stamps jacobian{};  // absent: differences, for methods that need it
  MassMatrix mass{};
  bool autonomous = true;
  double newtonTolerance = 1e-6;  // of an update, relative to scale + |y|
  Vector scale{};                 // absent: 1
};

/// A problem of the catalogue; the error says that it is not written for any number type.
Expected<CountedProblem, std::string> countedProblem(const problems::TestProblem& problem);

/// `generic` is called as generic(t, y, f) with spans of Counted.
template <class Generic>
CountedProblem countedProblem(int size, Generic generic, Vector initial, std::vector<PositionVelocity> pairs = {}) {
  return {size,
          [generic = std::move(generic)](double t, std::span<const Counted> y, std::span<Counted> f) {
            generic(t, y, f);
            return Evaluation::ok;
          },
          std::move(initial), std::move(pairs)};
}

struct CountSettings {
  double step = 0.01;
  std::int64_t steps = 100;
  Start start = Start::automatic;
};

struct OperationCount {
  Operations rhs;                // one evaluation
  Operations jacobian;           // one evaluation; nothing for methods that need none
  Operations step;               // one step when the method is under way, evaluations included
  Operations run;                // all steps, with those of the start
  std::int64_t evaluations = 0;  // of the right-hand side in the run
  Vector final;                  // y at the end, which the integrator must reach as well
};
Expected<OperationCount, std::string> countOperations(const std::string& method, const CountedProblem& problem,
                                                      const CountSettings& settings);

}  // namespace dashpot::analysis
