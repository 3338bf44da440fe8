#include "simulation/bound_model.hpp"

#include "simulation/delay_dependence.hpp"
#include "simulation/instants.hpp"
#include "simulation/mend_derivatives.hpp"
#include "simulation/model_code.hpp"
#include "simulation/sliding_motion.hpp"
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

/// Functions that methods evaluate while they try a step.
bool isOfTrialStep(Entry entry) {
  return entry == Entry::rhs || entry == Entry::jacobian || entry == Entry::timeDerivative || entry == Entry::diagonal;
}

/// F and its derivatives as integrators call them: directly, or with all that is to be looked after.
template <Entry entry, Evaluation (BoundModel::*inFull)(double t, ConstView y, View outputs)>
struct OfModel {
  BoundModel* model;
  Evaluation operator()(double t, ConstView y, View outputs) const { return (model->*inFull)(t, y, outputs); }
  [[nodiscard]] DirectFunction direct(int calls) const { return model->series(entry, calls); }
};

}  // namespace

BoundModel::BoundModel(ModelCode& code, Vector parameters)
    : modes(code.functions.model().modeCount(), 0.0),
      d(code.functions.model().discrete.names.size(), 0.0),
      pre(d),
      inputs(code.functions.model().inputs.names.size(), 0.0),
      hysteresis(modes),
      slack(modes),
      code_(code),
      model_(code.functions.model()),
      executable_(code.functions.executable()),
      assembles_(code.functions.assembles()),
      parameters_(std::move(parameters)),
      delayed_(DelayedNumbers::count * model_.delays.size(), 0.0),
      usesDelays_(model_.functions.size(), false),
      isSmooth_(modes.empty() && d.empty() && inputs.empty()),
      turns_(model_.events.timeModes.size(), 0.0),
      mendWork_(std::max(model_.size(), model_.initialSize())),
      failed_{.y = mendWork_.point, .modes = modes, .d = d, .pre = pre, .inputs = inputs, .delayed = delayed_} {
  arguments_.parameters = parameters_, arguments_.phases = phases;
  for (std::size_t k = 0; k < model_.delays.size(); ++k)
    if (model_.delays[k].mayVanish) vanishing_.push_back(k);
  delayTimes_.resize(vanishing_.size());
  arriving_.resize(model_.discrete.arriving.size());
  for (std::size_t entry = 0; !delayed_.empty() && entry < model_.functions.size(); ++entry)
    usesDelays_[entry] = usesDelays(model_.functions[entry]);
  if (Vector start(inputs.size()); evaluate(Entry::inputStart, 0.0, {}, start) == Evaluation::ok)
    inputs = std::move(start);
}

BoundModel::~BoundModel() = default;

/// One that has no time never turns; that it is not defined, whoever asks for the truth of relations is told.
void BoundModel::findTurns() {
  if (turns_.empty()) return;
  executable_->run(Entry::timeEvents, {.parameters = parameters_, .modes = modes, .discrete = d, .pre = pre}, turns_);
  for (double& turn : turns_)
    if (std::isnan(turn)) turn = std::numeric_limits<double>::infinity();
}

Evaluation BoundModel::evaluateInFull(Entry entry, View outputs) {
  if (givesUp()) [[unlikely]]
    return Evaluation::fatal;
  if (motion_ && !region_ && SlidingMotion::combines(entry))
    return motion_->evaluate(entry, arguments_.time, arguments_.y, outputs);
  if (!setOtherArguments(entry, arguments_.time) && isOfTrialStep(entry)) return Evaluation::recoverable;
  const Evaluation result = effort ? callMeasured(entry, outputs) : executable_->run(entry, arguments_, outputs);
  return result == Evaluation::ok ? result : failedWith(result, entry, outputs);
}

namespace {

/// Functions that give values. Derivatives have differences instead where they are not finite.
bool givesValues(Entry entry) {
  constexpr std::array entries{
      Entry::initialResidual, Entry::initialState, Entry::initialDiscrete,  Entry::rhs,
      Entry::events,          Entry::observed,     Entry::discrete,         Entry::actions,
      Entry::messages,        Entry::arriving,     Entry::silentConditions, Entry::silentJumps};
  return std::ranges::find(entries, entry) != entries.end();
}

}  // namespace

