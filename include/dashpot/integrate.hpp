// Integration of M y' = F(t, y): one call (`solve`), or step by step (`Integrator`), with any method of the registry.
//
//   Problem p{.size = 1, .rhs = [](double, ConstView y, View f) { f[0] = -50 * y[0]; }};
//   Solution s = solve(p, 0, 1, {1.0}, {.method = "rodas4"});
#pragma once

#include "dashpot/problem.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot {

// ---- methods -------------------------------------------------------------------------------------------------------

enum class Family {
  explicitRungeKutta,
  implicitRungeKutta,  // fully implicit, and theta methods
  sdirk,
  rosenbrock,
  multistep,  // of SUNDIALS
  switching,
  diagonalExponential,
  transition,
  exponential,
  adams,
  secondOrder,  // works on positions and velocities
  doubling,
  published,  // with an error of its publication, to reproduce it
  inlined,    // a formula that was worked into the equations of the problem
};

/// As `dashpot methods` shows it: explicit, implicit, sdirk, ...
std::string_view familyName(Family family);

/// Facts about a method. Tests check stability and orders against the coefficients and against actual runs.
struct MethodTraits {
  std::string name{};
  Family family{};
  int order = 0;
  int embeddedOrder = 0;          // of the formula that gives the error estimate; 0: no estimate
  int denseOrder = 0;             // global order of the interpolated solution
  std::optional<int> daeOrder{};  // measured on an index-1 problem; empty: takes no algebraic unknowns
  bool takesMass = false;         // M y' = F with M other than the identity
  bool stifflyAccurate = false;   // algebraic equations hold at the end of a step
  int stages = 0;                 // 0: not a one-step formula
  double rhsPerStep = 0;          // evaluations of F per accepted step; 0: varies
  bool aStable = false;
  bool lStable = false;
  double rInfinity = 0;     // |R(z)|, z -> -infinity; infinite for explicit formulas
  double alphaDegrees = 0;  // A(alpha)-stability; 90 means A-stable
  bool fixedStep = true;
  bool variableStep = true;
  std::string source{};
};

/// All methods, in the order in which `dashpot methods` lists them.
std::span<const MethodTraits> methods();
/// Those that need a problem with an inlined step (Problem::inlinedStep): inline:NAME for each formula NAME.
std::span<const MethodTraits> inlinedMethods();
/// Of either kind; null: there is none of this name.
const MethodTraits* findMethod(std::string_view name);

inline constexpr std::string_view inlinedPrefix = "inline:";
/// "radau5" of "inline:radau5"; other names as they are.
std::string_view formulaName(std::string_view method);

// ---- options -------------------------------------------------------------------------------------------------------

/// The error of component i is measured in units of  mixed: absolute_i + relative_i |y_i|;  relative: relative_i |y_i|;
/// absolute: absolute_i.
enum class ErrorScale { mixed, relative, absolute };
enum class ErrorNorm { rms, maximum, euclidean };

struct Tolerances {
  double relative = 1e-6;
  double absolute = 1e-9;
  Vector relativeOf{};  // per component; empty: `relative` for all
  Vector absoluteOf{};
  /// Typical sizes of the components: relative_i size_i is added to absolute_i. They may grow while a run goes on,
  /// between its steps; whoever shares them sees to that.
  std::shared_ptr<const Vector> sizes{};
  ErrorScale scale = ErrorScale::mixed;
  ErrorNorm norm = ErrorNorm::rms;
  bool scaleAtStart = false;  // |y_i| at the start of the step, as some codes do; else the larger of start and end
};

/// How the next step follows from the errors of the last ones.
///   i                      h (1/e)^(1/q)
///   pi, pid                Gustafsson 1988, Soederlind 2003: smoother, fewer rejections for explicit methods
///   h211b                  Soederlind 2003: digital filter, smoothest step sequence
///   predictive             Gustafsson 1994: extrapolates the error's trend; best for stiff problems
///   deadBand, halveDouble, equalPairs  published rules, for reproduction; see driver/controller.hpp
enum class Controller { automatic, i, pi, pid, h211b, predictive, deadBand, halveDouble, equalPairs };

