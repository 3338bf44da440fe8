#include "simulation/fixed_step_run.hpp"

#include "simulation/consistent_state.hpp"
#include "simulation/failure_report.hpp"
#include "simulation/tolerances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::simulation {

namespace {

using codegen::ActionKind;
using codegen::Entry;

/// Steps that are tried before the run: pivots are chosen in them, and all memory is taken.
constexpr int rehearsedSteps = 64;
/// The integrator never arrives at its end.
constexpr double stepsToTheEnd = 1e15;
/// Of the history of delays: that of the start, and those at both ends.
constexpr std::size_t stretchesToSpare = 4;
/// The outputs of `delays` for each of them: its argument, how long ago, how long at most.
constexpr std::size_t numbersPerDelay = 3;

}  // namespace

class FixedStepRun::NoRecorder final : public Recorder {
 public:
  void begin(ConstView) override {}
  void record(double, ConstView, Moment) override {}
};

FixedStepRun::FixedStepRun(ModelCode& code, const Settings& settings, Vector parameters,
                           std::vector<codegen::VariableInfo> outputs, const FixedStepOptions& options,
                           Diagnostics& diagnostics)
    : compiled_(code.functions.model()),
      code_(code),
      settings_(settings),
      options_(options),
      diagnostics_(diagnostics),
      recorder_(std::make_unique<NoRecorder>()),
      start_(code, settings, std::move(parameters), *recorder_, diagnostics),
      outputs_(compiled_, std::move(outputs), settings.code),
      algebraic_(start_.bound()),
      selection_(compiled_),
      h_(settings.step),
      begin_(experimentOf(compiled_.experiment, settings).start),
      outputValues_(outputs_.variables().size(), 0.0),
      inputsBefore_(compiled_.inputs.names.size()),
      truth_(compiled_.modeCount()),
      next_(compiled_.discrete.names.size()),
      actionValues_(compiled_[Entry::actions].outputCount()),
      delayValues_(compiled_[Entry::delays].outputCount()),
      delayNodes_(DelayHistory::nodesPerStep * compiled_.delays.size()),
      violationValues_(compiled_[Entry::messages].outputCount()),
      lastWords_(violationValues_) {
  hasAssertions_ = hasAssertions(compiled_);
}

FixedStepRun::~FixedStepRun() = default;

// ---- the start ------------------------------------------------------------------------------------------------------

/// What a step of bounded cost cannot do, in the user's words. (That a step is longer than a delay, the start tells.)
bool FixedStepRun::isSuited() {
  for (const codegen::DelayInfo& delay : compiled_.delays)
    if (delay.mayVanish)
      diagnostics_
          .error("real-time", {},
                 fmt::format("the time of {} varies, or is zero: in real time it must be a parameter, and at least as "
                             "long as the step",
                             delay.text))
          .detail(delay.origin);
  return !diagnostics_.hasErrors();
}

bool FixedStepRun::begin() {
  if (!isSuited()) return false;
  if (!start_.begin()) {
    (void)start_.finish();
    if (!diagnostics_.hasErrors()) diagnostics_.error("real-time", {}, "the run ends where it starts");
    return false;
  }
  // Held over each step, instead of being followed within it.
  data_ = std::exchange(bound().inputData, InputData{});
  if (auto fault = clocks_.start(bound(), begin_)) {
    diagnostics_.add(std::move(*fault));
    return false;
  }
  if (clocks_.raise(bound(), begin_)) clocks_.lower(bound());  // what ticks at the start is over
  y_.assign(start_.unknowns().begin(), start_.unknowns().end());
  y_.resize(compiled_.size());
  followedTo_ = begin_;
  (void)bound().sizes();
  bound().breaks.ignoreAll();
  for (std::size_t k = 0; k < compiled_.delays.size(); ++k)
    longestDelay_ = std::max(longestDelay_, bound().breaks.age(k));
  if (!makeIntegrators()) return false;
  prepareCode();
  rehearse();
  (void)outputs_.evaluate(bound(), begin_, y_, outputValues_);
  return true;
}

