#include "simulation/consistent_state.hpp"

#include "simulation/newton.hpp"
#include "simulation/state_sets.hpp"

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
  Diagnostic d = failure("event-iteration",
                         fmt::format("relations and discrete variables contradict one another at time {:.9g}", t));
  for (std::size_t i = 0; i < after.size(); ++i)
    if (before[i] != after[i])
      d.detail(i < model.modes.size() ? model.model().modeTexts[i]
                                      : model.model().discreteNames[i - model.modes.size()]);
  d.hint(
      "each of them turns false as soon as it is taken for true, and the reverse: a hysteresis would separate the two");
  return d;
}

/// From the guess z; y is what follows from the solution, which is left in z.
Expected<Vector, Diagnostic> solveInitialSystem(BoundModel& model, double t, Vector& z) {
  const codegen::CompiledModel& compiled = model.model();
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
  const NewtonResult result = solveNewton(system, z);
  if (result.status != NewtonStatus::converged)
    return Unexpected{
        newtonFailure(model, "initialisation", result, compiled.iterationNames, z, compiled.initialRowOrigins)};
  auto y = model.evaluate(Entry::initialState, t, z);
  if (!y) return Unexpected{evaluationFailure(model, "initialisation")};
  return *y;
}

/// Along the path from what homotopy() calls simplified to the actual equations, the last solution being the next
/// guess.
Expected<Vector, Diagnostic> solveInitialPath(BoundModel& model, double t, Vector& z) {
  double& lambda = model.phases[static_cast<std::size_t>(codegen::Phase::lambda)];
  if (model.model().usesHomotopy) {
    constexpr int stages = 10;
    for (int k = 0; k < stages; ++k) {
      lambda = static_cast<double>(k) / stages;
      Vector trial = z;
      if (auto y = solveInitialSystem(model, t, trial)) z = std::move(trial);
    }
    lambda = 1.0;
  }
  return solveInitialSystem(model, t, z);
}

}  // namespace

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

namespace {

/// Modes, then discrete variables, in one list: what must settle.
Vector together(const Vector& modes, const Vector& d) {
  Vector all = modes;
  all.insert(all.end(), d.begin(), d.end());
  return all;
}

/// Delayed expressions have at the start the values they have now.
bool startHistory(BoundModel& model, double t, ConstView y) {
  const std::size_t count = model.model().delayCount;
  if (count == 0) return true;
  const auto values = model.evaluate(Entry::delays, t, y);
  if (!values) return false;
  Vector arguments, ages;
  double longest = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    arguments.push_back((*values)[3 * k]);
    ages.push_back((*values)[3 * k + 1]);
    longest = std::max(longest, (*values)[3 * k + 2]);
  }
  model.history.clear();
  model.history.add(t, arguments, ages, longest);
  return true;
}

std::string textOf(BoundModel& model, const codegen::ActionInfo& action, double t, ConstView y) {
  const auto values = model.evaluate(Entry::messages, t, y);
  std::string text;
  for (const auto& piece : action.text)
    if (const auto* words = std::get_if<std::string>(&piece))
      text += *words;
    else
      text += values ? fmt::format("{:.6g}", (*values)[std::get<std::uint32_t>(piece)]) : "?";
  return text;
}

Diagnostic violated(BoundModel& model, const codegen::ActionInfo& action, double t, ConstView y) {
  Diagnostic d =
      failure("assertion", fmt::format("assertion violated at time {:.9g}: {}", t, textOf(model, action, t, y)));
  if (action.isWarning) d.severity = Severity::warning;
  d.detail(action.origin);
  return d;
}

}  // namespace

Expected<Vector, Diagnostic> initialise(BoundModel& model, double t) {
  const codegen::CompiledModel& compiled = model.model();
  model.phases = {1.0, 0.0, 1.0};
  if (const auto start = model.evaluate(Entry::discreteStart, t, {}))
    model.d = *start;
  else
    return Unexpected{evaluationFailure(model, "initialisation")};
  model.pre = model.d;
  auto guess = model.evaluate(Entry::start, t, {});
  if (!guess) return Unexpected{evaluationFailure(model, "initialisation")};
  Vector z = *guess;
  reselect(model, Entry::initialSelection, t, z, {});
  for (int round = 0; round < mostRounds; ++round) {
    auto y = solveInitialPath(model, t, z);
    if (!y) return y;
    if (!startHistory(model, t, *y) || !model.evaluate(Entry::rhs, t, *y))
      return Unexpected{evaluationFailure(model, "initialisation")};
    const auto truth = model.relations(t, *y);
    if (!truth) return Unexpected{evaluationFailure(model, "initialisation")};
    const Vector before = together(model.modes, model.d);
    model.modes = *truth;
    if (const auto next = model.evaluate(Entry::initialDiscrete, t, z))
      model.d = *next;
    else
      return Unexpected{evaluationFailure(model, "initialisation")};
    const Vector after = together(model.modes, model.d);
    if (before == after) {
      model.phases[static_cast<std::size_t>(codegen::Phase::initial)] = 0.0;
      model.pre = model.d;
      reselect(model, Entry::initialSelection, t, z, *y);
      return y;
    }
    if (round + 1 == mostRounds) return Unexpected{contradiction(model, t, before, after)};
    if (compiled.initialSize() > 0) z = *guess;
  }
  return Unexpected{failure("bug", "event iteration ended without a result")};
}

