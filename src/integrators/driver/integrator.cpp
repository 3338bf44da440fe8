// The driver, which is common to all methods. See Integrator in dashpot/integrate.hpp.
#include "base/by_fours.hpp"
#include "base/flush_to_zero.hpp"
#include "dashpot/integrate.hpp"
#include "integrators/driver/event_monitor.hpp"
#include "integrators/driver/validate.hpp"
#include "integrators/registry.hpp"
#include "integrators/second_order/pairs.hpp"
#include "integrators/stepper.hpp"
#include "integrators/system/reduced_view.hpp"
#include "integrators/system/system.hpp"
#include "linalg/sparsity.hpp"
#include "tableaux/implicit_rk.hpp"
#include "tableaux/rosenbrock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dashpot {

using integrators::EventMonitor;
using integrators::ReducedView;
using integrators::StepOutcome;
using integrators::Stepper;
using integrators::System;

namespace {

/// The size from which on a system may be one in which something diffuses; in small ones the switch would cost more.
constexpr int smallestFlushed = 32;

/// Methods that know only y' = F get a non-singular diagonal M divided out, of F and of its derivatives.
Problem withoutMass(Problem problem) {
  const Vector m = problem.mass.values;
  problem.rhs = VectorFunction([f = problem.rhs, m](double t, ConstView y, View out) {
    const Evaluation e = f(t, y, out);
    for (std::size_t i = 0; i < m.size(); ++i) out[i] /= m[i];
    return e;
  });
  if (problem.timeDerivative)
    problem.timeDerivative = VectorFunction([f = problem.timeDerivative, m](double t, ConstView y, View out) {
      const Evaluation e = f(t, y, out);
      for (std::size_t i = 0; i < m.size(); ++i) out[i] /= m[i];
      return e;
    });
  if (problem.jacobian && problem.jacobian->values) {
    std::vector<int> rows;
    for (const linalg::Place& place : linalg::places(problem.size, problem.jacobian->pattern))
      rows.push_back(place.row);
    problem.jacobian->values = VectorFunction([f = problem.jacobian->values, m, rows](double t, ConstView y, View out) {
      const Evaluation e = f(t, y, out);
      for (std::size_t k = 0; k < rows.size(); ++k) out[k] /= m[static_cast<std::size_t>(rows[k])];
      return e;
    });
  }
  if (problem.diagonalSplitting)
    problem.diagonalSplitting = VectorFunction([f = problem.diagonalSplitting, m](double t, ConstView y, View out) {
      const Evaluation e = f(t, y, out);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] /= m[i % m.size()];
      return e;
    });
  problem.mass = {};
  problem.linearSolver = {};  // it was made for the M that is gone
  return problem;
}

/// None: the method works on y itself.
std::unique_ptr<ReducedView> reducedFor(const Problem& problem, const Options& options, Statistics& statistics) {
  const MethodTraits& method = *findMethod(options.method);
  if (method.family == Family::inlined) return nullptr;  // its equations have the algebraic unknowns among them
  const bool isWanted =
      options.algebraic == AlgebraicUnknowns::reduced || !method.daeOrder ||
      (options.algebraic == AlgebraicUnknowns::automatic && options.step == 0 && !method.stifflyAccurate);
  if (!isWanted || !ReducedView::appliesTo(problem)) return nullptr;
  return std::make_unique<ReducedView>(problem, options, statistics);
}

Problem suitedTo(const Options& options, Problem problem) {
  const MethodTraits* const method = findMethod(options.method);
  const bool divides = method && !method->takesMass && problem.mass.kind == MassMatrix::Kind::diagonal &&
                       static_cast<int>(problem.mass.values.size()) == problem.size &&
                       std::ranges::count(problem.mass.values, 0.0) == 0;
  return divides ? withoutMass(std::move(problem)) : problem;
}

/// What else would be written or left out beyond the numbers that are there.
void requireFours(ConstView times, ConstView y, std::size_t unknowns) {
  if (times.size() % by_fours::count == 0 && y.size() == times.size() * unknowns) return;
  throw std::invalid_argument(
      fmt::format("times come in fours, with {} numbers for each: here are {} times and {} numbers", unknowns,
                  times.size(), y.size()));
}

}  // namespace

