// simulation/settings.hpp: what the user asks of a run.
#pragma once

#include "base/diagnostic.hpp"
#include "codegen/compiled_functions.hpp"
#include "dashpot/integrate.hpp"
#include "simulation/initialise.hpp"
#include "simulation/input_data.hpp"
#include "simulation/parameter_values.hpp"
#include "simulation/printed_line.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace dashpot::simulation {

/// The method that is used unless another one is named; docs/simulation.md says why it is this one.
inline constexpr const char* defaultMethod = "auto";

/// How a run is told to end before its end.
struct Cancellation {
  /// Asked after each step and in each round of an event: the run ends there, and can go on later as if nothing had
  /// happened. None: never.
  std::function<bool()> afterStep = {};
  /// Looked at before each evaluation: once it is true, the run gives up within its present step or event, and keeps
  /// what it has recorded. Another thread or a signal handler may set it.
  const std::atomic<bool>* atOnce = nullptr;

  [[nodiscard]] bool isRequested() const { return afterStep && afterStep(); }
};

/// How steps are controlled: by the method's own controller and tolerances of each state; or as published by Treeaporn
/// (2005), by the absolute Euclidean norm of the two-step estimate (Controller::equalPairs).
enum class StepRule : std::uint8_t { own, published };

struct Settings {
  // A value that is not given comes from the model's experiment annotation, else from the defaults: 0, 1, 1e-6, 500
  // intervals.
  std::optional<double> start = {}, stop = {}, tolerance = {}, interval = {};
  std::string method = defaultMethod;
  double step = 0.0;     // > 0: fixed
  double maxStep = 0.0;  // > 0: no step under error control is longer; what is shorter than a step may go unseen
  std::vector<ParameterSetting> parameters = {};
  std::shared_ptr<const InputData> inputs = {};  // none: all inputs keep their start values
  bool inputsAreServed = false;                  // while it runs: no word about those without data
  StartFrom startFrom = StartFrom::startValues;
  bool everyStep = false;             // record each accepted step instead of each interval
  bool stepsWithoutInterval = false;  // the same where neither this nor the model gives an interval
  JacobianOptions jacobian = {};
  ErrorEstimate estimate = ErrorEstimate::automatic;
  StepRule stepRule = StepRule::own;
  Start starter = Start::automatic;
  double blowUpLimit = 0.0;        // > 0: the run fails as soon as some |y_i| exceeds this
  codegen::CodeOptions code = {};  // back end and cache, unless the code is handed over
  /// Called with the model as it is after initialisation, and again at the end of a run that got there.
  std::function<void(BoundModel&, double t, ConstView y)> inspect = {};
  /// Called with the model as it is where a run failed, at the last state that was accepted; none: it has not begun.
  std::function<void(BoundModel&, double t, ConstView y, const Failure&)> inspectFailure = {};
  Effort* effort = nullptr;  // where evaluations are counted and measured; none: they are not
  Cancellation cancellation = {};
  std::function<void(const Progress&)> progress = {};  // about ten times per second
  std::function<void(const PrintedLine&)> print = {};  // gets what the model prints; none: it is not shown
  bool timesPhases = false;                            // the outcome says where the seconds of the run went

  std::string checkpoint = {};     // the file to which the run is saved at its end, however it ends; empty: none
  double checkpointSeconds = 0.0;  // > 0: and each time so many seconds have passed
  std::string resume = {};         // the file from which the run goes on; empty: it starts anew
};

struct Experiment {
  double start = 0.0, stop = 1.0, tolerance = 1e-6, interval = 0.002;
};
/// More outputs than this are taken for a mistake.
inline constexpr double mostIntervals = 1e9;
[[nodiscard]] Experiment experimentOf(const codegen::ExperimentAnnotation& given, const Settings& settings);

/// Whether records are made at each interval, else at each step.
[[nodiscard]] bool recordsAtIntervals(const codegen::ExperimentAnnotation& given, const Settings& settings);

/// The formula that a model has to be compiled with for this method: NAME of inline:NAME; empty: none.
[[nodiscard]] std::string inlinedFormula(std::string_view method);

/// Whether the model was compiled for the method: with its formula worked into the equations, if it is called
/// inline:NAME. If not, the diagnostics say so.
[[nodiscard]] bool acceptMethod(const codegen::CompiledModel& model, const Settings& settings,
                                Diagnostics& diagnostics);

/// Whether a run can begin with these settings; if not, the diagnostics say why.
[[nodiscard]] bool acceptSettings(const codegen::ExperimentAnnotation& given, const Settings& settings,
                                  Diagnostics& diagnostics);

}  // namespace dashpot::simulation
