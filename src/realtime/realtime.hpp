// realtime/realtime.hpp
//
// The front door of the stage: a model that runs against the clock, inputs and outputs exchanged while it runs, and a
// report of what its steps cost.
//
//   deadlines           the clock
//   privileges          real-time priority, locked memory
//   loop                a step at each deadline
//   duration_histogram  what steps cost, in memory of fixed size; courses: the same over time
//   exchange_block      the memory in which model and world meet; exchange_memory: shared, or not
//   packet, udp_bridge  datagrams to and from it
//   input_gate          which values from outside are taken
//
// The model itself advances by simulation/fixed_step_run.hpp. Promise: once the loop runs, nothing that comes from the
// model or from outside stops it but its end, a request to stop, or terminate() in the model.
#pragma once

#include "realtime/loop.hpp"
#include "realtime/udp_bridge.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace dashpot::realtime {

/// The method unless another one is named: L-stable, stiffly accurate, no iteration, and best of all that Esque (2008)
/// compares on fluid power circuits with fixed steps, once inputs are held.
inline constexpr const char* defaultMethod = "rodas3";

struct Settings {
  Pace pace = Pace::clock;
  double duration = 0.0;  // seconds of the model; 0: until it is stopped
  double patience = 10.0;
  simulation::FixedStepOptions steps = {};
  bool isPrivileged = true;  // asks for real-time priority and locked memory
  std::optional<UdpAddresses> udp = {};
  std::string sharedMemory = {};  // its name; empty: none. One of the two at most.
  std::function<bool()> isStopped = {};
  /// Called once, when the loop is about to begin.
  std::function<void()> whenReady = {};
};

/// A value of a message.
struct ExchangedVariable {
  std::string name, unit;
};

struct Report {
  Report(LoopReport given, ValueCourse course) : loop(std::move(given)), values(std::move(course)) {}
  LoopReport loop;
  ValueCourse values;  // of the outputs
  simulation::FixedStepCounts counts;
  double endTime = 0.0;
  Vector lastOutputs = {};
  InputCounts inputs;
  UdpBridge::Counts udp;
  int priority = 0;  // of SCHED_FIFO; 0: an ordinary thread
  bool isLocked = false;
  std::vector<std::string> refusals = {};
};

/// Whether every step of the method costs the same and takes no memory: explicit and Rosenbrock formulas, and implicit
/// Runge-Kutta ones, which get a fixed number of iterations. Others iterate until they converge, or compute functions of
/// matrices.
[[nodiscard]] bool hasBoundedCost(const MethodTraits& method);

/// The inputs that come in messages, in their order: those of the model without data. None without an exchange.
[[nodiscard]] std::vector<std::uint32_t> servedInputs(const codegen::CompiledModel& model,
                                                      const simulation::Settings& modelSettings,
                                                      const Settings& settings);

/// Whether a run can begin with these settings; if not, the diagnostics say why.
[[nodiscard]] bool acceptSettings(const codegen::CompiledModel& model, const simulation::Settings& modelSettings,
                                  const Settings& settings, Diagnostics& diagnostics);

/// Runs. Nothing: it could not begin. `modelSettings` has the method, the step, parameters and data of inputs.
[[nodiscard]] std::optional<Report> run(simulation::ModelCode& code, simulation::Settings modelSettings,
                                        std::vector<codegen::VariableInfo> outputs, const Settings& settings,
                                        Diagnostics& diagnostics);

}  // namespace dashpot::realtime
