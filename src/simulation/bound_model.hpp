// simulation/bound_model.hpp
//
// A compiled model with numbers for everything that stays the same while it is integrated: parameters, modes, discrete
// variables. It is what an integrator can call, and it remembers where an evaluation last failed, so that a failed run
// can name the equation.
#pragma once

#include "codegen/batch.hpp"
#include "codegen/compiled_functions.hpp"
#include "codegen/generated_solver.hpp"
#include "dashpot/problem.hpp"
#include "simulation/delay_history.hpp"
#include "simulation/effort.hpp"
#include "simulation/input_data.hpp"
#include "simulation/mend_derivatives.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace dashpot::simulation {

class ModelCode;
class SlidingMotion;

/// What decides, beside time and y, which equations hold: between events, and on either side of where a relation turns.
struct Region {
  Vector modes, d, pre;
};

class BoundModel {
 public:
  /// The code must outlive this.
  BoundModel(ModelCode& code, Vector parameters);
  ~BoundModel();
  BoundModel(const BoundModel&) = delete;
  BoundModel& operator=(const BoundModel&) = delete;

  [[nodiscard]] const codegen::CompiledModel& model() const { return model_; }
  [[nodiscard]] const Vector& parameters() const { return parameters_; }
  Vector modes;                                             // 1: true, 0: false
  Vector d, pre;                                            // discrete variables, and what they were before the event
  Vector inputs;                                            // of the model as a whole; at first their start values
  InputData inputData;                                      // what those of them that have data follow
  std::array<double, codegen::phaseCount> phases{0, 0, 1};  // initial, terminal, lambda
  DelayHistory history;
  DelayBreaks breaks;  // of the history, and where in it each delay is
  /// Per mode: a relation that is true turns false only where it is violated by this much, and the reverse. 0, unless
  /// it was found to chatter.
  Vector hysteresis;
  /// The same of relations that the solution slid along, as far as nothing but rounding tells on which side it is.
  Vector slack;

  /// From now on the solution slides along surfaces where relations turn: F and what is observed are those of this
  /// motion, in which regions are combined. None: it does not, and the modes say all.
  void slide(std::unique_ptr<SlidingMotion> motion);
  [[nodiscard]] bool isSliding() const { return motion_ != nullptr; }
  [[nodiscard]] SlidingMotion& motion() { return *motion_; }
  [[nodiscard]] const SlidingMotion& motion() const { return *motion_; }
  [[nodiscard]] std::unique_ptr<SlidingMotion> stopSliding();
  /// Whatever is evaluated by `action`, with the equations of this region.
  template <class Action>
  auto in(const Region& region, const Action& action) {
    const Region* const outside = std::exchange(region_, &region);
    isCombined_ = true;
    auto result = action();
    region_ = outside;
    isCombined_ = region_ || motion_;
    return result;
  }

  /// What is evaluated is counted here, and how long that takes; none: it is not.
  Effort* effort = nullptr;

  /// Once this is true, no evaluation succeeds: whatever iterates ends. None: it never is.
  const std::atomic<bool>* isCancelledAtOnce = nullptr;
  [[nodiscard]] bool givesUp() const { return isCancelledAtOnce && isCancelledAtOnce->load(std::memory_order_relaxed); }

  /// From now on, where linear equations are singular in their numbers and do not contradict one another, the unknowns
  /// that they leave open keep what they had: `known` has the outputs of `observed`; empty: start values.
  void keepOpen(ConstView known);
  /// No longer: such equations give no numbers, as at first.
  void demandAll() { keepsOpen_ = false; }
  [[nodiscard]] bool keepsOpen() const { return keepsOpen_; }
  /// Since the run began: unknowns of such equations, as outputs of `observed`, and when that was first.
  [[nodiscard]] const std::map<std::uint32_t, double>& leftOpen() const { return leftOpen_; }

  /// Before anything of an event happens, and before each further iteration of it: d takes the left limits that the
  /// model asks for.
  void arrive(double t, ConstView y);