Evaluation BoundModel::failedWith(Evaluation result, Entry entry, View outputs) {
  if (keepsOpen_ && result == Evaluation::recoverable && givesValues(entry))
    if (const auto open = codegen::evaluateKeepingOpen(model_, entry, arguments_, known_, outputs)) {
      for (const std::uint32_t unknown : *open) leftOpen_.try_emplace(unknown, arguments_.time);
      return Evaluation::ok;
    }
  noteFailure(entry, arguments_.time, arguments_.y);
  return result;
}

void BoundModel::keepOpen(ConstView known) {
  keepsOpen_ = true;
  known_.assign(known.begin(), known.end());
  if (!known.empty()) return;
  known_.resize(model_[Entry::observed].outputCount(), 0.0);
  if (const auto starts = evaluate(Entry::loopStarts, 0.0, {}))
    for (std::size_t k = 0; k < starts->size(); ++k) known_[model_.initial.loopUnknowns[k]] = (*starts)[k];
}

Evaluation BoundModel::evaluateStep(Entry entry, double t, ConstView w, ConstView stageInputs, View outputs) {
  if (givesUp()) [[unlikely]]
    return Evaluation::fatal;
  arguments_.time = t, arguments_.y = w;
  arguments_.modes = modes, arguments_.discrete = d, arguments_.pre = pre, arguments_.inputs = stageInputs;
  const Evaluation result = effort ? callMeasured(entry, outputs) : executable_->run(entry, arguments_, outputs);
  if (result != Evaluation::ok) [[unlikely]] {
    noteFailure(entry, t, w);
    failed_.inputs.assign(stageInputs.begin(), stageInputs.end());
  }
  return result;
}

Evaluation BoundModel::callMeasured(Entry entry, View outputs) {
  const Measured measured(effort->of(entry));
  return executable_->run(entry, arguments_, outputs);
}

bool BoundModel::setOtherArguments(Entry entry, double t) {
  if (!inputData.empty()) inputData.evaluate(t, inputs);
  pointToDiscreteParts();
  if (region_) arguments_.modes = region_->modes, arguments_.discrete = region_->d, arguments_.pre = region_->pre;
  arguments_.delayed = delayed_;
  return delayed_.empty() || !usesDelays_[static_cast<std::size_t>(entry)] || history.empty() || supplyDelayed(t);
}

/// A delay time may depend on another delayed expression: the search is repeated until all of them have the stretches
/// that go with them.
bool BoundModel::supplyDelayed(double t) {
  for (std::size_t k = 0; k < model_.delays.size(); ++k)
    if (!breaks.varies(k)) supply(k, t - breaks.age(k), t);
  if (vanishing_.empty()) return true;
  constexpr int mostPasses = 20;
  const bool isNested = usesDelays_[static_cast<std::size_t>(Entry::delayTimes)];
  bool isWithinReach = true;
  Vector before;
  for (int pass = 0; pass < mostPasses; ++pass) {
    if (isNested) before = delayed_;
    if (executable_->run(Entry::delayTimes, arguments_, delayTimes_) != Evaluation::ok) return true;
    isWithinReach = true;
    for (std::size_t i = 0; i < vanishing_.size(); ++i) {
      const std::size_t k = vanishing_[i];
      supply(k, t - delayTimes_[i], t);
      const bool isOpen = delayed_[DelayedNumbers::count * (k + 1) - 1] != 0.0;
      isWithinReach = isWithinReach && (!isOpen || t - history.end() <= history.reach(breaks.window(k)));
    }
    if (!isNested || delayed_ == before) break;
  }
  return isWithinReach;
}

void BoundModel::supply(std::size_t delay, double wanted, double t) {
  const DelayedNumbers numbers =
      history.stretch(delay, wanted, t, breaks.window(delay), model_.delays[delay].mayVanish);
  double* at = delayed_.data() + DelayedNumbers::count * delay;
  *at++ = numbers.anchor, *at++ = numbers.perLength;
  at = std::ranges::copy(numbers.coefficients, at).out;
  *at = numbers.isOpen;
}

