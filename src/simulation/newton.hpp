// simulation/newton.hpp
//
// The algebraic systems of initialisation and events:  0 = G(x).
//
//   solveNewton        damped Newton iteration (linalg/newton.hpp); sparse where the system is
//   solveTrustRegion   Levenberg and Marquardt's iteration on scaled equations and unknowns, with Nielsen's rule for
//                      its parameter (Madsen, Nielsen, Tingleff 2004, algorithm 3.16). It goes on where the Jacobian is
//                      singular, and leaves unknowns that nothing determines where they are.
//   solve              the first, and the second where it fails; where a solution at zero is the start of two branches,
//                      as of |x| = t, that on the side of the guess
#pragma once

#include "dashpot/problem.hpp"

#include <functional>

namespace dashpot::simulation {

struct AlgebraicSystem {
  std::size_t size = 0;
  std::function<Evaluation(ConstView x, View residual)> residual;
  SparsityPattern pattern = {};                                       // dense: values by columns
  std::function<Evaluation(ConstView x, View values)> jacobian = {};  // on the pattern
  Vector sizes = {};                                                  // typical ones of x; empty or 0: not known
};

struct NewtonOptions {
  int maxIterations = 50;
  double tolerance = 1e-10;  // of the last step, relative to x and its size
  double smallestDamping = 1e-6;
};

enum class NewtonStatus { converged, singular, notDefined, noProgress };

struct NewtonResult {
  NewtonStatus status = NewtonStatus::converged;
  int iterations = 0;
  Vector residual = {};   // at the last x
  Vector step = {};       // the last one, in units of the sizes of x; empty if there was none
  bool damped = false;    // the trust region was needed
  int undetermined = -1;  // of a singular system: an unknown that the equations do not determine here
};

/// The largest element of a step, relative to x and its size.
[[nodiscard]] double scaledLength(const AlgebraicSystem& system, ConstView step, ConstView x);

/// All improve x in place.
[[nodiscard]] NewtonResult solveNewton(const AlgebraicSystem& system, Vector& x, const NewtonOptions& options = {});
[[nodiscard]] NewtonResult solveTrustRegion(const AlgebraicSystem& system, Vector& x,
                                            const NewtonOptions& options = {});
[[nodiscard]] NewtonResult solve(const AlgebraicSystem& system, Vector& x);

}  // namespace dashpot::simulation