  /// Small models take no longer than the way to them, so that is short where nothing has to be looked after.
  Evaluation evaluate(codegen::Entry entry, double t, ConstView y, View outputs) {
    arguments_.time = t, arguments_.y = y;
    if (looksAfterMore()) [[unlikely]]
      return evaluateInFull(entry, outputs);
    if (!isSmooth_) pointToDiscreteParts();
    const Evaluation result = executable_->run(entry, arguments_, outputs);
    if (result == Evaluation::ok) [[likely]]
      return result;
    return failedWith(result, entry, outputs);
  }
  /// The shortest way to a function while nothing but time and y changes.
  DirectFunction series(codegen::Entry entry, int calls) {
    if (looksAfterMore()) return {};
    if (!isSmooth_) pointToDiscreteParts();
    return executable_->series(entry, arguments_, calls);
  }
  /// A function of the inlined step, for its numbers w and the inputs at its stages.
  Evaluation evaluateStep(codegen::Entry entry, double t, ConstView w, ConstView stageInputs, View outputs);
  /// The same with memory for the outputs.
  std::optional<Vector> evaluate(codegen::Entry entry, double t, ConstView y);

  /// A function for points between two events, and room for so many of them and for their outputs.
  [[nodiscard]] std::unique_ptr<codegen::Batch> batch(codegen::Entry entry) const;
  [[nodiscard]] codegen::Lanes lanes(std::size_t points = by_fours::count) const;
  [[nodiscard]] Vector outputs(codegen::Batch& batch, std::size_t points = by_fours::count) const {
    return batch.begin(arguments_, points);
  }
  void gather(codegen::Entry entry, double t, ConstView y, std::size_t point, codegen::Lanes& lanes);
  /// At the first four points alike.
  void gather(codegen::Entry entry, double t, ConstView y, codegen::Lanes& lanes);
  /// All of them, as many as are in fours; y is there already.
  void gather(codegen::Entry entry, ConstView times, codegen::Lanes& lanes);
  /// At the first points of those gathered; there must be no event between this and the last of them.
  Evaluation evaluate(codegen::Batch& batch, const codegen::Lanes& lanes, View outputs,
                      std::size_t points = by_fours::count);

  /// How many evaluations which kind of code has done.
  [[nodiscard]] codegen::EvaluationCounts evaluations() const;

  Evaluation rhs(double t, ConstView y, View f) { return evaluate(codegen::Entry::rhs, t, y, f); }
  /// Of F, or of the initial system: differences stand in where the exact derivative is not finite though the function
  /// is.
  Evaluation jacobian(double t, ConstView y, View values);
  Evaluation initialJacobian(double t, ConstView z, View values);

  /// dF/dt, with the slopes of inputs in it, or a difference where that is not finite.
  Evaluation timeDerivative(double t, ConstView y, View outputs);

  /// The truth of every relation at this point. Where time alone decides, it is that from this time on, except while
  /// the initial system is being solved.
  std::optional<Vector> relations(double t, ConstView y);
  /// The same into memory that is there; false: one of them is not defined.
  bool relations(double t, ConstView y, View truth);

  /// Gives the relations that time alone decides their truth at t, with the present discrete variables.
  void takeTimeRelations(double t);
  /// The first time after t at which a relation turns that time alone decides; infinity: there is none.
  [[nodiscard]] double nextTurn(double t);
  [[nodiscard]] std::vector<int> modesThatTurnAt(double t) const;
  /// Whether there are relations that the solution decides.
  [[nodiscard]] bool hasStateEvents() const { return model_.modeCount() > turns_.size(); }
  /// The delays whose time may vanish, by number. The event functions behind those of the modes are theirs: two for
  /// each, how far the wanted time is from the end and from the beginning of its window.
  [[nodiscard]] const std::vector<std::size_t>& vanishingDelays() const { return vanishing_; }
  /// Whether what is delayed is known at t, or near enough to what is.
  [[nodiscard]] bool reachesDelayed(double t, ConstView y);
  /// What functions take of the delayed expressions at this point.
  [[nodiscard]] ConstView delayedAt(double t, ConstView y);
  /// The times that these look back to.
  [[nodiscard]] std::optional<Vector> wantedTimes(double t, ConstView y);

  /// Typical sizes of y, as far as the model tells; 0: not known.
  [[nodiscard]] const Vector& sizes();
  /// Those of the unknowns of the initial system.
  [[nodiscard]] const Vector& initialSizes();

  /// M y' = F(t, y) for an integrator; refers to this object and follows its modes.
  [[nodiscard]] Problem problem();

  /// The pivots of the linear solvers that this problem's integrator uses, which must be alive: a part of the run, for
  /// they are chosen once and decide how later steps are rounded.
  [[nodiscard]] std::vector<Vector> savePivots() const;
  void restorePivots(const std::vector<Vector>& pivots);
  /// For real time: the pivots that were chosen so far stay, in optimised code; see GeneratedSolver::fixPivots.
  void fixPivots();
  /// How often they did not suit since.
  [[nodiscard]] std::int64_t sparedFactorisations() const;

