// simulation/model_run.hpp: one run of a model, from its start to its end, step by step.
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
#include "simulation/initialise.hpp"
#include "simulation/interpolant_correction.hpp"
#include "simulation/model_code.hpp"
#include "simulation/outcome.hpp"
#include "simulation/ranges.hpp"
#include "simulation/recorder.hpp"
#include "simulation/saved_run.hpp"
#include "simulation/silent_jumps.hpp"
#include "simulation/slides.hpp"
#include "simulation/step_watch.hpp"
#include "simulation/switching_surface.hpp"
#include "simulation/tolerances.hpp"

#include <chrono>

namespace dashpot::simulation {

class ModelRun {
 public:
  /// All references must outlive this.
  ModelRun(ModelCode& code, const Settings& settings, Vector parameters, Recorder& recorder, Diagnostics& diagnostics);

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
  /// The unknowns now, the model at them and what advances them, for who watches a run; there must be something to
  /// advance.
  [[nodiscard]] ConstView unknowns() const { return state(); }
  [[nodiscard]] BoundModel& bound() { return bound_; }
  [[nodiscard]] const BoundModel& bound() const { return bound_; }
  [[nodiscard]] const Integrator& integrator() const { return *integrator_; }
  [[nodiscard]] bool isCancelled() const { return status_ == RunStatus::cancelled; }
  [[nodiscard]] std::int64_t eventCount() const { return eventCount_; }
  /// All that was counted so far.
  [[nodiscard]] Statistics statistics() const;
  [[nodiscard]] const EventWatch& events() const { return watch_; }
  /// Whether it got as far as having a state.
  [[nodiscard]] bool canBeSaved() const { return integrator_.has_value(); }
  [[nodiscard]] SavedRun save() const;

 private:
  // options: what the integrator is given
  [[nodiscard]] Options options();
  [[nodiscard]] std::size_t stateCount() const;
  [[nodiscard]] Problem problem();
  /// Fixed steps of an inlined formula: whatever happens takes effect where a step ends, and nothing is located.
  [[nodiscard]] bool keepsToSteps() const;

  // unknowns: y at a time
  [[nodiscard]] Problem algebraicProblem(Problem model);
  [[nodiscard]] ConstView integrated(ConstView y) const;
  [[nodiscard]] std::optional<Diagnostic> solveUnknowns(double t, Vector& y);
  bool follow(double t);
  void takeUnknowns(double t, ConstView y);
  /// At the present time.
  [[nodiscard]] ConstView state() const { return isAlgebraic_ ? ConstView(followed_) : integrator_->state(); }
  ConstView stateWithin(double t);
  [[nodiscard]] bool isLongStep() const;
  [[nodiscard]] bool isInterpolantEnough();

  /// What there is at the end of a step.
  enum class Arrival : std::uint8_t {
    nothing,     // mostly
    event,       // of the state
    tick,        // an event of time
    window,      // an event, but of delays alone
    delayBreak,  // a delayed expression jumps
    jump         // of F, without an event
  };
  [[nodiscard]] Arrival arrival(double t) const;

  // segments
  [[nodiscard]] double nextTimeEvent() const;
  [[nodiscard]] double segmentEnd(double t);
  RunStatus startSegment(double t, ConstView y);
  RunStatus goOn(double t, ConstView y);
  /// A step of the integrator that goes across no jump unseen.
  RunStatus step();
  RunStatus stepAndLook();
  void add(const Statistics& part);
  void keepTrail();

  // recording
  [[nodiscard]] double gridPoint(std::int64_t i) const {
    return outcome_.experiment.start + static_cast<double>(i) * outcome_.experiment.interval;
  }
  [[nodiscard]] double gridRounding() const { return 1e-9 * outcome_.experiment.interval; }
  void record(double t, ConstView y, Moment moment);
  [[nodiscard]] std::optional<Diagnostic> inexactInteger(double t) const;
  [[nodiscard]] bool areExact(ConstView block) const;
  void take(double t, Moment moment);
  void keepAsLast(double t);
  void recordGridUpTo(double end);
  [[nodiscard]] bool recordsInBlocks();
  /// How many points of the grid come next before a time, of those that are recorded together.
  [[nodiscard]] std::size_t pointsBefore(double end);
  void recordBlock(std::size_t count);
  [[nodiscard]] bool observe(double t, ConstView y);
  void takeLastOfBlock();
  void recordStep(double t, Arrival arrival, bool isEnd);
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
  Expected<AfterEvent, Diagnostic> settle(double t, Vector y, const std::function<bool()>& isCancelled);
  Expected<AfterEvent, Diagnostic> settleOrStay(double t, Vector y);
  void handleEvent(bool isTick);
  void goOnAfterEvent(double t, AfterEvent settled, const std::vector<int>& modes, std::vector<SwitchingSurface> held,
                      bool isRecorded, const std::vector<DelayBreaks::Passed>& passed);
  /// Relations that chatter would fill the result with their switching.
  [[nodiscard]] bool isShown(bool isTick) const;
  bool calmDown(double t, Vector& y);
  bool calmChattering(int chattering, double t, ConstView y);
  bool comeToRest(double t, Vector& y);
  void handleEnd();
  void terminate(double t, const std::string& text);
  void print(const std::vector<PrintedLine>& lines);
  void afterStep(double t);
  void easeWhatIsNoise(std::span<const int> states);

