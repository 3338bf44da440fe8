#include "simulation/initialise.hpp"

#include "simulation/algebraic_failure.hpp"
#include "simulation/consistent_state.hpp"
#include "simulation/pseudo_transient.hpp"
#include "simulation/ranges.hpp"
#include "simulation/relation_functions.hpp"
#include "simulation/relation_search.hpp"
#include "simulation/start_check.hpp"
#include "simulation/state_sets.hpp"
#include "simulation/steady_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace dashpot::simulation {

namespace {

using codegen::CompiledModel;
using codegen::Entry;

constexpr std::string_view phaseName = "initialisation";

constexpr double insideRange = 1e-6;  // an excess that is none
// Beyond that there is hardly a start within the ranges with other truth values of relations.
constexpr int mostSearchesInVain = 3;

/// Finds the start values that lie outside the ranges of their variables.
class RangeCheck {
 public:
  explicit RangeCheck(BoundModel& model) : model_(model) {
    if (model.model().bounds.empty()) return;
    if (const auto attributes = model.evaluate(Entry::attributes, 0.0, {}))
      ranges_ = rangesOf(model.model(), *attributes);
  }

  [[nodiscard]] bool isEmpty() const { return ranges_.variables.empty(); }
  /// Whether to look for other solutions where one lies outside.
  [[nodiscard]] bool asksForMore() const { return searchesInVain_ < mostSearchesInVain; }
  void noteSearchInVain() { ++searchesInVain_; }
  [[nodiscard]] double excess(double t, ConstView y) const {
    const auto observed = isEmpty() ? std::nullopt : model_.evaluate(Entry::observed, t, y);
    return observed ? largestExcess(model_.model(), ranges_, *observed) : 0.0;
  }
  /// The range of a variable by its name; none: it has none.
  [[nodiscard]] const Range* of(std::string_view name) const {
    const auto found = std::ranges::find_if(ranges_.variables, [&](const Range& range) {
      return model_.model().recorded.variables[range.variable].name == name;
    });
    return found == ranges_.variables.end() ? nullptr : &*found;
  }

 private:
  BoundModel& model_;
  Ranges ranges_;
  int searchesInVain_ = 0;
};

/// The initial system 0 = G(z) at one instant, and the ways to solve it.
class InitialSystem {
 public:
  /// With `ranges`, solutions that lie outside are taken only if there are no others.
  InitialSystem(BoundModel& model, double t, RangeCheck* ranges, StartSearch& search)
      : model_(model),
        compiled_(model.model()),
        t_(t),
        ranges_(ranges && ranges->asksForMore() ? ranges : nullptr),
        search_(search),
        system_{compiled_.initialSize(),
                [&model, t](ConstView z, View r) { return model.evaluate(Entry::initialResidual, t, z, r); },
                compiled_.initial.pattern, [&model, t](ConstView z, View v) { return model.initialJacobian(t, z, v); },
                model.initialSizes()} {}

  [[nodiscard]] const AlgebraicSystem& system() const { return system_; }

  /// From the guess z, which becomes the solution; gives y, and says what was needed.
  Expected<Initialised, Diagnostic> solveFrom(Vector& z) {
    const Vector guess = z;
    Vector trial = guess;
    std::optional<Initialised> outside;  // a solution that violates a range, and its z
    Vector zOutside;
    const auto take = [&](const std::string& how) -> std::optional<Expected<Initialised, Diagnostic>> {
      auto solved = stateOf(trial, how);
      if (solved && ranges_ && ranges_->excess(t_, solved->y) > insideRange) {
        if (!outside) outside = std::move(*solved), zOutside = trial;
        return std::nullopt;
      }
      z = trial;
      return solved;
    };
    const NewtonResult first = attempt(trial);
    const Vector lastTrial = trial;
    search_.found = lastTrial;
    if (first.status == NewtonStatus::converged)
      if (auto solved =
              take(first.damped ? fmt::format("with a trust region, in {} iterations", first.iterations) : "")) {
        if (*solved && first.undetermined >= 0)
          (*solved)->open = compiled_.initial.names[static_cast<std::size_t>(first.undetermined)];
        return std::move(*solved);
      }
    trial = guess;
    if (compiled_.initial.usesHomotopy && !isSimplified() && followHomotopy(trial))
      if (auto solved = take("along the path of homotopy()")) return std::move(*solved);
    for (const double multiple : {1.0, 10.0, 100.0, 1000.0, -1.0, -10.0, -100.0})
      if (ranges_ && solveFarFrom(guess, multiple, trial))
        if (auto solved = take("from another guess, in units of the sizes of the unknowns")) return std::move(*solved);
    trial = guess;
    if (followTransient(trial))
      if (auto solved = take("from where pseudo-transient continuation led")) return std::move(*solved);
    if (outside) {
      ranges_->noteSearchInVain();
      z = zOutside;
      return std::move(*outside);
    }
    return Unexpected{
        newtonFailure(model_, phaseName, first, {compiled_.initial.names, compiled_.initial.rowOrigins}, lastTrial)};
  }

