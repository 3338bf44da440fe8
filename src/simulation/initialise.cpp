#include "simulation/initialise.hpp"

#include "simulation/algebraic_failure.hpp"
#include "simulation/consistent_state.hpp"
#include "simulation/pseudo_transient.hpp"
#include "simulation/relation_search.hpp"
#include "simulation/state_sets.hpp"
#include "simulation/steady_state.hpp"
#include "simulation/typical_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace dashpot::simulation {

namespace {

using codegen::CompiledModel;
using codegen::Entry;

constexpr std::string_view phaseName = "initialisation";

/// The initial system 0 = G(z) at one instant, and the ways to solve it.
class InitialSystem {
 public:
  InitialSystem(BoundModel& model, double t)
      : model_(model),
        compiled_(model.model()),
        t_(t),
        system_{compiled_.initialSize(),
                [&model, t](ConstView z, View r) { return model.evaluate(Entry::initialResidual, t, z, r); },
                compiled_.initialPattern,
                [&model, t](ConstView z, View v) { return model.evaluate(Entry::initialJacobian, t, z, v); },
                sizesOfIterationVariables(model)} {}

  /// From the guess z, which becomes the solution; gives y, and says what was needed.
  Expected<Initialised, Diagnostic> solveFrom(Vector& z) {
    Vector trial = z;
    const NewtonResult first = solve(system_, trial);
    if (first.status == NewtonStatus::converged) {
      z = std::move(trial);
      return stateOf(z, first.damped ? fmt::format("with a trust region, in {} iterations", first.iterations) : "");
    }
    const Vector lastTrial = trial;
    if (compiled_.usesHomotopy && followHomotopy(trial = z)) {
      z = std::move(trial);
      return stateOf(z, "along the path of homotopy()");
    }
    if (followTransient(trial = z)) {
      z = std::move(trial);
      return stateOf(z, "from where pseudo-transient continuation led");
    }
    return Unexpected{
        newtonFailure(model_, phaseName, first, {compiled_.iterationNames, compiled_.initialRowOrigins}, lastTrial)};
  }

 private:
  Expected<Initialised, Diagnostic> stateOf(const Vector& z, std::string how) {
    auto y = model_.evaluate(Entry::initialState, t_, z);
    if (!y) return Unexpected{evaluationFailure(model_, phaseName)};
    return Initialised{std::move(*y), std::move(how)};
  }

  /// From what homotopy() calls simplified to the actual equations, the last solution being the next guess; the stretch
  /// is halved where that is not near enough.
  bool followHomotopy(Vector& z) {
    double& lambda = model_.phases[static_cast<std::size_t>(codegen::Phase::lambda)];
    constexpr double firstStretch = 0.1, shortestStretch = 1e-4;
    lambda = 0.0;
    bool succeeded = solve(system_, z).status == NewtonStatus::converged;
    double stretch = firstStretch;
    while (succeeded && lambda < 1.0) {
      const double before = lambda;
      lambda = std::min(1.0, before + stretch);
      Vector trial = z;
      if (solve(system_, trial).status == NewtonStatus::converged) {
        z = std::move(trial);
        stretch *= 1.5;
        continue;
      }
      lambda = before;
      stretch /= 2;
      succeeded = stretch >= shortestStretch;
    }
    lambda = 1.0;
    return succeeded;
  }

  bool followTransient(Vector& z) {
    auto y = model_.evaluate(Entry::initialState, t_, z);
    if (!y || !pseudoTransient(model_, t_, *y).settled) return false;
    std::unordered_map<std::string_view, double> reached;
    for (std::size_t i = 0; i < y->size(); ++i) reached.emplace(compiled_.stateNames[i], (*y)[i]);
    for (std::size_t i = 0; i < z.size(); ++i)
      if (const auto found = reached.find(compiled_.iterationNames[i]); found != reached.end()) z[i] = found->second;
    return solve(system_, z).status == NewtonStatus::converged;
  }

