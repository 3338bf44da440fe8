// dashpot linearize: the linear model at a point: A, B, C, D, eigenvalues, frequency response.
#include "cli/linearize.hpp"

#include "analysis/frequency_response.hpp"
#include "analysis/linearize.hpp"
#include "base/units.hpp"
#include "cli/output.hpp"
#include "cli/output_files.hpp"
#include "cli/simulate_problem.hpp"
#include "problems/accuracy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace dashpot::cli {
namespace {

constexpr double mostOutputs = 1e6;

using analysis::LinearModel;

std::vector<std::string> namesIn(const std::vector<std::string>& texts) {
  std::vector<std::string> names;
  for (const std::string& text : texts)
    for (std::string& name : results::splitNames(text)) names.push_back(std::move(name));
  return names;
}

std::optional<double> readFrequency(const std::string& text, const char* option, Diagnostics& diagnostics) {
  if (text.empty()) return std::nullopt;
  const auto quantity = parseQuantity(text);
  if (quantity && (quantity->unit.empty() || quantity->unit == "Hz") && quantity->value > 0) return quantity->value;
  diagnostics.error("command-line", {}, fmt::format("{}: '{}' is not a frequency", option, text));
  return std::nullopt;
}

/// The numbers of the inputs that were named, or of all.
std::vector<std::uint32_t> chosenInputs(const codegen::CompiledModel& model, const std::vector<std::string>& names,
                                        Diagnostics& diagnostics) {
  std::vector<std::uint32_t> inputs;
  const auto isReal = [&](const std::string& name) {
    const auto info = std::ranges::find(model.recorded.variables, name, &codegen::VariableInfo::name);
    return !info->isBoolean && !info->isInteger;
  };
  for (const std::string& pattern : names.empty() ? std::vector<std::string>{"*"} : names) {
    bool isFound = false;
    for (std::uint32_t i = 0; i < model.inputs.names.size(); ++i) {
      if (!results::matches(model.inputs.names[i], pattern) || !isReal(model.inputs.names[i])) continue;
      if (std::ranges::find(inputs, i) == inputs.end()) inputs.push_back(i);
      isFound = true;
    }
    if (isFound || names.empty()) continue;
    Diagnostic& d = diagnostics.error("unknown-variable", {},
                                      fmt::format("{} has no continuous input '{}'", model.name(), pattern));
    if (const std::string near = didYouMean(pattern, model.inputs.names); !near.empty())
      d.hint(near);
    else
      d.note("inputs are variables declared 'input' in the model itself");
  }
  return inputs;
}

/// The variables that were named, else the outputs of the model, else its states.
std::vector<results::Column> chosenOutputs(const codegen::CompiledModel& model, const std::vector<std::string>& names,
                                           Diagnostics& diagnostics) {
  std::vector<std::string> wanted = names;
  for (const auto& variable : model.recorded.variables)
    if (names.empty() && variable.causality == codegen::Causality::output && !variable.isBoolean)
      wanted.push_back(variable.name);
  for (const auto& variable : model.recorded.variables)
    if (wanted.empty() && variable.kind == codegen::VariableKind::state) {
      wanted = model.states.names;
      std::erase_if(wanted, [&](const std::string& name) {
        return std::ranges::find(model.recorded.variables, name, &codegen::VariableInfo::name) ==
               model.recorded.variables.end();
      });
    }
  if (wanted.empty()) return {};
  std::vector<results::Column> columns =
      results::selectColumns(model.recorded, wanted, diagnostics, {.protectedOnes = true});
  for (const results::Column& column : columns)
    if (column.isParameter)
      diagnostics.error("unknown-variable", {}, fmt::format("'{}' is a parameter, and does not vary", column.name));
  return columns;
}

class Nothing final : public simulation::Recorder {
 public:
  void begin(ConstView) override {}
  void record(double, ConstView, simulation::Moment) override {}
};

std::optional<LinearModel> linearModelOf(const LinearizeOptions& options, const simulation::Settings& given,
                                         Compilation& compilation) {
  Diagnostics& diagnostics = compilation.diagnostics;
  compilation.solvableOptions.keepsGradients = true;
  simulation::Settings settings = given;
  if (diagnostics.hasErrors() || !compilation.run(settings.parameters)) return std::nullopt;
  const codegen::CompiledModel& model = compilation.compiled();
  const auto inputs = chosenInputs(model, namesIn(options.inputs), diagnostics);
  const auto outputs = chosenOutputs(model, namesIn(options.outputs), diagnostics);
  readInputs(options.simulation, model, settings, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;

  std::optional<Expected<LinearModel, Diagnostic>> result;
  const double start = simulation::experimentOf(model.experiment, settings).start;
  const bool isAtStart = settings.stop.value_or(start) <= start;
  if (settings.stop && *settings.stop < start) {
    diagnostics.error("settings", {}, fmt::format("--at {:.9g} lies before the start, {:.9g}", *settings.stop, start));
    return std::nullopt;
  }
  if (isAtStart) settings.stop.reset();
  if (settings.stop && !isAtStart &&
      simulation::experimentOf(model.experiment, settings).interval * mostOutputs < *settings.stop - start)
    settings.interval = (*settings.stop - start) / mostOutputs;  // nothing is recorded: no output is too frequent
  settings.inspect = [&](simulation::BoundModel& bound, double t, ConstView y) {
    if (isAtStart ? !result.has_value() : t > start) result = analysis::linearize(bound, t, y, inputs, outputs);
  };
  settings.cancellation.afterStep = [&] { return isAtStart && result.has_value(); };
  Nothing recorder;
  Diagnostics ofRun;
  (void)simulation::simulate(model, settings, recorder, ofRun);
  // Warnings of a one-step run about its scaling, and about inputs at rest, are no news here.
  for (const Diagnostic& d : ofRun.all())
    if (d.code != "scaling" && (d.code != "inputs" || !isAtStart)) diagnostics.add(d);
  if (!result) return std::nullopt;  // the diagnostics say why the run did not get there
  if (*result) return std::move(**result);
  diagnostics.add(result->error());
  return std::nullopt;
}

std::optional<LinearModel> linearModelOfProblem(const LinearizeOptions& options, const simulation::Settings& settings,
                                                Diagnostics& diagnostics) {
  const SimulateOptions& given = options.simulation;
  if (!given.set.empty() || !given.input.empty() || !options.inputs.empty() || !options.outputs.empty()) {
    diagnostics.error("command-line", {},
                      "--set, --input, --output and --input-data go with a model, not with a problem");
    return std::nullopt;
  }
  constexpr std::size_t prefix = std::string_view("problem:").size();
  const auto test = problems::make(options.simulation.model.file.substr(prefix));
  if (!test) {
    diagnostics.error("unknown-problem", {}, test.error().message).hint(test.error().hint);
    return std::nullopt;
  }
  const double at = settings.stop.value_or(test->start);
  Vector y = test->initial;
  if (at > test->start) {
    Options run;
    run.method = settings.method;
    run.tolerances = problems::tolerancesFor(*test, settings.tolerance.value_or(1e-6));
    const Solution solution = solve(test->problem, test->start, at, test->initial, run);
    if (!solution.ok()) {
      diagnostics.error("integration", {}, solution.failure.message);
      return std::nullopt;
    }
    y = solution.states.back();
  }
  auto result = analysis::linearize(*test, at, y);
  if (result) return std::move(*result);
  diagnostics.add(result.error());
  return std::nullopt;
}

ExitCode run(const LinearizeOptions& options) {
  ModelArguments arguments = options.simulation.model;
  arguments.settableStarts = true;
  Compilation compilation(std::move(arguments));
  Diagnostics& diagnostics = compilation.diagnostics;
  simulation::Settings settings = readSettings(options.simulation, diagnostics);
  const auto from = readFrequency(options.from, "--from", diagnostics);
  const auto to = readFrequency(options.to, "--to", diagnostics);
  if (from && to && !(*from < *to)) diagnostics.error("command-line", {}, "--from must be below --to");
  if (!options.plot.empty() && !options.plot.ends_with(".svg") && !options.plot.ends_with(".png"))
    diagnostics.error("command-line", {}, fmt::format("--plot: '{}' must end in .svg or .png", options.plot));
  if (!options.matFile.empty() && !options.matFile.ends_with(".mat"))
    diagnostics.error("command-line", {}, fmt::format("-o: '{}' must end in .mat", options.matFile));
  refuseOverwriting({{"-o", options.matFile}, {"--plot", options.plot}},
                    {{"", options.simulation.model.file}, {"--input-data", options.simulation.input}}, diagnostics);
  std::optional<LinearModel> model;
  if (!diagnostics.hasErrors())
    model = namesProblem(options.simulation.model.file) ? linearModelOfProblem(options, settings, diagnostics)
                                                        : linearModelOf(options, settings, compilation);
  if (!model) return refuseLinearize(options, diagnostics, compilation.sources());

  LinearReport report{.model = std::move(*model), .spectrum = {}, .response = {}};
  report.spectrum = analysis::spectrumOf(report.model);
  const bool wantsResponse = options.bode || !options.plot.empty();
  if (wantsResponse && (report.model.inputs.empty() || report.model.outputs.empty()))
    diagnostics
        .error("linearize", {}, fmt::format("{} has no inputs, so there is no frequency response", report.model.name))
        .hint("declare what excites the model as 'input Real' at its top");
  else if (wantsResponse)
    report.response =
        analysis::frequencyResponse(report.model, analysis::suitableFrequencies(report.spectrum, from, to));
  std::vector<std::string> written;
  const auto keep = [&](const std::string& file, std::string content, std::optional<Diagnostic> problem) {
    if (problem)
      diagnostics.add(std::move(*problem));
    else
      written.push_back(fmt::format("wrote {}: {}\n", file, content));
  };
  if (!options.matFile.empty())
    keep(options.matFile, fmt::format("A, B, C, D of {} states", report.model.states.size()),
         writeMat(report, options.matFile));
  if (report.response && !options.plot.empty())
    keep(options.plot, "a Bode diagram", analysis::plotBode(*report.response, report.model.name, options.plot));
  print(report, options, diagnostics, compilation.sources());
  if (!options.simulation.json)
    for (const std::string& text : written) say("{}", text);
  return diagnostics.hasErrors() ? ExitCode::userError : ExitCode::success;
}

}  // namespace

void addLinearize(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<LinearizeOptions>();
  SimulateOptions& simulation = options->simulation;
  CLI::App* verb = addVerb(app, "linearize",
                           "The linear model at a point: A, B, C, D, eigenvalues with damping and states, stiffness, "
                           "frequency response; also of a built-in problem (problem:hires)",
                           "dashpot linearize servo.mo --at 0.5s --output 'cylinder.x' --bode --plot bode.svg");
  addModelArguments(*verb, simulation.model);
  verb->add_option("--at", simulation.stop, "When: after a run up to this time (default: the start, initialised)")
      ->type_name("TIME");
  verb->add_flag("--steady-state", simulation.integration.steadyState,
                 "Where nothing changes, instead of start values");
  verb->add_option("--start", simulation.start, "Start time")->type_name("TIME");
  verb->add_option("--tolerance", simulation.tolerance, "Of the run")->type_name("NUMBER");
  verb->add_option("--method", simulation.method, "Of the run")->capture_default_str()->type_name("NAME");
  verb->add_option("--set", simulation.set, "Set a parameter: name=value, value with unit: pump.p=210bar")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  verb->add_option("--input-data", simulation.input, "Data that the inputs follow in the run, as for simulate --input")
      ->type_name("FILE.csv");
  verb->add_option("--input", options->inputs, "Inputs u (default: all top-level inputs)")
      ->type_name("NAMES")
      ->allow_extra_args(false);
  verb->add_option("--output", options->outputs,
                   "Outputs y: any variables, * and ? stand for any characters (default: top-level outputs, or states)")
      ->type_name("NAMES")
      ->allow_extra_args(false);
  verb->add_flag("--bode", options->bode, "The frequency response, as a table");
  verb->add_option("--from", options->from, "First frequency: 0.1Hz")->type_name("FREQUENCY");
  verb->add_option("--to", options->to, "Last frequency: 10kHz")->type_name("FREQUENCY");
  verb->add_option("--plot", options->plot, "The frequency response as a Bode diagram")->type_name("FILE.svg|FILE.png");
  verb->add_option("-o", options->matFile, "Write A, B, C, D, names and eigenvalues for MATLAB, Python, Modelica tools")
      ->type_name("FILE.mat");
  verb->add_flag("--json", simulation.json, "Print one JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
