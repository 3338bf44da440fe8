#include "cli/simulate_job.hpp"

#include <csignal>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>

#include "base/units.hpp"
#include "cli/counters.hpp"
#include "cli/table.hpp"
#include "results/results.hpp"

namespace dashpot::cli {
namespace {

using simulation::Outcome;
using simulation::OutcomeKind;

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

void checkOutputNames(const SimulateOptions& options, Diagnostics& diagnostics) {
  if (!options.output.empty() && !options.output.ends_with(".csv"))
    diagnostics.error("command-line", {},
                      fmt::format("-o: cannot write '{}': only .csv is supported yet", options.output));
  if (!options.plot.empty() && !options.plot.ends_with(".svg") && !options.plot.ends_with(".png"))
    diagnostics.error("command-line", {}, fmt::format("--plot: '{}' must end in .svg or .png", options.plot));
}

void showProgress(const Progress& progress) {
  const double share = (progress.time - progress.start) / (progress.end - progress.start);
  fmt::print(stderr, "\r{:6.1f} %   time {:.6g} of {:.6g}   {} steps ", 100 * share, progress.time, progress.end,
             progress.steps);
  std::fflush(stderr);
}

// ---- the summary ----------------------------------------------------------------------------------------------------

struct Report {
  const SimulateJob& job;
  const SimulateOptions& options;
  const Outcome& outcome;
  const Diagnostics& diagnostics;
  const Sources& sources;
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
  nlohmann::ordered_json json{{"schema", "dashpot/simulate/1"},    {"model", report.job.name},
                              {"method", report.options.method},   {"status", statusName(outcome.kind)},
                              {"start", outcome.experiment.start}, {"stop", outcome.experiment.stop},
                              {"time", outcome.endTime},           {"tolerance", outcome.experiment.tolerance}};
  addCounters(json, outcome.statistics);
  json["compile_seconds"] = report.job.compileSeconds;
  json["stage_seconds"] = {{"parse", report.job.stageSeconds.parse},
                           {"flatten", report.job.stageSeconds.flatten},
                           {"sort", report.job.stageSeconds.sort},
                           {"compile", report.job.stageSeconds.compile},
                           {"initialise", outcome.initialiseSeconds}};
  json["first_step_seconds"] = outcome.firstStepSeconds;
  json["run_seconds"] = outcome.runSeconds;
  auto warnings = nlohmann::ordered_json::array();
  for (const Diagnostic& d : report.diagnostics.all())
    if (d.severity == Severity::warning) warnings.push_back(d.message);
  json["warnings"] = std::move(warnings);
  if (!outcome.initialisation.empty()) json["initialisation"] = outcome.initialisation;
  if (!outcome.remedies.empty()) json["remedies"] = outcome.remedies;
  json["diagnostics"] = cli::toJson(report.diagnostics, report.sources);
  json["final"] = nlohmann::ordered_json::object();
  if (!outcome.finalObserved.empty())
    for (const results::Column& column : report.job.recorded)
      json["final"][column.name] = column.value(outcome.finalObserved, outcome.parameters);
  return json;
}

void printSummary(const Report& report) {
  const Outcome& outcome = report.outcome;
  const Statistics& s = outcome.statistics;
  fmt::print("model       {}\n", report.job.name);
  fmt::print("method      {}, {}\n", report.options.method,
             report.options.step.empty() ? fmt::format("tolerance {:g}", outcome.experiment.tolerance)
                                         : "step " + report.options.step);
  fmt::print("time        {:g} to {:g} s ({})\n", outcome.experiment.start, outcome.endTime, statusName(outcome.kind));
  if (!outcome.initialisation.empty()) fmt::print("start       {}\n", outcome.initialisation);
  for (const std::string& remedy : outcome.remedies) fmt::print("remedy      {}\n", remedy);
  fmt::print("steps       {} accepted, {} rejected, {} events\n", s.steps, s.rejected, s.events);
  fmt::print("evaluations {} of F, {} of the Jacobian, {} factorisations, {} solves\n", s.rhsEvals, s.jacEvals, s.lu,
             s.solves);
  fmt::print("seconds     {:.3g} compile, {:.3g} to the first step, {:.3g} run\n", report.job.compileSeconds,
             outcome.firstStepSeconds, outcome.runSeconds);
  Table table({{"variable", Table::Align::left}, {"final value", Table::Align::right}, {"unit", Table::Align::left}});
  for (const results::Column& column : report.job.shown) {
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

/// Runs with Ctrl-C caught, so that what was computed is kept.
Outcome simulateInterruptibly(const SimulateJob& job, const simulation::Settings& settings,
                              simulation::Recorder& recorder, Diagnostics& diagnostics) {
  const auto before = std::signal(SIGINT, [](int) { interruptRequested = 1; });
  Outcome outcome = job.simulate(settings, recorder, diagnostics);
  std::signal(SIGINT, before);
  return outcome;
}

}  // namespace

simulation::Settings readSettings(const SimulateOptions& options, Diagnostics& diagnostics) {
  simulation::Settings settings;
  settings.start = readTime(options.start, "--start", diagnostics);
  settings.stop = readTime(options.stop, "--stop", diagnostics);
  settings.interval = readTime(options.interval, "--interval", diagnostics);
  settings.tolerance = readTime(options.tolerance, "--tolerance", diagnostics);
  settings.step = readTime(options.step, "--step", diagnostics).value_or(0.0);
  settings.method = options.method;
  settings.code.backend = options.backend == "interpreter" ? codegen::Backend::interpreter : codegen::Backend::llvm;
  settings.code.generator.cacheDirectory = options.cache;
  for (const std::string& text : options.set) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      diagnostics.error("command-line", {}, fmt::format("--set: '{}' has no '='", text)).hint("write --set name=value");
    else
      settings.parameters.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  readIntegrationOptions(options.integration, settings, diagnostics);
  checkOutputNames(options, diagnostics);
  return settings;
}

ExitCode refuse(const SimulateOptions& options, const Diagnostics& diagnostics, const Sources& sources) {
  if (!options.json) {
    fmt::print(stderr, "{}", render(diagnostics, sources));
    return ExitCode::userError;
  }
  const nlohmann::ordered_json json{
      {"schema", "dashpot/simulate/1"}, {"status", "rejected"}, {"diagnostics", cli::toJson(diagnostics, sources)}};
  fmt::print("{}\n", json.dump(2));
  return ExitCode::userError;
}

ExitCode execute(const SimulateJob& job, const SimulateOptions& options, simulation::Settings settings,
                 Diagnostics& diagnostics, const Sources& sources) {
  if (diagnostics.hasErrors()) return refuse(options, diagnostics, sources);
  const bool isTerminal = !options.json && isatty(STDERR_FILENO) != 0;
  if (isTerminal) settings.progress = showProgress;

  results::Table table(job.shown);
  std::vector<simulation::Recorder*> recorders;
  std::optional<results::CsvWriter> csv;
  if (!options.plot.empty()) recorders.push_back(&table);
  if (!options.output.empty()) recorders.push_back(&csv.emplace(options.output, job.recorded));
  settings.cancelled = [&csv] { return interruptRequested != 0 || (csv && csv->failed()); };
  results::Fanout recorder(recorders);
  Outcome outcome = simulateInterruptibly(job, settings, recorder, diagnostics);
  if (isTerminal && outcome.statistics.steps > 0) fmt::print(stderr, "\r{:70}\r", "");

  if (outcome.kind == OutcomeKind::cancelled && interruptRequested == 0)
    outcome.kind = OutcomeKind::rejected;  // the result has nowhere to go
  std::optional<Diagnostic> writing;
  if (csv) writing = csv->close();
  const bool isKept = csv && !writing && !outcome.finalObserved.empty();
  if (writing) diagnostics.add(std::move(*writing));
  if (!options.plot.empty() && outcome.kind != OutcomeKind::rejected && !outcome.finalObserved.empty())
    if (auto problem = results::plot(table, job.name, options.plot)) diagnostics.add(std::move(*problem));

  const Report summary{job, options, outcome, diagnostics, sources};
  if (options.json)
    fmt::print("{}\n", toJson(summary).dump(2));
  else if (outcome.kind == OutcomeKind::finished ||
           (outcome.kind != OutcomeKind::rejected && !outcome.finalObserved.empty()))
    printSummary(summary);
  std::fflush(stdout);
  if (!options.json) fmt::print(stderr, "{}", render(diagnostics, sources));
  if (isKept && (outcome.kind == OutcomeKind::failed || outcome.kind == OutcomeKind::cancelled))
    fmt::print(stderr, "note: the result up to time {:g} is in {}\n", outcome.endTime, options.output);
  return exitCode(outcome, diagnostics.hasErrors());
}

}  // namespace dashpot::cli
