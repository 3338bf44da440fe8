// simulation/simulate.hpp
//
// The front door of the stage: a compiled model and an experiment in, a recorded result out.
//
//   settings           what the user asks for
//   parameter_values   numbers for parameters
//   input_data         inputs that follow a table
//   model_code         the code that many runs share
//   bound_model        compiled model + numbers = a problem for integrators
//   initialise         the start: Newton, trust region, homotopy; steady_state, pseudo_transient
//   consistent_state   modes, discrete variables and algebraic unknowns after an event
//   newton             for the algebraic systems of both
//   ranges             min and max: of parameters, start values and variables
//   tolerances         one tolerance to those of all states
//   model_run          the run itself, step by step; saved_run: to go on later
//   fixed_step_run     the same in steps of bounded cost, for real time; chosen_outputs: what it tells of itself
//   instants           when two times are one
//   relation_search    truth values of relations that agree with one another
//   event_watch        chattering, Zeno behaviour and event storms; chattering: what is done about it
//   failure_report     why a run stopped, in words
//   effort             where the work goes, for who explains a run
//   step_observer      the steps of a run, for who watches it
//   problem_run        a run of a problem that is given by functions instead of a model
//
// Promise: an event is never passed over silently, "finished" means that the end was reached, a failed run keeps what
// was computed and names what failed.
#pragma once

#include "simulation/model_code.hpp"
#include "simulation/outcome.hpp"
#include "simulation/recorder.hpp"
#include "simulation/settings.hpp"
#include "simulation/step_observer.hpp"

namespace dashpot::simulation {

/// Errors and warnings go to the diagnostics. The observer, if there is one, is called after each step.
[[nodiscard]] Outcome simulate(ModelCode& code, const Settings& settings, Recorder& recorder, Diagnostics& diagnostics,
                               const StepObserver& observe = {});
/// The same with code of its own.
[[nodiscard]] Outcome simulate(const codegen::CompiledModel& model, const Settings& settings, Recorder& recorder,
                               Diagnostics& diagnostics);

}  // namespace dashpot::simulation
