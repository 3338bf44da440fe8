// Facts about a formula for stiff problems that stand beside its coefficients. Tests decide the stability from the
// coefficients, and measure the order on an index-1 problem.
#pragma once

#include <utility>

namespace dashpot::tableaux {

/// A value without a default: a table that leaves it out does not compile.
template <class T>
class Required {
 public:
  Required() = delete;
  constexpr Required(T value) : value_(std::move(value)) {}  // NOLINT: a table names the value, not this class
  constexpr operator const T&() const { return value_; }     // NOLINT

 private:
  T value_;
};

struct StiffProperties {
  Required<bool> lStable;
  Required<double> rInfinity;  // |R(z)|, z -> -infinity
  Required<int> daeOrder;      // measured on an index-1 problem
  double alphaDegrees = 90;    // A(alpha)-stability; 90: A-stable

  constexpr bool aStable() const { return alphaDegrees == 90; }
};

}  // namespace dashpot::tableaux
