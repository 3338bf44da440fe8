#include "simulation/consistent_state.hpp"

#include "simulation/newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

// Modes that still change after so many rounds contradict one another.
constexpr int mostRounds = 100;
constexpr std::size_t mostLines = 6;

Diagnostic failure(std::string code, std::string message) {
  return {Severity::error, std::move(code), std::move(message), {}, {}, {}, {}};
}

/// "initialisation failed: division by zero" with the equation it happened in.
Diagnostic evaluationFailure(const BoundModel& model, std::string_view phase) {
  const auto fault = model.lastFault();
  Diagnostic d =
      failure("evaluation", fmt::format("{} failed: {}", phase, fault ? fault->reason : "a value is not finite"));
  if (fault && !fault->origin.empty()) d.detail(fault->origin);
  return d;
}

/// The part of a compressed Jacobian that belongs to `which`, as a dense matrix.
void extract(const SparsityPattern& pattern, ConstView values, const std::vector<std::size_t>& which,
             Eigen::MatrixXd& out) {
  out.setZero();
  std::vector<int> place(pattern.columnStart.size() - 1, -1);
  for (std::size_t k = 0; k < which.size(); ++k) place[which[k]] = static_cast<int>(k);
  for (const std::size_t j : which)
    for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k)
      if (const int row = place[static_cast<std::size_t>(pattern.rows[static_cast<std::size_t>(k)])]; row >= 0)
        out(row, place[j]) = values[static_cast<std::size_t>(k)];
}

/// The equations with the largest residuals and the values of what was iterated on.
Diagnostic newtonFailure(const BoundModel& model, std::string_view phase, const NewtonResult& result,
                         const std::vector<std::string>& names, const Vector& x,
                         const std::vector<std::uint32_t>& origins) {
  if (result.status == NewtonStatus::notDefined) return evaluationFailure(model, phase);
  std::vector<std::size_t> order(result.residual.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return std::fabs(result.residual[a]) > std::fabs(result.residual[b]);
  });
  Diagnostic d = failure("newton", result.status == NewtonStatus::singular
                                       ? fmt::format("{} failed: the equations are singular here", phase)
                                       : fmt::format("{} failed: the equations are not satisfied after {} iterations",
                                                     phase, result.iterations));
  for (std::size_t i = 0; i < std::min(order.size(), mostLines); ++i) {
    const std::uint32_t origin = origins[order[i]];
    d.detail(fmt::format("{}   residual {:.3g}",
                         origin < model.model().origins.size() ? model.model().origins[origin] : "?",
                         result.residual[order[i]]));
  }
  std::string values;
  for (std::size_t i = 0; i < std::min(names.size(), mostLines); ++i)
    values += fmt::format("{}{} = {:.6g}", i == 0 ? "" : ", ", names[i], x[i]);
  d.detail("iteration variables: " + values);
  d.hint("give the iteration variables start values near the solution");
  return d;
}

Diagnostic contradiction(const BoundModel& model, double t, const Vector& before, const Vector& after) {
  Diagnostic d = failure("event-iteration", fmt::format("the relations contradict one another at time {:.9g}", t));
  for (std::size_t i = 0; i < after.size(); ++i)
    if (before[i] != after[i]) d.detail(model.model().modeTexts[i]);
  d.hint(
      "each of them turns false as soon as it is taken for true, and the reverse: a hysteresis would separate the two");
  return d;
}

