// simulation/mend_derivatives.hpp
//
// A function may be finite where its derivative is not: sqrt(x) and asin(x) at the ends of their domains, |x|^p with
// p < 1 at zero, sqrt(max(0, h)) of an empty tank (0/0), 1/(1 + exp(x)) where exp overflows on the way. An integrator
// needs a slope there, not the slope: what is not finite among exact derivatives is replaced by a difference quotient,
// taken on both sides of the point, or on the one where the function is defined. Rosenbrock methods lose order there,
// which their error estimate sees; everything else uses the Jacobian for its iteration only.
#pragma once

#include "dashpot/problem.hpp"

#include <functional>

namespace dashpot::simulation {

using PointFunction = std::function<Evaluation(ConstView x, View f)>;

/// Memory of a mending, which takes no other: made once, for points and functions of up to so many numbers.
struct MendWork {
  explicit MendWork(std::size_t most);
  Vector point, above, below;
};

/// The entries of dF/dx on the pattern at x; `sizes` are typical ones of x (0: not known). False: there are none, for F
/// is not finite around x either.
[[nodiscard]] bool mendJacobian(const SparsityPattern& pattern, ConstView x, ConstView sizes,
                                const PointFunction& function, MendWork& work, View values);

/// dF/dt at t, of a function of time alone.
[[nodiscard]] bool mendTimeDerivative(double t, const std::function<Evaluation(double t, View f)>& function,
                                      MendWork& work, View values);

}  // namespace dashpot::simulation
