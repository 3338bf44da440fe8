// How stiff a problem is, seen by a method that iterates functionally.
#pragma once

#include "integrators/system/error_measure.hpp"

namespace dashpot::integrators {

/// A lower bound for ||dF/dy|| from the corrector's iterates, at no cost (Shampine 1977; University of Bath thesis, 8.45):
///   y(s+1) - y(s) = h gamma (F(y(s)) - F(y(s-1))),   so   ||F(y(s)) - F(y(s-1))|| / ||y(s) - y(s-1)||  <=  ||dF/dy||,
/// the largest quotient of a step. In one dimension it is |dF/dy| itself; near the largest eigenvalue wherever the iteration
/// converges slowly, which is where it matters. Complex dominant eigenvalues it sees less well.
class CorrectorWatch {
 public:
  explicit CorrectorWatch(const ErrorMeasure& measure) : measure_(measure) {}

  /// What was seen before does not count.
  void restart() { y_.clear(); }
  void beginStep() { estimate_ = 0; }
  /// F was evaluated; iterates of one step have one time.
  void observe(double t, ConstView y, ConstView f);
  /// 0: the step had a single evaluation, and nothing is known.
  [[nodiscard]] double estimate() const { return estimate_; }

 private:
  const ErrorMeasure& measure_;
  double time_ = 0, estimate_ = 0;
  Vector y_, f_, difference_;
};

}  // namespace dashpot::integrators