class Integrator::Run {
 public:
  Run(Problem problem, Options options)
      : options_(std::move(options)),
        complaint_(integrators::complaintAbout(problem, options_)),
        state_(static_cast<std::size_t>(std::max(problem.size, 0))),
        reduced_(complaint_.empty() ? reducedFor(problem, options_, statistics_) : nullptr),
        reducedOptions_(reduced_ ? std::optional(reduced_->options()) : std::nullopt),
        stepOptions_(reducedOptions_ ? *reducedOptions_ : options_),
        system_(suitedTo(options_, reduced_ ? reduced_->problem() : std::move(problem)), statistics_),
        monitor_(system_, stepOptions_) {
    if (!complaint_.empty()) return;
    stepper_ = integrators::makeStepper(options_.method, system_, stepOptions_);
    inner_.resize(static_cast<std::size_t>(system_.size()));
    stops_ = system_.problem().discontinuities;
  }
  ~Run() { releaseInputs(); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  RunStatus start(double t0, ConstView y0, double end) {
    if (complaint_.empty()) complaint_ = integrators::complaintAboutStart(state_.size(), t0, y0, end);
    if (complaint_.empty() && !arePairsSuited_ && findMethod(options_.method)->family == Family::secondOrder)
      complaint_ = integrators::complaintAboutPairs(system_.problem(), options_.method, t0, statesOf(y0));
    if (!complaint_.empty()) return refuse();
    arePairsSuited_ = options_.realTime;  // a start anew after an event takes no memory to look again
    statistics_ = {};
    system_.clearException();
    start_ = t0;
    end_ = end;
    direction_ = end < t0 ? -1 : 1;
    sortStops();
    monitor_.forgetSigns();
    eventsInARow_ = eventsAtOnce_ = 0;
    lastProgress_ = t0;
    return begin(t0, y0, 0);
  }

  RunStatus step() {
    const FlushToZero guard(system_.size() >= smallestFlushed);
    if (status_ == RunStatus::finished || status_ == RunStatus::failed) return status_;
    if (time_ == end_) return status_ = RunStatus::finished;
    previousTime_ = time_;
    if (time_ == stepper_->time() || resumeAt_) {
      if (!advanceStepper()) return status_;
    }
    if (monitor_.active()) {
      if (const auto event = nextEvent()) return stopAt(*event);
      if (status_ == RunStatus::failed) return status_;
    }
    if (!moveTo(stepper_->time(), stepper_->state())) return status_;
    if (blowsUp()) return status_;
    if (time_ == limit_ && limit_ != end_) arriveAtDiscontinuity();
    reportProgress();
    if (time_ == end_) return status_ = RunStatus::finished;
    if (options_.stop.stop_requested()) return status_ = RunStatus::cancelled;
    return status_ = RunStatus::running;
  }

  RunStatus restart(ConstView y) {
    if (status_ == RunStatus::failed) return status_;
    if (const auto text = integrators::complaintAboutStart(state_.size(), time_, y, end_); !text.empty()) {
      complaint_ = text;
      return refuse();
    }
    monitor_.forgetSigns();
    return begin(time_, y, stepAfterEvent());
  }

  void interpolate(double t, View y) {
    if (t == time_) {
      std::ranges::copy(state_, y.begin());
    } else if (!reduced_) {
      stepper_->interpolate(t, y);
    } else {
      stepper_->interpolate(t, inner_);
      reduced_->observe(t, inner_, y);
    }
  }

  void interpolateMany(ConstView times, View y) {
    if (reduced_) return integrators::oneByOne(times, y, [this](double t, View at) { interpolate(t, at); });
    stepper_->interpolateMany(times, y);
    putEnd(times, y);
  }
  void glimpse(ConstView times, View y) {
    if (reduced_) return interpolateMany(times, y);
    stepper_->glimpse(times, y);
    putEnd(times, y);
  }

  Checkpoint checkpoint() const {
    Checkpoint result{options_.method, time_, end_, {state_.begin(), state_.end()}, {}, statistics_};
    const bool whole = stepper_ && !resumeAt_ && time_ == stepper_->time();
    const Vector history = whole ? stepper_->saveMemory() : Vector{};
    result.memory = {stepper_ ? stepper_->nextStep() : 0.0};
    if (history.empty()) return result;
    if (reduced_) {
      const Vector algebraic = reduced_->saveMemory();
      result.memory.insert(result.memory.end(), algebraic.begin(), algebraic.end());
    }
    result.memory.insert(result.memory.end(), history.begin(), history.end());
    return result;
  }

  RunStatus resume(const Checkpoint& saved) {
    if (complaint_.empty() && saved.method != options_.method)
      complaint_ = fmt::format("the checkpoint was made with '{}', not with '{}'", saved.method, options_.method);
    if (complaint_.empty() && saved.memory.empty()) complaint_ = "the checkpoint holds no memory: it is damaged";
    if (!complaint_.empty()) return refuse();
    if (const RunStatus s = start(saved.time, saved.state, saved.end); s != RunStatus::running) return s;
    if (begin(saved.time, saved.state, saved.memory[0]) != RunStatus::running) return status_;
    const ConstView memory = ConstView(saved.memory).subspan(1);
    if (!memory.empty()) {
      const std::size_t algebraic = reduced_ ? reduced_->memorySize() : 0;
      if (memory.size() < algebraic || !stepper_->fits(memory.subspan(algebraic))) {
        complaint_ = "the checkpoint does not fit this problem and method: it is damaged";
        return refuse();
      }
      if (reduced_) reduced_->restoreMemory(memory.first(algebraic));
      stepper_->restoreMemory(memory.subspan(algebraic));
      std::ranges::copy(saved.state, state_.begin());
      if (stepper_->previousTime() != stepper_->time()) monitor_.goOn();
    }
    statistics_ = saved.statistics;
    return status_;
  }

  RunStatus status_ = RunStatus::running;
  double time_ = 0;
  double previousTime_ = 0;
  Event event_;
  Failure failure_;
  Statistics statistics_;
  Options options_;
  std::string complaint_;
  bool arePairsSuited_ = false;  // known, and not looked at again
  Vector state_;                 // y

  /// In real time a failure gets its text when somebody asks for it.
  const Failure& failure() {
    if (failure_.kind != FailureKind::none && failure_.message.empty())
      failure_.message = fmt::format("The step of {:.3g} from t = {:.10g} failed.", failure_.stepSize, failure_.time);
    return failure_;
  }

  int direction() const { return direction_; }
  const MethodTrail* trail() const { return stepper_ ? stepper_->trail() : nullptr; }
  int limitingComponent() const {
    const int limiting = stepper_ ? stepper_->limitingComponent() : -1;
    return reduced_ ? reduced_->componentOf(limiting) : limiting;
  }
  int order() const {
    const int varying = stepper_ ? stepper_->order() : 0;
    return varying > 0 ? varying : findMethod(options_.method)->order;
  }

 private:
  /// Where one of these times is the present one, the state is that of the step, not of its interpolant.
  void putEnd(ConstView times, View y) const {
    for (std::size_t k = 0; k < times.size(); ++k)
      if (times[k] == time_) by_fours::put(state_, k, y);
  }

  /// An event at the very beginning of a step may be an error of the interpolant, whose slope there need not be that of
  /// the solution. Where one follows the other, a relation would switch without end, unless steps become shorter.
  double stepAfterEvent() const {
    constexpr double shorter = 0.125;
    return (eventsAtOnce_ > 1 ? shorter : 1.0) * stepper_->nextStep();
  }
  void noteEvent(double t) {
    constexpr double beginning = 1e-3;  // of the step
    const bool isAtOnce = std::abs(t - previousTime_) < beginning * std::abs(stepper_->time() - previousTime_);
    eventsAtOnce_ = isAtOnce ? eventsAtOnce_ + 1 : 0;
  }

  RunStatus refuse() {
    failure_ = {FailureKind::invalidInput, time_, 0, -1, fmt::format("Invalid input: {}.", complaint_)};
    return status_ = RunStatus::failed;
  }

  RunStatus fail(const Failure& failure) {
    failure_ = failure;
    if (reduced_) {
      failure_.worstComponent = reduced_->componentOf(failure.worstComponent);
      if (!reduced_->trouble().empty()) failure_.message += fmt::format(" Last, {}.", reduced_->trouble());
    }
    return status_ = RunStatus::failed;
  }

  /// The unknowns that the method works on, taken from y as users know it.
  ConstView statesOf(ConstView y) {
    if (!reduced_) return y;
    reduced_->takeStates(y, inner_);
    return inner_;
  }

  /// Takes the unknowns that the method works on as the state at t.
  bool moveTo(double t, ConstView y) {
    time_ = t;
    if (!reduced_)
      std::ranges::copy(y, state_.begin());
    else if (reduced_->complete(t, y, state_) != Evaluation::ok)
      return withoutSolution(t);
    return true;
  }

  bool withoutSolution(double t) {
    fail({reduced_->isSingular() ? FailureKind::singularMatrix : FailureKind::evaluation, t, stepper_->nextStep(), -1,
          options_.realTime ? "" : fmt::format("The algebraic unknowns are not defined at t = {:.10g}.", t)});
    return false;
  }

  RunStatus begin(double t, ConstView y, double stepHint) {
    time_ = previousTime_ = t;
    std::ranges::copy(y, state_.begin());
    resumeAt_.reset();
    isLimitKnown_ = false;
    status_ = RunStatus::running;
    holdInputs();
    if (reduced_ && reduced_->begin(t, state_) != Evaluation::ok) {
      withoutSolution(t);
      return status_;
    }
    const ConstView states = statesOf(state_);
    if (stepper_->begin(t, states, end_, t == end_ ? 1.0 : stepHint) == StepOutcome::failed)
      return fail(stepper_->failure());
    if (monitor_.active()) {
      if (const auto event = monitor_.begin(t, statesOf(state_))) return stopAt(*event);
      if (!eventsDefined(t)) return status_;
    }
    return status_;
  }

  void holdInputs() {
    if (!options_.holdInputs) return;
    system_.problem().holdInputs(time_);
    stepper_->inputsChanged();
  }
  void releaseInputs() {
    if (options_.holdInputs && system_.problem().holdInputs) system_.problem().holdInputs(std::nullopt);
  }

  void sortStops() {
    std::ranges::sort(stops_);
    if (direction_ < 0) std::ranges::reverse(stops_);
  }

  /// Steps between two discontinuities have the same one.
  void findLimit() {
    limit_ = nextLimit();
    confineTime();
    isLimitKnown_ = true;
  }

  /// The next time that must not be stepped over: the end, or the last number before a declared discontinuity.
  double nextLimit() {
    nextStop_.reset();
    if (options_.realTime) return end_;
    for (const double stop : stops_) {
      if ((stop - time_) * direction_ <= 0 || (stop - end_) * direction_ > 0) continue;
      nextStop_ = stop;
      const double before = std::nextafter(stop, time_);
      return before == time_ ? stop : before;
    }
    return end_;
  }

  void confineTime() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!nextStop_)
      system_.confineTime(-infinity, infinity);
    else if (direction_ > 0)
      system_.confineTime(-infinity, limit_);
    else
      system_.confineTime(limit_, infinity);
  }

  void arriveAtDiscontinuity() {
    time_ = *nextStop_;
    resumeAt_ = time_;
  }

  bool advanceStepper() {
    if (resumeAt_) {
      const Vector y(state_);
      nextStop_.reset();
      confineTime();
      if (begin(*resumeAt_, y, 0) != RunStatus::running) return false;  // after a jump the old step means nothing
    } else {
      holdInputs();
    }
    if (statistics_.steps >= options_.maxSteps) {
      fail({FailureKind::tooManySteps, time_, stepper_->nextStep(), -1,
            fmt::format("{} steps did not reach the end; stopped at t = {:.10g} with a step of {:.3g}.",
                        options_.maxSteps, time_, stepper_->nextStep())});
      return false;
    }
    if (!isLimitKnown_) findLimit();
    if (stepper_->step(limit_) == StepOutcome::failed) {
      fail(stepper_->failure());
      return false;
    }
    return true;
  }

  std::optional<Event> nextEvent() {
    auto event = monitor_.scan(*stepper_, previousTime_, stepper_->time(), options_.realTime);
    if (!event) eventsDefined(stepper_->time());
    return event;
  }

  bool eventsDefined(double t) {
    if (monitor_.evaluation() == Evaluation::ok) return true;
    const bool threw = !system_.exceptionText().empty();
    fail({threw ? FailureKind::exception : FailureKind::evaluation, t, stepper_->nextStep(), -1,
          threw ? fmt::format("An event function threw at t = {:.10g}: {}", t, system_.exceptionText())
                : fmt::format("An event function is not defined at t = {:.10g}.", t)});
    return false;
  }

  RunStatus stopAt(const Event& event) {
    event_ = event;
    ++statistics_.events;
    noteEvent(event.time);
    ConstView states = stepper_->state();
    if (event.time != stepper_->time()) {
      stepper_->interpolate(event.time, inner_);
      states = inner_;
    }
    if (!moveTo(event.time, states)) return status_;
    if (storms()) return status_;
    return status_ = RunStatus::event;
  }

  bool blowsUp() {
    if (options_.blowUpLimit <= 0) return false;
    const ConstView y = statesOf(state_);
    const auto large = std::ranges::find_if(y, [&](double v) { return !(std::abs(v) <= options_.blowUpLimit); });
    if (large == y.end()) return false;
    const auto component = static_cast<int>(large - y.begin());
    fail({FailureKind::blowUp, time_, stepper_->nextStep(), component,
          fmt::format("The solution blows up: {} is {:.3g} at t = {:.10g}, above the limit of {:.3g}.",
                      system_.nameOf(component), *large, time_, options_.blowUpLimit)});
    return true;
  }

  /// Many events while time hardly moves.
  bool storms() {
    constexpr double progress = 1e-10;  // of the whole interval
    if (std::abs(time_ - lastProgress_) > progress * std::abs(end_ - start_)) {
      lastProgress_ = time_;
      eventsInARow_ = 0;
    }
    if (++eventsInARow_ <= options_.maxEventsWithoutProgress) return false;
    fail({FailureKind::eventStorm, time_, stepper_->nextStep(), -1,
          fmt::format(
              "Event storm: {} events at t = {:.10g} without progress; event function {} switches back and forth.",
              eventsInARow_, time_, event_.functions.front())});
    return true;
  }

  void reportProgress() {
    if (!options_.progress || ++sinceReport_ < 16) return;
    sinceReport_ = 0;
    const auto now = std::chrono::steady_clock::now();
    if (now - lastReport_ < std::chrono::milliseconds(100)) return;
    lastReport_ = now;
    options_.progress({time_, start_, end_, statistics_.steps});
  }

  std::unique_ptr<ReducedView> reduced_;  // none: the method works on y itself
  std::optional<Options> reducedOptions_;
  const Options& stepOptions_;  // for the unknowns that the method works on
  System system_;
  EventMonitor monitor_;
  std::unique_ptr<Stepper> stepper_;
  Vector inner_;  // work: the unknowns that the method works on
  Vector stops_;  // declared discontinuities in the order in which they are met
  std::optional<double> nextStop_;
  std::optional<double> resumeAt_;  // a discontinuity was reached: the next step starts anew from here
  double limit_ = 0;
  bool isLimitKnown_ = false;
  double start_ = 0;
  double end_ = 0;
  int direction_ = 1;
  int eventsInARow_ = 0;
  int eventsAtOnce_ = 0;  // one after the other, each at the beginning of its step
  double lastProgress_ = 0;
  int sinceReport_ = 0;
  std::chrono::steady_clock::time_point lastReport_{};
};

