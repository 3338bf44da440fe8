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
                compiled_.initialPattern, [&model, t](ConstView z, View v) { return model.initialJacobian(t, z, v); },
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

/// Delayed expressions have at the start the values they have now.
bool startHistory(BoundModel& model, double t, ConstView y) {
  const std::size_t count = model.model().delayCount;
  if (count == 0) return true;
  const auto values = model.evaluate(Entry::delays, t, y);
  if (!values) return false;
  Vector arguments, ages;
  for (std::size_t k = 0; k < count; ++k) arguments.push_back((*values)[3 * k]), ages.push_back((*values)[3 * k + 1]);
  model.history.start(t, arguments, ages);
  return true;
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
    if (solved && (!startHistory(model, t, solved->y) || !model.evaluate(Entry::rhs, t, solved->y))) return undefined();
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

}  // namespace

Expected<Initialised, Diagnostic> initialise(BoundModel& model, double t, StartFrom from) {
  auto started = fromStartValues(model, t);
  if (!started || from == StartFrom::startValues) return started;
  auto steady = findSteadyState(model, t, std::move(started->y));
  if (steady && !startHistory(model, t, steady->y)) return Unexpected{evaluationFailure(model, phaseName)};
  return steady;
}

}  // namespace dashpot::simulation