bool FixedStepRun::makeIntegrators() {
  if (std::ranges::find(compiled_.states.isDifferential, true) == compiled_.states.isDifferential.end()) return true;
  Problem problem = bound().problem();
  problem.events = {};  // looked at by `settle`
  problem.discontinuities.clear();
  const bool hasInputs = !bound().inputs.empty();
  if (hasInputs) problem.holdInputs = [](std::optional<double>) {};  // they are, by whoever sets them
  Options options;
  options.method = settings_.method;
  const Experiment experiment = experimentOf(compiled_.experiment, settings_);
  options.tolerances = StateTolerances(bound(), experiment.tolerance, experiment.stop - experiment.start).tolerances();
  options.jacobian = settings_.jacobian;
  options.start = settings_.starter;
  options.step = h_;
  options.realTime = true;
  options.holdInputs = hasInputs;
  options.newtonIterations = options_.newtonIterations;
  options.maxSteps = std::numeric_limits<std::int64_t>::max();
  integrator_.emplace(problem, options);
  options.step = h_ / options_.substeps;
  rescue_.emplace(std::move(problem), options);
  for (Integrator* const each : {&*integrator_, &*rescue_}) {
    if (each->start(begin_, y_, begin_ + stepsToTheEnd * h_) != RunStatus::failed) continue;
    diagnostics_.error("real-time", {}, each->failure().message);
    return false;
  }
  return true;
}

void FixedStepRun::prepareCode() {
  for (const Entry entry :
       {Entry::rhs, Entry::jacobian, Entry::timeDerivative, Entry::events, Entry::timeEvents, Entry::discrete,
        Entry::actions, Entry::messages, Entry::diagonal, Entry::selection, Entry::delays, Entry::arriving})
    if (!compiled_[entry].outputs.empty() && !code_.functions.prepare(entry, codegen::Tier::optimised)) return;
  outputs_.prepare();
}

/// Twice: with pivots that are being chosen, then with those that stay, in the code that will run. What cannot be
/// rehearsed, because nothing switches or fails so early, is called once.
void FixedStepRun::rehearse() {
  const Vector y = y_, modes = bound().modes, d = bound().d, pre = bound().pre, inputs = bound().inputs,
               ticks = clocks_.save();
  const DelayHistory history = bound().history;
  const auto startAgain = [&] {
    bound().history = history;
    bound().history.reserve(static_cast<std::size_t>(std::ceil(longestDelay_ / h_)) + stretchesToSpare);
    y_ = y, bound().modes = modes, bound().d = d, bound().pre = pre, bound().inputs = inputs;
    clocks_.load(ticks);
    step_ = 0;
    followedTo_ = begin_;
    isFresh_ = true;
    inputsChanged_ = false;
    terminated_.reset();
    violation_.reset();
    firstFailure_.reset();
  };
  for (int round = 0; round < 2; ++round) {
    for (int k = 0; k < rehearsedSteps; ++k) (void)advance();
    startAgain();
    if (rescue_) (void)integrate(*rescue_, begin_, options_.substeps);
    correctAlgebraic(begin_);
    if (!next_.empty()) (void)bound().evaluate(Entry::discrete, begin_, y_, next_);
    if (!actionValues_.empty()) (void)bound().evaluate(Entry::actions, begin_, y_, actionValues_);
    if (!lastWords_.empty()) (void)bound().evaluate(Entry::messages, begin_, y_, lastWords_);
    startAgain();
    if (round == 0) bound().fixPivots();
  }
  (void)code_.stopMaking();  // nothing but the run itself takes time from now on
  counts_ = {};
  sparedBefore_ = bound().sparedFactorisations();
}

// ---- a step ---------------------------------------------------------------------------------------------------------

void FixedStepRun::setInput(std::size_t input, double value) {
  if (bound().inputs[input] == value) return;
  bound().inputs[input] = value;
  inputsChanged_ = true;
}

void FixedStepRun::followData() {
  if (data_.empty()) return;
  std::ranges::copy(bound().inputs, inputsBefore_.begin());
  data_.moveTo(time());
  data_.evaluate(time(), bound().inputs);
  if (!std::ranges::equal(inputsBefore_, bound().inputs)) inputsChanged_ = true;
}

bool FixedStepRun::advance() {
  followData();
  if (inputsChanged_) {
    inputsChanged_ = false;
    correctAlgebraic(time());
    if (!truth_.empty() || !next_.empty()) (void)settle(time(), /*isForced=*/true);
  }
  step();
  ++step_;
  ++counts_.steps;
  remember();
  if (settle(time(), /*isForced=*/false)) {
    ++counts_.events;
    rememberJump();
  }
  selectStates(time());
  if (hasAssertions_) checkAssertions(time());
  if (!outputs_.evaluate(bound(), time(), y_, outputValues_)) ++counts_.undefined;
  return !terminated_;
}

void FixedStepRun::step() {
  const double from = timeOf(step_);
  if (!integrator_) return follow(timeOf(step_ + 1));
  if (integrate(*integrator_, from, 1)) return;
  if (!firstFailure_) firstFailure_ = from;
  isFresh_ = true;
  const bool isComputed = integrate(*rescue_, from, options_.substeps);
  ++(isComputed ? counts_.substepped : counts_.held);
  isFresh_ = true;
}

