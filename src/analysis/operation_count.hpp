// What a step costs: additions, multiplications, divisions and function calls, counted by running the formula and the
// right-hand side on an instrumented number (base/counted.hpp), not by constants typed in.
//
//   CountedProblem problem = countedProblem(size, [](double t, auto y, auto f) { ... }, initial, pairs);
//   const auto cost = countOperations("ab3", problem, {.step = 0.01, .steps = 1000});
//
// Step sizes and what follows from them alone (h^2, h/12) are computed once and cost nothing. Explicit Runge-Kutta and
// multistep methods can be counted, and Nystroem methods on x'' = f(t, x). Others spend their time in linear algebra,
// whose work depends on the pattern of J and is not counted here: Statistics gives their factorisations and solves.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/expected.hpp"
#include "dashpot/integrate.hpp"

namespace dashpot::analysis {

struct CountedProblem {
  using Rhs = std::function<Evaluation(double t, std::span<const Counted> y, std::span<Counted> f)>;

  int size = 0;
  Rhs rhs{};
  Vector initial{};
  std::vector<PositionVelocity> pairs{};
};

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
  Operations step;               // one step when the method is under way, evaluations included
  Operations run;                // all steps, with those of the start
  std::int64_t evaluations = 0;  // of the right-hand side in the run
};
Expected<OperationCount, std::string> countOperations(const std::string& method, const CountedProblem& problem,
                                                      const CountSettings& settings);

}  // namespace dashpot::analysis
