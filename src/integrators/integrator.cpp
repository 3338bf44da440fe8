// The driver: what is common to all methods. See Integrator in dashpot/integrate.hpp.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "dashpot/integrate.hpp"
#include "integrators/event_monitor.hpp"
#include "integrators/pairs.hpp"
#include "integrators/registry.hpp"
#include "integrators/stepper.hpp"
#include "integrators/system.hpp"
#include "integrators/validate.hpp"
#include "linalg/sparsity.hpp"

namespace dashpot {

using integrators::EventMonitor;
using integrators::StepOutcome;
using integrators::Stepper;
using integrators::System;

namespace {

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

/// The families whose formulas have no place for M.
bool needsIdentityMass(const MethodTraits& method) {
  return method.family == "explicit" || method.family == "published" || method.family == "adams" ||
         method.family == "doubling" || method.family == "second-order" || method.family == "transition" ||
         method.family == "diagonal-exponential" || method.family == "switching";
}

Problem suitedTo(const Options& options, Problem problem) {
  const MethodTraits* const method = findMethod(options.method);
  const bool divides = method && needsIdentityMass(*method) && problem.mass.kind == MassMatrix::Kind::diagonal &&
                       static_cast<int>(problem.mass.values.size()) == problem.size &&
                       std::ranges::count(problem.mass.values, 0.0) == 0;
  return divides ? withoutMass(std::move(problem)) : problem;
}

}  // namespace

class Integrator::Run {
 public:
  Run(Problem problem, Options options)
      : options_(std::move(options)),
        system_(suitedTo(options_, std::move(problem)), statistics_),
        complaint_(integrators::complaintAbout(system_.problem(), options_)),
        monitor_(system_, options_) {
    if (!complaint_.empty()) return;
    stepper_ = integrators::makeStepper(options_.method, system_, options_);
    state_.resize(static_cast<std::size_t>(system_.size()));
    stops_ = system_.problem().discontinuities;
  }
  ~Run() { releaseInputs(); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  RunStatus start(double t0, ConstView y0, double end) {
    if (complaint_.empty()) complaint_ = integrators::complaintAboutStart(system_.problem(), t0, y0, end);
    if (complaint_.empty() && findMethod(options_.method)->family == "second-order")
      complaint_ = integrators::complaintAboutPairs(system_.problem(), options_.method, t0, y0);
    if (!complaint_.empty()) return refuse();
    statistics_ = {};
    system_.clearException();
    start_ = t0;
    end_ = end;
    direction_ = end < t0 ? -1 : 1;
    sortStops();
    monitor_.forgetSigns();
    eventsInARow_ = 0;
    lastProgress_ = t0;
    return begin(t0, y0, 0);
  }

  RunStatus step() {
    if (status_ == RunStatus::finished || status_ == RunStatus::failed) return status_;
    if (time_ == end_) return status_ = RunStatus::finished;
    previousTime_ = time_;
    if (time_ == stepper_->time() || resumeAt_) {
      if (!advanceStepper()) return status_;
    }
    if (const auto event = nextEvent()) return stopAt(*event);
    if (status_ == RunStatus::failed) return status_;
    moveTo(stepper_->time(), stepper_->state());
    if (blowsUp()) return status_;
    if (time_ == limit_ && limit_ != end_) arriveAtDiscontinuity();
    reportProgress();
    if (time_ == end_) return status_ = RunStatus::finished;
    if (options_.stop.stop_requested()) return status_ = RunStatus::cancelled;
    return status_ = RunStatus::running;
  }

  RunStatus restart(ConstView y) {
    if (status_ == RunStatus::failed) return status_;
    if (const auto text = integrators::complaintAboutStart(system_.problem(), time_, y, end_); !text.empty()) {
      complaint_ = text;
      return refuse();
    }
    monitor_.forgetSigns();
    return begin(time_, y, stepper_->nextStep());
  }

  void interpolate(double t, View y) {
    if (t == time_)
      std::ranges::copy(state_, y.begin());
    else
      stepper_->interpolate(t, y);
  }

  Checkpoint checkpoint() const {
    Checkpoint result{options_.method, time_, end_, {state_.begin(), state_.end()}, {}, statistics_};
    const bool whole = stepper_ && !resumeAt_ && time_ == stepper_->time();
    const Vector history = whole ? stepper_->saveMemory() : Vector{};
    result.memory = {stepper_ ? stepper_->nextStep() : 0.0};
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
    const ConstView history = ConstView(saved.memory).subspan(1);
    if (!history.empty() && history.size() != stepper_->saveMemory().size()) {
      complaint_ = "the checkpoint does not fit this problem and method: it is damaged";
      return refuse();
    }
    if (!history.empty()) stepper_->restoreMemory(history);
    statistics_ = saved.statistics;
    return status_;
  }

  RunStatus status_ = RunStatus::running;
  double time_ = 0;
  double previousTime_ = 0;
  Vector state_;
  Event event_;
  Failure failure_;
  Statistics statistics_;
  Options options_;

  int direction() const { return direction_; }
  int limitingComponent() const { return stepper_ ? stepper_->limitingComponent() : -1; }

 private:
  RunStatus refuse() {
    failure_ = {FailureKind::invalidInput, time_, 0, -1, fmt::format("Invalid input: {}.", complaint_)};
    return status_ = RunStatus::failed;
  }

  RunStatus fail(const Failure& failure) {
    failure_ = failure;
    return status_ = RunStatus::failed;
  }

  void moveTo(double t, ConstView y) {
    time_ = t;
    std::ranges::copy(y, state_.begin());
  }

  RunStatus begin(double t, ConstView y, double stepHint) {
    moveTo(t, y);
    previousTime_ = t;
    resumeAt_.reset();
    status_ = RunStatus::running;
    holdInputs();
    if (stepper_->begin(t, y, end_, t == end_ ? 1.0 : stepHint) == StepOutcome::failed)
      return fail(stepper_->failure());
    if (monitor_.active()) {
      if (const auto event = monitor_.begin(t, y)) return stopAt(*event);
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
    limit_ = nextLimit();
    confineTime();
    if (stepper_->step(limit_) == StepOutcome::failed) {
      fail(stepper_->failure());
      return false;
    }
    return true;
  }

  std::optional<Event> nextEvent() {
    if (!monitor_.active()) return std::nullopt;
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
    time_ = event.time;
    if (time_ == stepper_->time())
      std::ranges::copy(stepper_->state(), state_.begin());
    else
      stepper_->interpolate(time_, state_);
    if (storms()) return status_;
    return status_ = RunStatus::event;
  }

  bool blowsUp() {
    if (options_.blowUpLimit <= 0) return false;
    const auto large = std::ranges::find_if(state_, [&](double y) { return !(std::abs(y) <= options_.blowUpLimit); });
    if (large == state_.end()) return false;
    const auto component = static_cast<int>(large - state_.begin());
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

  System system_;
  std::string complaint_;
  EventMonitor monitor_;
  std::unique_ptr<Stepper> stepper_;
  Vector stops_;  // declared discontinuities in the order in which they are met
  std::optional<double> nextStop_;
  std::optional<double> resumeAt_;  // a discontinuity was reached: the next step starts anew from here
  double limit_ = 0;
  double start_ = 0;
  double end_ = 0;
  int direction_ = 1;
  int eventsInARow_ = 0;
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
const Event& Integrator::event() const { return run_->event_; }
int Integrator::limitingComponent() const { return run_->limitingComponent(); }
const Failure& Integrator::failure() const { return run_->failure_; }
const Statistics& Integrator::statistics() const { return run_->statistics_; }
const MethodTraits& Integrator::method() const {
  static const MethodTraits unknown{.name = "unknown"};
  const MethodTraits* const traits = findMethod(run_->options_.method);
  return traits ? *traits : unknown;
}
Checkpoint Integrator::checkpoint() const { return run_->checkpoint(); }
RunStatus Integrator::resume(const Checkpoint& checkpoint) { return run_->resume(checkpoint); }

}  // namespace dashpot
