#include "realtime/realtime.hpp"

#include "base/nearest.hpp"
#include "realtime/exchange_memory.hpp"
#include "realtime/privileges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::realtime {

namespace {

using codegen::CompiledModel;

constexpr double shortestStep = 1e-6, longestStep = 3600.0;  // seconds

bool hasExchange(const Settings& settings) { return settings.udp || !settings.sharedMemory.empty(); }

InputKind kindOf(const CompiledModel& model, const std::string& input) {
  for (const codegen::VariableInfo& variable : model.recorded.variables)
    if (variable.name == input)
      return variable.isBoolean                                 ? InputKind::boolean
             : variable.isInteger || !variable.literals.empty() ? InputKind::integer
                                                                : InputKind::real;
  return InputKind::real;
}

void checkMethod(const simulation::Settings& settings, Diagnostics& diagnostics) {
  const MethodTraits* const method = findMethod(settings.method);
  if (!method) {
    std::vector<std::string_view> names;
    for (const MethodTraits& candidate : methods())
      if (candidate.fixedStep) names.push_back(candidate.name);
    Diagnostic& d = diagnostics.error("real-time", {}, fmt::format("there is no method '{}'", settings.method));
    const auto meant = nearest(settings.method, names);
    d.hint(meant ? fmt::format("did you mean '{}'?", *meant) : "'dashpot methods' lists them");
    return;
  }
  if (!method->fixedStep)
    diagnostics
        .error("real-time", {},
               fmt::format("the method '{}' chooses its own steps: real time needs one that takes a fixed step",
                           settings.method))
        .hint("rodas3 and ros2p are made for it; 'dashpot methods' tells of each whether it takes one");
  if (method->fixedStep && !hasBoundedCost(*method))
    diagnostics
        .warning(
            "real-time", {},
            fmt::format("the cost of a step of '{}' is not bounded: it iterates until it converges, or takes memory",
                        settings.method))
        .hint("rodas3 and ros2p do neither");
}

void checkStep(double step, Diagnostics& diagnostics) {
  if (step > 0 && step >= shortestStep && step <= longestStep) return;
  Diagnostic& d =
      diagnostics.error("real-time", {},
                        step > 0 && std::isfinite(step) ? fmt::format("a step of {:.9g} s is none for a clock", step)
                                                        : fmt::format("the step {:.9g} is not positive", step));
  d.hint(fmt::format("give one between {:g} us and {:g} s, for example --step 1ms", shortestStep * 1e6, longestStep));
}

}  // namespace

bool hasBoundedCost(const MethodTraits& method) {
  switch (method.family) {
    case Family::implicitRungeKutta: return true;
    case Family::sdirk: return method.daeOrder.has_value();  // SUNDIALS' own, which knows no such unknowns, iterates
    case Family::exponential: return false;
    default: return method.rhsPerStep > 0;
  }
}

std::vector<std::uint32_t> servedInputs(const CompiledModel& model, const simulation::Settings& modelSettings,
                                        const Settings& settings) {
  std::vector<std::uint32_t> served;
  if (!hasExchange(settings)) return served;
  for (std::uint32_t i = 0; i < model.inputs.names.size(); ++i)
    if (!modelSettings.inputs ||
        std::ranges::find(modelSettings.inputs->inputs(), i) == modelSettings.inputs->inputs().end())
      served.push_back(i);
  return served;
}