Integrator::Integrator(Problem problem, Options options)
    : run_(std::make_unique<Run>(std::move(problem), std::move(options))) {}
Integrator::~Integrator() = default;
Integrator::Integrator(Integrator&&) noexcept = default;
Integrator& Integrator::operator=(Integrator&&) noexcept = default;

RunStatus Integrator::start(double t0, ConstView y0, double end) { return run_->start(t0, y0, end); }
RunStatus Integrator::step() { return run_->step(); }
RunStatus Integrator::restart(ConstView y) { return run_->restart(y); }

RunStatus Integrator::run() {
  RunStatus status = run_->status_;
  do status = step();
  while (status == RunStatus::running);
  return status;
}

RunStatus Integrator::advanceTo(double t) {
  RunStatus status = run_->status_;
  while (status != RunStatus::failed && (time() - t) * run_->direction() < 0) {
    status = step();
    if (status == RunStatus::event || status == RunStatus::cancelled || status == RunStatus::finished) break;
  }
  return status;
}

double Integrator::time() const { return run_->time_; }
ConstView Integrator::state() const { return run_->state_; }
double Integrator::previousTime() const { return run_->previousTime_; }
void Integrator::interpolate(double t, View y) const { run_->interpolate(t, y); }
void Integrator::interpolateMany(ConstView times, View y) const {
  requireFours(times, y, run_->state_.size());
  run_->interpolateMany(times, y);
}
void Integrator::glimpse(ConstView times, View y) const {
  requireFours(times, y, run_->state_.size());
  run_->glimpse(times, y);
}
const Event& Integrator::event() const { return run_->event_; }
int Integrator::limitingComponent() const { return run_->limitingComponent(); }
int Integrator::lastOrder() const { return run_->order(); }
const Failure& Integrator::failure() const { return run_->failure(); }
const Statistics& Integrator::statistics() const { return run_->statistics_; }
const MethodTraits& Integrator::method() const {
  static const MethodTraits unknown{.name = "unknown"};
  const MethodTraits* const traits = findMethod(run_->options_.method);
  return traits ? *traits : unknown;
}
const MethodTrail& Integrator::trail() const {
  static const MethodTrail none;
  const MethodTrail* const trail = run_->trail();
  return trail ? *trail : none;
}
Checkpoint Integrator::checkpoint() const { return run_->checkpoint(); }
RunStatus Integrator::resume(const Checkpoint& checkpoint) { return run_->resume(checkpoint); }

}  // namespace dashpot
