#include "simulation/bound_model.hpp"

#include "linalg/solvers.hpp"
#include "simulation/mend_derivatives.hpp"
#include "simulation/typical_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::simulation {

using codegen::Entry;
using symbolic::Op;

namespace {

// The transition matrix of a larger part costs more than it saves.
constexpr std::size_t largestLinearPart = 200;
// Steps end at the corners of data with few rows. Measured data has a corner in each of its many rows: there the error
// control does better.
constexpr std::size_t mostCorners = 1000;

}  // namespace

BoundModel::BoundModel(codegen::CompiledCode& code, std::shared_ptr<codegen::Eliminations> eliminations,
                       Vector parameters)
    : modes(code.model().modeCount(), 0.0),
      d(code.model().discreteNames.size(), 0.0),
      pre(d),
      inputs(code.model().inputNames.size(), 0.0),
      hysteresis(modes),
      model_(code.model()),
      executable_(code.executable()),
      eliminations_(std::move(eliminations)),
      parameters_(std::move(parameters)),
      delayed_(2 * static_cast<std::size_t>(code.model().delayCount), 0.0),
      isSmooth_(modes.empty() && d.empty() && inputs.empty() && delayed_.empty()) {
  arguments_.parameters = parameters_;
  if (Vector start(inputs.size()); evaluate(Entry::inputStart, 0.0, {}, start) == Evaluation::ok)
    inputs = std::move(start);
  if (model_.timeModes.empty()) return;
  turns_.resize(model_.timeModes.size());
  if (executable_->run(Entry::timeEvents, {.parameters = parameters_}, turns_) != Evaluation::ok) turns_.clear();
}

Evaluation BoundModel::evaluate(Entry entry, double t, ConstView y, View outputs) {
  if (isGivenUp()) [[unlikely]]
    return Evaluation::fatal;
  arguments_.time = t, arguments_.y = y, arguments_.phases = phases;
  if (!isSmooth_) setOtherArguments(t);
  const Evaluation result = executable_->run(entry, arguments_, outputs);
  if (result != Evaluation::ok) [[unlikely]]
    noteFailure(entry, t, y);
  return result;
}

void BoundModel::setOtherArguments(double t) {
  if (!delayed_.empty()) history.evaluate(t, delayed_);
  inputData.evaluate(t, inputs);
  arguments_.modes = modes, arguments_.discrete = d, arguments_.pre = pre;
  arguments_.external = inputs, arguments_.delayed = delayed_;
}

void BoundModel::noteFailure(Entry entry, double t, ConstView y) {
  failed_ = Failed{entry, t, Vector(y.begin(), y.end()), modes, d, pre, inputs, delayed_};
}

std::optional<Vector> BoundModel::evaluate(Entry entry, double t, ConstView y) {
  Vector outputs(model_[entry].outputCount());
  if (evaluate(entry, t, y, outputs) != Evaluation::ok) return std::nullopt;
  return outputs;
}

std::optional<Vector> BoundModel::relations(double t, ConstView y) {
  auto values = evaluate(Entry::events, t, y);
  if (!values) return std::nullopt;
  for (std::size_t i = 0; i < values->size(); ++i)
    (*values)[i] = symbolic::apply(model_.relations[i], (*values)[i] + shift(i), 0.0);
  if (phases[static_cast<std::size_t>(codegen::Phase::initial)] == 0.0)
    for (std::size_t k = 0; k < turns_.size(); ++k) {
      const codegen::TimeMode& at = model_.timeModes[k];
      (*values)[at.mode] = symbolic::apply(model_.relations[at.mode], (t >= turns_[k]) == at.rises ? 1.0 : -1.0, 0.0);
    }
  return values;
}

double BoundModel::shift(std::size_t mode) const {
  if (hysteresis[mode] == 0.0) return 0.0;
  const Op relation = model_.relations[mode];
  const bool holdsAbove = relation == Op::greater || relation == Op::greaterEqual;
  return holdsAbove == (modes[mode] != 0.0) ? hysteresis[mode] : -hysteresis[mode];
}

double BoundModel::nextTurn(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (const double turn : turns_)
    if (turn > t) next = std::min(next, turn);
  return next;
}

std::vector<int> BoundModel::modesThatTurnAt(double t) const {
  std::vector<int> turning;
  for (std::size_t k = 0; k < turns_.size(); ++k)
    if (turns_[k] == t) turning.push_back(static_cast<int>(model_.timeModes[k].mode));
  return turning;
}

const Vector& BoundModel::sizes() {
  if (!sizes_) sizes_ = sizesOfStates(*this);
  return *sizes_;
}

