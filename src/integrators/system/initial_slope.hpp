// F at the start of a step: evaluated at most once, however often the step is attempted.
#pragma once

#include "integrators/system/system.hpp"

#include <algorithm>

namespace dashpot::integrators {

class InitialSlope {
 public:
  explicit InitialSlope(int size) : value_(static_cast<std::size_t>(size)) {}

  void forget() { known_ = false; }
  Evaluation at(System& system, double t, ConstView y) {
    if (known_) return Evaluation::ok;
    const Evaluation e = system.rhs(t, y, value_);
    known_ = e == Evaluation::ok;
    return e;
  }
  Evaluation at(System& system, double t, ConstView y, View f) {
    const Evaluation e = at(system, t, y);
    std::ranges::copy(value_, f.begin());
    return e;
  }
  /// Takes over a slope that was computed elsewhere (the last one of the step before), and hands out the old one.
  void exchange(Vector& slope) {
    std::swap(value_, slope);
    known_ = true;
  }
  const Vector& value() const { return value_; }

  void save(Vector& memory) const {
    memory.push_back(known_);
    memory.insert(memory.end(), value_.begin(), value_.end());
  }
  ConstView load(ConstView memory) {
    known_ = memory[0] != 0;
    std::ranges::copy(memory.subspan(1, value_.size()), value_.begin());
    return memory.subspan(1 + value_.size());
  }

 private:
  Vector value_;
  bool known_ = false;
};

}  // namespace dashpot::integrators
