#include "simulation/newton.hpp"

#include "base/finite.hpp"
#include "linalg/newton.hpp"
#include "linalg/solvers.hpp"
#include "simulation/unknown_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace dashpot::simulation {

namespace {

double scaleOf(const AlgebraicSystem& system, ConstView x, std::size_t i) {
  return std::fabs(x[i]) + sizeOrUnknown(i < system.sizes.size() ? system.sizes[i] : 0.0);
}

NewtonStatus statusOf(linalg::NewtonEnd end) {
  switch (end) {
    case linalg::NewtonEnd::converged: return NewtonStatus::converged;
    case linalg::NewtonEnd::singular: return NewtonStatus::singular;
    case linalg::NewtonEnd::undefined:
    case linalg::NewtonEnd::fatal: return NewtonStatus::notDefined;
    case linalg::NewtonEnd::stuck: break;
  }
  return NewtonStatus::noProgress;
}

/// The system at x, as Newton's iteration asks for it. The last correction is taken where that is defined: a start
/// should be right to the last digits.
class Equations {
 public:
  Equations(const AlgebraicSystem& system, Vector& x, NewtonResult& result)
      : system_(system),
        x_(x),
        result_(result),
        behind_(x),
        jacobian_(static_cast<std::size_t>(system.pattern.nonZeros(static_cast<int>(system.size)))),
        solver_(linalg::makeSolver(static_cast<int>(system.size), system.pattern, MassMatrix{})) {}

  Evaluation evaluate() { return system_.residual(x_, result_.residual); }
  linalg::NewtonEnd linearise() {
    if (system_.jacobian(x_, jacobian_) != Evaluation::ok) return linalg::NewtonEnd::undefined;
    return solver_->factor(0.0, jacobian_) ? linalg::NewtonEnd::converged : linalg::NewtonEnd::singular;
  }
  bool correction(Vector& step) {
    step = result_.residual;
    solver_->solve(step);  // with -J
    return allFinite(step);
  }
  double size(const Vector& step) { return scaledLength(system_, step, x_); }
  double sizeBehind(const Vector& step) { return scaledLength(system_, step, behind_); }
  void aim(const Vector& step) {
    ++result_.iterations;
    behind_ = x_;
    result_.step.resize(step.size());
    for (std::size_t i = 0; i < step.size(); ++i) result_.step[i] = step[i] / scaleOf(system_, x_, i);
  }
  void go(double damping, const Vector& step) {
    for (std::size_t i = 0; i < step.size(); ++i) x_[i] = behind_[i] + damping * step[i];
  }
  void finish(const Vector& step) {
    aim(step);
    go(1, step);
    if (evaluate() == Evaluation::ok) return;
    go(0, step);
    evaluate();
  }

 private:
  const AlgebraicSystem& system_;
  Vector& x_;
  NewtonResult& result_;
  Vector behind_, jacobian_;
  std::unique_ptr<LinearSolver> solver_;
};

/// An unknown that the solution has at zero but for what the iteration leaves open, or at zero itself, and that has come
/// there from below or from above.
struct NearZero {
  std::size_t unknown;
  double mirrored;  // its value on the side of the guess
};

std::vector<NearZero> thoseAcrossZero(const AlgebraicSystem& system, ConstView guess, ConstView x) {
  constexpr double nextToZero = std::numeric_limits<double>::min();
  const double accuracy = NewtonOptions{}.tolerance;
  std::vector<NearZero> across;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool isAcross = guess[i] < 0 ? x[i] >= 0 : guess[i] > 0 && x[i] < 0;
    if (isAcross && std::fabs(x[i]) <= accuracy * scaleOf(system, guess, i))
      across.push_back({i, std::copysign(std::max(std::fabs(x[i]), nextToZero), guess[i])});
  }
  return across;
}