Expected<Vector, Diagnostic> solveInitialSystem(BoundModel& model, double t) {
  const codegen::CompiledModel& compiled = model.model();
  auto z = model.evaluate(Entry::start, t, {});
  if (!z) return Unexpected{evaluationFailure(model, "initialisation")};
  std::vector<std::size_t> all(compiled.initialSize());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const AlgebraicSystem system{
      compiled.initialSize(),
      [&](ConstView x, View residual) { return model.evaluate(Entry::initialResidual, t, x, residual); },
      [&](ConstView x, Eigen::MatrixXd& jacobian) {
        const auto values = model.evaluate(Entry::initialJacobian, t, x);
        if (!values) return Evaluation::recoverable;
        extract(compiled.initialPattern, *values, all, jacobian);
        return Evaluation::ok;
      }};
  const NewtonResult result = solveNewton(system, *z);
  if (result.status != NewtonStatus::converged)
    return Unexpected{
        newtonFailure(model, "initialisation", result, compiled.iterationNames, *z, compiled.initialRowOrigins)};
  auto y = model.evaluate(Entry::initialState, t, *z);
  if (!y) return Unexpected{evaluationFailure(model, "initialisation")};
  return *y;
}

/// Solves 0 = F for the iteration variables in y, the states held.
Expected<Vector, Diagnostic> solveAlgebraic(BoundModel& model, double t, Vector y) {
  const codegen::CompiledModel& compiled = model.model();
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < compiled.isDifferential.size(); ++i)
    if (!compiled.isDifferential[i]) which.push_back(i);
  if (which.empty()) return y;

  const auto insert = [&](ConstView x) {
    for (std::size_t k = 0; k < which.size(); ++k) y[which[k]] = x[k];
  };
  Vector x(which.size()), f(y.size());
  for (std::size_t k = 0; k < which.size(); ++k) x[k] = y[which[k]];
  const AlgebraicSystem system{which.size(),
                               [&](ConstView trial, View residual) {
                                 insert(trial);
                                 const Evaluation result = model.evaluate(Entry::rhs, t, y, f);
                                 for (std::size_t k = 0; k < which.size(); ++k) residual[k] = f[which[k]];
                                 return result;
                               },
                               [&](ConstView trial, Eigen::MatrixXd& jacobian) {
                                 insert(trial);
                                 const auto values = model.evaluate(Entry::jacobian, t, y);
                                 if (!values) return Evaluation::recoverable;
                                 extract(compiled.jacobianPattern, *values, which, jacobian);
                                 return Evaluation::ok;
                               }};
  const NewtonResult result = solveNewton(system, x);
  if (result.status == NewtonStatus::converged) {
    insert(x);
    return y;
  }
  std::vector<std::string> names;
  std::vector<std::uint32_t> origins;
  for (const std::size_t i : which) names.push_back(compiled.stateNames[i]), origins.push_back(compiled.rowOrigins[i]);
  return Unexpected{newtonFailure(model, fmt::format("the event at time {:.9g}", t), result, names, x, origins)};
}

}  // namespace

Expected<Vector, Diagnostic> initialise(BoundModel& model, double t) {
  for (int round = 0; round < mostRounds; ++round) {
    auto y = solveInitialSystem(model, t);
    if (!y) return y;
    if (!model.evaluate(Entry::rhs, t, *y)) return Unexpected{evaluationFailure(model, "initialisation")};
    const auto truth = model.relations(t, *y);
    if (!truth) return Unexpected{evaluationFailure(model, "initialisation")};
    if (*truth == model.modes) return y;
    if (round + 1 == mostRounds) return Unexpected{contradiction(model, t, model.modes, *truth)};
    model.modes = *truth;
  }
  return Unexpected{failure("bug", "event iteration ended without a result")};
}

Expected<Vector, Diagnostic> switchModes(BoundModel& model, double t, Vector y) {
  for (int round = 0; round < mostRounds; ++round) {
    const auto truth = model.relations(t, y);
    if (!truth) return Unexpected{evaluationFailure(model, "the event")};
    if (*truth == model.modes) return y;
    if (round + 1 == mostRounds) return Unexpected{contradiction(model, t, model.modes, *truth)};
    model.modes = *truth;
    auto solved = solveAlgebraic(model, t, y);
    if (!solved) return solved;
    y = std::move(*solved);
  }
  return Unexpected{failure("bug", "event iteration ended without a result")};
}

}  // namespace dashpot::simulation
