// Changes that are tried for `dashpot explain --try`.
#include "cli/explain.hpp"
#include "cli/interruption.hpp"

#include <algorithm>
#include <charconv>

namespace dashpot::cli {
namespace {

using explanation::Change;
using explanation::Yardstick;

double changedNumber(const std::string& text) {
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::optional<simulation::Settings> changed(simulation::Settings settings, const Change& change) {
  switch (change.kind) {
    case Change::Kind::method: settings.method = change.value; return settings;
    case Change::Kind::tolerance: settings.tolerance = changedNumber(change.value); return settings;
    case Change::Kind::stop: settings.stop = changedNumber(change.value); return settings;
    case Change::Kind::interval: settings.interval = changedNumber(change.value); return settings;
    default: return std::nullopt;
  }
}

Yardstick measured(const SimulateChanged& simulate, simulation::Settings settings, const Yardstick& base,
                   const codegen::CompiledModel* model, const std::vector<std::string>& names) {
  constexpr std::int64_t leastSteps = 1000;
  const std::int64_t most = explanation::mostTimesTheSteps * std::max(base.counts.steps, leastSteps);
  std::int64_t steps = 0;
  settings.cancellation.afterStep = [&] { return ++steps > most || Interruption::isRequested(); };
  settings.cancellation.atOnce = &Interruption::isUrgent();
  settings.progress = {};
  explanation::CountedRecorder recorder;
  Diagnostics reports;
  const simulation::Outcome outcome = simulate(settings, recorder, reports, {});
  Yardstick result = explanation::yardstickOf(outcome, recorder.rows(), model, names);
  result.isGivenUp = outcome.kind == simulation::OutcomeKind::cancelled;
  const auto error = std::ranges::find(reports.all(), Severity::error, &Diagnostic::severity);
  if (error != reports.all().end()) result.reason = error->message;
  return result;
}

ModelTrials::ModelTrials(const ModelArguments& arguments, const SimulateOptions& options,
                         const simulation::Settings& settings, const codegen::CompiledModel& model,
                         simulation::ModelCode& code)
    : arguments_(arguments), options_(options), settings_(settings), model_(model), code_(code) {}

std::optional<Yardstick> ModelTrials::operator()(const Change& change, const Yardstick& base) {
  if (Interruption::isRequested()) return std::nullopt;
  const auto settings = changed(settings_, change);
  if (!settings) return recompiled(change, base);
  const auto simulate = [this](const simulation::Settings& given, simulation::Recorder& recorder, Diagnostics& reports,
                               const simulation::StepObserver& observe) {
    return simulation::simulate(code_, given, recorder, reports, observe);
  };
  return measured(simulate, *settings, base, &model_, {});
}

/// A change of the model: parameters may decide its structure, attributes and relations always do.
std::optional<Yardstick> ModelTrials::recompiled(const Change& change, const Yardstick& base) {
  Compilation compilation(arguments_);
  Diagnostics ignored;
  simulation::Settings settings = readSettings(options_, ignored);
  const std::vector<simulation::ParameterSetting> given = settings.parameters;
  if (change.kind == Change::Kind::set) settings.parameters.push_back({change.name, change.value});
  if (change.kind == Change::Kind::start) settings.parameters.push_back({change.name + ".start", change.value});
  if (change.kind == Change::Kind::silent) compilation.solvableOptions.silentRelations = change.relations;
  if (!compilation.run(settings.parameters)) return std::nullopt;
  if (change.kind == Change::Kind::nominal) {
    std::vector<simulation::ParameterSetting> ofClass{{change.name + ".nominal", change.value}};
    for (const simulation::ParameterSetting& setting : given)  // those that became a part of the model
      if (std::ranges::find(settings.parameters, setting.name, &simulation::ParameterSetting::name) ==
          settings.parameters.end())
        ofClass.push_back(setting);
    if (!compilation.flattenModified(ofClass) || !compilation.makeSolvable() || !compilation.compile())
      return std::nullopt;
  }
  readInputs(options_, compilation.compiled(), settings, ignored);
  simulation::ModelCode code(compilation.compiled(), settings.code);
  const auto simulate = [&code](const simulation::Settings& changes, simulation::Recorder& recorder,
                                Diagnostics& reports, const simulation::StepObserver& observe) {
    return simulation::simulate(code, changes, recorder, reports, observe);
  };
  const Yardstick result = measured(simulate, settings, base, &compilation.compiled(), {});
  (void)code.stopMaking();
  return result;
}

}  // namespace dashpot::cli