/// y after so many steps of the integrator. False: y is left as it was.
bool FixedStepRun::integrate(Integrator& integrator, double from, int steps) {
  if (isFresh_ && integrator.start(from, y_, from + stepsToTheEnd * h_) == RunStatus::failed) return false;
  for (int k = 0; k < steps; ++k)
    if (integrator.step() == RunStatus::failed) return false;
  const ConstView state = integrator.state();
  if (!std::ranges::all_of(state, [](double value) { return std::isfinite(value); })) return false;
  std::ranges::copy(state, y_.begin());
  isFresh_ = false;
  return true;
}

/// Delayed expressions over the last step, as straight lines: their ends are all that is known at no further cost.
void FixedStepRun::remember() {
  const std::size_t count = compiled_.delays.size();
  if (count == 0) return;
  constexpr std::size_t nodes = DelayHistory::nodesPerStep;
  const ConstView before = bound().history.present();
  const bool isKnown = bound().evaluate(Entry::delays, time(), y_, delayValues_) == Evaluation::ok;
  for (std::size_t k = 0; k < count; ++k) {
    const double from = before[k], to = isKnown ? delayValues_[numbersPerDelay * k] : from;
    for (std::size_t node = 0; node < nodes; ++node)
      delayNodes_[node * count + k] = from + (to - from) * static_cast<double>(node) / (nodes - 1);
  }
  bound().history.add(timeOf(step_ - 1), time(), delayNodes_);
  bound().history.forgetBefore(timeOf(step_ - 1) - longestDelay_ - h_);
}

void FixedStepRun::rememberJump() {
  const std::size_t count = compiled_.delays.size();
  if (count == 0 || bound().evaluate(Entry::delays, time(), y_, delayValues_) != Evaluation::ok) return;
  for (std::size_t k = 0; k < count; ++k) delayNodes_[k] = delayValues_[numbersPerDelay * k];
  bound().history.jumpTo(ConstView(delayNodes_).first(count));
}

/// Of a model in which nothing is differentiated: from the last time at which the unknowns were found.
void FixedStepRun::follow(double to) {
  const auto correct = [this](double t) {
    algebraic_.forget();
    return algebraic_.correct(t, y_, AlgebraicPart::toleranceWithoutStates);
  };
  if (correct(to)) {
    followedTo_ = to;
    return;
  }
  if (!firstFailure_) firstFailure_ = followedTo_;
  const double from = followedTo_;
  for (int k = 1; k <= options_.substeps; ++k)
    if (const double t = k == options_.substeps ? to : from + (to - from) * k / options_.substeps; correct(t))
      followedTo_ = t;
  ++(followedTo_ == to ? counts_.substepped : counts_.held);
}

// ---- the end of a step ----------------------------------------------------------------------------------------------

/// First with the clocks that tick here, then with their flags down again.
bool FixedStepRun::settle(double t, bool isForced) {
  bound().arrive(t, y_);
  const bool ticks = clocks_.raise(bound(), t);
  bool isEvent = ticks || isForced;
  if (!truth_.empty() && !isEvent) {
    if (!bound().relations(t, y_, truth_)) {
      ++counts_.unsettled;
      return false;
    }
    isEvent = truth_ != bound().modes;
  }
  if (!isEvent) return false;
  bool hasSwitched = ticks;
  if (!settleRounds(t, hasSwitched)) ++counts_.unsettled;
  if (ticks) {
    clocks_.lower(bound());
    bound().arrive(t, y_);
    if (!settleRounds(t, hasSwitched)) ++counts_.unsettled;
  }
  isFresh_ = isFresh_ || hasSwitched;
  return hasSwitched;
}

/// The event iteration of Modelica 3.6, appendix B, without a search where it goes round in circles. False: it has not
/// settled.
bool FixedStepRun::settleRounds(double t, bool& hasSwitched) {
  constexpr int mostSettlingRounds = 10;
  for (int round = 0; round < mostSettlingRounds; ++round) {
    bool hasChanged = false;
    if (!agree(t, hasChanged)) return false;
    hasSwitched = hasSwitched || hasChanged;
    if (hasChanged) {
      correctAlgebraic(t);
      continue;
    }
    const bool isRestarted = act(t);
    hasSwitched = hasSwitched || isRestarted;
    if (!isRestarted && bound().pre == bound().d) return true;
    std::ranges::copy(bound().d, bound().pre.begin());
    bound().arrive(t, y_);
  }
  return false;
}