  /// Why and where an evaluation last failed, in the user's words; empty if none did.
  struct LastFault {
    double time = 0.0;
    std::string reason;
    std::string origin;  // "valve (circuit.mo:12): ..."
    bool isFailedCall = false;
    bool isSingularLoop = false;                 // linear equations do not determine their unknowns
    std::uint32_t equation = codegen::noOrigin;  // into CompiledModel::origins
  };
  [[nodiscard]] std::optional<LastFault> lastFault() const;

 private:
  [[nodiscard]] bool looksAfterMore() const {
    return effort || isCombined_ || !delayed_.empty() || !inputData.empty() || givesUp();
  }
  void pointToDiscreteParts() {
    arguments_.modes = modes, arguments_.discrete = d, arguments_.pre = pre, arguments_.inputs = inputs;
  }
  /// With the arguments of time and y that are set: the other ones, too, and measured if that is wanted.
  Evaluation evaluateInFull(codegen::Entry entry, View outputs);
  Evaluation callMeasured(codegen::Entry entry, View outputs);
  [[gnu::cold]] Evaluation failedWith(Evaluation result, codegen::Entry entry, View outputs);
  /// False: an open stretch of a delay would have to be continued too far.
  bool setOtherArguments(codegen::Entry entry, double t);
  bool supplyDelayed(double t);
  void supply(std::size_t delay, double wanted, double t);
  void findTurns();
  void noteFailure(codegen::Entry entry, double t, ConstView y);
  [[nodiscard]] Vector nominalSizes();
  void addLinearSolvers(Problem& problem);
  /// Keeps an eye on a solver that the integrator will own.
  std::unique_ptr<LinearSolver> watched(std::unique_ptr<LinearSolver> solver,
                                        std::function<std::unique_ptr<LinearSolver>()> spare);
  [[nodiscard]] std::unique_ptr<InlinedStep> inlinedStep();
  /// By how much the zero of a relation, taken as this, is moved away from where it would switch.
  [[nodiscard]] double shift(std::size_t mode, bool isTrue) const;
  /// The event function of a relation, taken as this, from what the relation's function is.
  [[nodiscard]] double signedEvent(std::size_t mode, bool isTrue, double value) const;
  Evaluation signedEvents(double t, ConstView y, View outputs);
  Evaluation slidingEvents(double t, ConstView y, View outputs);
  [[nodiscard]] Problem slidingProblem();
  Evaluation windowEvents(double t, ConstView y, View outputs);
  void addLinearPart(Problem& problem);
  [[nodiscard]] Vector cornersToStopAt() const;
  template <class Mend>
  Evaluation mended(Evaluation result, const Mend& mend);
  Evaluation mendedJacobian(codegen::Entry function, codegen::Entry derivative, double t, ConstView x, View values);
  Evaluation exactTimeDerivative(double t, ConstView y, View outputs);
  Evaluation diagonalForm(double t, ConstView y, View outputs);

  ModelCode& code_;
  const codegen::CompiledModel& model_;
  std::unique_ptr<codegen::Executable> executable_;
  bool assembles_;
  codegen::EvaluationCounts inBatches_;
  Vector parameters_;
  Vector delayed_;
  std::vector<std::size_t> vanishing_;
  std::vector<bool> usesDelays_;  // by function
  Vector delayTimes_;
  codegen::Arguments arguments_;  // of the last evaluation
  std::unique_ptr<SlidingMotion> motion_;
  const Region* region_ = nullptr;  // none: the present modes and discrete variables
  bool isCombined_ = false;         // there is one of these two
  bool isSmooth_;                   // no modes, discrete variables or inputs
  Vector arriving_;
  Vector turns_;  // when the relations that time alone decides turn, with the present discrete variables
  std::optional<Vector> sizes_, initialSizes_;
  struct Watched {
    LinearSolver* solver;                                  // owned by the integrator
    std::function<std::unique_ptr<LinearSolver>()> spare;  // makes one that takes no memory when it pivots
  };
  std::vector<Watched> solvers_;
  bool keepsOpen_ = false;
  Vector known_;  // what is kept then
  std::map<std::uint32_t, double> leftOpen_;
  MendWork mendWork_;
  bool isMending_ = false;  // what fails meanwhile is no fault of the model's
  bool hasFailed_ = false;
  struct Failed {
    codegen::Entry entry = codegen::Entry::rhs;
    double time = 0.0;
    Vector y, modes, d, pre, inputs, delayed;
  } failed_;  // if it has
};

}  // namespace dashpot::simulation
