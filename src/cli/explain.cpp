// dashpot explain: why a run is slow, fails or chatters, in the user's names.
#include "cli/explain.hpp"

#include "analysis/linearize.hpp"
#include "cli/interruption.hpp"
#include "cli/method_trail.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"

#include <fmt/format.h>

#include <memory>
#include <unistd.h>

namespace dashpot::cli {
namespace {

using explanation::Change;
using explanation::Explanation;
using explanation::RunObserver;
using explanation::Yardstick;
using simulation::OutcomeKind;

struct ExplainOptions {
  SimulateOptions simulation;
  bool tries = false;
};

/// A run that was explained, with what is to be said about it.
struct Account {
  std::string name;
  simulation::Outcome outcome;
  Explanation explanation;
};

Account watch(const std::string& name, explanation::Subject subject, simulation::Settings settings,
              const SimulateChanged& simulate, Diagnostics& diagnostics) {
  RunObserver observer(std::move(subject), settings);
  observer.attach(settings);
  ProgressLine progress;
  if (isatty(STDERR_FILENO) != 0) settings.progress = [&progress](const Progress& now) { progress.show(now); };
  settings.cancellation.afterStep = [] { return Interruption::isRequested(); };
  settings.cancellation.atOnce = &Interruption::isUrgent();
  Account account{.name = name, .outcome = {}, .explanation = {}};
  Diagnostics ofRun;
  account.outcome = simulate(settings, observer.recorder(), ofRun, observer.steps());
  progress.clear();
  account.explanation = observer.explain(account.outcome, ofRun);
  for (const Diagnostic& diagnostic : ofRun.all()) diagnostics.add(diagnostic);
  return account;
}

std::string_view statusOf(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::finished: return "finished";
    case OutcomeKind::failed: return "failed";
    case OutcomeKind::cancelled: return "interrupted";
    case OutcomeKind::rejected: break;
  }
  return "rejected";
}

ExitCode codeOf(const Account& account) {
  switch (account.outcome.kind) {
    case OutcomeKind::finished: return ExitCode::success;
    case OutcomeKind::failed: return ExitCode::numericalFailure;
    case OutcomeKind::cancelled: return ExitCode::interrupted;
    case OutcomeKind::rejected: break;
  }
  return ExitCode::userError;
}

ExitCode tell(const Account& account, const ExplainOptions& options, const Diagnostics& diagnostics,
              const Sources& sources) {
  const simulation::Outcome& outcome = account.outcome;
  if (options.simulation.json) {
    nlohmann::ordered_json json{{"schema", "dashpot/explain/1"},
                                {"model", account.name},
                                {"method", options.simulation.method},
                                {"status", statusOf(outcome.kind)},
                                {"start", outcome.experiment.start},
                                {"stop", outcome.experiment.stop},
                                {"time", outcome.endTime},
                                {"tolerance", outcome.experiment.tolerance}};
    json.update(explanationJson(account.explanation));
    json["diagnostics"] = cli::toJson(diagnostics, sources);
    printJson(json);
    return codeOf(account);
  }
  if (outcome.kind != OutcomeKind::rejected) {
    say("{}: {} at {:.6g} s, {} with {}\n", account.name, statusOf(outcome.kind), outcome.endTime,
        methodText(options.simulation.method, outcome.trail),
        options.simulation.step.empty() ? fmt::format("tolerance {:g}", outcome.experiment.tolerance)
                                        : "step " + options.simulation.step);
    printExplanation(account.explanation);
  }
  std::fflush(stdout);
  if (outcome.kind == OutcomeKind::rejected || outcome.kind == OutcomeKind::failed)
    say(stderr, "{}", render(diagnostics, sources));
  return codeOf(account);
}

ExitCode refuseToExplain(const ExplainOptions& options, const Diagnostics& diagnostics, const Sources& sources) {
  if (!options.simulation.json) {
    say(stderr, "{}", render(diagnostics, sources));
    return ExitCode::userError;
  }
  printJson(nlohmann::ordered_json{
      {"schema", "dashpot/explain/1"}, {"status", "rejected"}, {"diagnostics", cli::toJson(diagnostics, sources)}});
  return ExitCode::userError;
}

ExitCode explainProblem(const ExplainOptions& options) {
  const SimulateOptions& simulationOptions = options.simulation;
  if (!simulationOptions.set.empty() || !simulationOptions.input.empty())
    throw CLI::ValidationError("--set", "goes with a model, not with a built-in problem");
  Diagnostics diagnostics;
  const simulation::Settings settings = readSettings(simulationOptions, diagnostics);
  const auto test = problemNamed(simulationOptions.model.file);
  if (!test) diagnostics.error("unknown-problem", {}, test.error().message).hint(test.error().hint);
  if (diagnostics.hasErrors()) return refuseToExplain(options, diagnostics, Sources{});
  const simulation::RecordedProblem problem = recordedProblem(*test);
  if (!simulation::acceptSettings(problem.experiment, settings, diagnostics))
    return refuseToExplain(options, diagnostics, Sources{});
  const SimulateChanged simulate = [&](const simulation::Settings& given, simulation::Recorder& recorder,
                                       Diagnostics& reports, const simulation::StepObserver& observe) {
    return simulation::simulate(problem, given, recorder, reports, observe);
  };
  const Interruption interruption;
  Account account =
      watch(problem.name, subjectOf(*test, problem, simulation::experimentOf(problem.experiment, settings)), settings,
            simulate, diagnostics);
  if (options.tries)
    tryChanges(account.explanation, settings.method,
               [&](const Change& change, const Yardstick& base) -> std::optional<Yardstick> {
                 const auto changes = changed(settings, change);
                 if (!changes || Interruption::isRequested()) return std::nullopt;
                 return measured(simulate, *changes, base, nullptr, problem.problem.names);
               });
  return tell(account, options, diagnostics, Sources{});
}

ExitCode explainModel(const ExplainOptions& options) {
  ModelArguments arguments = options.simulation.model;
  arguments.settableStarts = true;
  Compilation compilation(arguments);
  Diagnostics& diagnostics = compilation.diagnostics;
  simulation::Settings settings = readSettings(options.simulation, diagnostics);
  if (diagnostics.hasErrors() || !compilation.run(settings.parameters))
    return refuseToExplain(options, diagnostics, compilation.sources());
  const codegen::CompiledModel& model = compilation.compiled();
  readInputs(options.simulation, model, settings, diagnostics);
  if (diagnostics.hasErrors()) return refuseToExplain(options, diagnostics, compilation.sources());
  simulation::ModelCode code(model, settings.code);
  const SimulateChanged simulate = [&](const simulation::Settings& given, simulation::Recorder& recorder,
                                       Diagnostics& reports, const simulation::StepObserver& observe) {
    return simulation::simulate(code, given, recorder, reports, observe);
  };
  ExitCode result = ExitCode::success;
  {
    const Interruption interruption;
    Account account =
        watch(model.name(), subjectOf(compilation, code, simulation::experimentOf(model.experiment, settings)),
              settings, simulate, diagnostics);
    if (options.tries && account.outcome.kind != OutcomeKind::rejected)
      tryChanges(account.explanation, settings.method,
                 ModelTrials(arguments, options.simulation, settings, model, code));
    result = tell(account, options, diagnostics, compilation.sources());
  }
  if (code.stopMaking()) leave(result);
  return result;
}

}  // namespace

