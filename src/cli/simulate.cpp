// dashpot simulate: run an experiment.
#include <chrono>
#include <csignal>
#include <memory>

#include <unistd.h>

#include <fmt/format.h>

#include "base/units.hpp"
#include "cli/compilation.hpp"
#include "cli/table.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"

namespace dashpot::cli {
namespace {

using simulation::Outcome;
using simulation::OutcomeKind;

struct SimulateOptions {
  ModelArguments model;
  std::string start, stop, tolerance, interval, step;
  std::string method = "rodas4";
  std::vector<std::string> set, variables;
  std::string output, plot, dump;
  bool json = false;
};

volatile std::sig_atomic_t interruptRequested = 0;

/// A number with an optional unit of time; what cannot be read is reported.
std::optional<double> readTime(const std::string& text, const char* option, Diagnostics& diagnostics) {
  if (text.empty()) return std::nullopt;
  const auto quantity = parseQuantity(text);
  if (quantity && (quantity->unit.empty() || quantity->unit == "s")) return quantity->value;
  diagnostics.error(
      "command-line", {},
      quantity ? fmt::format("{}: '{}' is not a time", option, text) : fmt::format("{}: {}", option, quantity.error()));
  return std::nullopt;
}

simulation::Settings readSettings(const SimulateOptions& options, Diagnostics& diagnostics) {
  simulation::Settings settings;
  settings.start = readTime(options.start, "--start", diagnostics);
  settings.stop = readTime(options.stop, "--stop", diagnostics);
  settings.interval = readTime(options.interval, "--interval", diagnostics);
  settings.tolerance = readTime(options.tolerance, "--tolerance", diagnostics);
  settings.step = readTime(options.step, "--step", diagnostics).value_or(0.0);
  settings.method = options.method;
  for (const std::string& text : options.set) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      diagnostics.error("command-line", {}, fmt::format("--set: '{}' has no '='", text)).hint("write --set name=value");
    else
      settings.parameters.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  settings.cancelled = [] { return interruptRequested != 0; };
  return settings;
}

bool checkOutputNames(const SimulateOptions& options, Diagnostics& diagnostics) {
  if (!options.output.empty() && !options.output.ends_with(".csv"))
    diagnostics.error("command-line", {},
                      fmt::format("-o: cannot write '{}': only .csv is supported yet", options.output));
  if (!options.plot.empty() && !options.plot.ends_with(".svg") && !options.plot.ends_with(".png"))
    diagnostics.error("command-line", {}, fmt::format("--plot: '{}' must end in .svg or .png", options.plot));
  return !diagnostics.hasErrors();
}

void showProgress(const Progress& progress) {
  const double share = (progress.time - progress.start) / (progress.end - progress.start);
  fmt::print(stderr, "\r{:6.1f} %   time {:.6g} of {:.6g}   {} steps ", 100 * share, progress.time, progress.end,
             progress.steps);
  std::fflush(stderr);
}

/// The names to plot or show when the user names none: the states.
std::vector<std::string> stateNames(const codegen::CompiledModel& model) {
  std::vector<std::string> names;
  for (const codegen::VariableInfo& variable : model.variables)
    if (variable.kind == codegen::VariableKind::state && !variable.isProtected) names.push_back(variable.name);
  return names;
}

// ---- the summary ----------------------------------------------------------------------------------------------------

struct Report {
  const Compilation& compilation;
  const SimulateOptions& options;
  const Outcome& outcome;
  const std::vector<results::Column>& columns;
  double compileSeconds;
};

std::string_view statusName(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::finished: return "finished";
    case OutcomeKind::rejected: return "rejected";
    case OutcomeKind::failed: return "failed";
    case OutcomeKind::cancelled: return "interrupted";
  }
  return "";
}

nlohmann::ordered_json toJson(const Report& report) {
  const Outcome& outcome = report.outcome;
  const Statistics& s = outcome.statistics;
  nlohmann::ordered_json json{{"schema", "dashpot/simulate/1"},
                              {"model", report.compilation.compiled().name},
                              {"method", report.options.method},
                              {"status", statusName(outcome.kind)},
                              {"start", outcome.experiment.start},
                              {"stop", outcome.experiment.stop},
                              {"time", outcome.endTime},
                              {"tolerance", outcome.experiment.tolerance},
                              {"steps", s.steps},
                              {"rejected", s.rejected},
                              {"rhs_evals", s.rhsEvals},
                              {"jac_evals", s.jacEvals},
                              {"lu", s.lu},
                              {"solves", s.solves},
                              {"newton_iterations", s.newtonIterations},
                              {"events", s.events},
                              {"compile_seconds", report.compileSeconds},
                              {"first_step_seconds", outcome.firstStepSeconds},
                              {"run_seconds", outcome.runSeconds}};
  auto warnings = nlohmann::ordered_json::array();
  for (const Diagnostic& d : report.compilation.diagnostics.all())
    if (d.severity == Severity::warning) warnings.push_back(d.message);
  json["warnings"] = std::move(warnings);
  json["diagnostics"] = cli::toJson(report.compilation.diagnostics, report.compilation.sources());
  json["final"] = nlohmann::ordered_json::object();
  if (!outcome.finalObserved.empty())
    for (const results::Column& column : report.columns)
      json["final"][column.name] = column.value(outcome.finalObserved, outcome.parameters);
  return json;
}

void printSummary(const Report& report) {
  const Outcome& outcome = report.outcome;
  const Statistics& s = outcome.statistics;
  fmt::print("model       {}\n", report.compilation.compiled().name);
  fmt::print("method      {}, {}\n", report.options.method,
             report.options.step.empty() ? fmt::format("tolerance {:g}", outcome.experiment.tolerance)
                                         : "step " + report.options.step);
  fmt::print("time        {:g} to {:g} s ({})\n", outcome.experiment.start, outcome.endTime, statusName(outcome.kind));
  fmt::print("steps       {} accepted, {} rejected, {} events\n", s.steps, s.rejected, s.events);
  fmt::print("evaluations {} of F, {} of the Jacobian, {} factorisations, {} solves\n", s.rhsEvals, s.jacEvals, s.lu,
             s.solves);
  fmt::print("seconds     {:.3g} compile, {:.3g} to the first step, {:.3g} run\n", report.compileSeconds,
             outcome.firstStepSeconds, outcome.runSeconds);
  Table table({{"variable", Table::Align::left}, {"final value", Table::Align::right}, {"unit", Table::Align::left}});
  for (const results::Column& column : report.columns) {
    const Unit unit = unitForDisplay(column.unit, column.displayUnit);
    table.add({column.name, number(unit.fromSi(column.value(outcome.finalObserved, outcome.parameters)), 9),
               std::string(unit.name)});
  }
  fmt::print("\n{}", table.text());
}

ExitCode exitCode(const Outcome& outcome, bool hasErrors) {
  switch (outcome.kind) {
    case OutcomeKind::cancelled: return ExitCode::interrupted;
    case OutcomeKind::failed: return ExitCode::numericalFailure;
    case OutcomeKind::rejected: return ExitCode::userError;
    case OutcomeKind::finished: break;
  }
  return hasErrors ? ExitCode::userError : ExitCode::success;
}

// ---- the run --------------------------------------------------------------------------------------------------------

std::string dumpText(const Compilation& compilation, const std::string& form) {
  if (form == "tree") return compilation.treeText();
  if (form == "flat") return model::print(compilation.flat());
  if (form == "system") return equations::print(compilation.system());
  return codegen::print(compilation.compiled());
}

ExitCode dump(const SimulateOptions& options) {
  Compilation compilation;
  bool isSound = compilation.parse(options.model.file);
  if (options.dump != "tree") isSound = isSound && compilation.flatten(options.model.model);
  if (options.dump == "system" || options.dump == "ir") isSound = isSound && compilation.solve();
  if (options.dump == "ir") isSound = isSound && compilation.compile();
  if (isSound) fmt::print("{}", dumpText(compilation, options.dump));
  return report(compilation);
}

ExitCode failed(const SimulateOptions& options, const Compilation& compilation) {
  if (!options.json) return report(compilation);
  const nlohmann::ordered_json json{{"schema", "dashpot/simulate/1"},
                                    {"status", "rejected"},
                                    {"diagnostics", cli::toJson(compilation.diagnostics, compilation.sources())}};
  fmt::print("{}\n", json.dump(2));
  return ExitCode::userError;
}

/// Runs with Ctrl-C caught, so that what was computed is kept.
Outcome simulateInterruptibly(const codegen::CompiledModel& model, const simulation::Settings& settings,
                              simulation::Recorder& recorder, Diagnostics& diagnostics) {
  const auto before = std::signal(SIGINT, [](int) { interruptRequested = 1; });
  Outcome outcome = simulation::simulate(model, settings, recorder, diagnostics);
  std::signal(SIGINT, before);
  return outcome;
}

ExitCode run(const SimulateOptions& options) {
  if (!options.dump.empty()) return dump(options);
  Compilation compilation;
  Diagnostics& diagnostics = compilation.diagnostics;
  simulation::Settings settings = readSettings(options, diagnostics);
  const bool isTerminal = !options.json && isatty(STDERR_FILENO) != 0;
  if (isTerminal) settings.progress = showProgress;
  if (!checkOutputNames(options, diagnostics)) return failed(options, compilation);

  const auto began = std::chrono::steady_clock::now();
  if (!compilation.run(options.model.file, options.model.model)) return failed(options, compilation);
  const double compileSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();

  const codegen::CompiledModel& model = compilation.compiled();
  const auto recorded = results::selectColumns(model, options.variables, diagnostics);
  const std::vector<std::string> states = stateNames(model);
  const auto shown =
      options.variables.empty() && !states.empty() ? results::selectColumns(model, states, diagnostics) : recorded;
  if (diagnostics.hasErrors()) return failed(options, compilation);

  results::Table table(shown);
  std::vector<simulation::Recorder*> recorders;
  std::optional<results::CsvWriter> csv;
  if (!options.plot.empty()) recorders.push_back(&table);
  if (!options.output.empty()) recorders.push_back(&csv.emplace(options.output, recorded));
  results::Fanout recorder(recorders);
  const Outcome outcome = simulateInterruptibly(model, settings, recorder, diagnostics);
  if (isTerminal && outcome.statistics.steps > 0) fmt::print(stderr, "\r{:70}\r", "");

  if (csv)
    if (auto problem = csv->close()) diagnostics.add(std::move(*problem));
  if (!options.plot.empty() && outcome.kind != OutcomeKind::rejected)
    if (auto problem = results::plot(table, model.name, options.plot)) diagnostics.add(std::move(*problem));

  const Report summary{compilation, options, outcome, options.json ? recorded : shown, compileSeconds};
  if (options.json)
    fmt::print("{}\n", toJson(summary).dump(2));
  else if (!outcome.finalObserved.empty())
    printSummary(summary);
  if (!options.json) report(compilation);
  if (outcome.kind == OutcomeKind::failed || outcome.kind == OutcomeKind::cancelled)
    if (csv && !outcome.finalObserved.empty())
      fmt::print(stderr, "note: the result up to time {:g} is in {}\n", outcome.endTime, options.output);
  return exitCode(outcome, diagnostics.hasErrors());
}

}  // namespace

