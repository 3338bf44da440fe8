// simulation/run.hpp: one run of a model, from its start to its end, step by step.
//
// A step ends at the end of the run, at an event, at a tick of a clock, where a delayed expression jumps, or where the
// integrator likes. After it, what it covers is recorded; at events the discrete part is iterated, and the integrator
// starts again. Between two steps the run can be saved.
#pragma once

#include "simulation/algebraic_part.hpp"
#include "simulation/chattering.hpp"
#include "simulation/clocks.hpp"
#include "simulation/consistent_state.hpp"
#include "simulation/course_watch.hpp"
#include "simulation/delay_dependence.hpp"
#include "simulation/event_watch.hpp"
#include "simulation/fold.hpp"
#include "simulation/interpolant_correction.hpp"
#include "simulation/outcome.hpp"
#include "simulation/ranges.hpp"
#include "simulation/recorder.hpp"
#include "simulation/saved_run.hpp"
#include "simulation/shared_code.hpp"
#include "simulation/silent_jumps.hpp"
#include "simulation/step_watch.hpp"
#include "simulation/tolerances.hpp"

#include <chrono>

namespace dashpot::simulation {

class Run {
 public:
  /// All references must outlive this.
  Run(SharedCode& code, const Settings& settings, Vector parameters, Recorder& recorder, Diagnostics& diagnostics);

  /// Initialises. False if there is nothing to advance.
  bool begin();
  /// Goes on where the saved run was; the parameters must be those of that run.
  bool begin(const SavedRun& saved);
  /// One step, and what happens at its end. False if there is no more to do.
  bool advance();
  /// Ends the run where it is, with this reason. False: there is no more to do.
  bool fail(Diagnostic diagnostic);
  /// The outcome, wherever it is.
  Outcome finish();

  /// An input of the model, from now on.
  void setInput(std::size_t input, double value);

  [[nodiscard]] double time() const { return integrator_ ? integrator_->time() : outcome_.experiment.start; }
  /// All variables as they are now, outputs of `observed`; empty where one of them is not defined.
  [[nodiscard]] Vector observed();
  [[nodiscard]] const codegen::CompiledModel& model() const { return compiled_; }
  [[nodiscard]] const Vector& parameters() const { return bound_.parameters(); }
  [[nodiscard]] bool isCancelled() const { return status_ == RunStatus::cancelled; }
  [[nodiscard]] std::int64_t eventCount() const { return eventCount_; }
  [[nodiscard]] const EventWatch& events() const { return watch_; }
  /// Whether it got as far as having a state.
  [[nodiscard]] bool canBeSaved() const { return integrator_.has_value(); }
  [[nodiscard]] SavedRun save() const;

 private:
  // options
  [[nodiscard]] Options options();
  [[nodiscard]] std::size_t stateCount() const;
  [[nodiscard]] Problem problem();
  [[nodiscard]] Problem stillProblem(Problem model);
  [[nodiscard]] std::optional<Diagnostic> solveStill(double t, Vector& y);
  bool follow(double t);
  void takeStill(double t, ConstView y);
  [[nodiscard]] ConstView state() const;
  ConstView stateWithin(double t);

  // segments
  [[nodiscard]] double nextTimeEvent() const;
  [[nodiscard]] double segmentEnd(double t);
  RunStatus startSegment(double t, ConstView y);
  RunStatus goOn(double t, ConstView y);
  void proveEnd();
  /// A step of the integrator that goes across no jump unseen.
  RunStatus step();
  RunStatus stepAndLook();
  void add(const Statistics& part);

  // recording
  [[nodiscard]] double gridPoint(std::int64_t i) const;
  void record(double t, ConstView y, Moment moment);
  [[nodiscard]] std::optional<Diagnostic> inexactInteger(double t) const;
  void recordGridUpTo(double end);
  void recordStep(bool isEvent, bool isTick, bool isEnd);
  void trace(double t, Moment moment);
  [[nodiscard]] const Vector* observedWithin(double t);
  [[nodiscard]] bool isOverdue(double t) const;

  // delays
  void remember();
  void remember(double from, double to, int depth);
  [[nodiscard]] std::optional<Vector> delaysWithin(double t, double end);
  void failFirstForbidden(double left, double right);
  void forget(double from);
  bool startHistoryAnew(double t, Vector& y);
  void noteBreaks(double t, ConstView y, const std::vector<DelayBreaks::Passed>& passed, bool isEvent);
  [[nodiscard]] bool isOfDelaysOnly(const Event& event) const;
  std::vector<DelayBreaks::Passed> passWindows(double t, bool isStateEvent);
  void passBreak(bool isStateEvent);
  void locateWindows(double t, ConstView y);

  // events
  Expected<AfterEvent, Diagnostic> settle(double t, Vector y, const std::function<bool()>& cancelled);
  Expected<AfterEvent, Diagnostic> settleOrStay(double t, Vector y);
  void handleEvent(bool isTick);
  void goOnAfterEvent(double t, AfterEvent settled, const std::vector<int>& modes, bool isRecorded,
                      const std::vector<DelayBreaks::Passed>& passed);
  /// Relations that chatter would fill the result with their switching.
  [[nodiscard]] bool isShown(bool isTick) const;
  bool calmDown(double t, const Vector& y);
  void handleEnd();
  void terminate(double t, const std::string& text);
  void afterStep();

  // folds
  struct Point {
    double time = 0.0;
    Vector y;
  };
  [[nodiscard]] std::optional<Point> endOfStillSolution();
  bool passFold();
  void warnOfFolds();

  [[nodiscard]] Diagnostic undefinedVariable(double t) const;
  void warnOfLostStarts();

  const codegen::CompiledModel& compiled_;
  const Settings& settings_;
  Recorder& recorder_;
  Diagnostics& diagnostics_;
  BoundModel bound_;
  AlgebraicPart algebraic_;
  std::vector<const codegen::VariableInfo*> integers_;
  bool isStill_;     // nothing is differentiated: all unknowns follow time by their equations
  Vector followed_;  // the unknowns of such a model at the end of the last step
  double followedTime_ = 0.0;
  Clocks clocks_;
  StateTolerances tolerances_;
  RangeWatch ranges_;
  EventWatch watch_;
  StepWatch steps_;
  DelayDependence delayDependence_;
  double nextBreak_ = 0.0;  // of a delayed expression
  SilentJumps jumps_;
  Fold fold_;
  std::optional<Point> folded_;  // the last point of a solution that the last step went beyond
  struct {
    std::int64_t count = 0;
    double time = 0.0, before = 0.0, after = 0.0;
    std::size_t element = 0;
  } folds_;  // that were passed, and the first
  InterpolantCorrection fast_;
  double nextTurn_ = 0.0;
  double segmentEnd_ = 0.0;  // where the integrator stops: never beyond a time event
  std::optional<Integrator> integrator_;
  RunStatus status_ = RunStatus::failed;
  bool isGrid_;  // records are made at each interval, else at each step
  CourseWatch course_;
  std::optional<double> lastRegular_;  // time of the last record, if that was a regular one
  Outcome outcome_;
  std::vector<bool> isWarned_;
  CalmedRelations calmed_;
  std::int64_t nextGridPoint_ = 0, eventCount_ = 0;
  bool isFirstStep_ = true, hasFailed_ = false, hasTerminated_ = false, inputsChanged_ = false;
  std::optional<bool> interrupted_;  // an event was: whether a time event is due there
  Vector ended_;                     // the state after an event that ended the run
  Vector interpolated_, observed_, within_;
  std::chrono::steady_clock::time_point began_, running_;
};

}  // namespace dashpot::simulation