/// The entries of column j: their places among the values, and their rows.
template <class Visit>
void forColumn(const AlgebraicSystem& system, std::size_t j, Visit visit) {
  const SparsityPattern& pattern = system.pattern;
  const std::size_t n = system.size;
  if (pattern.dense())
    for (std::size_t row = 0; row < n; ++row) visit(j * n + row, row);
  else
    for (auto k = static_cast<std::size_t>(pattern.columnStart[j]);
         k < static_cast<std::size_t>(pattern.columnStart[j + 1]); ++k)
      visit(k, static_cast<std::size_t>(pattern.rows[k]));
}

/// Where equations bend at zero, as |x| does, a solution at zero is the start of two branches, and rounding would choose
/// between them. An unknown for whose slopes it matters stays on the side of the guess if the equations hold as well
/// there.
void keepSides(const AlgebraicSystem& system, ConstView guess, Vector& x, Vector& residual) {
  auto across = thoseAcrossZero(system, guess, x);
  if (across.empty()) return;
  const auto mirror = [&] {
    Vector there = x;
    for (const NearZero& zero : across) there[zero.unknown] = zero.mirrored;
    return there;
  };
  const auto entries = static_cast<std::size_t>(system.pattern.nonZeros(static_cast<int>(system.size)));
  Vector slopesHere(entries), slopesThere(entries), there = mirror(), residualThere(system.size);
  if (system.jacobian(x, slopesHere) != Evaluation::ok || system.jacobian(there, slopesThere) != Evaluation::ok) return;
  std::erase_if(across, [&](const NearZero& zero) {
    bool isSmooth = true;
    forColumn(system, zero.unknown,
              [&](std::size_t k, std::size_t) { isSmooth = isSmooth && slopesHere[k] == slopesThere[k]; });
    return isSmooth;
  });
  constexpr double nothing = 1e-290;  // the residual of an unknown next to zero
  while (!across.empty()) {
    there = mirror();
    if (system.residual(there, residualThere) != Evaluation::ok) return;
    const std::size_t worse = std::erase_if(across, [&](const NearZero& zero) {
      bool isWorse = false;
      forColumn(system, zero.unknown, [&](std::size_t, std::size_t row) {
        isWorse = isWorse || !(std::fabs(residualThere[row]) <= std::max(std::fabs(residual[row]), nothing));
      });
      return isWorse;
    });
    if (worse > 0) continue;
    x = there, residual = residualThere;
    return;
  }
}

}  // namespace

double scaledLength(const AlgebraicSystem& system, ConstView step, ConstView x) {
  double largest = 0.0;
  for (std::size_t i = 0; i < step.size(); ++i) largest = std::max(largest, std::fabs(step[i]) / scaleOf(system, x, i));
  return largest;
}

NewtonResult solveNewton(const AlgebraicSystem& system, Vector& x, const NewtonOptions& options) {
  NewtonResult result;
  result.residual.resize(system.size);
  if (system.size == 0) return result;
  Equations equations(system, x, result);
  Vector step(system.size), following(system.size);
  const linalg::NewtonLimits limits{
      .accuracy = options.tolerance, .mostSteps = options.maxIterations, .smallestDamping = options.smallestDamping};
  result.status = statusOf(linalg::dampedNewton(equations, limits, step, following));
  return result;
}

NewtonResult solve(const AlgebraicSystem& system, Vector& x) {
  // A dense matrix of twice this many rows is decomposed in each iteration.
  constexpr std::size_t largestTrustRegion = 300;
  const Vector guess = x;
  NewtonResult newton = solveNewton(system, x);
  if (newton.status == NewtonStatus::converged) keepSides(system, guess, x, newton.residual);
  if (newton.status == NewtonStatus::converged || system.size > largestTrustRegion) return newton;
  for (const Vector& from : {guess, Vector(x)}) {
    Vector trial = from;
    NewtonResult damped = solveTrustRegion(system, trial);
    newton.iterations += damped.iterations;
    if (newton.undetermined < 0) newton.undetermined = damped.undetermined;
    if (damped.status != NewtonStatus::converged) continue;
    x = std::move(trial);
    keepSides(system, guess, x, damped.residual);
    damped.iterations = newton.iterations;
    return damped;
  }
  return newton;
}

}  // namespace dashpot::simulation