void addSimulate(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* verb =
      addVerb(app, "simulate", "Run an experiment on a model",
              "dashpot simulate examples/relief_valve.mo --set relief.pCrack=130bar -o out.csv --plot out.svg");
  addModelArguments(*verb, options->model);
  verb->add_option("--start", options->start, "Start time; numbers take units: 10ms")->type_name("TIME");
  verb->add_option("--stop", options->stop, "Stop time")->type_name("TIME");
  verb->add_option("--tolerance", options->tolerance, "Relative tolerance; absolute ones follow from nominal values")
      ->type_name("NUMBER");
  verb->add_option("--interval", options->interval, "Time between outputs")->type_name("TIME");
  verb->add_option("--method", options->method, "Integration method; 'dashpot methods' lists them")
      ->capture_default_str()
      ->type_name("NAME");
  verb->add_option("--step", options->step, "Fixed step instead of error control")->type_name("TIME");
  verb->add_option("--set", options->set, "Set a parameter: name=value, value with unit: pump.p=210bar")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  verb->add_option("-o,--output", options->output, "Write the result, as CSV")->type_name("FILE.csv");
  verb->add_option("--plot", options->plot, "Plot the result, as SVG or PNG")->type_name("FILE.svg");
  verb->add_option("--vars", options->variables, "Variables to write, plot and show: a,b.c")
      ->delimiter(',')
      ->type_name("NAMES");
  verb->add_option("--dump", options->dump, "Print an intermediate form instead of running")
      ->check(CLI::IsMember({"tree", "flat", "system", "ir"}));
  verb->add_flag("--json", options->json, "The summary as one JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
