// simulation/fixed_step_run.hpp: a run in steps of one length and of bounded cost, for real time.
//
// The start is that of every other run. From there on a step is: inputs as they are at its start, held over it; the
// formula of the method; at its end relations, discrete variables, clocks and when-clauses, in a bounded number of
// rounds. Nothing is located and nothing recorded. Once the run has begun, a step takes no memory, no lock and no
// system call, nor does one that fails.
//
// Emergencies: a step that cannot be computed (F is not defined, a matrix has no inverse, a value is not finite) is
// repeated in shorter ones; where these fail, too, the state stays what it was, and time goes on. Both are counted.
#pragma once

#include "simulation/algebraic_part.hpp"
#include "simulation/chosen_outputs.hpp"
#include "simulation/clocks.hpp"
#include "simulation/model_run.hpp"
#include "simulation/state_sets.hpp"

#include <optional>

namespace dashpot::simulation {

struct FixedStepOptions {
  /// Of methods that iterate: exactly so many in every step, or stage.
  int newtonIterations = 3;
  /// The shorter steps of an emergency.
  int substeps = 8;
};

/// What happened so far; all but the first three are emergencies.
struct FixedStepCounts {
  std::int64_t steps = 0;
  std::int64_t events = 0;       // ends of steps at which something switched
  std::int64_t otherPivots = 0;  // factorisations for which the pivots of the start did not suit
  std::int64_t substepped = 0;   // steps that were computed in shorter ones
  std::int64_t held = 0;         // steps over which the state was held
  std::int64_t unsettled = 0;    // events whose relations, or algebraic unknowns, did not settle
  std::int64_t undefined = 0;    // steps with an output that has no value: it keeps the last one
  std::int64_t violated = 0;     // steps with an assertion that does not hold
  [[nodiscard]] std::int64_t emergencies() const { return substepped + held + unsettled + undefined; }
};

class FixedStepRun {
 public:
  /// All references must outlive this. The settings name a method with a fixed step, and the step.
  FixedStepRun(ModelCode& code, const Settings& settings, Vector parameters, std::vector<codegen::VariableInfo> outputs,
               const FixedStepOptions& options, Diagnostics& diagnostics);
  ~FixedStepRun();

  /// Finds the start, makes code, chooses pivots and takes all memory that will be needed. False: it cannot run, and
  /// the diagnostics say why.
  bool begin();
  /// One step, whatever happens in it. False: the model itself has ended the run.
  bool advance();

  /// An input of the model from now on; one that follows data goes on to do so.
  void setInput(std::size_t input, double value);
  /// The variables chosen, now.
  [[nodiscard]] ConstView outputs() const { return outputValues_; }
  [[nodiscard]] const std::vector<codegen::VariableInfo>& outputVariables() const { return outputs_.variables(); }
  [[nodiscard]] double time() const { return timeOf(step_); }
  [[nodiscard]] ConstView unknowns() const { return y_; }
  [[nodiscard]] const codegen::CompiledModel& model() const { return compiled_; }
  [[nodiscard]] FixedStepCounts counts() const;

  /// What there is to say at the end: why steps failed, which assertions did not hold.
  void report(Diagnostics& diagnostics) const;

 private:
  class NoRecorder;
  [[nodiscard]] BoundModel& bound() { return start_.bound(); }
  [[nodiscard]] const BoundModel& bound() const { return start_.bound(); }
  [[nodiscard]] double timeOf(std::int64_t step) const { return begin_ + static_cast<double>(step) * h_; }

  [[nodiscard]] bool isSuited();
  [[nodiscard]] bool makeIntegrators();
  void prepareCode();
  void rehearse();

  void followData();
  bool integrate(Integrator& integrator, double from, int steps);
  void follow(double to);
  void remember();
  void rememberJump();
  void step();
  /// Everything that switches at t. True: something did. Forced: though no relation says so.
  bool settle(double t, bool isForced);
  bool settleRounds(double t, bool& hasSwitched);
  bool agree(double t, bool& hasChanged);
  bool act(double t);
  void correctAlgebraic(double t);
  void selectStates(double t);
  void checkAssertions(double t);
  void noteViolation(std::size_t action, double t);

  const codegen::CompiledModel& compiled_;
  ModelCode& code_;
  const Settings& settings_;
  FixedStepOptions options_;
  Diagnostics& diagnostics_;
  std::unique_ptr<NoRecorder> recorder_;
  ModelRun start_;  // finds the start; the bound model is its own
  ChosenOutputs outputs_;
  AlgebraicPart algebraic_;
  StateSelection selection_;
  Clocks clocks_;
  InputData data_;  // that inputs follow

  double h_, begin_;
  double longestDelay_ = 0.0;
  std::int64_t step_ = 0;  // those that are over
  Vector y_;
  std::optional<Integrator> integrator_, rescue_;  // none for a model in which nothing is differentiated
  double followedTo_ = 0.0;                        // without an integrator: the time of y
  bool isFresh_ = true;                            // the integrator is to start anew from y
  bool inputsChanged_ = false;
  bool hasAssertions_ = false;
  std::optional<std::size_t> terminated_;  // the action that ended the run
  FixedStepCounts counts_;

  // Work memory.
  Vector outputValues_, inputsBefore_;
  Vector truth_, next_, actionValues_, delayValues_, delayNodes_;

  // For the report.
  struct Violation {
    std::size_t action = 0;
    double time = 0.0;
  };
  std::optional<Violation> violation_;  // the first
  Vector violationValues_, lastWords_;  // in the texts of the violation, and of the end
  std::optional<double> firstFailure_;  // its time
  std::int64_t sparedBefore_ = 0;
};

}  // namespace dashpot::simulation