bool BoundModel::reachesDelayed(double t, ConstView y) {
  if (vanishing_.empty()) return true;
  arguments_.time = t, arguments_.y = y;
  return setOtherArguments(Entry::delays, t) && supplyDelayed(t);
}

ConstView BoundModel::delayedAt(double t, ConstView y) {
  if (history.empty()) return delayed_;
  arguments_.time = t, arguments_.y = y;
  (void)setOtherArguments(Entry::delays, t);
  (void)supplyDelayed(t);
  return delayed_;
}

std::optional<Vector> BoundModel::wantedTimes(double t, ConstView y) {
  auto times = evaluate(Entry::delayTimes, t, y);
  if (times)
    for (double& time : *times) time = t - time;
  return times;
}

/// What it takes is there since the beginning: a failure in a real-time run takes no memory either.
void BoundModel::noteFailure(Entry entry, double t, ConstView y) {
  if (isMending_) return;
  hasFailed_ = true;
  failed_.entry = entry, failed_.time = t;
  failed_.y.assign(y.begin(), y.end());
  failed_.modes = modes, failed_.d = d, failed_.pre = pre, failed_.inputs = inputs, failed_.delayed = delayed_;
  if (region_) failed_.modes = region_->modes, failed_.d = region_->d, failed_.pre = region_->pre;
}

std::optional<Vector> BoundModel::evaluate(Entry entry, double t, ConstView y) {
  Vector outputs(model_[entry].outputCount());
  if (evaluate(entry, t, y, outputs) != Evaluation::ok) return std::nullopt;
  return outputs;
}

std::unique_ptr<codegen::Batch> BoundModel::batch(Entry entry) const {
  return std::make_unique<codegen::Batch>(model_, entry, assembles_);
}

codegen::Lanes BoundModel::lanes(std::size_t points) const {
  return {model_.size(), inputs.size(), delayed_.size(), points};
}

void BoundModel::gather(Entry entry, double t, ConstView y, std::size_t point, codegen::Lanes& lanes) {
  arguments_.time = t, arguments_.y = y;
  (void)setOtherArguments(entry, t);
  lanes.set(point, t, y, inputs, delayed_);
}

void BoundModel::gather(Entry entry, double t, ConstView y, codegen::Lanes& lanes) {
  arguments_.time = t, arguments_.y = y;
  (void)setOtherArguments(entry, t);
  lanes.setAll(t, y, inputs, delayed_);
}

void BoundModel::gather(Entry entry, ConstView times, codegen::Lanes& lanes) {
  pointToDiscreteParts();
  std::ranges::copy(times, lanes.time.begin());
  if (inputs.empty() && delayed_.empty()) return;
  Vector y(model_.size());
  for (std::size_t point = 0; point < times.size(); ++point) {
    by_fours::pick(lanes.y, point, y);
    gather(entry, times[point], y, point, lanes);
  }
}

Evaluation BoundModel::evaluate(codegen::Batch& batch, const codegen::Lanes& lanes, View outputs, std::size_t points) {
  if (givesUp()) [[unlikely]]
    return Evaluation::fatal;
  (batch.isAssembled() ? inBatches_.fast : inBatches_.interpreted) += points;
  if (!effort) return batch.run(arguments_, lanes, points, outputs);
  Effort::Part& part = effort->of(batch.entry());
  part.count += static_cast<std::int64_t>(points) - 1;
  const Measured measured(part);
  return batch.run(arguments_, lanes, points, outputs);
}

codegen::EvaluationCounts BoundModel::evaluations() const {
  codegen::EvaluationCounts result = executable_->evaluations();
  return result += inBatches_;
}

void BoundModel::arrive(double t, ConstView y) {
  if (arriving_.empty() || evaluate(Entry::arriving, t, y, arriving_) != Evaluation::ok) return;
  for (std::size_t k = 0; k < arriving_.size(); ++k) {
    const std::uint32_t place = model_.discrete.arriving[k];
    d[place] = pre[place] = arriving_[k];
  }
}