/// Exactly on zero, an event function takes the sign of the side on which its relation has the truth it has at zero: a
/// sign change then always means a change of truth, also for a run that starts on the zero. A relation that time alone
/// decides is a time event: here it never changes.
Evaluation BoundModel::signedEvents(double t, ConstView y, View outputs) {
  const Evaluation result = evaluate(Entry::events, t, y, outputs);
  constexpr double tiny = std::numeric_limits<double>::min();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    outputs[i] += shift(i);
    if (outputs[i] != 0.0) continue;
    const Op relation = model_.relations[i];
    outputs[i] = relation == Op::greaterEqual || relation == Op::less ? tiny : -tiny;
  }
  for (std::size_t k = 0; k < turns_.size(); ++k) outputs[model_.timeModes[k].mode] = 1.0;
  return result;
}

Problem BoundModel::problem() {
  Problem problem;
  problem.size = static_cast<int>(model_.size());
  problem.rhs = [this](double t, ConstView y, View f) { return evaluate(Entry::rhs, t, y, f); };
  problem.jacobian =
      Jacobian{model_.jacobianPattern, [this](double t, ConstView y, View values) { return jacobian(t, y, values); }};
  problem.autonomous = model_.autonomous;
  if (!model_.autonomous)
    problem.timeDerivative = [this](double t, ConstView y, View f) { return timeDerivative(t, y, f); };
  if (inputData.corners().size() <= mostCorners) problem.discontinuities = inputData.corners();
  for (const bool differential : model_.isDifferential) {
    if (!differential) problem.mass.kind = MassMatrix::Kind::diagonal;
    problem.mass.values.push_back(differential ? 1.0 : 0.0);
  }
  if (problem.mass.kind == MassMatrix::Kind::identity) problem.mass.values.clear();
  if (hasStateEvents()) {
    problem.events.evaluate = [this](double t, ConstView y, View g) { return signedEvents(t, y, g); };
    problem.events.crossings.assign(model_.modeCount(), Crossing::either);
  }
  if (model_.hasDiagonal)
    problem.diagonalSplitting = [this](double t, ConstView y, View ab) { return diagonalForm(t, y, ab); };
  addLinearSolver(problem);
  problem.names = model_.stateNames;
  problem.pairs = model_.pairs;
  if (!model_.linearStates.empty() && model_.linearStates.size() <= largestLinearPart) addLinearPart(problem);
  return problem;
}

Evaluation BoundModel::jacobian(double t, ConstView y, View values) {
  return mendedJacobian(Entry::rhs, Entry::jacobian, t, y, values);
}

Evaluation BoundModel::initialJacobian(double t, ConstView z, View values) {
  return mendedJacobian(Entry::initialResidual, Entry::initialJacobian, t, z, values);
}

/// A derivative that was mended is no fault to be reported later.
Evaluation BoundModel::mendedJacobian(Entry function, Entry derivative, double t, ConstView x, View values) {
  const Evaluation result = evaluate(derivative, t, x, values);
  if (result != Evaluation::recoverable) [[likely]]
    return result;
  const auto fault = failed_;
  const bool isOfStates = derivative == Entry::jacobian;
  const bool isMended = mendJacobian(
      isOfStates ? model_.jacobianPattern : model_.initialPattern, x,
      isOfStates ? sizes() : sizesOfIterationVariables(*this),
      [&](ConstView point, View f) { return evaluate(function, t, point, f); }, values);
  if (isMended)
    failed_.reset();
  else
    failed_ = fault;
  return isMended ? Evaluation::ok : result;
}

Evaluation BoundModel::timeDerivative(double t, ConstView y, View outputs) {
  const Evaluation result = exactTimeDerivative(t, y, outputs);
  if (result != Evaluation::recoverable) [[likely]]
    return result;
  const auto fault = failed_;
  const bool isMended = mendTimeDerivative(
      t, [&](double time, View f) { return evaluate(Entry::rhs, time, y, f); }, outputs);
  if (isMended)
    failed_.reset();
  else
    failed_ = fault;
  return isMended ? Evaluation::ok : result;
}

/// F = 0 y + F holds where a slope is not finite.
Evaluation BoundModel::diagonalForm(double t, ConstView y, View outputs) {
  const Evaluation result = evaluate(Entry::diagonal, t, y, outputs);
  if (result != Evaluation::recoverable) [[likely]]
    return result;
  const std::size_t n = y.size();
  const auto f = evaluate(Entry::rhs, t, y);
  if (!f) return result;
  for (std::size_t i = 0; i < n; ++i)
    if (!std::isfinite(outputs[i]) || !std::isfinite(outputs[n + i])) outputs[i] = 0.0, outputs[n + i] = (*f)[i];
  failed_.reset();
  return Evaluation::ok;
}