struct ControllerOptions {
  Controller kind = Controller::automatic;  // pi for explicit methods, predictive for implicit ones, its own for others
  double safety = 0.9;
  double minFactor = 0.2;        // a step shrinks at most by this factor at once
  double maxFactor = 6.0;        // and grows at most by this one
  double rejectionFactor = 0.5;  // deadBand only: a rejected step is repeated with this share of the optimal one
};

/// Where implicit Runge-Kutta methods take their error estimate from.
///   automatic  the embedded formula, filtered where it does not damp stiff components; hw-sdirk-alt: twoStep
///   embedded   the embedded formula, also for hw-sdirk-alt
///   twoStep    the stages of this step and the one before: no solve, but no filter either, and the embedded formula
///              after each start; radau3, radau5, lobatto4, lobatto6 and hw-sdirk have one
///   stepPairs  the same over pairs of equal steps that are accepted or repeated together
/// For inlined formulas automatic is twoStep where there is one.
enum class ErrorEstimate { automatic, embedded, twoStep, stepPairs };

struct JacobianOptions {
  enum class Source { automatic, differences };
  Source source = Source::automatic;  // automatic: the problem's own Jacobian if it has one
  /// One increment for all components, to study its effect; absent: scaled ones.
  std::optional<double> absoluteIncrement{};
};

/// How the method `transition` advances linear parts (Problem::linearParts) beside the rest, which classical
/// Runge-Kutta takes.
struct TransitionOptions {
  /// The course of the inputs that is assumed over a substep. step: held; rampExtrapolated: straight, from the last two
  /// samples; rampCorrected: straight to the value at the end, which a prediction supplies. automatic: step with a
  /// fixed step, as published; rampCorrected under error control.
  enum class Input { automatic, step, rampExtrapolated, rampCorrected };
  /// jacobi: all inputs are sampled before any part advances; gaussSeidel: each part sees the parts before it advanced
  /// (rampCorrected: corrected).
  enum class Ordering { jacobi, gaussSeidel };
  /// halfStep: the parts advance twice per Runge-Kutta step, in step with its stages; wholeStep: once, after it.
  enum class Interface { halfStep, wholeStep };

  Input input = Input::automatic;
  int corrections = 1;  // of rampCorrected; in a chain each further part needs one
  Ordering ordering = Ordering::jacobi;
  Interface interface = Interface::halfStep;
  bool group = false;               // merge parts that are connected by constant factors
  std::vector<LinearPart> parts{};  // empty: those of the problem
};

/// How a formula that looks back at several points gets its first ones.
enum class Start {
  automatic,      // taylor for methods that work on positions, rungeKutta for the others
  euler,          // an Euler step, then formulas of growing order
  eulerLeapfrog,  // ab3 only: an Euler step, then a leapfrog step over it, which drops its error
  taylor,         // positions only: x + h v + h^2/2 a; velocities and first-order unknowns as with euler
  rungeKutta,     // classical Runge-Kutta steps
};

/// newmark: beta and gamma. generalized-alpha: its spectral radius at infinity, from 0 (strongest damping of what the
/// step cannot resolve) to 1 (none).
struct NewmarkOptions {
  double beta = 0.25;
  double gamma = 0.5;
  double rhoInfinity = 0.8;
};

/// For diagonal exponential methods.
struct DiagonalOptions {
  /// newtonJacobi needs no LU, and converges where the coupling is weak against the diagonal; automatic: where it does
  /// so fast.
  enum class Corrector { automatic, newton, newtonJacobi };
  Corrector corrector = Corrector::automatic;
  /// Components without a term in their own state are written with a = -1, b = F + y, as published; else with a = 0.
  bool shiftZeroA = false;
};

/// How algebraic unknowns (zeros of a diagonal M) are determined.
///   automatic  with the step where the method is made for it, else reduced: explicit and exponential methods, those on
///              positions, cvode; and methods that are not stiffly accurate under error control, because a part of
///              their estimate does not shrink with the step
///   inStep     with the step
///   reduced    inside F, by Newton's iteration to 1/100 of their tolerance: the method sees an ODE in the other
///              unknowns
enum class AlgebraicUnknowns { automatic, inStep, reduced };

/// For methods that change between a stiff and a non-stiff formula.
struct SwitchingOptions {
  double safety = 0.8;           // share of the stability interval that the non-stiff formula may count on
  double nonStiffAdvantage = 1;  // back to it when its stable step is 1.5 times as many times the stiff one
  int patience = 5;              // steps, on balance, that must speak for the change
};