 private:
  NewtonResult attempt(Vector& z) {
    NewtonResult result = solve(system_, z);
    search_.iterations += result.iterations;
    return result;
  }

  [[nodiscard]] bool isSimplified() const {
    return model_.phases[static_cast<std::size_t>(codegen::Phase::lambda)] == 0.0;
  }

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
    bool succeeded = attempt(z).status == NewtonStatus::converged;
    double stretch = firstStretch;
    while (succeeded && lambda < 1.0) {
      const double before = lambda;
      lambda = std::min(1.0, before + stretch);
      Vector trial = z;
      if (attempt(trial).status == NewtonStatus::converged) {
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

  /// From the guess, moved by a multiple of each unknown's size as far as its range allows.
  bool solveFarFrom(const Vector& guess, double multiple, Vector& z) {
    z = guess;
    for (std::size_t i = 0; i < z.size(); ++i) {
      z[i] += multiple * system_.sizes[i];
      if (const Range* range = ranges_->of(compiled_.initial.names[i])) z[i] = std::clamp(z[i], range->min, range->max);
    }
    return z != guess && attempt(z).status == NewtonStatus::converged;
  }

  bool followTransient(Vector& z) {
    auto y = model_.evaluate(Entry::initialState, t_, z);
    if (!y || !pseudoTransient(model_, t_, *y).settled) return false;
    std::unordered_map<std::string_view, double> reached;
    for (std::size_t i = 0; i < y->size(); ++i) reached.emplace(compiled_.states.names[i], (*y)[i]);
    for (std::size_t i = 0; i < z.size(); ++i)
      if (const auto found = reached.find(compiled_.initial.names[i]); found != reached.end()) z[i] = found->second;
    return attempt(z).status == NewtonStatus::converged;
  }

  BoundModel& model_;
  const CompiledModel& compiled_;
  double t_;
  RangeCheck* ranges_;
  StartSearch& search_;
  AlgebraicSystem system_;
};

/// At the start, what is delayed is what it is now (Modelica 3.6, section 3.7.4.1).
bool startHistoryFrom(BoundModel& model, double t, ConstView z, ConstView y) {
  if (model.model().delays.empty()) return true;
  const auto arguments = model.evaluate(Entry::initialDelays, t, z);
  return arguments && startHistory(model, t, *arguments, y);
}

/// The truth of relations and the discrete variables at the guess, where the equations are not defined with the present
/// ones: a division by zero, say, in a branch that is not meant. What depends on it stays as it is. False: there is
/// nothing new.
bool takeDefinedRelations(BoundModel& model, double t, ConstView guess) {
  constexpr int mostRounds = 10;  // what has no value may get one when others have turned
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  const Vector given = modesAndDiscrete(model);
  for (int round = 0; round < mostRounds; ++round) {
    Vector y(model.model().size(), undefined), d(model.d.size(), undefined);
    (void)model.evaluate(Entry::initialState, t, guess, y);
    const Vector before = modesAndDiscrete(model);
    model.modes = truthWhereDefined(model, t, y);
    (void)model.evaluate(Entry::initialDiscrete, t, guess, d);
    for (std::size_t i = 0; i < d.size(); ++i)
      if (std::isfinite(d[i])) model.d[i] = d[i];
    if (modesAndDiscrete(model) == before) break;
  }
  return modesAndDiscrete(model) != given;
}

/// From the present truth values of relations and the guess z, which becomes the solution: states, discrete variables
/// and truth values that agree with one another.
Expected<Initialised, Diagnostic> solveMixed(BoundModel& model, double t, RangeCheck* ranges, Vector& z,
                                             StartSearch& search) {
  const Vector guess = z;
  const auto undefined = [&] { return Unexpected{evaluationFailure(model, phaseName)}; };
  // The state that goes with the present modes, from which F has a value.
  const auto solveInMode = [&]() -> Expected<Initialised, Diagnostic> {
    z = guess;
    auto solved = InitialSystem(model, t, ranges, search).solveFrom(z);
    if (solved && (!startHistoryFrom(model, t, z, solved->y) || !model.evaluate(Entry::rhs, t, solved->y)))
      return undefined();
    return solved;
  };
  const auto isSolvable = [&] {
    const Vector discrete = model.d;
    if (const auto next = model.evaluate(Entry::initialDiscrete, t, guess)) model.d = *next;
    if (solveInMode()) return true;
    model.d = discrete;
    return false;
  };
  struct {
    Vector modes, d, z;
    std::vector<DoubtfulRelation> relations;
    std::optional<Initialised> solved;
  } nearly;  // what contradicts itself by rounding only
  constexpr int mostUndefinedRounds = 10;
  int undefinedRounds = 0;
  // The solution that goes with the present truth values, if it leads to the same ones.
  std::optional<Initialised> agreed;
  const Vector modesAtFirst = model.modes, discreteAtFirst = model.d;
  const auto agrees = [&] {
    constexpr int mostPasses = 10;
    model.d = discreteAtFirst;
    for (int pass = 0; pass < mostPasses; ++pass) {
      auto solved = solveInMode();
      const auto next = solved ? model.evaluate(Entry::initialDiscrete, t, z) : std::nullopt;
      if (!next) return false;
      if (model.d != *next) {
        model.d = *next;
        continue;
      }
      const auto truth = model.relations(t, solved->y);
      if (truth != model.modes) return false;
      agreed = std::move(*solved);
      return true;
    }
    return false;
  };
  for (RelationSearch relations;;) {
    auto solved = solveInMode();
    if (const Vector modes = model.modes, d = model.d; !solved && takeDefinedRelations(model, t, guess)) {
      solved = solveInMode();
      if (!solved) model.modes = modes, model.d = d;
    }
    if (!solved && takeNeighbour(model.modes, isSolvable)) solved = solveInMode();
    if (!solved) return solved;
    const auto truth = model.relations(t, solved->y);
    if (!truth && undefinedRounds++ < mostUndefinedRounds && takeDefinedRelations(model, t, z)) continue;
    if (!truth) return undefined();
    const Vector before = modesAndDiscrete(model);
    const bool isTrue = *truth == model.modes;
    if (relations.goesRound())
      if (const auto values = model.evaluate(Entry::events, t, solved->y))
        relations.observe(model.modes, *truth, *values);
    if (relations.goesRound() && !isTrue && !nearly.solved)
      if (auto doubtful = doubtfulRelations(model, t, solved->y, *truth); !doubtful.empty())
        nearly = {model.modes, model.d, z, std::move(doubtful), *solved};
    model.modes = relations.next(model.modes, *truth);
    if (const auto next = model.evaluate(Entry::initialDiscrete, t, z))
      model.d = *next;
    else
      return undefined();
    const Vector after = modesAndDiscrete(model);
    if (isTrue && before == after) return solved;
    if (!relations.isHopeless()) continue;
    if (!nearly.solved) {
      model.modes = modesAtFirst;
      constexpr int mostCombinations = 300;  // each of them costs a whole search for a start
      std::vector<std::size_t> all(model.modes.size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      if (takeCombination(model.modes, relations.involved(), agrees, mostCombinations) ||
          takeCombination(model.modes, all, agrees, mostCombinations))
        return std::move(*agreed);
    }
    if (!nearly.solved) return Unexpected{contradiction(model, t, before, after)};
    model.modes = nearly.modes, model.d = nearly.d, z = nearly.z;
    for (const auto& [mode, width] : nearly.relations)
      for (const std::size_t same : sameAs(model, mode, t, nearly.solved->y))
        model.hysteresis[same] = std::max(model.hysteresis[same], width);
    return std::move(*nearly.solved);
  }
}

/// The model's author says by homotopy() where to begin: at the solution of the simplified equations, with the truth
/// values of relations there. Where the equations have several solutions (an amplifier with positive feedback rests at
/// either limit), this tells which is meant. False: they have none, and nothing is changed.
bool beginSimplified(BoundModel& model, double t, Vector& z, StartSearch& search) {
  const Vector modes = model.modes, d = model.d, guess = z;
  double& lambda = model.phases[static_cast<std::size_t>(codegen::Phase::lambda)];
  lambda = 0.0;
  const bool succeeded = solveMixed(model, t, nullptr, z, search).has_value();
  lambda = 1.0;
  if (succeeded) return true;
  model.modes = modes, model.d = d, z = guess;
  return false;
}

Expected<Initialised, Diagnostic> fromStartValues(BoundModel& model, double t, RangeCheck* ranges,
                                                  StartSearch& search) {
  model.phases = {1.0, 0.0, 1.0};
  const auto undefined = [&] { return Unexpected{evaluationFailure(model, phaseName)}; };
  if (const auto start = model.evaluate(Entry::discreteStart, t, {}))
    model.d = *start;
  else
    return undefined();
  model.pre = model.d;
  model.takeTimeRelations(t);
  const auto guess = model.evaluate(Entry::start, t, {});
  if (!guess) return undefined();
  search.guess = *guess;
  Vector z = *guess;
  // The choice of one set may depend on that of another: as often as there are sets at most.
  for (std::size_t k = 0; k < model.model().states.sets.size(); ++k)
    if (!reselect(model, Entry::initialSelection, t, z, {})) break;
  const Vector modes = model.modes, d = model.d;
  const bool isSimplified = model.model().initial.usesHomotopy && beginSimplified(model, t, z, search);
  auto solved = solveMixed(model, t, ranges, z, search);
  if (!solved && isSimplified) {
    model.modes = modes, model.d = d, z = *guess;
    solved = solveMixed(model, t, ranges, z, search);
  }
  if (!solved) return solved;
  search.found = z;
  const auto observedAt = [&](ConstView at) -> std::optional<Vector> {
    const auto y = model.evaluate(Entry::initialState, t, at);
    return y ? model.evaluate(Entry::observed, t, *y) : std::nullopt;
  };
  const InitialSystem initial(model, t, nullptr, search);
  if (auto problem = checkStart(model.model(), initial.system(), z, observedAt)) return Unexpected{std::move(*problem)};
  model.phases[static_cast<std::size_t>(codegen::Phase::initial)] = 0.0;
  model.pre = model.d;
  reselect(model, Entry::initialSelection, t, z, solved->y);
  return solved;
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

namespace {

/// A start outside the ranges of variables is taken only if a search with other guesses and by continuation finds none
/// inside.
Expected<Initialised, Diagnostic> withinRanges(BoundModel& model, double t, StartSearch& search) {
  auto started = fromStartValues(model, t, nullptr, search);
  RangeCheck ranges(model);
  if (ranges.isEmpty()) return started;
  const double excess = started ? ranges.excess(t, started->y) : 0.0;
  if (started && excess <= insideRange) return started;
  const Vector modes = model.modes, d = model.d, pre = model.pre;
  const auto phases = model.phases;
  const DelayHistory history = model.history;
  const DelayBreaks breaks = model.breaks;
  auto searched = fromStartValues(model, t, &ranges, search);
  if (searched && (!started || ranges.excess(t, searched->y) < excess)) return searched;
  model.modes = modes, model.d = d, model.pre = pre, model.phases = phases;
  model.history = history, model.breaks = breaks;
  return started;
}

}  // namespace

Expected<Initialised, Diagnostic> initialise(BoundModel& model, double t, StartFrom from, StartSearch& search) {
  auto started = withinRanges(model, t, search);
  if (!started || from == StartFrom::startValues) return started;
  return steadyWithDelays(model, t, std::move(started->y));
}

}  // namespace dashpot::simulation
