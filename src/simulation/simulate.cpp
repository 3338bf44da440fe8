#include "simulation/simulate.hpp"

#include "simulation/counts.hpp"
#include "simulation/model_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <memory>
#include <new>

namespace dashpot::simulation {

namespace {

using codegen::CompiledModel;

/// The run to go on with; nothing after a report.
std::optional<SavedRun> resumed(const CompiledModel& model, const Settings& settings, Diagnostics& diagnostics) {
  auto saved = readRun(settings.resume, model);
  if (!saved) {
    diagnostics.add(std::move(saved.error()));
    return std::nullopt;
  }
  if (!settings.parameters.empty()) {
    diagnostics.error("checkpoint", {}, "a run that goes on keeps its parameters: they cannot be set again");
    return std::nullopt;
  }
  if (const double stop = experimentOf(model.experiment, settings).stop; !(stop > saved->integrator.time)) {
    diagnostics
        .error("checkpoint", {},
               fmt::format("the checkpoint '{}' is at time {:.9g}, and the run would end at {:.9g}", settings.resume,
                           saved->integrator.time, stop))
        .hint("give a later end with --stop");
    return std::nullopt;
  }
  return std::move(*saved);
}

constexpr std::size_t memoryToSayThatThereIsNone = 4 << 20;

Diagnostic outOfMemory(double t) {
  Diagnostic d{.severity = Severity::error,
               .code = "memory",
               .message = fmt::format("the run needs more memory than there is at time {:.9g}", t),
               .details = {},
               .notes = {},
               .hints = {}};
  d.hint("record fewer variables, or less often; plots keep what they show in memory, files do not");
  return d;
}

/// Tells the observer of steps. What happens at one and the same time belongs to one step.
class Telling {
 public:
  Telling(const ModelRun& run, const StepObserver& observe)
      : observe_(observe), counts_(run.statistics()), noted_(run.events().noted()) {}

  bool advance(ModelRun& run) {
    if (!observe_) return run.advance();
    const double from = run.time();
    const bool goesOn = run.advance();
    if (run.time() > from) tell(run, from);
    return goesOn;
  }

 private:
  void tell(ModelRun& run, double from) {
    const Statistics counts = run.statistics();
    ObservedStep step{from, run.time(), run.unknowns(), counts.stiffSteps > counts_.stiffSteps, &run.bound()};
    step.order = run.integrator().lastOrder();
    step.limiting = run.integrator().limitingComponent();
    step.counts = difference(counts, counts_);
    step.counts.events = counts.events - counts_.events;
    const auto& recent = run.events().recent();
    const auto count = std::min<std::int64_t>(run.events().noted() - noted_, std::ssize(recent));
    step.events.assign(recent.end() - count, recent.end());
    counts_ = counts, noted_ = run.events().noted();
    observe_(step);
  }

  const StepObserver& observe_;
  Statistics counts_;
  std::int64_t noted_;  // events
};

/// Advances to the end, and saves the run from time to time.
void advanceToEnd(ModelRun& run, const Settings& settings, Diagnostics& diagnostics, const StepObserver& observe) {
  using Clock = std::chrono::steady_clock;
  auto last = Clock::now();
  const bool savesOften = !settings.checkpoint.empty() && settings.checkpointSeconds > 0;
  Telling telling(run, observe);
  while (telling.advance(run)) {
    if (!savesOften || std::chrono::duration<double>(Clock::now() - last).count() < settings.checkpointSeconds)
      continue;
    if (auto problem = writeRun(run.save(), settings.checkpoint)) {
      problem->severity = Severity::warning;
      diagnostics.add(std::move(*problem));
    }
    last = Clock::now();
  }
}

}  // namespace

Outcome simulate(ModelCode& code, const Settings& settings, Recorder& recorder, Diagnostics& diagnostics,
                 const StepObserver& observe) {
  const CompiledModel& model = code.functions.model();
  bool isAccepted =
      acceptSettings(model.experiment, settings, diagnostics) && acceptMethod(model, settings, diagnostics);
  if (!settings.checkpoint.empty())
    if (auto problem = whyNotWritable(settings.checkpoint)) {
      diagnostics.add(std::move(*problem));
      isAccepted = false;
    }
  auto parameters = parameterValues(model, settings.parameters, diagnostics);
  std::optional<SavedRun> saved;
  if (isAccepted && parameters && !settings.resume.empty()) saved = resumed(model, settings, diagnostics);
  if (!isAccepted || !parameters || (!settings.resume.empty() && !saved)) {
    Outcome nothing;
    nothing.kind = OutcomeKind::rejected;
    nothing.experiment = experimentOf(model.experiment, settings);
    return nothing;
  }
  ModelRun run(code, settings, saved ? saved->parameters : std::move(*parameters), recorder, diagnostics);
  // Not touched: what the limit counts are addresses.
  auto reserve = std::make_unique_for_overwrite<std::byte[]>(memoryToSayThatThereIsNone);
  const bool hasBegun = saved ? run.begin(*saved) : run.begin();
  try {
    if (hasBegun) advanceToEnd(run, settings, diagnostics, observe);
  } catch (const std::bad_alloc&) {
    reserve.reset();
    (void)run.fail(outOfMemory(run.time()));
  }
  // Before the end is dealt with: what happens there must not happen again to a run that goes on.
  bool isSaved = false;
  if (!settings.checkpoint.empty() && run.canBeSaved()) {
    auto problem = writeRun(run.save(), settings.checkpoint);
    isSaved = !problem;
    if (problem) diagnostics.add(std::move(*problem));
  }
  Outcome outcome = run.finish();
  outcome.isSaved = isSaved;
  if (const std::string problem = code.functions.problem(); !problem.empty())
    diagnostics.warning("native-code", {}, "the model was interpreted: " + problem);
  return outcome;
}

Outcome simulate(const CompiledModel& model, const Settings& settings, Recorder& recorder, Diagnostics& diagnostics) {
  ModelCode code(model, settings.code);
  return simulate(code, settings, recorder, diagnostics);
}

}  // namespace dashpot::simulation
