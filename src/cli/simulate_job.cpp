#include "cli/simulate_job.hpp"

#include "base/stopwatch.hpp"
#include "base/units.hpp"
#include "base/user_folders.hpp"
#include "base/whole_file.hpp"
#include "cli/counters.hpp"
#include "cli/data_set.hpp"
#include "cli/interruption.hpp"
#include "cli/method_trail.hpp"
#include "cli/output.hpp"
#include "cli/output_files.hpp"
#include "cli/printed_output.hpp"
#include "cli/progress_line.hpp"
#include "cli/table.hpp"
#include "results/legible.hpp"
#include "results/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <sys/ioctl.h>
#include <unistd.h>

namespace dashpot::cli {
namespace {

using simulation::Outcome;
using simulation::OutcomeKind;

// More than a table or a picture can show.
constexpr std::size_t mostShown = 40, mostPlotted = 14;
// Bytes of output that deserve a warning.
constexpr double largeOutput = 1e9;

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

/// 0, which stands for "not given" in the settings, is no length that a user can mean.
double readLength(const std::string& text, const char* option, Diagnostics& diagnostics) {
  const auto time = readTime(text, option, diagnostics);
  if (time == 0.0) diagnostics.error("command-line", {}, fmt::format("{}: '{}' is not a positive time", option, text));
  return time.value_or(0.0);
}

void checkOutputNames(const SimulateOptions& options, Diagnostics& diagnostics) {
  if (!options.output.empty() && !options.output.ends_with(".csv") && !options.output.ends_with(".mat"))
    diagnostics.error("command-line", {}, fmt::format("-o: '{}' must end in .csv or .mat", options.output));
  if ((options.file.unitsRow || options.file.displayUnits) && !options.output.ends_with(".csv"))
    diagnostics.error("command-line", {}, "--units and --display-units go with -o FILE.csv")
        .note("a .mat file is in SI, and has units and display units in its descriptions");
  for (const std::string& plot : options.plots)
    if (plot != "-" && !plot.ends_with(".svg") && !plot.ends_with(".png"))
      diagnostics.error("command-line", {}, fmt::format("--plot: '{}' must end in .svg or .png", plot));
  // Found out now, not when the run is over.
  std::vector<FileArgument> outputs{
      {"-o", options.output}, {"--checkpoint", options.integration.checkpoint}, {"--save-data", options.saveData}};
  for (const std::string& plot : options.plots) {
    if (plot != "-") outputs.push_back({"--plot", plot});
    const auto folder = std::filesystem::path(plot).parent_path();
    std::error_code none;
    if (!folder.empty() && !std::filesystem::is_directory(folder, none))
      diagnostics.error("command-line", {}, fmt::format("--plot: there is no folder '{}'", folder.string()));
  }
  std::vector<FileArgument> inputs{{"", options.model.file}, {"--input", options.input}};
  for (const std::string& file : options.data) inputs.push_back({"--data", file});
  refuseOverwriting(outputs, inputs, diagnostics);
  // A run may go on in the file it was saved in.
  outputs.erase(outputs.begin() + 1);
  refuseOverwriting(outputs, {{"--resume", options.integration.resume}}, diagnostics);
}

/// What is given later counts: a data set over those before it, the command line over data sets.
void keepLastOfEachName(std::vector<simulation::ParameterSetting>& settings) {
  std::set<std::string> seen;
  std::vector<simulation::ParameterSetting> kept;
  for (auto setting = settings.rbegin(); setting != settings.rend(); ++setting)
    if (seen.insert(setting->name).second) kept.push_back(std::move(*setting));
  settings.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
}

void warnOfLargeOutput(const SimulateJob& job, const SimulateOptions& options, Diagnostics& diagnostics) {
  if (options.output.empty() || !job.recordsAtIntervals) return;
  const double rows = (job.experiment.stop - job.experiment.start) / job.experiment.interval;
  const double bytes = rows * results::bytesPerRow(options.output, job.recorded);
  if (!(bytes > largeOutput)) return;
  Diagnostic& d = diagnostics.warning("large-output", {},
                                      fmt::format("'{}' will take about {:.3g} GB", options.output, bytes * 1e-9));
  std::error_code unknown;
  const auto folder = std::filesystem::absolute(options.output, unknown).parent_path();
  if (const auto space = std::filesystem::space(folder, unknown);
      !unknown && static_cast<double>(space.available) < bytes)
    d.note(fmt::format("there are {:.3g} GB left on that disk", static_cast<double>(space.available) * 1e-9));
  d.hint("record fewer variables with --vars, or less often with --interval");
}

// ---- the summary ----------------------------------------------------------------------------------------------------

struct WrittenFile {
  std::string name, content;  // "1,204 rows, 38 variables"
};

struct Report {
  const SimulateJob& job;
  const SimulateOptions& options;
  const Outcome& outcome;
  const Diagnostics& diagnostics;
  const Sources& sources;
  std::vector<WrittenFile> files;
  double simulateSeconds = 0.0, writeSeconds = 0.0;
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

/// From the first stage to the summary.
double totalSeconds(const Report& report) {
  return report.job.compileSeconds + report.job.prepareSeconds + report.simulateSeconds + report.writeSeconds;
}

nlohmann::ordered_json toJson(const Report& report) {
  const Outcome& outcome = report.outcome;
  nlohmann::ordered_json json{
      {"schema", "dashpot/simulate/1"},           {"model", report.job.name},
      {"method", report.options.method},          {"estimate", report.options.integration.estimate},
      {"status", statusName(outcome.kind)},       {"start", outcome.experiment.start},
      {"stop", outcome.experiment.stop},          {"time", outcome.endTime},
      {"tolerance", outcome.experiment.tolerance}};
  addCounters(json, outcome.statistics);
  if (!outcome.trail.choices.empty()) {
    json["changes"] = outcome.statistics.switches;
    json["choices"] = trailJson(outcome.trail);
  }
  json["compile_seconds"] = report.job.compileSeconds;
  json["stage_seconds"] = {{"parse", report.job.stageSeconds.parse},
                           {"flatten", report.job.stageSeconds.flatten},
                           {"sort", report.job.stageSeconds.sort},
                           {"compile", report.job.stageSeconds.compile},
                           {"prepare", report.job.prepareSeconds},
                           {"initialise", outcome.initialiseSeconds},
                           {"run", report.simulateSeconds - outcome.initialiseSeconds},
                           {"write", report.writeSeconds}};
  json["total_seconds"] = totalSeconds(report);
  json["first_step_seconds"] = outcome.firstStepSeconds;
  json["run_seconds"] = outcome.runSeconds;
  json["code"] = {{"interpreted", outcome.evaluations.interpreted},
                  {"fast", outcome.evaluations.fast},
                  {"optimised", outcome.evaluations.optimised}};
  auto warnings = nlohmann::ordered_json::array();
  for (const Diagnostic& d : report.diagnostics.all())
    if (d.severity == Severity::warning) warnings.push_back(d.message);
  json["warnings"] = std::move(warnings);
  if (!outcome.initialisation.empty()) json["initialisation"] = outcome.initialisation;
  if (!outcome.remedies.empty()) json["remedies"] = outcome.remedies;
  for (const simulation::Slide& slide : outcome.slides)
    json["sliding"].push_back(
        {{"relation", slide.relation}, {"first", slide.first}, {"time", slide.time}, {"count", slide.count}});
  json["diagnostics"] = cli::toJson(report.diagnostics, report.sources);
  auto files = nlohmann::ordered_json::array();
  for (const WrittenFile& file : report.files) files.push_back({{"file", file.name}, {"content", file.content}});
  json["files"] = std::move(files);
  json["final"] = nlohmann::ordered_json::object();
  // Names are different already: members are added without looking for others of their name.
  auto& last = json["final"].get_ref<nlohmann::ordered_json::object_t&>();
  if (!outcome.finalObserved.empty())
    for (const results::Column& column : report.job.recorded)
      if (!column.isParameter || report.options.scope.parameters || !report.options.variables.empty())
        last.emplace_back(column.name, column.value(outcome.finalObserved, outcome.parameters));
  return json;
}

/// Says how many variables the table and the plot leave out, where the user named none.
void showNotShown(const Report& report) {
  if (!report.options.variables.empty()) return;
  if (report.job.shown.size() == mostShown) say("... and others: --vars names what to show\n");
  if (!report.options.plots.empty() && report.job.plotted.size() == mostPlotted)
    say("the plot shows some of them: --vars names what to plot\n");
}

void printSummary(const Report& report) {
  const Outcome& outcome = report.outcome;
  const Statistics& s = outcome.statistics;
  say("model       {}\n", report.job.name);
  say("method      {}, {}\n", methodText(report.options.method, outcome.trail),
      report.options.step.empty() ? fmt::format("tolerance {:g}", outcome.experiment.tolerance)
                                  : "step " + report.options.step);
  say("time        {:g} to {:g} s ({})\n", outcome.experiment.start, outcome.endTime, statusName(outcome.kind));
  if (!outcome.initialisation.empty()) say("start       {}\n", outcome.initialisation);
  for (const std::string& remedy : outcome.remedies) say("remedy      {}\n", remedy);
  for (const simulation::Slide& slide : outcome.slides)
    say("sliding     along {}: {:.6g} s in all, {} from {:.6g} s on\n", slide.relation, slide.time,
        slide.count == 1 ? "once," : fmt::format("{} times,", slide.count), slide.first);
  say("steps       {} accepted, {} rejected, {} events\n", s.steps, s.rejected, s.events);
  if (s.switches > 0) say("changes     {} of the method; {} steps with an implicit one\n", s.switches, s.stiffSteps);
  say("evaluations {} of F, {} of the Jacobian, {} factorisations, {} solves\n", s.rhsEvals, s.jacEvals, s.lu,
      s.solves);
  if (const auto& n = outcome.evaluations; n.interpreted + n.fast + n.optimised > 0)  // problems have code of their own
    say("code        {} evaluations interpreted, {} by fast code, {} by optimised code\n", n.interpreted, n.fast,
        n.optimised);
  say("seconds     {:.3g} compile, {:.3g} to the first step, {:.3g} run, {:.3g} in all\n", report.job.compileSeconds,
      outcome.firstStepSeconds, outcome.runSeconds, totalSeconds(report));
  Table table({{"variable", Table::Align::left}, {"final value", Table::Align::right}, {"unit", Table::Align::left}});
  for (const results::Column& column : report.job.shown) {
    const Unit unit = unitForDisplay(column.unit, column.displayUnit);
    table.add({column.name, number(unit.fromSi(column.value(outcome.finalObserved, outcome.parameters)), 9),
               std::string(unit.name)});
  }
  say("\n{}", table.text());
  showNotShown(report);
  if (!report.files.empty()) say("\n");
  for (const WrittenFile& file : report.files) say("wrote {}: {}\n", file.name, file.content);
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

/// Plots that go to files. Gives those that were written.
std::vector<WrittenFile> drawPlots(const SimulateOptions& options, const results::Curves& curves,
                                   const std::string& title, Diagnostics& diagnostics) {
  std::vector<WrittenFile> written;
  for (const std::string& plot : options.plots) {
    if (plot == "-") continue;
    auto problem = results::plot(curves, title, plot);
    const std::size_t count = curves.curves().size();
    if (!problem)
      written.push_back({plot, fmt::format("{} curve{}", count, count == 1 ? "" : "s")});
    else
      diagnostics.add(std::move(*problem));
  }
  return written;
}

/// The content of a result file, in a word.
std::string contentOf(const results::ResultFile& file, std::size_t variables, const Outcome& outcome) {
  std::string text = fmt::format("{} row{}, {} variable{}", grouped(file.rows()), file.rows() == 1 ? "" : "s",
                                 grouped(static_cast<std::int64_t>(variables)), variables == 1 ? "" : "s");
  constexpr std::int64_t large = 1'000'000;
  if (file.bytes() >= large) text += ", " + sizeText(file.bytes());
  if (!file.follows().empty() && outcome.largestMiss > 0)
    text += fmt::format("; straight lines between rows are within {:.1g} of a variable's largest value",
                        outcome.largestMiss);
  return text;
}

/// The plot with characters, behind the summary.
void showPlot(const SimulateOptions& options, const results::Curves& curves, const std::string& title,
              Diagnostics& diagnostics) {
  if (options.json || std::ranges::find(options.plots, "-") == options.plots.end()) return;
  winsize size{};
  const bool isKnown = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40;
  const auto text = results::plotAsText(curves, title, isKnown ? std::min<int>(size.ws_col, 120) - 1 : 79, 24);
  if (text)
    say("\n{}", *text);
  else
    diagnostics.add(text.error());
}

/// Where native code is kept. A folder of the user's own that others can write to is not trusted.
std::string codeCache(const std::string& given, Diagnostics& diagnostics) {
  if (given == "none") return {};
  if (!given.empty()) {
    std::error_code failure;
    std::filesystem::create_directories(given, failure);
    if (::access(given.c_str(), W_OK | X_OK) != 0)
      diagnostics.warning(
          "cache", {},
          fmt::format("native code cannot be kept in '{}': {}", given, std::generic_category().message(errno)));
    return given;
  }
  const std::filesystem::path folder = userCacheFolder();
  return folder.empty() || !isOwnFolder(folder) || !isOwnFolder(folder / "code") ? std::string()
                                                                                 : (folder / "code").string();
}

}  // namespace

simulation::Settings readSettings(const SimulateOptions& options, Diagnostics& diagnostics) {
  simulation::Settings settings;
  settings.start = readTime(options.start, "--start", diagnostics);
  settings.stop = readTime(options.stop, "--stop", diagnostics);
  settings.interval = readTime(options.interval, "--interval", diagnostics);
  settings.tolerance = readTime(options.tolerance, "--tolerance", diagnostics);
  settings.step = readLength(options.step, "--step", diagnostics);
  settings.maxStep = readLength(options.maxStep, "--max-step", diagnostics);
  settings.method = options.method;
  settings.everyStep = options.everyStep;
  settings.stepsWithoutInterval = true;
  settings.code.backend = options.backend == "interpreter" ? codegen::Backend::interpreter : codegen::Backend::llvm;
  settings.code.generator.cacheDirectory = codeCache(options.cache, diagnostics);
  for (const std::string& file : options.data)
    for (simulation::ParameterSetting& setting : readDataSet(file, diagnostics))
      settings.parameters.push_back(std::move(setting));
  for (const std::string& text : options.set) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      diagnostics.error("command-line", {}, fmt::format("--set: '{}' has no '='", text)).hint("write --set name=value");
    else
      settings.parameters.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  keepLastOfEachName(settings.parameters);
  readIntegrationOptions(options.integration, settings, diagnostics);
  checkOutputNames(options, diagnostics);
  return settings;
}

void readInputs(const SimulateOptions& options, const codegen::CompiledModel& model, simulation::Settings& settings,
                Diagnostics& diagnostics) {
  if (options.input.empty()) return;
  const auto table = readCsv(options.input);
  if (!table) {
    diagnostics.add(table.error());
    return;
  }
  const auto interpolation =
      options.inputInterpolation == "hold" ? simulation::Interpolation::hold : simulation::Interpolation::linear;
  settings.inputs = std::make_shared<simulation::InputData>(model, *table, interpolation, diagnostics);
}

void chooseColumns(SimulateJob& job, const codegen::RecordedVariables& variables, const SimulateOptions& options,
                   Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const std::string& text : options.variables)
    for (std::string& name : results::splitNames(text)) names.push_back(std::move(name));
  results::Scope scope = options.scope;
  if (names.empty() && options.output.ends_with(".mat")) scope.parameters = true;  // they cost nothing there
  job.recorded = results::selectColumns(variables, names, diagnostics, scope);
  if (!options.json) job.shown = names.empty() ? results::principalColumns(variables, mostShown) : job.recorded;
  if (!options.plots.empty())
    job.plotted = names.empty() ? results::principalColumns(variables, mostPlotted) : results::legible(job.recorded);
  if (!options.plots.empty() && !names.empty() && job.plotted.size() < job.recorded.size())
    diagnostics
        .warning("plot", {},
                 fmt::format("the plot shows {} of {} variables: more curves of one unit could not be told apart",
                             job.plotted.size(), job.recorded.size()))
        .hint("plot fewer with --vars");
}

ExitCode refuse(const SimulateOptions& options, const Diagnostics& diagnostics, const Sources& sources) {
  if (!options.json) {
    say(stderr, "{}", render(diagnostics, sources));
    return ExitCode::userError;
  }
  const nlohmann::ordered_json json{
      {"schema", "dashpot/simulate/1"}, {"status", "rejected"}, {"diagnostics", cli::toJson(diagnostics, sources)}};
  printJson(json);
  return ExitCode::userError;
}

ExitCode execute(const SimulateJob& job, const SimulateOptions& options, simulation::Settings settings,
                 Diagnostics& diagnostics, const Sources& sources) {
  if (diagnostics.hasErrors()) return refuse(options, diagnostics, sources);
  const bool isTerminal = !options.json && isatty(STDERR_FILENO) != 0;
  ProgressLine progress;
  if (isTerminal) settings.progress = [&progress](const Progress& now) { progress.show(now); };
  warnOfLargeOutput(job, options, diagnostics);

  results::Curves curves(job.plotted);
  std::vector<simulation::Recorder*> recorders;
  std::unique_ptr<results::ResultFile> file;
  if (!options.plots.empty()) recorders.push_back(&curves);
  results::FileOptions format = options.file;
  if (!job.recordsAtIntervals && !options.everyStep) format.straightness = job.experiment.tolerance;
  if (!options.output.empty()) file = results::makeResultFile(options.output, job.recorded, format);
  if (file) recorders.push_back(file.get());
  settings.cancellation.afterStep = [&file] { return Interruption::isRequested() || (file && file->failed()); };
  settings.cancellation.atOnce = &Interruption::isUrgent();
  PrintedOutput printed(options.json, diagnostics);
  settings.print = [&](const simulation::PrintedLine& line) {
    progress.clear();
    printed.take(line);
  };
  results::Fanout recorder(recorders);
  const auto began = std::chrono::steady_clock::now();
  Outcome outcome = [&] {
    const Interruption interruption;  // so that what was computed is kept
    return job.simulate(settings, recorder, diagnostics, {});
  }();
  progress.clear();
  const double simulateSeconds = secondsSince(began);

  if (outcome.kind == OutcomeKind::cancelled && !Interruption::isRequested())
    outcome.kind = OutcomeKind::rejected;  // the result has nowhere to go
  std::optional<Diagnostic> writing;
  if (file) writing = file->close();
  const bool isKept = file && !writing && !outcome.finalObserved.empty();
  if (writing) diagnostics.add(std::move(*writing));
  const bool hasResult = outcome.kind != OutcomeKind::rejected && !outcome.finalObserved.empty();
  std::vector<WrittenFile> written;
  if (isKept) written.push_back({options.output, contentOf(*file, job.recorded.size(), outcome)});
  if (outcome.isSaved) written.push_back({settings.checkpoint, fmt::format("the run at time {:g}", outcome.endTime)});
  if (!options.saveData.empty() && outcome.kind != OutcomeKind::rejected) {
    if (auto fault = writeWhole(job.dataSet, options.saveData))
      diagnostics.add(std::move(*fault));
    else
      written.push_back({options.saveData, "the data of this run"});
  }
  if (options.variables.empty()) curves.dropRepeated();
  if (hasResult) std::ranges::move(drawPlots(options, curves, job.name, diagnostics), std::back_inserter(written));

  const Report summary{job,
                       options,
                       outcome,
                       diagnostics,
                       sources,
                       std::move(written),
                       simulateSeconds,
                       secondsSince(began) - simulateSeconds};
  if (options.json) {
    auto json = toJson(summary);
    if (!printed.lines().empty()) json["output"] = printed.lines();
    if (job.addMore) job.addMore(json);
    printJson(json);
  } else if (outcome.kind == OutcomeKind::finished ||
             (outcome.kind != OutcomeKind::rejected && !outcome.finalObserved.empty())) {
    printSummary(summary);
  }
  if (hasResult) showPlot(options, curves, job.name, diagnostics);
  if (!options.json && options.explainMethod && outcome.kind != OutcomeKind::rejected)
    say("\n{}", trailText(outcome.trail));
  if (!options.json && job.printMore && outcome.kind != OutcomeKind::rejected) job.printMore();
  std::fflush(stdout);
  if (!options.json) say(stderr, "{}", render(diagnostics, sources));
  if (isKept && (outcome.kind == OutcomeKind::failed || outcome.kind == OutcomeKind::cancelled))
    say(stderr, "note: the result up to time {:g} is in {}\n", outcome.endTime, options.output);
  return exitCode(outcome, diagnostics.hasErrors());
}

}  // namespace dashpot::cli
