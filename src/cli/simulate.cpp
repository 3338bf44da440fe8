// dashpot simulate: run an experiment.
#include "base/stopwatch.hpp"
#include "cli/circuit_rules.hpp"
#include "cli/data_set.hpp"
#include "cli/explain.hpp"
#include "cli/output.hpp"
#include "cli/simulate_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace dashpot::cli {
namespace {

std::string dumpText(const Compilation& compilation, const std::string& form) {
  if (form == "tree") return compilation.treeText();
  if (form == "flat") return model::print(compilation.flat());
  if (form == "system") return equations::print(compilation.system());
  return codegen::print(compilation.compiled());
}

ExitCode dump(const SimulateOptions& options) {
  Compilation compilation(options.model);
  compilation.inlined = simulation::inlinedFormula(options.method);
  bool isSound = compilation.parse();
  if (options.dump != "tree") isSound = isSound && compilation.flatten();
  if (options.dump == "flat") isSound = isSound && isPrintable(compilation);
  if (options.dump == "system" || options.dump == "ir") isSound = isSound && compilation.makeSolvable();
  if (options.dump == "ir") isSound = isSound && compilation.compile();
  if (isSound) printSource(dumpText(compilation, options.dump));
  return report(compilation);
}

ExitCode run(const SimulateOptions& options) {
  if (namesProblem(options.model.file)) return simulateProblem(options);
  if (options.errors) throw CLI::ValidationError("--errors", "goes with a built-in problem, not with a model");
  if (!options.dump.empty()) return dump(options);
  ModelArguments arguments = options.model;
  arguments.settableStarts = true;
  Compilation compilation(std::move(arguments));
  compilation.inlined = simulation::inlinedFormula(options.method);
  Diagnostics& diagnostics = compilation.diagnostics;
  simulation::Settings settings = readSettings(options, diagnostics);
  if (diagnostics.hasErrors()) return refuse(options, diagnostics, compilation.sources());

  SimulateJob job;
  const std::vector<simulation::ParameterSetting> asked = settings.parameters;
  const auto began = std::chrono::steady_clock::now();
  std::vector<rules::Finding> findings;
  Diagnostics ofCircuit;
  compilation.isFlattened = [&] {
    ofCircuit = {};
    findings = inspectCircuit(compilation, settings.parameters, ofCircuit);
  };
  compilation.keepsForms = options.explain;
  if (!compilation.run(settings.parameters)) return refuse(options, diagnostics, compilation.sources());
  for (const Diagnostic& diagnostic : ofCircuit.all()) diagnostics.add(diagnostic);
  for (const rules::Finding& finding : findings)
    if (finding.isSerious) diagnostics.add(finding.diagnostic);
  job.compileSeconds = secondsSince(began);

  job.stageSeconds = compilation.seconds;
  const codegen::CompiledModel& model = compilation.compiled();
  job.name = model.name();
  readInputs(options, model, settings, diagnostics);
  job.experiment = simulation::experimentOf(model.experiment, settings);
  job.recordsAtIntervals = simulation::recordsAtIntervals(model.experiment, settings);
  chooseColumns(job, model.recorded, options, diagnostics);
  if (!options.saveData.empty()) job.dataSet = dataSetText(model, asked, settings.parameters);
  simulation::ModelCode code(model, settings.code);
  job.simulate = [&code](const simulation::Settings& given, simulation::Recorder& recorder, Diagnostics& reports,
                         const simulation::StepObserver& observe) {
    return simulation::simulate(code, given, recorder, reports, observe);
  };
  if (options.explain) explainAlong(job, subjectOf(compilation, code, job.experiment));
  job.prepareSeconds = secondsSince(began) - job.compileSeconds;
  const ExitCode result = execute(job, options, settings, diagnostics, compilation.sources());
  if (code.stopMaking()) leave(result);  // the work is done; better code for it is of no use any more
  return result;
}

}  // namespace