std::optional<Vector> BoundModel::relations(double t, ConstView y) {
  Vector truth(model_.modeCount());
  if (!relations(t, y, truth)) return std::nullopt;
  return truth;
}

bool BoundModel::relations(double t, ConstView y, View truth) {
  if (evaluate(Entry::events, t, y, truth) != Evaluation::ok) return false;
  for (std::size_t i = 0; i < truth.size(); ++i)
    truth[i] = symbolic::apply(model_.events.relations[i], truth[i] + shift(i, modes[i] != 0.0), 0.0);
  if (motion_) motion_->keepTruth(modes, truth);
  findTurns();
  if (phases[static_cast<std::size_t>(codegen::Phase::initial)] == 0.0)
    for (std::size_t k = 0; k < turns_.size(); ++k) {
      const codegen::TimeMode& at = model_.events.timeModes[k];
      truth[at.mode] =
          symbolic::apply(model_.events.relations[at.mode], isDue(turns_[k], t) == at.rises ? 1.0 : -1.0, 0.0);
    }
  return true;
}

void BoundModel::takeTimeRelations(double t) {
  findTurns();
  for (std::size_t k = 0; k < turns_.size(); ++k) {
    const codegen::TimeMode& at = model_.events.timeModes[k];
    const double since = t < turns_[k] ? -1.0 : t > turns_[k] ? 1.0 : 0.0;
    modes[at.mode] = symbolic::apply(model_.events.relations[at.mode], at.rises ? since : -since, 0.0);
  }
}

double BoundModel::shift(std::size_t mode, bool isTrue) const {
  const double width = std::max(hysteresis[mode], slack[mode]);
  if (width == 0.0) return 0.0;
  const Op relation = model_.events.relations[mode];
  const bool holdsAbove = relation == Op::greater || relation == Op::greaterEqual;
  return holdsAbove == isTrue ? width : -width;
}

double BoundModel::nextTurn(double t) {
  findTurns();
  double next = std::numeric_limits<double>::infinity();
  for (const double turn : turns_)
    if (!isDue(turn, t)) next = std::min(next, turn);
  return next;
}

std::vector<int> BoundModel::modesThatTurnAt(double t) const {
  std::vector<int> turning;
  for (std::size_t k = 0; k < turns_.size(); ++k)
    if (isDue(turns_[k], t) && isDue(t, turns_[k]))
      turning.push_back(static_cast<int>(model_.events.timeModes[k].mode));
  return turning;
}

const Vector& BoundModel::sizes() {
  if (!sizes_) sizes_ = sizesOfStates(*this);
  return *sizes_;
}

const Vector& BoundModel::initialSizes() {
  if (!initialSizes_) initialSizes_ = sizesOfIterationVariables(*this);
  return *initialSizes_;
}

/// Exactly on zero, an event function takes the sign of the side on which its relation has the truth it has at zero: a
/// sign change then always means a change of truth, also for a run that starts on the zero.
double BoundModel::signedEvent(std::size_t mode, bool isTrue, double value) const {
  value += shift(mode, isTrue);
  if (value != 0.0) return value;
  constexpr double tiny = std::numeric_limits<double>::min();
  const Op relation = model_.events.relations[mode];
  return relation == Op::greaterEqual || relation == Op::less ? tiny : -tiny;
}

/// A relation that time alone decides is a time event: here it never changes.
Evaluation BoundModel::signedEvents(double t, ConstView y, View outputs) {
  const Evaluation result = evaluate(Entry::events, t, y, outputs.first(model_.modeCount()));
  for (std::size_t i = 0; i < model_.modeCount(); ++i) outputs[i] = signedEvent(i, modes[i] != 0.0, outputs[i]);
  for (std::size_t k = 0; k < turns_.size(); ++k) outputs[model_.events.timeModes[k].mode] = 1.0;
  return vanishing_.empty() || result != Evaluation::ok ? result : windowEvents(t, y, outputs);
}