explanation::Subject subjectOf(const Compilation& compilation, simulation::ModelCode& code,
                               const simulation::Experiment& experiment) {
  return {.model = &compilation.compiled(),
          .code = &code,
          .system = &compilation.system(),
          .sources = &compilation.sources(),
          .linearise = [](double t, ConstView y,
                          simulation::BoundModel* model) { return analysis::linearize(*model, t, y, {}, {}); },
          .experiment = experiment};
}

explanation::Subject subjectOf(const problems::TestProblem& test, const simulation::RecordedProblem& problem,
                               const simulation::Experiment& experiment) {
  return {
      .names = problem.problem.names,
      .initial = problem.initial,
      .linearise = [&test](double t, ConstView y, simulation::BoundModel*) { return analysis::linearize(test, t, y); },
      .experiment = experiment};
}

void explainAlong(SimulateJob& job, explanation::Subject subject) {
  const auto explained = std::make_shared<Explanation>();
  job.simulate = [run = job.simulate, subject = std::move(subject), explained](
                     const simulation::Settings& given, simulation::Recorder& recorder, Diagnostics& reports,
                     const simulation::StepObserver&) {
    simulation::Settings settings = given;
    RunObserver observer(subject, settings, &recorder);
    observer.attach(settings);
    Diagnostics ofRun;
    const simulation::Outcome outcome = run(settings, observer.recorder(), ofRun, observer.steps());
    *explained = observer.explain(outcome, ofRun);
    for (const Diagnostic& diagnostic : ofRun.all()) reports.add(diagnostic);
    return outcome;
  };
  job.printMore = [explained] { printExplanation(*explained); };
  job.addMore = [explained](nlohmann::ordered_json& json) { json["explanation"] = explanationJson(*explained); };
}

void addExplain(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* verb = addVerb(app, "explain",
                           "Run a model, or a built-in problem, and explain the run: what makes it slow or fail, with "
                           "the evidence, and what to do about it",
                           "dashpot explain machine.mo --try");
  addModelArguments(*verb, options->simulation.model);
  addRunOptions(*verb, options->simulation);
  verb->add_flag("--every-step", options->simulation.everyStep, "As if every step were recorded");
  verb->add_flag("--try", options->tries, "Try what would help, and other methods, and say by how much they do");
  verb->add_flag("--json", options->simulation.json, "Print one JSON object");
  verb->callback([options, &result] {
    result = namesProblem(options->simulation.model.file) ? explainProblem(*options) : explainModel(*options);
  });
}

}  // namespace dashpot::cli