struct Progress {
  double time = 0;
  double start = 0;
  double end = 0;
  std::int64_t steps = 0;
};

struct Options {
  std::string method = "rodas4";
  Tolerances tolerances{};
  ControllerOptions controller{};
  JacobianOptions jacobian{};
  TransitionOptions transition{};
  ErrorEstimate estimate = ErrorEstimate::automatic;
  AlgebraicUnknowns algebraic = AlgebraicUnknowns::automatic;
  DiagonalOptions diagonal{};
  SwitchingOptions switching{};

  double step = 0;         // > 0: this fixed step, no error control
  double initialStep = 0;  // 0: chosen from F at the start
  double minStep = 0;      // 0: what the floating-point spacing at t allows
  double maxStep = 0;      // 0: the whole interval
  std::int64_t maxSteps = 10'000'000;
  int maxRejections = 100;  // in a row

  bool isDelayed = false;           // values between the ends of steps come back into F later
  bool accurateBetween = false;     // steps of one-step methods are also controlled for what lies within them
  bool omitTimeDerivative = false;  // in Rosenbrock formulas, as some published codes do; the order falls to 1
  bool holdInputs = false;          // inputs are sampled at the start of each step (Problem::holdInputs)
  /// Fixed step of bounded cost: events take effect at step ends, nothing is located, and a failed step takes no memory
  /// for its report.
  bool realTime = false;
  /// Implicit Runge-Kutta methods, and algebraic unknowns of the others, with a fixed step: > 0: exactly so many
  /// iterations with a new J, converged or not, so that every step costs the same; 0: until they converge.
  int newtonIterations = 0;

  Start start = Start::automatic;
  NewmarkOptions newmark{};
  double blowUpLimit = 0;  // > 0: the run fails as soon as some |y_i| exceeds this

  double eventTolerance = 0;   // width in t to which an event is located; 0: a few units in the last place of t
  int eventChecksPerStep = 2;  // event functions are looked at this many times per step: 1 sees the step's end only
  double eventSpacing = 0;     // > 0: and so often that no two looks lie farther apart
  int maxEventsWithoutProgress = 1000;  // an event storm ends the run

  Vector outputTimes{};                             // `solve` records here; empty: every accepted step
  int outputEvery = 1;                              // or only every so many of them, and the last
  std::stop_token stop{};                           // cooperative cancellation
  std::function<void(const Progress&)> progress{};  // called at most about ten times per second
};

// ---- results -------------------------------------------------------------------------------------------------------

struct Statistics {
  std::int64_t steps = 0;  // accepted
  std::int64_t rejected = 0;
  std::int64_t unsolved = 0;  // of the rejected trials, those whose equations could not be solved or evaluated
  std::int64_t rhsEvals = 0;  // without those of difference Jacobians
  std::int64_t rhsEvalsForJacobian = 0;
  std::int64_t jacEvals = 0;
  std::int64_t lu = 0;
  std::int64_t solves = 0;
  std::int64_t newtonIterations = 0;
  std::int64_t events = 0;
  std::int64_t stiffSteps = 0;     // those with the stiff formula of a method that has several
  std::int64_t switches = 0;       // changes of its formula
  std::int64_t dominantSteps = 0;  // those from whose start J was strictly diagonally dominant (diagonal methods only)
};

enum class RunStatus {
  running,    // a step was accepted; more to do
  finished,   // the end is reached
  event,      // stopped at an event; step() goes on, restart() takes a changed state
  cancelled,  // by the stop token; step() goes on
  failed,     // see Failure; what was computed so far is valid
};

enum class FailureKind {
  none,
  invalidInput,  // unknown method, tolerances, sizes, times
  stepTooSmall,  // the error test or the corrector keeps failing at the smallest step
  tooManyRejections,
  tooManySteps,
  singularMatrix,   // alpha M - J cannot be factored at any step size tried
  evaluation,       // F (or J, or an event function) is not defined here: recoverable down to the smallest step
  fatalEvaluation,  // F returned fatal
  exception,        // a user function threw
  eventStorm,       // events without progress in time
  blowUp,           // Options::blowUpLimit is exceeded
};

