// linalg/newton.hpp
//
// Newton's iterations on algebraic equations 0 = G(z), wherever they come from: within a step, between two of them, at
// an event or at the start.
//
//   chord          with factors of G_z that were made nearby, as long as they contract well
//   dampedNewton   with G_z at each iterate; steps are damped by the natural monotonicity test (Deuflhard 2004,
//                  eq. 3.32), which does not depend on how equations are scaled
//
// The equations are a class of the caller's, which keeps z and G(z):
//
//   Evaluation evaluate()            G at z
//   NewtonEnd linearise()            factors of G_z at z; converged: they are there
//   bool correction(Vector& step)    step = -G_z^-1 G by the factors there are; false: it is not finite
//   double size(const Vector& step)  in the units that convergence is measured in, at z
//   void add(const Vector& step)     z += step
//   void finish(const Vector& step)  the step is small enough, G is known at z: whoever needs both leaves z as it is,
//                                    whoever wants the last digits takes the step
//   and for damped steps
//   void aim(const Vector& step)     steps go from here
//   double sizeBehind(step)          in the units at the point that steps go from
//   void go(double damping, step)    z = that point + damping step; 0: back to it
#pragma once

#include "dashpot/problem.hpp"

#include <limits>

namespace dashpot::linalg {

enum class NewtonEnd { converged, stuck, undefined, singular, fatal };

struct NewtonLimits {
  double accuracy = 0;  // of z, as `size` measures it
  int mostSteps = 0;
  double slowContraction = 0;  // of a chord step: factors of its own are then the better choice
  double smallestDamping = 0;
  double harmless = 0;  // a correction that stopped shrinking here is rounding
};

[[nodiscard]] inline NewtonEnd endOf(Evaluation failure) {
  return failure == Evaluation::fatal ? NewtonEnd::fatal : NewtonEnd::undefined;
}

/// `step` is memory of the size of z.
template <class Equations>
[[nodiscard]] NewtonEnd chord(Equations& g, const NewtonLimits& limits, Vector& step) {
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < limits.mostSteps; ++k) {
    if (const Evaluation e = g.evaluate(); e != Evaluation::ok) return endOf(e);
    if (!g.correction(step)) return NewtonEnd::singular;
    const double size = g.size(step);
    if (size <= limits.accuracy) {
      g.finish(step);
      return NewtonEnd::converged;
    }
    if (!(size <= limits.slowContraction * previous))
      return size <= limits.harmless && size >= previous / 2 ? NewtonEnd::converged : NewtonEnd::stuck;
    g.add(step);
    previous = size;
  }
  return NewtonEnd::stuck;
}

/// `step` and `following` are memory of the size of z.
template <class Equations>
[[nodiscard]] NewtonEnd dampedNewton(Equations& g, const NewtonLimits& limits, Vector& step, Vector& following) {
  if (const Evaluation e = g.evaluate(); e != Evaluation::ok) return endOf(e);
  for (int k = 0; k < limits.mostSteps; ++k) {
    if (const NewtonEnd end = g.linearise(); end != NewtonEnd::converged) return end;
    if (!g.correction(step)) return NewtonEnd::singular;
    const double size = g.size(step);
    if (size <= limits.accuracy) {
      g.finish(step);
      return NewtonEnd::converged;
    }
    g.aim(step);
    for (double damping = 1;; damping /= 2) {
      if (damping < limits.smallestDamping) {
        g.go(0, step);
        if (const Evaluation e = g.evaluate(); e != Evaluation::ok) return endOf(e);
        return size <= limits.harmless ? NewtonEnd::converged : NewtonEnd::stuck;
      }
      g.go(damping, step);
      const Evaluation e = g.evaluate();
      if (e == Evaluation::fatal) return NewtonEnd::fatal;
      if (e != Evaluation::ok || !g.correction(following)) continue;
      if (damping == 1 && g.size(following) <= limits.accuracy) {
        g.finish(following);
        return NewtonEnd::converged;
      }
      if (g.sizeBehind(following) <= (1 - damping / 4) * size) break;
    }
  }
  return NewtonEnd::stuck;
}

}  // namespace dashpot::linalg