/// Relations, then one pass of the discrete part. False: one of them is not defined.
bool FixedStepRun::agree(double t, bool& hasChanged) {
  if (!truth_.empty()) {
    if (!bound().relations(t, y_, truth_)) return false;
    hasChanged = truth_ != bound().modes;
    std::ranges::copy(truth_, bound().modes.begin());
  }
  if (next_.empty()) return true;
  if (bound().evaluate(Entry::discrete, t, y_, next_) != Evaluation::ok) return false;
  hasChanged = hasChanged || next_ != bound().d;
  std::ranges::copy(next_, bound().d.begin());
  return true;
}

/// The actions of when-clauses. True: a state was reinitialised.
bool FixedStepRun::act(double t) {
  const auto& actions = compiled_.events.actions;
  if (actions.empty() || bound().evaluate(Entry::actions, t, y_, actionValues_) != Evaluation::ok) return false;
  bool isRestarted = false;
  for (std::size_t k = 0; k < actions.size(); ++k) {
    const bool isActive = actionValues_[2 * k] != 0.0;
    const double value = actionValues_[2 * k + 1];
    if (!isActive) continue;
    if (actions[k].kind == ActionKind::reinit) {
      y_[actions[k].target] = value;
      isRestarted = true;
    } else if (actions[k].kind == ActionKind::terminate) {
      if (terminated_) continue;
      terminated_ = k;
      (void)bound().evaluate(Entry::messages, t, y_, lastWords_);
    }
  }
  if (isRestarted) correctAlgebraic(t);
  return isRestarted;
}

void FixedStepRun::correctAlgebraic(double t) {
  constexpr double accuracy = 1e-9;
  algebraic_.forget();
  if (!algebraic_.correct(t, y_, accuracy)) ++counts_.unsettled;
  isFresh_ = isFresh_ || !algebraic_.empty();
}

void FixedStepRun::selectStates(double t) {
  if (!selection_.reselect(bound(), Entry::selection, t, y_, y_)) return;
  correctAlgebraic(t);
  isFresh_ = true;
}

void FixedStepRun::checkAssertions(double t) {
  if (bound().evaluate(Entry::actions, t, y_, actionValues_) != Evaluation::ok) return;
  bool isViolated = false;
  for (std::size_t k = 0; k < compiled_.events.actions.size(); ++k) {
    if (compiled_.events.actions[k].kind != ActionKind::assertion) continue;
    if (actionValues_[2 * k] == 0.0 || actionValues_[2 * k + 1] != 0.0) continue;
    isViolated = true;
    if (!violation_) noteViolation(k, t);
  }
  if (isViolated) ++counts_.violated;
}

void FixedStepRun::noteViolation(std::size_t action, double t) {
  violation_ = Violation{action, t};
  (void)bound().evaluate(Entry::messages, t, y_, violationValues_);
}

// ---- the report -----------------------------------------------------------------------------------------------------

FixedStepCounts FixedStepRun::counts() const {
  FixedStepCounts result = counts_;
  result.otherPivots = bound().sparedFactorisations() - sparedBefore_;
  return result;
}

void FixedStepRun::report(Diagnostics& diagnostics) const {
  if (firstFailure_) {
    Diagnostic& d = diagnostics.warning(
        "emergency", {},
        fmt::format(
            "{} steps could not be computed, the first at time {:.9g}: {} were computed in {} shorter ones, and "
            "over {} the state was held",
            counts_.substepped + counts_.held, *firstFailure_, counts_.substepped, options_.substeps, counts_.held));
    if (const auto fault = bound().lastFault(); fault)
      d.detail(fault->origin + ": " + fault->reason);
    else if (rescue_ && rescue_->failure().kind == FailureKind::singularMatrix)
      d.detail("the matrix of the step is singular: no equation determines some unknown any more");
    d.hint("a shorter step, or an L-stable method (rodas3, ros2p), may help");
  }
  if (counts_.unsettled > 0)
    diagnostics.warning("emergency", {},
                        fmt::format("at {} events relations or algebraic unknowns did not settle", counts_.unsettled));
  if (counts_.undefined > 0)
    diagnostics.warning("emergency", {},
                        fmt::format("in {} steps an output had no value, and kept the one before", counts_.undefined));
  if (violation_) {
    Diagnostic d = assertionViolated(compiled_.events.actions[violation_->action], violation_->time, violationValues_);
    d.severity = Severity::warning;  // the run went on
    d.note(fmt::format("assertions did not hold at the ends of {} steps", counts_.violated));
    diagnostics.add(std::move(d));
  }
  if (terminated_)
    diagnostics.warning("terminate", {},
                        fmt::format("the model ended the run at time {:.9g}: {}", time(),
                                    actionText(compiled_.events.actions[*terminated_], lastWords_)));
}

}  // namespace dashpot::simulation