bool acceptSettings(const CompiledModel& model, const simulation::Settings& modelSettings, const Settings& settings,
                    Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.errorCount();
  checkMethod(modelSettings, diagnostics);
  checkStep(modelSettings.step, diagnostics);
  if (settings.duration < 0 || !std::isfinite(settings.duration))
    diagnostics.error("real-time", {}, fmt::format("the duration {:.9g} is not positive", settings.duration));
  if (settings.udp && !settings.sharedMemory.empty())
    diagnostics.error("real-time", {}, "inputs can come by datagrams or through shared memory, not by both");
  if (settings.udp && !settings.udp->own.isLoopback())
    diagnostics.warning(
        "udp", {},
        fmt::format("datagrams at {} are neither encrypted nor signed: use a network whose machines you "
                    "know",
                    text(settings.udp->own)));
  if (settings.pace == Pace::partner && servedInputs(model, modelSettings, settings).empty())
    diagnostics
        .error("real-time", {},
               hasExchange(settings) ? "there is no input that a partner could answer with"
                                     : "lock-step needs a partner: its answers come through --udp or --shm")
        .hint("without --lockstep the run follows the clock");
  if (settings.steps.newtonIterations < 1)
    diagnostics.error("real-time", {}, fmt::format("{} iterations are none", settings.steps.newtonIterations));
  return diagnostics.errorCount() == before;
}

std::optional<Report> run(simulation::ModelCode& code, simulation::Settings modelSettings,
                          std::vector<codegen::VariableInfo> outputs, const Settings& settings,
                          Diagnostics& diagnostics) {
  const CompiledModel& model = code.functions.model();
  if (!acceptSettings(model, modelSettings, settings, diagnostics)) return std::nullopt;
  const double step = modelSettings.step;
  const double start = simulation::experimentOf(model.experiment, modelSettings).start;
  modelSettings.stop = start + (settings.duration > 0 ? settings.duration : 1.0);
  modelSettings.inputsAreServed = hasExchange(settings);
  auto parameters = simulation::parameterValues(model, modelSettings.parameters, diagnostics);
  if (!parameters) return std::nullopt;

  LoopSettings loopSettings{.pace = settings.pace,
                            .steps = std::llround(settings.duration / step),
                            .patience = settings.patience,
                            .isStopped = settings.isStopped,
                            .servedInputs = servedInputs(model, modelSettings, settings),
                            .isChecked = settings.udp.has_value()};
  if (settings.duration > 0 && loopSettings.steps == 0) loopSettings.steps = 1;
  for (const std::uint32_t input : loopSettings.servedInputs)
    loopSettings.kinds.push_back(kindOf(model, model.inputs.names[input]));

  // Whatever may fail is done before the start is computed.
  const std::size_t inputCount = loopSettings.servedInputs.size(), outputCount = outputs.size();
  const std::size_t words = ExchangeBlock::words(inputCount, outputCount);
  std::optional<ExchangeMemory> memory;
  if (settings.sharedMemory.empty()) {
    memory.emplace(words);
  } else {
    auto shared = ExchangeMemory::shared(settings.sharedMemory, words);
    if (!shared) {
      diagnostics.add(std::move(shared.error()));
      return std::nullopt;
    }
    memory.emplace(std::move(*shared));
  }
  ExchangeBlock block(memory->words(), inputCount, outputCount, step);
  std::unique_ptr<UdpBridge> bridge;
  if (settings.udp) {
    auto opened = UdpBridge::open({*settings.udp, step, settings.pace == Pace::partner}, block, loopSettings.kinds);
    if (!opened) {
      diagnostics.add(std::move(opened.error()));
      return std::nullopt;
    }
    bridge = std::move(*opened);
  }

  simulation::FixedStepRun modelRun(code, modelSettings, std::move(*parameters), std::move(outputs), settings.steps,
                                    diagnostics);
  if (!modelRun.begin()) return std::nullopt;
  Loop loop(modelRun, block, step, std::move(loopSettings));
  const Privileges privileges(settings.isPrivileged);
  if (settings.whenReady) settings.whenReady();
  loop.run();
  if (bridge) bridge->stop();

  Report report(loop.report(), loop.values());
  report.counts = modelRun.counts();
  report.endTime = modelRun.time();
  report.lastOutputs.assign(modelRun.outputs().begin(), modelRun.outputs().end());
  report.inputs = bridge ? bridge->inputCounts() : loop.inputCounts();
  if (bridge) report.udp = bridge->counts();
  report.priority = privileges.priority();
  report.isLocked = privileges.isLocked();
  report.refusals = privileges.refusals();
  modelRun.report(diagnostics);
  return report;
}

}  // namespace dashpot::realtime
