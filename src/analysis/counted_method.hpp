// One step of a method on counted numbers, again and again: the formulas of the integrators, run on base/counted.hpp.
#pragma once

#include "analysis/operation_count.hpp"

#include <memory>
#include <string>
#include <vector>

namespace dashpot::analysis {

using CountedNumbers = std::vector<Counted>;

class CountedMethod {
 public:
  virtual ~CountedMethod() = default;
  /// Empty: done. Else why no step could be taken.
  virtual std::string step(double t, double h) = 0;
  virtual CountedNumbers state() const = 0;
};

/// Null: not a method of this kind. They keep references to the problem.
std::unique_ptr<CountedMethod> countedExplicit(const std::string& method, const CountedProblem& problem, Start start);
std::unique_ptr<CountedMethod> countedImplicit(const std::string& method, const CountedProblem& problem);

}  // namespace dashpot::analysis
