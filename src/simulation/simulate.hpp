// simulation/simulate.hpp
//
// The front door of the stage: a compiled model and an experiment in, a recorded result out.
//
//   parameter_values   numbers for parameters
//   input_data         inputs that follow a table
//   bound_model        compiled model + numbers = a problem for integrators
//   consistent_state   initialisation, and modes after an event
//   tolerances         one tolerance to those of all states
//   newton             for the algebraic systems of both
//   simulate           the run itself
//
// Promise: an event is never passed over silently, a failed run keeps what was computed and names what failed.
#pragma once

#include "base/diagnostic.hpp"
#include "codegen/compiled_code.hpp"
#include "dashpot/integrate.hpp"
#include "simulation/input_data.hpp"
#include "simulation/parameter_values.hpp"
#include "simulation/recorder.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace dashpot::codegen {
class Eliminations;
}

namespace dashpot::simulation {

class BoundModel;

struct Settings {
  // What is not given comes from the model's experiment annotation, else from the defaults: 0, 1, 1e-6, 500 intervals.
  std::optional<double> start = {}, stop = {}, tolerance = {}, interval = {};
  std::string method = "rodas4";
  ErrorEstimate estimate = ErrorEstimate::automatic;
  double step = 0.0;  // > 0: fixed
  std::vector<ParameterSetting> parameters = {};
  std::shared_ptr<const InputData> inputs = {};  // none: all inputs keep their start values
  bool everyStep = false;                        // record each accepted step instead of each interval
  codegen::CodeOptions code = {};                // back end and cache, unless the code is handed over
  /// Called with the model as it is after initialisation, and again at the end of a run that got there.
  std::function<void(BoundModel&, double t, ConstView y)> inspect = {};
  std::function<bool()> cancelled = {};                // asked after each step
  std::function<void(const Progress&)> progress = {};  // about ten times per second
};

struct Experiment {
  double start = 0.0, stop = 1.0, tolerance = 1e-6, interval = 0.002;
};
[[nodiscard]] Experiment experimentOf(const codegen::CompiledModel& model, const Settings& settings);

/// Whether a run can begin with these settings; if not, the diagnostics say why.
[[nodiscard]] bool acceptSettings(const codegen::CompiledModel& model, const Settings& settings,
                                  Diagnostics& diagnostics);

enum class OutcomeKind : std::uint8_t { finished, rejected, failed, cancelled };  // rejected: nothing was run

struct Outcome {
  OutcomeKind kind = OutcomeKind::finished;
  Experiment experiment;
  double endTime = 0.0;
  Statistics statistics;
  Vector finalObserved;  // outputs of `observed`; empty if nothing was run
  Vector parameters;
  double firstStepSeconds = 0.0;  // from the call to the end of the first step
  double runSeconds = 0.0;        // integration alone
};

/// What runs of one model have in common: its code. Any number of runs may share it, on any number of threads.
class SharedCode {
 public:
  /// The model must outlive this.
  SharedCode(const codegen::CompiledModel& model, const codegen::CodeOptions& options);
  ~SharedCode();
  codegen::CompiledCode functions;
  std::shared_ptr<codegen::Eliminations> eliminations;  // none: the model is too large, or too dense
};

/// Errors and warnings go to the diagnostics.
[[nodiscard]] Outcome simulate(SharedCode& code, const Settings& settings, Recorder& recorder,
                               Diagnostics& diagnostics);
/// The same with code of its own.
[[nodiscard]] Outcome simulate(const codegen::CompiledModel& model, const Settings& settings, Recorder& recorder,
                               Diagnostics& diagnostics);

}  // namespace dashpot::simulation
