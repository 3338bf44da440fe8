// Where fixed steps end: at start + k h, so that rounding does not add up.
#pragma once

#include "dashpot/integrate.hpp"

#include <cmath>

namespace dashpot::integrators {

/// Whether a step of length h covers a distance, so that it ends there: the last step of a grid absorbs rounding
/// instead of leaving a sliver.
inline bool covers(double h, double distance) { return std::abs(h) >= std::abs(distance) * (1 - 1e-9); }

class StepGrid {
 public:
  void begin(double t) {
    start_ = t;
    steps_ = 0;
  }
  /// The end of one more step of length h, signed.
  double advance(double h) { return start_ + ++steps_ * h; }

  void save(Vector& memory) const { memory.insert(memory.end(), {start_, steps_}); }
  ConstView load(ConstView memory) {
    start_ = memory[0];
    steps_ = memory[1];
    return memory.subspan(2);
  }

 private:
  double start_ = 0;
  double steps_ = 0;
};

}  // namespace dashpot::integrators