  BoundModel& model_;
  const CompiledModel& compiled_;
  double t_;
  AlgebraicSystem system_;
};

/// At the start, what is delayed is what it is now (Modelica 3.6, section 3.7.4.1).
bool startHistoryFrom(BoundModel& model, double t, ConstView z, ConstView y) {
  if (model.model().delays.empty()) return true;
  const auto arguments = model.evaluate(Entry::initialDelays, t, z);
  return arguments && startHistory(model, t, *arguments, y);
}

Expected<Initialised, Diagnostic> fromStartValues(BoundModel& model, double t) {
  model.phases = {1.0, 0.0, 1.0};
  const auto undefined = [&] { return Unexpected{evaluationFailure(model, phaseName)}; };
  if (const auto start = model.evaluate(Entry::discreteStart, t, {}))
    model.d = *start;
  else
    return undefined();
  model.pre = model.d;
  const auto guess = model.evaluate(Entry::start, t, {});
  if (!guess) return undefined();
  Vector z = *guess;
  reselect(model, Entry::initialSelection, t, z, {});
  // The state that goes with the present modes, from which F has a value.
  const auto solveInMode = [&]() -> Expected<Initialised, Diagnostic> {
    z = *guess;
    auto solved = InitialSystem(model, t).solveFrom(z);
    if (solved && (!startHistoryFrom(model, t, z, solved->y) || !model.evaluate(Entry::rhs, t, solved->y)))
      return undefined();
    return solved;
  };
  const auto isSolvable = [&] {
    const Vector discrete = model.d;
    if (const auto next = model.evaluate(Entry::initialDiscrete, t, *guess)) model.d = *next;
    if (solveInMode()) return true;
    model.d = discrete;
    return false;
  };
  for (RelationSearch search;;) {
    auto solved = solveInMode();
    if (!solved && takeNeighbour(model.modes, isSolvable)) solved = solveInMode();
    if (!solved) return solved;
    const auto truth = model.relations(t, solved->y);
    if (!truth) return undefined();
    const Vector before = modesAndDiscrete(model);
    model.modes = search.next(model.modes, *truth);
    if (const auto next = model.evaluate(Entry::initialDiscrete, t, z))
      model.d = *next;
    else
      return undefined();
    const Vector after = modesAndDiscrete(model);
    if (before == after) {
      model.phases[static_cast<std::size_t>(codegen::Phase::initial)] = 0.0;
      model.pre = model.d;
      reselect(model, Entry::initialSelection, t, z, solved->y);
      return solved;
    }
    if (search.isHopeless()) return Unexpected{contradiction(model, t, before, after)};
  }
}

/// A steady state with what is delayed held, again and again until what was delayed is what it is.
Expected<Initialised, Diagnostic> steadyWithDelays(BoundModel& model, double t, Vector y) {
  constexpr int mostRoundsOfDelays = 200;
  constexpr double precision = 1e-10;
  for (int round = 0; round < mostRoundsOfDelays; ++round) {
    auto steady = findSteadyState(model, t, std::move(y));
    if (!steady || model.model().delays.empty()) return steady;
    y = steady->y;
    const auto values = model.evaluate(Entry::delays, t, y);
    if (!values) break;
    Vector arguments;
    for (std::size_t k = 0; k < model.model().delays.size(); ++k) arguments.push_back((*values)[3 * k]);
    const ConstView before = model.history.present();
    bool isSettled = true;
    for (std::size_t k = 0; k < arguments.size(); ++k)
      isSettled = isSettled && std::fabs(arguments[k] - before[k]) <=
                                   precision * std::max(std::fabs(arguments[k]), std::fabs(before[k]));
    if (!startHistory(model, t, arguments, y)) break;
    if (isSettled) return steady;
  }
  Diagnostic d = evaluationFailure(model, "the search for a steady state");
  d.note("it was sought with delayed expressions held, which did not settle");
  d.hint("a system that oscillates, or moves on for ever, has no steady state: start it from start values");
  return Unexpected{std::move(d)};
}

}  // namespace

bool startHistory(BoundModel& model, double t, ConstView arguments, ConstView y) {
  const auto& delays = model.model().delays;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<bool> isDiscrete;
  Vector ages;
  for (const codegen::DelayInfo& delay : delays) {
    isDiscrete.push_back(delay.isDiscrete);
    ages.push_back(delay.mayVanish ? std::numeric_limits<double>::quiet_NaN() : infinity);
  }
  model.history.start(t, arguments, std::move(isDiscrete));
  model.breaks.start(t, ages);
  const auto values = model.evaluate(Entry::delays, t, y);
  if (!values) return false;
  for (std::size_t k = 0; k < delays.size(); ++k)
    if (!delays[k].mayVanish) ages[k] = (*values)[3 * k + 1];
  model.breaks.start(t, ages);
  return true;
}

Expected<Initialised, Diagnostic> initialise(BoundModel& model, double t, StartFrom from) {
  auto started = fromStartValues(model, t);
  if (!started || from == StartFrom::startValues) return started;
  return steadyWithDelays(model, t, std::move(started->y));
}

}  // namespace dashpot::simulation