  // sliding
  [[nodiscard]] bool maySlide() const;
  [[nodiscard]] std::vector<SwitchingSurface> surfacesAtStart(double t, ConstView y);
  std::vector<SwitchingSurface> stopSliding(double t, ConstView y, const std::vector<int>& ending);
  void slideWhereHeld(double t, Vector& y, std::vector<SwitchingSurface> surfaces, const std::vector<int>& turned);
  void followMotion(double t);
  bool giveUpSliding();
  [[nodiscard]] Vector saveMotion() const;
  bool loadMotion(ConstView saved);

  // folds
  struct Point {
    double time = 0.0;
    Vector y;
  };
  [[nodiscard]] std::optional<Point> endOfAlgebraicSolution();
  bool passFold();
  void warnOfFolds();

  // steps that are taken again
  [[nodiscard]] bool mayTakeStepAgain(int mostTimes) const;
  void takeStepAgain();
  bool leavesRanges();
  void takeUndefinedAgain();
  [[nodiscard]] Diagnostic undefinedVariable(double t) const;

  // unknowns that linear equations leave open
  [[nodiscard]] bool isLeftOpen() const;
  bool keepOpen();
  [[nodiscard]] Expected<Initialised, Diagnostic> initialised(double t);
  RunStatus stepKeepingOpen();
  void warnOfOpenUnknowns();

  void proveEnd();
  void warnOfLostStarts();

  // The caller's.
  const codegen::CompiledModel& compiled_;
  const Settings& settings_;
  Recorder& recorder_;
  Diagnostics& diagnostics_;

  // The model with its numbers, and how finely it is solved.
  BoundModel bound_;            // parameters, modes, discrete variables, inputs, delayed expressions
  AlgebraicPart algebraic_;     // solves for algebraic unknowns between steps and at events
  StateTolerances tolerances_;  // follow the sizes that states turn out to have
  InterpolantCorrection fast_;  // of states that are faster than steps
  Clocks clocks_;               // sample(): when each ticks next

  // Where the run is.
  std::optional<Integrator> integrator_;  // none before the start is known
  RunStatus status_ = RunStatus::failed;
  double segmentEnd_ = 0.0;          // where the integrator stops: never beyond a time event
  double nextTurn_ = 0.0;            // when a relation turns next that time alone decides
  double nextBreak_ = 0.0;           // when a delayed expression jumps next
  std::optional<bool> interrupted_;  // an event was cancelled on the way: whether a time event is due there
  Vector ended_;                     // the state after an event that ended the run
  bool inputsChanged_ = false;       // since the last step, by the user: an event is due
  bool isFirstStep_ = true;
  std::optional<SparsityPattern> pattern_;  // of the Jacobian of the sliding motion that the integrator has
  bool isRenewed_ = false;                  // the integrator, for another motion: it has to be started
  bool hasFailed_ = false;                  // and the diagnostics say why
  bool hasTerminated_ = false;              // the model itself ended the run

  // Of a model in which nothing is differentiated: all unknowns follow time by their equations.
  bool isAlgebraic_;
  bool callsProcedures_;  // for what is recorded
  bool hasAssertions_;
  Vector followed_;  // the unknowns at the end of the last step
  double followedTime_ = 0.0;

  // Watches over the run.
  EventWatch watch_;                 // events that accumulate or have no end
  CalmedRelations calmed_;           // relations that chatter, and were given a hysteresis
  SwitchingSurfaces surfaces_;       // of relations that the solution may slide along
  Slides slides_;                    // that it did
  StepWatch steps_;                  // steps that get nowhere
  RangeWatch ranges_;                // min and max of variables
  DelayDependence delayDependence_;  // how jumps of delayed expressions pass on
  SilentJumps jumps_;                // conditions that turn without an event
  std::vector<bool> isWarned_;       // by assertion that only warns
  Fold fold_;                        // where the solution for algebraic unknowns ends
  std::optional<Point> folded_;      // the last point of a solution that the last step went beyond
  struct {
    std::int64_t count = 0;
    double time = 0.0, before = 0.0, after = 0.0;
    std::size_t element = 0;
  } folds_;  // that were passed, and the first

  std::optional<double> undefined_;  // within the last step, where a variable has no value
  int takenAgain_ = 0;               // how often the way to again_ was shortened
  double again_ = -std::numeric_limits<double>::infinity();

  // Records and report.
  Outcome outcome_;
  bool isGrid_;  // records are made at each interval, else at each step
  std::int64_t nextGridPoint_ = 0;
  std::optional<double> lastRegular_;  // time of the last record, if that was a regular one
  CourseWatch course_;                 // what recorders follow between records
  std::vector<const codegen::VariableInfo*> integers_;
  std::int64_t eventCount_ = 0;
  std::chrono::steady_clock::time_point began_, running_;  // construction, and the first step

  // Work memory.
  Vector interpolated_;  // y within the last step
  Vector observed_;      // outputs of `observed` at the last record
  Vector within_;        // and within the last step

  // Points of the grid in one step, many at once.
  std::unique_ptr<codegen::Batch> batch_;
  codegen::Lanes lanes_;
  Vector times_;                          // as many as there is room for
  Vector block_, lastBlock_;              // their numbers, and those of the last block that was recorded
  std::optional<std::size_t> lastPoint_;  // of that block, if it is the last record
  int recordedAlone_ = 0;                 // points, by code for four
};

}  // namespace dashpot::simulation