Evaluation BoundModel::windowEvents(double t, ConstView y, View outputs) {
  const auto wanted = wantedTimes(t, y);
  if (!wanted) return Evaluation::recoverable;
  std::size_t at = model_.modeCount();
  const double margin = DelayBreaks::rounding(t);  // a wanted time that rests on a break must not make events
  const auto distance = [](double x) {
    return std::isinf(x) ? 1.0 : x == 0.0 ? std::numeric_limits<double>::min() : x;
  };
  for (std::size_t i = 0; i < vanishing_.size(); ++i) {
    const DelayWindow window = breaks.window(vanishing_[i]);
    outputs[at++] = distance(window.until + margin - (*wanted)[i]);
    outputs[at++] = distance((*wanted)[i] + margin - window.since);
  }
  return Evaluation::ok;
}

Problem BoundModel::problem() {
  if (motion_) return slidingProblem();
  Problem problem;
  problem.size = static_cast<int>(model_.size());
  problem.rhs = OfModel<Entry::rhs, &BoundModel::rhs>{this};
  problem.jacobian = Jacobian{model_.states.pattern, OfModel<Entry::jacobian, &BoundModel::jacobian>{this}};
  problem.autonomous = model_.states.autonomous;
  if (!model_.states.autonomous)
    problem.timeDerivative = OfModel<Entry::timeDerivative, &BoundModel::timeDerivative>{this};
  problem.discontinuities = cornersToStopAt();
  problem.mass = massMatrix(model_);
  if (hasStateEvents() || !vanishing_.empty()) {
    problem.events.evaluate = [this](double t, ConstView y, View g) { return signedEvents(t, y, g); };
    problem.events.crossings.assign(model_.modeCount(), Crossing::either);
    problem.events.crossings.resize(model_.modeCount() + 2 * vanishing_.size(), Crossing::falling);
  }
  if (model_.features.hasDiagonal)
    problem.diagonalSplitting = [this](double t, ConstView y, View ab) { return diagonalForm(t, y, ab); };
  addLinearSolvers(problem);
  if (model_.step) problem.inlinedStep = [this] { return inlinedStep(); };
  problem.names = model_.states.names;
  problem.pairs = model_.features.pairs;
  if (!model_.features.linearStates.empty() && model_.features.linearStates.size() <= largestLinearPart)
    addLinearPart(problem);
  return problem;
}

Vector BoundModel::cornersToStopAt() const {
  return inputData.corners().size() <= mostCorners ? inputData.corners() : Vector();
}

Evaluation BoundModel::jacobian(double t, ConstView y, View values) {
  return mendedJacobian(Entry::rhs, Entry::jacobian, t, y, values);
}

Evaluation BoundModel::initialJacobian(double t, ConstView z, View values) {
  return mendedJacobian(Entry::initialResidual, Entry::initialJacobian, t, z, values);
}

/// A derivative that was mended is no fault to be reported later; one that cannot be is the fault, not what was tried
/// to mend it. (Functions go by reference: what they hold is more than a std::function takes without memory.)
template <class Mend>
Evaluation BoundModel::mended(Evaluation result, const Mend& mend) {
  if (result != Evaluation::recoverable) [[likely]]
    return result;
  isMending_ = true;
  const bool isMended = mend();
  isMending_ = false;
  if (!isMended) return result;
  hasFailed_ = false;
  return Evaluation::ok;
}

Evaluation BoundModel::mendedJacobian(Entry function, Entry derivative, double t, ConstView x, View values) {
  return mended(evaluate(derivative, t, x, values), [&] {
    const auto at = [&](ConstView point, View f) { return evaluate(function, t, point, f); };
    const bool isOfStates = derivative == Entry::jacobian;
    return mendJacobian(isOfStates ? model_.states.pattern : model_.initial.pattern, x,
                        isOfStates ? sizes() : initialSizes(), std::ref(at), mendWork_, values);
  });
}