Expected<AfterEvent, Diagnostic> iterateEvent(BoundModel& model, double t, Vector y, Diagnostics& diagnostics) {
  const codegen::CompiledModel& compiled = model.model();
  AfterEvent result;
  for (int round = 0, outer = 0; round < mostRounds; ++round) {
    const Vector before = together(model.modes, model.d);
    const auto truth = model.relations(t, y);
    if (!truth) return Unexpected{evaluationFailure(model, "the event")};
    model.modes = *truth;
    if (!model.d.empty()) {
      const auto next = model.evaluate(Entry::discrete, t, y);
      if (!next) return Unexpected{evaluationFailure(model, "the event")};
      model.d = *next;
    }
    const Vector after = together(model.modes, model.d);
    if (before != after) {
      if (round + 1 == mostRounds) return Unexpected{contradiction(model, t, before, after)};
      auto solved = solveAlgebraic(model, t, y);
      if (!solved) return Unexpected{std::move(solved.error())};
      y = std::move(*solved);
      continue;
    }

    // Settled, with pre() as it was: now the actions.
    bool restarted = false;
    if (!compiled.actions.empty()) {
      const auto values = model.evaluate(Entry::actions, t, y);
      if (!values) return Unexpected{evaluationFailure(model, "the event")};
      const Vector seen = y;
      for (std::size_t k = 0; k < compiled.actions.size(); ++k) {
        const codegen::ActionInfo& action = compiled.actions[k];
        const bool isActive = (*values)[2 * k] != 0.0;
        const double value = (*values)[2 * k + 1];
        if (!isActive) continue;
        if (action.kind == codegen::ActionKind::reinit) {
          y[action.target] = value;
          restarted = true;
        } else if (action.kind == codegen::ActionKind::terminate) {
          result.terminated = textOf(model, action, t, seen);
        } else if (value == 0.0) {
          if (!action.isWarning) return Unexpected{violated(model, action, t, seen)};
          if (outer == 0) diagnostics.add(violated(model, action, t, seen));
        }
      }
    }
    if (restarted) {
      auto solved = solveAlgebraic(model, t, y);
      if (!solved) return Unexpected{std::move(solved.error())};
      y = std::move(*solved);
    }
    if (!restarted && model.pre == model.d) {
      result.y = std::move(y);
      return result;
    }
    model.pre = model.d;
    ++outer;
    if (outer < mostRounds) round = 0;
  }
  return Unexpected{failure("event-iteration", fmt::format("the discrete variables do not settle at time {:.9g}", t))};
}

std::optional<Diagnostic> checkAssertions(BoundModel& model, double t, ConstView y, std::vector<bool>& isWarned,
                                          Diagnostics& diagnostics) {
  const codegen::CompiledModel& compiled = model.model();
  const bool hasAssertions = std::ranges::any_of(
      compiled.actions, [](const codegen::ActionInfo& a) { return a.kind == codegen::ActionKind::assertion; });
  if (!hasAssertions) return std::nullopt;
  isWarned.resize(compiled.actions.size(), false);
  const auto values = model.evaluate(Entry::actions, t, y);
  if (!values) return std::nullopt;  // what has no value here is reported by whoever needs it
  for (std::size_t k = 0; k < compiled.actions.size(); ++k) {
    const codegen::ActionInfo& action = compiled.actions[k];
    const bool isViolated = (*values)[2 * k] != 0.0 && (*values)[2 * k + 1] == 0.0;
    if (action.kind != codegen::ActionKind::assertion || !isViolated) continue;
    if (!action.isWarning) return violated(model, action, t, y);
    if (!isWarned[k]) diagnostics.add(violated(model, action, t, y));
    isWarned[k] = true;
  }
  return std::nullopt;
}

}  // namespace dashpot::simulation
