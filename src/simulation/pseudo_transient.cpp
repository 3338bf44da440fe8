#include "simulation/pseudo_transient.hpp"

#include "linalg/solvers.hpp"
#include "simulation/unknown_size.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

constexpr int mostSteps = 2000;
constexpr double firstChange = 0.01;  // of the size of the state that moves fastest
constexpr double settledChange = 1e-9;
constexpr double longEnough = 1e6;  // times the first step: only then is standing still a steady state
constexpr double shortestStep = 1e-30, longestStep = 1e30;

}  // namespace

PseudoTransientResult pseudoTransient(BoundModel& model, double t, Vector& y) {
  const codegen::CompiledModel& compiled = model.model();
  const auto n = static_cast<int>(compiled.size());
  PseudoTransientResult result;
  if (n == 0) return {.settled = true};
  MassMatrix mass{.kind = MassMatrix::Kind::diagonal};
  for (const bool differential : compiled.states.isDifferential) mass.values.push_back(differential ? 1.0 : 0.0);
  const auto solver = linalg::makeSolver(n, compiled.states.pattern, mass);
  const Vector& sizes = model.sizes();
  const auto scale = [&](std::size_t i) { return std::fabs(y[i]) + sizeOrUnknown(sizes[i]); };

  Vector f(y.size()), next(y.size()), nextF(y.size()), step(y.size()), jacobian(compiled.states.pattern.rows.size());
  if (model.evaluate(Entry::rhs, t, y, f) != Evaluation::ok) return result;
  double fastest = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (compiled.states.isDifferential[i]) fastest = std::max(fastest, std::fabs(f[i]) / scale(i));
  const double firstLength = fastest > 0 ? firstChange / fastest : 1.0;
  double length = firstLength;

  for (; result.steps < mostSteps && length > shortestStep; ++result.steps) {
    const bool isDefined = model.jacobian(t, y, jacobian) == Evaluation::ok && solver->factor(1 / length, jacobian);
    if (!isDefined) {
      length /= 4;
      continue;
    }
    step = f;
    solver->solve(step);
    double change = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      next[i] = y[i] + step[i];
      change = std::max(change, std::fabs(step[i]) / scale(i));
    }
    if (!(change < 1e6) || model.evaluate(Entry::rhs, t, next, nextF) != Evaluation::ok) {
      length /= 4;
      continue;
    }
    // The residual of the implicit Euler equation  M s = d F(y + s),  in units of what it started from.
    double open = 0.0, before = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      open += std::pow((nextF[i] - mass.values[i] * step[i] / length) / scale(i), 2);
      before += std::pow(f[i] / scale(i), 2);
    }
    if (open > 0.25 * before && change > settledChange) {
      length /= 4;
      continue;
    }
    y = next;
    f = nextF;
    if (const auto truth = model.relations(t, y); truth && *truth != model.modes) {
      model.modes = *truth;
      if (model.evaluate(Entry::rhs, t, y, f) != Evaluation::ok) return result;
      continue;
    }
    if (change <= settledChange && length >= longEnough * firstLength) {
      result.settled = true;
      return result;
    }
    length = std::min(2 * length, longestStep);
  }
  return result;
}

}  // namespace dashpot::simulation