Evaluation BoundModel::timeDerivative(double t, ConstView y, View outputs) {
  return mended(exactTimeDerivative(t, y, outputs), [&] {
    const auto at = [&](double time, View f) { return evaluate(Entry::rhs, time, y, f); };
    return mendTimeDerivative(t, std::ref(at), mendWork_, outputs);
  });
}

/// F = 0 y + F holds where a slope is not finite.
Evaluation BoundModel::diagonalForm(double t, ConstView y, View outputs) {
  const Evaluation result = evaluate(Entry::diagonal, t, y, outputs);
  if (result != Evaluation::recoverable) [[likely]]
    return result;
  const std::size_t n = y.size();
  const View f = View(mendWork_.above).first(n);
  if (evaluate(Entry::rhs, t, y, f) != Evaluation::ok) return result;
  for (std::size_t i = 0; i < n; ++i)
    if (!std::isfinite(outputs[i]) || !std::isfinite(outputs[n + i])) outputs[i] = 0.0, outputs[n + i] = f[i];
  hasFailed_ = false;
  return Evaluation::ok;
}

/// dF/dt + dF/du u'
Evaluation BoundModel::exactTimeDerivative(double t, ConstView y, View outputs) {
  const Evaluation result = evaluate(Entry::timeDerivative, t, y, outputs);
  if (inputData.empty() || result != Evaluation::ok) return result;
  Vector slopes(inputs.size()), entries(model_.inputs.places.size());
  inputData.slopes(t, slopes);
  const Evaluation ofInputs = evaluate(Entry::inputJacobian, t, y, entries);
  for (std::size_t k = 0; k < entries.size(); ++k)
    outputs[model_.inputs.places[k].row] += entries[k] * slopes[model_.inputs.places[k].column];
  return ofInputs;
}

/// x' = A x + u with u = F - A x: by construction u does not depend on x.
void BoundModel::addLinearPart(Problem& problem) {
  Vector entries(model_.features.linearPlaces.size());
  if (evaluate(Entry::linear, 0.0, {}, entries) != Evaluation::ok) return;
  const std::size_t n = model_.features.linearStates.size();
  LinearPart part;
  part.states.assign(model_.features.linearStates.begin(), model_.features.linearStates.end());
  part.a.assign(n * n, 0.0);
  part.b.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) part.b[i * n + i] = 1.0;
  for (std::size_t k = 0; k < entries.size(); ++k)
    part.a[model_.features.linearPlaces[k].second * n + model_.features.linearPlaces[k].first] = entries[k];
  part.inputs = [this, a = part.a, n, f = Vector(model_.size())](double t, ConstView y, View u) mutable {
    const Evaluation result = evaluate(Entry::rhs, t, y, f);
    for (std::size_t i = 0; i < n; ++i) {
      u[i] = f[model_.features.linearStates[i]];
      for (std::size_t j = 0; j < n; ++j) u[i] -= a[j * n + i] * y[model_.features.linearStates[j]];
    }
    return result;
  };
  problem.linearParts.push_back(std::move(part));
}

std::optional<BoundModel::LastFault> BoundModel::lastFault() const {
  if (!hasFailed_) return std::nullopt;
  auto fault = codegen::trace(model_, failed_.entry,
                              {failed_.time,
                               failed_.y,
                               parameters_,
                               failed_.modes,
                               {},
                               failed_.d,
                               failed_.pre,
                               failed_.inputs,
                               failed_.delayed,
                               phases});
  if (!fault) return std::nullopt;
  if (fault->origin >= model_.origins.size() || fault->reason == "a value that is not finite") {
    // Values that depend on parameters alone were evaluated with them: that is where the reason is to be found.
    const Vector given(parameters_.size(), 1.0);
    if (auto earlier = codegen::trace(model_, Entry::parameters, {.parameters = parameters_, .given = given}))
      fault = std::move(earlier);
  }
  return LastFault{failed_.time,
                   fault->reason,
                   fault->origin < model_.origins.size() ? model_.origins[fault->origin] : std::string(),
                   fault->isFailedCall,
                   fault->isSingularLoop,
                   fault->origin};
}

}  // namespace dashpot::simulation