struct Failure {
  FailureKind kind = FailureKind::none;
  double time = 0;
  double stepSize = 0;
  int worstComponent = -1;  // largest scaled error, or first value that is not finite
  std::string message{};    // complete sentence for people, component by name
};

struct Event {
  double time = 0;
  std::vector<int> functions{};  // those that cross within the tolerance of the first
};

struct Solution {
  RunStatus status = RunStatus::running;
  Failure failure{};
  Vector times{};
  std::vector<Vector> states{};
  std::vector<Event> events{};
  Statistics statistics{};

  bool ok() const { return status == RunStatus::finished; }
  /// A few lines that can be pasted into a bug report.
  std::string summary() const;
};

/// How the method `auto` chose, and why: docs/automatic-method.md.
struct MethodTrail {
  struct Fact {
    std::string name{};
    double value = 0;
  };
  struct Alternative {
    std::string method{};
    double cost = 0;  // predicted nanoseconds of a typical run on an ordinary machine
  };
  struct Choice {
    double time = 0;
    std::string method{};
    std::vector<std::string> rules{};    // names
    std::vector<std::string> reasons{};  // sentences, one for each rule
    std::vector<Fact> facts{};           // that were known
    std::vector<Alternative> alternatives{};
  };
  std::vector<Choice> choices{};  // the first is that at the start
  std::int64_t left = 0;          // choices that are not kept, since there were so many
};

/// Everything needed to go on exactly where a run was: only numbers, so it can be written to a file.
/// SUNDIALS methods keep their history to themselves: a run resumed from their checkpoint restarts at order one.
struct Checkpoint {
  std::string method{};
  double time = 0;
  double end = 0;
  Vector state{};
  Vector memory{};  // step size, controller and method history
  Statistics statistics{};
};

/// One run. A value that owns its work memory; nothing is allocated after start().
class Integrator {
 public:
  Integrator(Problem problem, Options options);
  ~Integrator();
  Integrator(Integrator&&) noexcept;
  Integrator& operator=(Integrator&&) noexcept;

  /// Sets the initial state; integrates towards `end`, which may lie before t0.
  RunStatus start(double t0, ConstView y0, double end);
  /// One accepted step, shorter if an event ends it.
  RunStatus step();
  /// Steps until something other than `running` happens.
  RunStatus run();
  /// Steps until `t` is covered by the last step; interpolate(t) then gives the state there.
  RunStatus advanceTo(double t);
  /// Goes on from the present time with another state (after an event, say). History is dropped, the step size kept.
  RunStatus restart(ConstView y);

  double time() const;
  ConstView state() const;
  double previousTime() const;
  /// The solution within the last step, previousTime() to time().
  void interpolate(double t, View y) const;
  /// At many times, which come in fours (else std::invalid_argument): for each component four numbers, those at the
  /// first four times, then the same at the next four.
  void interpolateMany(ConstView times, View y) const;
  /// The same as far as the interpolant costs nothing: methods of high order have one of lower order, too.
  void glimpse(ConstView times, View y) const;

  const Event& event() const;
  /// The component with the largest error in the last step; -1 where that is not known.
  int limitingComponent() const;
  /// The order of the formula of the last step: methods of variable order change it. The method must exist.
  int lastOrder() const;
  const Failure& failure() const;
  const Statistics& statistics() const;
  const MethodTraits& method() const;
  /// Empty unless the method is `auto`; since start() or resume().
  const MethodTrail& trail() const;

  Checkpoint checkpoint() const;
  RunStatus resume(const Checkpoint& checkpoint);

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

/// Called at each event with its time and the state, which it may change. Returns whether to go on.
using EventAction = std::function<bool(const Event&, View y)>;

/// Integrates from t0 to end and records. Without `onEvent`, events are recorded and the run goes on.
Solution solve(const Problem& problem, double t0, double end, ConstView y0, const Options& options = {},
               const EventAction& onEvent = {});

inline Solution solve(const Problem& problem, double t0, double end, std::initializer_list<double> y0,
                      const Options& options = {}, const EventAction& onEvent = {}) {
  return solve(problem, t0, end, ConstView(y0.begin(), y0.size()), options, onEvent);
}

}  // namespace dashpot
