// simulation/problem_run.hpp: a problem that is given by functions instead of a model, run and recorded as a model is.
#pragma once

#include "codegen/recorded_variables.hpp"
#include "simulation/outcome.hpp"
#include "simulation/recorder.hpp"
#include "simulation/step_observer.hpp"

#include <functional>
#include <string>

namespace dashpot::simulation {

struct RecordedProblem {
  std::string name;
  Problem problem;  // with a name for each unknown
  Vector initial;
  codegen::ExperimentAnnotation experiment;
  std::function<Tolerances(double relative)> tolerances;  // of the unknowns
  std::function<void(double t, View y)> exact = {};       // if given, errors are recorded, too: error.NAME
};

[[nodiscard]] codegen::RecordedVariables recordedVariables(const RecordedProblem& problem);

/// The settings must have been accepted. Errors go to the diagnostics. The observer, if there is one, is called after
/// each step.
[[nodiscard]] Outcome simulate(const RecordedProblem& problem, const Settings& settings, Recorder& recorder,
                               Diagnostics& diagnostics, const StepObserver& observe = {});

}  // namespace dashpot::simulation