void addRunOptions(CLI::App& verb, SimulateOptions& options) {
  verb.add_option("--start", options.start, "Start time; numbers take units: 10ms")->type_name("TIME");
  verb.add_option("--stop", options.stop, "Stop time")->type_name("TIME");
  verb.add_option("--tolerance", options.tolerance, "Relative tolerance; absolute ones follow from nominal values")
      ->type_name("NUMBER");
  verb.add_option("--interval", options.interval, "Time between outputs")->type_name("TIME");
  verb.add_option("--method", options.method,
                  "Integration method; 'dashpot methods' lists them, auto chooses and changes it. inline:NAME works "
                  "the formula NAME into the "
                  "equations")
      ->capture_default_str()
      ->type_name("NAME");
  verb.add_option("--step", options.step, "Fixed step instead of error control")->type_name("TIME");
  verb.add_option("--max-step", options.maxStep, "No step under error control is longer than this")->type_name("TIME");
  verb.add_option("--backend", options.backend,
                  "What runs the model: native code by LLVM as soon as it pays, or the interpreter alone")
      ->check(CLI::IsMember({"llvm", "interpreter"}))
      ->capture_default_str();
  verb.add_option("--cache", options.cache,
                  "Keep native code in this folder, and look for it there; 'none': keep none; else in the user's cache "
                  "folder (~/.cache/dashpot/code)")
      ->type_name("DIR");
  verb.add_option("--set", options.set,
                  "Set a parameter or a start value: name=value, pump.p=210bar, 'a.c={1,2}', x.start=3")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  addIntegrationOptions(verb, options.integration);
  verb.add_option("--input", options.input,
                  "Data for top-level inputs: CSV with a column 'time' and one per input, units as 'p [bar]'")
      ->type_name("FILE.csv");
  verb.add_option("--input-interpolation", options.inputInterpolation,
                  "Between the rows; a time that stands twice is a jump")
      ->check(CLI::IsMember({"linear", "hold"}))
      ->capture_default_str();
}

void addSimulate(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* verb = addVerb(
      app, "simulate",
      "Run an experiment on a model, or a built-in problem (problem:hires, problem:heat:n=200,order=4)",
      "dashpot simulate examples/relief_valve.mo --set relief.pCrack=130bar --vars '*.p' -o out.mat --plot out.svg");
  addModelArguments(*verb, options->model);
  addRunOptions(*verb, *options);
  verb->add_option("--data", options->data,
                   "Set what this file of data says, before --set: pump.D = \"22 ml/rev\"; repeatable")
      ->type_name("FILE.toml")
      ->allow_extra_args(false);
  verb->add_option("--save-data", options->saveData,
                   "Save what this run sets as a file for --data, with all other parameters as remarks")
      ->type_name("FILE.toml");
  verb->add_option("-o,--output", options->output, "Write the result: CSV, or MAT as other Modelica tools do")
      ->type_name("FILE.csv|FILE.mat");
  verb->add_option("--plot", options->plots, "Plot the result, as SVG or PNG; -: with characters, on the terminal")
      ->type_name("FILE.svg|FILE.png|-")
      ->allow_extra_args(false);
  verb->add_option("--vars", options->variables,
                   "Variables to write, plot and show; * and ? stand for any characters: 'cylinder.*,pump.p'")
      ->type_name("NAMES")
      ->allow_extra_args(false);
  verb->add_flag("--every-step", options->everyStep, "Record every step of the method instead of every interval");
  verb->add_option_function<std::vector<std::string>>(
          "--record",
          [options](const std::vector<std::string>& kinds) {
            for (const std::string& kind : kinds)
              (kind == "protected" ? options->scope.protectedOnes : options->scope.parameters) = true;
          },
          "Record these, too: protected variables, parameters")
      ->type_name("protected,parameters")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"protected", "parameters"}));
  verb->add_flag("--units", options->file.unitsRow, "CSV: a second row with the units");
  verb->add_flag("--display-units", options->file.displayUnits, "CSV: values in display units, and the row of units");
  verb->add_option("--dump", options->dump, "Print an intermediate form instead of running")
      ->check(CLI::IsMember({"tree", "flat", "system", "ir"}));
  verb->add_flag("--errors", options->errors,
                 "Also record error.NAME, computed minus exact, of a built-in problem with a closed solution");
  verb->add_flag("--explain", options->explain, "Also explain the run, as 'dashpot explain' does");
  verb->add_flag("--explain-method", options->explainMethod,
                 "Also tell how --method auto chose: what it knew, which rules applied, what it changed and when");
  verb->add_flag("--json", options->json, "The summary as one JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