/// dF/dt + dF/du u'
Evaluation BoundModel::exactTimeDerivative(double t, ConstView y, View outputs) {
  const Evaluation result = evaluate(Entry::timeDerivative, t, y, outputs);
  if (inputData.empty() || result != Evaluation::ok) return result;
  Vector slopes(inputs.size()), entries(model_.inputPlaces.size());
  inputData.slopes(t, slopes);
  const Evaluation ofInputs = evaluate(Entry::inputJacobian, t, y, entries);
  for (std::size_t k = 0; k < entries.size(); ++k)
    outputs[model_.inputPlaces[k].row] += entries[k] * slopes[model_.inputPlaces[k].column];
  return ofInputs;
}

/// Generated elimination, or KLU: both keep their pivots from matrix to matrix. Others the integrator chooses itself.
void BoundModel::addLinearSolver(Problem& problem) {
  solvers_.clear();
  const int n = problem.size;
  const bool isSparse = linalg::chooseSolver(n, linalg::matrixPattern(n, model_.jacobianPattern, problem.mass)) ==
                        linalg::SolverKind::sparse;
  if (!eliminations_ && !isSparse) return;
  problem.linearSolver = [this, mass = problem.mass] {
    auto solver = eliminations_ ? generatedSolver(mass)
                                : linalg::makeSolver(static_cast<int>(model_.size()), model_.jacobianPattern, mass);
    solvers_.push_back(solver.get());
    return solver;
  };
}

std::vector<Vector> BoundModel::savePivots() const {
  std::vector<Vector> pivots;
  for (const LinearSolver* solver : solvers_) pivots.push_back(solver->savePivots());
  return pivots;
}

void BoundModel::restorePivots(const std::vector<Vector>& pivots) {
  for (std::size_t i = 0; i < std::min(pivots.size(), solvers_.size()); ++i) solvers_[i]->restorePivots(pivots[i]);
}

/// Pivots are chosen among numbers of like size, as far as the model says what size its unknowns have.
std::unique_ptr<LinearSolver> BoundModel::generatedSolver(const MassMatrix& mass) {
  Vector nominal(model_.size(), 1.0);
  if (const auto values = evaluate(Entry::nominal, 0.0, {}))
    for (std::size_t i = 0; i < nominal.size(); ++i)
      if (model_.hasNominal[i] && (*values)[i] > 0.0) nominal[i] = (*values)[i];
  return codegen::makeGeneratedSolver(eliminations_, std::move(nominal), [this, mass] {
    return linalg::makeSolver(static_cast<int>(model_.size()), model_.jacobianPattern, mass);
  });
}

/// x' = A x + u with u = F - A x: by construction u does not depend on x.
void BoundModel::addLinearPart(Problem& problem) {
  Vector entries(model_.linearPlaces.size());
  if (evaluate(Entry::linear, 0.0, {}, entries) != Evaluation::ok) return;
  const std::size_t n = model_.linearStates.size();
  LinearPart part;
  part.states.assign(model_.linearStates.begin(), model_.linearStates.end());
  part.a.assign(n * n, 0.0);
  part.b.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) part.b[i * n + i] = 1.0;
  for (std::size_t k = 0; k < entries.size(); ++k)
    part.a[model_.linearPlaces[k].second * n + model_.linearPlaces[k].first] = entries[k];
  part.inputs = [this, a = part.a, n, f = Vector(model_.size())](double t, ConstView y, View u) mutable {
    const Evaluation result = evaluate(Entry::rhs, t, y, f);
    for (std::size_t i = 0; i < n; ++i) {
      u[i] = f[model_.linearStates[i]];
      for (std::size_t j = 0; j < n; ++j) u[i] -= a[j * n + i] * y[model_.linearStates[j]];
    }
    return result;
  };
  problem.linearParts.push_back(std::move(part));
}

std::optional<BoundModel::LastFault> BoundModel::lastFault() const {
  if (!failed_) return std::nullopt;
  auto fault = codegen::trace(model_, failed_->entry,
                              {failed_->time,
                               failed_->y,
                               parameters_,
                               failed_->modes,
                               {},
                               failed_->d,
                               failed_->pre,
                               failed_->inputs,
                               failed_->delayed,
                               phases});
  if (!fault) return std::nullopt;
  if (fault->origin >= model_.origins.size() || fault->reason == "a value that is not finite") {
    // What depends on parameters alone was evaluated with them: that is where the reason is to be found.
    const Vector given(parameters_.size(), 1.0);
    if (auto earlier = codegen::trace(model_, Entry::parameters, {.parameters = parameters_, .given = given}))
      fault = std::move(earlier);
  }
  return LastFault{failed_->time, fault->reason,
                   fault->origin < model_.origins.size() ? model_.origins[fault->origin] : std::string(),
                   fault->isFailedCall};
}

}  // namespace dashpot::simulation
